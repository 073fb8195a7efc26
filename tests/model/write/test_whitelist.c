/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_whitelist.c - each kind of byte that no edit asks for is caught */
#include "model/write/whitelist.h"

#include <stdlib.h>
#include <string.h>

#include "model/base/mem.h"
#include "model/base/num.h"
#include "support/refused.h"
#include "support/test.h"
#include "support/write_scene.h"

enum { LAST = SCENE_SIZE - 1 };

/* One disk with one change, and a byte that has no part in it. */
struct trap {
    const char *name;
    struct write_scene (*scene)(void);
    struct edit edit;
    unsigned number;
    uint64_t lba;
    unsigned offset;
};

#define RESIZE_1 { .kind = EDIT_RESIZE, .start = 2048, .length = 5000 }, 1
#define GROW_7   { .kind = EDIT_RESIZE, .start = 18432, .length = 4096 }, 7
#define TYPE_6   { .kind = EDIT_TYPE, .type = "82" }, 6
#define CREATE                                                                           \
    { .kind = EDIT_CREATE, .extent = EXTENT_LOGICAL, .start = 24576, .length = 1024 }, 0
#define NAME_2    { .kind = EDIT_NAME, .name = "other" }, 2
#define MOVE_SWAP { .kind = EDIT_RESIZE, .start = 26624, .length = 4096 }, 3
#define NEW_MSDOS { .kind = EDIT_NEW_TABLE, .label = LABEL_MSDOS }, 0
#define NEW_GPT   { .kind = EDIT_NEW_TABLE, .label = LABEL_GPT }, 0
#define ENTRY(n)  (446 + 16 * (n))

/* Partition 1 was a swap area once: the disk shows it, the layout calls it none. */
static struct write_scene scene_old_swap(void)
{
    struct write_scene scene = scene_msdos();

    sectors_put_bytes(&scene.disk, 2048 * 512 + 4086, "SWAPSPACE2", 10);
    return scene;
}

static const struct trap traps[] = {
    { "boot code", scene_msdos, RESIZE_1, 0, 0 },
    { "the last of the boot code", scene_msdos, RESIZE_1, 0, 439 },
    { "the signature", scene_msdos, RESIZE_1, 0, 440 },
    { "reserved bytes", scene_msdos, RESIZE_1, 0, 444 },
    { "the flag of the entry", scene_msdos, RESIZE_1, 0, ENTRY(0) },
    { "the type of the entry", scene_msdos, RESIZE_1, 0, ENTRY(0) + 4 },
    { "the CHS of a start that stays", scene_msdos, RESIZE_1, 0, ENTRY(0) + 1 },
    { "the start where only the end changes", scene_msdos, RESIZE_1, 0, ENTRY(0) + 8 },
    { "the header of a swap area of old", scene_old_swap, RESIZE_1, 2050, 4 },
    { "an untouched entry", scene_msdos, RESIZE_1, 0, ENTRY(1) + 8 },
    { "the type of an untouched entry", scene_msdos, RESIZE_1, 0, ENTRY(2) + 4 },
    { "an unused entry", scene_msdos, RESIZE_1, 0, ENTRY(3) + 4 },
    { "the magic", scene_msdos, RESIZE_1, 0, 510 },
    { "an EBR that nobody touched", scene_msdos, RESIZE_1, 8192, ENTRY(0) + 8 },
    { "another EBR", scene_msdos, TYPE_6, 16384, ENTRY(0) + 4 },
    { "the start of a grown logical", scene_msdos, GROW_7, 16384, ENTRY(0) + 8 },
    { "the CHS of its start", scene_msdos, GROW_7, 16384, ENTRY(0) + 3 },
    { "the place of a link to come", scene_msdos, GROW_7, 16384, ENTRY(1) },
    { "the link to a grown logical", scene_msdos, GROW_7, 12288, ENTRY(1) + 8 },
    { "the link in an EBR", scene_msdos, TYPE_6, 12288, ENTRY(1) + 8 },
    { "the start in an EBR", scene_msdos, TYPE_6, 12288, ENTRY(0) + 8 },
    { "bytes before the entries of an EBR", scene_msdos, TYPE_6, 12288, 0 },
    { "an unused entry of an EBR", scene_msdos, TYPE_6, 12288, ENTRY(2) },
    { "the MBR, where a logical changes", scene_msdos, TYPE_6, 0, ENTRY(1) + 12 },
    { "the data entry beside a new link", scene_msdos, CREATE, 16384, ENTRY(0) + 12 },
    { "free sectors", scene_msdos, CREATE, 22529, 0 },
    { "a sector of the gap", scene_msdos, RESIZE_1, 1, 0 },
    { "a sector of a partition", scene_msdos, RESIZE_1, 2048, 0 },
    { "a sector of a changed logical", scene_msdos, TYPE_6, 14336, 0 },
    { "boot code before a new table", scene_msdos, NEW_MSDOS, 0, 439 },
    { "an EBR of the table that goes", scene_msdos, NEW_MSDOS, 12288, ENTRY(0) },
    { "boot code before a new GPT", scene_msdos, NEW_GPT, 0, 0 },
    { "the sector behind a new GPT", scene_msdos, NEW_GPT, 34, 0 },
    { "the protective MBR", scene_gpt, NAME_2, 0, ENTRY(0) + 12 },
    { "boot code before a GPT", scene_gpt, NAME_2, 0, 0 },
    { "an entry of a hybrid MBR", scene_hybrid, NAME_2, 0, ENTRY(1) + 4 },
    { "the signature of a header", scene_gpt, NAME_2, 1, 0 },
    { "where a header lies", scene_gpt, NAME_2, 1, 24 },
    { "where the other header lies", scene_gpt, NAME_2, 1, 32 },
    { "the usable range", scene_gpt, NAME_2, LAST, 40 },
    { "the disk's GUID", scene_gpt, NAME_2, LAST, 56 },
    { "where the entries lie", scene_gpt, NAME_2, 1, 72 },
    { "how many entries there are", scene_gpt, NAME_2, 1, 80 },
    { "a byte of a header that nobody knows", scene_gpt, NAME_2, 1, 100 },
    { "another entry", scene_gpt, NAME_2, 2, 56 },
    { "an unused entry of a GPT", scene_gpt, NAME_2, 2, 3 * 128 },
    { "the type of a renamed partition", scene_gpt, NAME_2, 2, 128 },
    { "the GUID of a renamed partition", scene_gpt, NAME_2, 2, 128 + 16 },
    { "the place of a renamed partition", scene_gpt, NAME_2, 2, 128 + 32 },
    { "the attributes of a renamed partition", scene_gpt, NAME_2, 2, 128 + 48 },
    { "another sector of the entries", scene_gpt, NAME_2, 3, 0 },
    { "the entries of the backup", scene_gpt, NAME_2, SCENE_SIZE - 32, 0 },
    { "the sector behind the entries", scene_gpt, NAME_2, 34, 0 },
    { "a name where only the end changes", scene_gpt, RESIZE_1, 2, 56 },
    { "the start where only the end changes", scene_gpt, RESIZE_1, 2, 32 },
    { "swap beside its header", scene_gpt, MOVE_SWAP, 26624 + 8, 0 },
    { "the header of the old swap area", scene_gpt, MOVE_SWAP, 20480, 0 },
    { "another partition beside a moved swap area", scene_gpt, MOVE_SWAP, 8192, 0 },
};

static struct write *write_at(struct write_plan *plan, uint64_t lba)
{
    for (size_t i = 0; i < plan->count; i++)
        if (lba - plan->writes[i].lba < plan->writes[i].count)
            return &plan->writes[i];
    return NULL;
}

/* A write of one sector as it is. */
static struct write *add_write(struct write_scene *scene, uint64_t lba)
{
    struct write_plan *plan = &scene->plan;
    struct write write = { .lba = lba, .count = 1, .is_flushed = true };

    write.before = xmalloc(512);
    write.after = xmalloc(512);
    (void)scene_sector(scene, lba, write.before); /* fills it */
    (void)scene_sector(scene, lba, write.after);  /* the same */
    plan->writes = xrealloc(plan->writes, plan->count + 1, sizeof(*plan->writes));
    plan->writes[plan->count] = write;
    return &plan->writes[plan->count++];
}

static bool check(struct write_scene *scene, struct err *err)
{
    struct reader reader = sectors_reader(&scene->disk);

    return whitelist_check(&reader, scene->base, scene->preview, &scene->plan, err);
}

TEST_EACH(a_byte_that_no_edit_asks_for_is_caught, traps)
{
    const struct trap *trap = &traps[_i];
    CLEANUP(scene_finish) struct write_scene scene = trap->scene();
    CLEANUP(freep) char *place = NULL;
    struct err err = { 0 };

    scene_edit(&scene, trap->edit, trap->number);
    scene_plan(&scene);
    ck_assert_msg(check(&scene, &err), "%s: %s", trap->name, err.text);
    struct write *write = write_at(&scene.plan, trap->lba);
    if (!write)
        write = add_write(&scene, trap->lba);
    write->after[(trap->lba - write->lba) * 512 + trap->offset] ^= 0x55;
    ck_assert_msg(!check(&scene, &err), "%s was not caught", trap->name);
    ck_assert_refused(&err, REFUSAL_WRITE_NOT_ASKED_FOR);
    place =
        xasprintf("Byte %u of sector %llu ", trap->offset, (unsigned long long)trap->lba);
    ck_assert_msg(strstr(err.text, place) != NULL, "%s: %s", trap->name, err.text);
}

/* Intermediate content counts too, unless it was in spare sectors. */
TEST(a_byte_that_comes_back_is_caught_all_the_same)
{
    CLEANUP(scene_finish) struct write_scene scene = scene_msdos();
    const struct edit edit = { .kind = EDIT_TYPE, .type = "7" };
    struct err err = { 0 };

    scene_edit(&scene, edit, 1);
    scene_plan(&scene);
    add_write(&scene, 2048)->after[0] ^= 1;
    (void)add_write(&scene, 2048); /* as it was */
    ck_assert(!check(&scene, &err));
    ck_assert_ptr_nonnull(strstr(err.text, "Byte 0 of sector 2048 "));
}

TEST(a_spare_sector_must_get_its_bytes_back)
{
    CLEANUP(scene_finish) struct write_scene scene = scene_msdos();
    const struct edit edit = { .kind = EDIT_TYPE, .type = "7" };
    struct err err = { 0 };

    scene_edit(&scene, edit, 1);
    scene_plan(&scene);
    add_write(&scene, 8193)->after[0] ^= 1;
    (void)add_write(&scene, 8193); /* as it was */
    ck_assert_msg(check(&scene, &err), "%s", err.text);
    scene.plan.writes[scene.plan.count - 1].after[0] ^= 1;
    ck_assert(!check(&scene, &err));
    (void)add_write(&scene, 8192); /* the sector before it is another one */
    ck_assert(!check(&scene, &err));
}

/* A link to an EBR that exists only between two writes, and where it may lead. */
static const struct {
    uint32_t next; /* from the start of the container */
    bool may;
} detours[] = { { 18432 - 8192, true }, { 14336 - 8192, false } };

TEST_EACH(a_link_may_lead_to_spare_sectors_for_a_while, detours)
{
    CLEANUP(scene_finish) struct write_scene scene = scene_msdos();
    const struct edit edit = { .kind = EDIT_DELETE };
    struct err err = { 0 };

    scene_edit(&scene, edit, 7);
    scene_plan(&scene);
    put_le32(add_write(&scene, 8192)->after, ENTRY(1) + 8, detours[_i].next);
    ck_assert(!check(&scene, &err)); /* for ever */
    (void)add_write(&scene, 8192);   /* as it was */
    ck_assert_msg(check(&scene, &err) == detours[_i].may, "%s", err.text);
}

/* Unused entries, of the second EBR, before the others. */
static const uint8_t unused[][16] = {
    { [4] = 0x83, [8] = 1 },
    { [8] = 1 },
};

TEST_EACH(an_unused_entry_is_no_data, unused)
{
    CLEANUP(scene_finish) struct write_scene scene = scene_msdos();
    const struct edit edit = { .kind = EDIT_TYPE, .type = "82" };
    uint8_t ebr[512];
    struct err err = { 0 };

    (void)scene_sector(&scene, 12288, ebr); /* fills it */
    memmove(ebr + ENTRY(1), ebr + ENTRY(0), 32);
    memcpy(ebr + ENTRY(0), unused[_i], 16);
    sectors_put(&scene.disk, 12288, ebr);
    scene_read(&scene);
    scene_edit(&scene, edit, 6);
    scene_plan(&scene);
    ck_assert_msg(check(&scene, &err), "%s", err.text);
    write_at(&scene.plan, 12288)->after[ENTRY(0) + 4] ^= 1;
    ck_assert(!check(&scene, &err));
}

TEST_EACH(a_new_link_takes_the_place_of_no_bytes, unused)
{
    CLEANUP(scene_finish) struct write_scene scene = scene_msdos();
    const struct edit edit = {
        .kind = EDIT_CREATE, .extent = EXTENT_LOGICAL, .start = 24576, .length = 1024
    };
    struct err err = { 0 };

    scene_edit(&scene, edit, 0);
    scene_plan_as(&scene, "ebr 22528+1 | ebr 16384+1 |");
    ck_assert_msg(check(&scene, &err), "%s", err.text);
    sectors_put_bytes(&scene.disk, 16384 * 512 + ENTRY(1), unused[_i], 16);
    ck_assert(!check(&scene, &err));
    scene_read(&scene);
    scene_edit(&scene, edit, 0);
    scene_refuse(&scene, REFUSAL_WRITE_EBR_ENTRIES,
                 "other bytes than zero, which are kept");
}

static const uint8_t link_types[] = { 0x05, 0x0f, 0x85 };

TEST_EACH(a_link_of_each_type_may_go, link_types)
{
    CLEANUP(scene_finish) struct write_scene scene = scene_msdos();
    const struct edit edit = { .kind = EDIT_DELETE };
    struct err err = { 0 };

    sectors_put_bytes(&scene.disk, 12288 * 512 + ENTRY(1) + 4, &link_types[_i], 1);
    scene_read(&scene);
    scene_edit(&scene, edit, 7);
    scene_plan_as(&scene, "ebr 12288+1 |");
    ck_assert_msg(check(&scene, &err), "%s", err.text);
}

/* The first EBR has a link alone before, and a partition alone afterwards. */
TEST(an_ebr_may_get_a_partition_for_its_link)
{
    CLEANUP(scene_finish) struct write_scene scene = scene_msdos();
    const struct edit create = {
        .kind = EDIT_CREATE, .extent = EXTENT_LOGICAL, .start = 10240, .length = 2048
    };
    const struct edit delete = { .kind = EDIT_DELETE };
    const uint8_t zeros[16] = { 0 };
    struct err err = { 0 };

    sectors_put_bytes(&scene.disk, 8192 * 512 + ENTRY(0), zeros, sizeof(zeros));
    sectors_put_bytes(&scene.disk, 12288 * 512 + ENTRY(1), zeros, sizeof(zeros));
    scene_read(&scene);
    scene_edit(&scene, delete, 5);
    scene_edit(&scene, create, 0);
    scene_plan_as(&scene, "ebr 8192+1 |");
    ck_assert_msg(check(&scene, &err), "%s", err.text);
}
