/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_write_msdos.c - which sectors of an msdos table change, in which order, what stays
 *
 * EBRs are laid out as sfdisk does: values here were compared with what it writes. */
#include <string.h>

#include "model/base/mem.h"
#include "model/base/num.h"
#include "support/test.h"
#include "support/write_scene.h"

/* Of the scene: the container, and the EBRs behind the one at its start. */
enum { CONTAINER = 8192, SECOND = 12288, THIRD = 16384 };

struct entry {
    uint8_t flag;
    uint8_t type;
    uint32_t start;
    uint32_t length;
};

/* Entry SLOT of sector LBA is this, CHS apart. */
static void expect_entry(struct write_scene *scene, uint64_t lba, unsigned slot,
                         struct entry want)
{
    uint8_t sector[512];
    const uint8_t *at = scene_sector(scene, lba, sector) + 446 + 16 * slot;

    ck_assert_uint_eq(at[0], want.flag);
    ck_assert_uint_eq(at[4], want.type);
    ck_assert_uint_eq(le32_at(at, 8), want.start);
    ck_assert_uint_eq(le32_at(at, 12), want.length);
}

static const struct edit create = {
    .kind = EDIT_CREATE, .extent = EXTENT_LOGICAL, .start = 24576, .length = 1024
};

static const struct {
    struct edit edit;
    unsigned number;
    const char *order;
} edits[] = {
    { { .kind = EDIT_RESIZE, .start = 2048, .length = 5000 }, 1, "mbr 0+1 |" },
    { { .kind = EDIT_TYPE, .type = "7" }, 1, "mbr 0+1 |" },
    { { .kind = EDIT_BOOT, .is_bootable = true }, 3, "mbr 0+1 |" },
    { { .kind = EDIT_DELETE }, 1, "mbr 0+1 |" },
    { { .kind = EDIT_DELETE }, 2, "mbr 0+1 |" },
    { { .kind = EDIT_DISK_ID, .uuid = "0x5a3c9d21" }, 0, "mbr 0+1 |" },
    { { .kind = EDIT_RESIZE, .start = 8192, .length = 22000 }, 2, "mbr 0+1 |" },
    { { .kind = EDIT_TYPE, .type = "82" }, 6, "ebr 12288+1 |" },
    { { .kind = EDIT_RESIZE, .start = 14336, .length = 1000 }, 6, "ebr 12288+1 |" },
    /* The first EBR takes over the next logical; others are left out of the chain. */
    { { .kind = EDIT_DELETE }, 5, "ebr 8192+1 |" },
    { { .kind = EDIT_DELETE }, 6, "ebr 8192+1 |" },
    { { .kind = EDIT_DELETE }, 7, "ebr 12288+1 |" },
    /* The new EBR is there before the link to it. */
    { { .kind = EDIT_CREATE, .extent = EXTENT_LOGICAL, .start = 24576, .length = 1024 },
      0,
      "ebr 22528+1 | ebr 16384+1 |" },
};

TEST_EACH(an_edit_writes_the_fewest_sectors_in_a_safe_order, edits)
{
    CLEANUP(scene_finish) struct write_scene scene = scene_msdos();

    scene_edit(&scene, edits[_i].edit, edits[_i].number);
    scene_plan_as(&scene, edits[_i].order);
}

TEST(what_the_layout_does_not_speak_of_stays)
{
    CLEANUP(scene_finish) struct write_scene scene = scene_msdos();
    struct edit edit = { .kind = EDIT_RESIZE, .start = 2048, .length = 5000 };
    uint8_t before[512], after[512];

    (void)scene_sector(&scene, 0, before); /* fills it */
    scene_edit(&scene, edit, 1);
    scene_plan(&scene);
    scene_write(&scene);
    (void)scene_sector(&scene, 0, after); /* the same */
    ck_assert_mem_eq(after, before, 446 + 5);
    ck_assert_mem_eq(after + 446 + 16, before + 446 + 16, 512 - 446 - 16);
    expect_entry(&scene, 0, 0, (struct entry){ 0x80, 0x83, 2048, 5000 });
}

/* 7047 is cylinder 0, head 111, sector 55, with 255 heads and 63 sectors. */
TEST(a_changed_entry_gets_the_chs_of_its_place)
{
    CLEANUP(scene_finish) struct write_scene scene = scene_msdos();
    struct edit edit = { .kind = EDIT_RESIZE, .start = 2048, .length = 5000 };
    uint8_t sector[512];

    scene_edit(&scene, edit, 1);
    scene_plan(&scene);
    scene_write(&scene);
    (void)scene_sector(&scene, 0, sector); /* fills it */
    ck_assert_mem_eq(sector + 447, "\x20\x21\x00", 3);
    ck_assert_mem_eq(sector + 451, "\x6f\x37\x00", 3);
}

/* Another geometry's CHS of a start that stays is no byte that this edit changes. */
TEST(growing_leaves_the_chs_of_the_start)
{
    CLEANUP(scene_finish) struct write_scene scene = scene_msdos();
    struct edit edit = { .kind = EDIT_RESIZE, .start = 2048, .length = 5000 };
    const uint8_t other[3] = { 0x01, 0x02, 0x03 };
    uint8_t sector[512];

    sectors_put_bytes(&scene.disk, 447, other, sizeof(other));
    scene_read(&scene);
    scene_edit(&scene, edit, 1);
    scene_plan(&scene);
    scene_write(&scene);
    (void)scene_sector(&scene, 0, sector); /* fills it */
    ck_assert_mem_eq(sector + 447, other, sizeof(other));
    ck_assert_mem_eq(sector + 451, "\x6f\x37\x00", 3);
}

TEST(deleting_the_first_logical_leaves_its_ebr_to_the_second)
{
    CLEANUP(scene_finish) struct write_scene scene = scene_msdos();
    struct edit edit = { .kind = EDIT_DELETE };

    scene_edit(&scene, edit, 5);
    scene_plan(&scene);
    scene_write(&scene);
    expect_entry(&scene, CONTAINER, 0, (struct entry){ 0, 0x83, 6144, 2048 });
    expect_entry(&scene, CONTAINER, 1, (struct entry){ 0, 0x05, 8192, 4096 });
}

TEST(a_link_that_leads_on_is_taken_over_whole)
{
    CLEANUP(scene_finish) struct write_scene scene = scene_msdos();
    struct edit edit = { .kind = EDIT_DELETE };
    const uint8_t odd[4] = { 0x33, 0x22, 0x11, 0 }; /* a length of another tool */

    sectors_put_bytes(&scene.disk, SECOND * 512 + 446 + 16 + 12, odd, sizeof(odd));
    scene_read(&scene);
    scene_edit(&scene, edit, 6);
    scene_plan(&scene);
    scene_write(&scene);
    expect_entry(&scene, CONTAINER, 1, (struct entry){ 0, 0x05, 8192, 0x112233 });
}

TEST(a_new_logical_is_linked_with_its_whole_length)
{
    CLEANUP(scene_finish) struct write_scene scene = scene_msdos();
    uint8_t sector[512], zeros[446] = { 0 };

    scene_edit(&scene, create, 0);
    scene_plan(&scene);
    scene_write(&scene);
    expect_entry(&scene, THIRD, 1, (struct entry){ 0, 0x05, 14336, 2048 + 1024 });
    expect_entry(&scene, 22528, 0, (struct entry){ 0, 0x83, 2048, 1024 });
    expect_entry(&scene, 22528, 1, (struct entry){ 0, 0, 0, 0 });
    ck_assert_mem_eq(scene_sector(&scene, 22528, sector), zeros, sizeof(zeros));
    ck_assert_uint_eq(le16_at(sector, 510), 0xaa55);
}

TEST(an_ebr_keeps_what_lies_before_its_entries)
{
    CLEANUP(scene_finish) struct write_scene scene = scene_msdos();
    struct edit edit = { .kind = EDIT_TYPE, .type = "82" };
    uint8_t sector[512];

    scene_edit(&scene, edit, 6);
    scene_plan(&scene);
    scene_write(&scene);
    ck_assert_uint_eq(scene_sector(&scene, SECOND, sector)[7], 0xeb);
}

TEST(a_container_in_place_of_a_partition_comes_when_that_is_gone)
{
    CLEANUP(scene_finish) struct write_scene scene = scene_msdos();
    struct edit clear = { .kind = EDIT_DELETE };
    struct edit container = {
        .kind = EDIT_CREATE, .extent = EXTENT_EXTENDED, .start = 30720, .length = 4096
    };

    scene_edit(&scene, clear, 2);
    scene_edit(&scene, clear, 3);
    scene_edit(&scene, container, 0);
    scene_plan_as(&scene, "mbr 0+1 | ebr 30720+1 | mbr 0+1 |");
}

/* The container may not end before a logical that it still has. */
TEST(a_logical_goes_before_its_container_shrinks)
{
    CLEANUP(scene_finish) struct write_scene scene = scene_msdos();
    struct edit shrink = { .kind = EDIT_RESIZE, .start = 8192, .length = 10000 };
    struct edit clear = { .kind = EDIT_DELETE };
    struct edit grow = {
        .kind = EDIT_CREATE, .extent = EXTENT_PARTITION, .start = 22528, .length = 8192
    };

    scene_edit(&scene, clear, 7);
    scene_edit(&scene, shrink, 2);
    scene_edit(&scene, grow, 0);
    scene_plan_as(&scene, "ebr 12288+1 | mbr 0+1 |");
}

/* A chain in another order cannot change link by link: it is written elsewhere
 * temporarily, and the old content there is restored. */
TEST(a_sorted_chain_goes_by_way_of_free_sectors)
{
    CLEANUP(scene_finish) struct write_scene scene = scene_msdos();
    struct edit clear = { .kind = EDIT_DELETE };
    struct edit again = {
        .kind = EDIT_CREATE, .extent = EXTENT_LOGICAL, .start = 14336, .length = 2048
    };
    struct edit sort = { .kind = EDIT_SORT };
    uint8_t junk[512], sector[512];

    scene_edit(&scene, clear, 6);
    scene_edit(&scene, again, 0);
    scene_plan(&scene);
    scene_write(&scene);
    memset(junk, 0x77, sizeof(junk));
    sectors_put(&scene.disk, CONTAINER + 1, junk);
    sectors_put(&scene.disk, CONTAINER + 2, junk);
    scene_read(&scene);
    scene_edit(&scene, sort, 0);
    scene_plan_as(&scene, "ebr 8193+2 | ebr 8192+1 | ebr 12288+1 ebr 16384+1 | "
                          "ebr 8192+1 | ebr 8193+2 |");
    scene_write(&scene);
    ck_assert_mem_eq(scene_sector(&scene, CONTAINER + 1, sector), junk, sizeof(junk));
    ck_assert_mem_eq(scene_sector(&scene, CONTAINER + 2, sector), junk, sizeof(junk));
}

TEST(entries_that_are_nobodys_stay)
{
    CLEANUP(scene_finish) struct write_scene scene = scene_msdos();
    struct edit edit = { .kind = EDIT_TYPE, .type = "7" };
    const uint8_t untyped[16] = { [8] = 1, [12] = 5 };
    uint8_t sector[512];

    sectors_put_bytes(&scene.disk, 446 + 48, untyped, sizeof(untyped));
    scene_read(&scene);
    scene_edit(&scene, edit, 1);
    scene_plan(&scene);
    scene_write(&scene);
    ck_assert_mem_eq(scene_sector(&scene, 0, sector) + 446 + 48, untyped,
                     sizeof(untyped));
}

/* Entry 4 has one byte and no sectors, entry 3 of the first EBR too. */
TEST(a_slot_that_is_not_blank_is_no_place_for_a_new_entry)
{
    CLEANUP(scene_finish) struct write_scene scene = scene_msdos();
    struct edit gone = { .kind = EDIT_DELETE };
    struct edit again = {
        .kind = EDIT_CREATE, .extent = EXTENT_LOGICAL, .start = 10240, .length = 1024
    };
    const uint8_t byte[1] = { 7 };
    uint8_t sector[512];

    for (unsigned number = 7; number >= 5; number--)
        scene_edit(&scene, gone, number);
    scene_plan(&scene);
    scene_write(&scene);
    sectors_put_bytes(&scene.disk, CONTAINER * 512 + 446 + 1, byte, 1);
    scene_read(&scene);
    scene_edit(&scene, again, 0);
    scene_plan_as(&scene, "ebr 8192+1 |");
    scene_write(&scene);
    (void)scene_sector(&scene, CONTAINER, sector); /* fills it */
    ck_assert_uint_eq(sector[446 + 1], 7);
    ck_assert_uint_eq(le32_at(sector, 446 + 12), 0);
    expect_entry(&scene, CONTAINER, 1, (struct entry){ 0, 0x83, 2048, 1024 });
}

TEST(an_ebr_without_a_blank_entry_gets_no_new_one)
{
    CLEANUP(scene_finish) struct write_scene scene = scene_msdos();
    struct edit gone = { .kind = EDIT_DELETE };
    struct edit again = {
        .kind = EDIT_CREATE, .extent = EXTENT_LOGICAL, .start = 10240, .length = 1024
    };
    const uint8_t byte[1] = { 7 };

    for (unsigned number = 7; number >= 5; number--)
        scene_edit(&scene, gone, number);
    scene_plan(&scene);
    scene_write(&scene);
    sectors_put_bytes(&scene.disk, CONTAINER * 512 + 446 + 1, byte, 1);
    sectors_put_bytes(&scene.disk, CONTAINER * 512 + 446 + 17, byte, 1);
    scene_read(&scene);
    scene_edit(&scene, again, 0);
    scene_refuse(&scene, REFUSAL_WRITE_EBR_ENTRIES,
                 "The first two entries of the EBR at sector 8192 are in use");
}

TEST(a_partition_without_a_type_keeps_its_entry)
{
    static const struct edit delete = { .kind = EDIT_DELETE };
    CLEANUP(scene_finish) struct write_scene scene = scene_msdos();
    struct edit grow = { .kind = EDIT_RESIZE, .start = 2048, .length = 5000 };
    const uint8_t none[1] = { 0 };

    sectors_put_bytes(&scene.disk, 446 + 4, none, 1);
    sectors_put_bytes(&scene.disk, SECOND * 512 + 446 + 4, none, 1);
    scene_read(&scene);
    scene_edit(&scene, grow, 1);
    scene_edit(&scene, delete, 7);
    scene_plan(&scene);
    scene_write(&scene);
    expect_entry(&scene, 0, 0, (struct entry){ 0x80, 0, 2048, 5000 });
    expect_entry(&scene, SECOND, 0, (struct entry){ 0, 0, 2048, 2048 });
}

TEST(a_new_msdos_table_keeps_what_is_no_field_of_it)
{
    CLEANUP(scene_finish) struct write_scene scene = scene_msdos();
    struct edit edit = { .kind = EDIT_NEW_TABLE,
                         .label = LABEL_MSDOS,
                         .uuid = "0x11223344" };
    uint8_t sector[512], zeros[64] = { 0 };

    scene_edit(&scene, edit, 0);
    scene_plan_as(&scene, "mbr 0+1 |");
    scene_write(&scene);
    (void)scene_sector(&scene, 0, sector); /* fills it */
    ck_assert_uint_eq(sector[439], 0xc0);
    ck_assert_uint_eq(le32_at(sector, 440), 0x11223344);
    ck_assert_uint_eq(le16_at(sector, 444), 0x5a5a);
    ck_assert_mem_eq(sector + 446, zeros, sizeof(zeros));
}

/* An MBR without entries has readers look for a GPT, and here an old one lies about. */
TEST(the_last_partition_does_not_uncover_an_old_gpt)
{
    static const struct edit clear = { .kind = EDIT_DELETE };
    struct write_scene gpt = scene_gpt(), scene = scene_msdos();
    uint8_t sector[512];

    for (uint64_t lba = 1; lba < 34; lba++)
        sectors_put(&scene.disk, lba, scene_sector(&gpt, lba, sector));
    scene_read(&scene);
    for (unsigned number = 1; number < 4; number++)
        scene_edit(&scene, clear, number);
    scene_plan_as(&scene, "gpt-old 1+1 | mbr 0+1 |");
    scene_finish(&scene);
    scene_finish(&gpt);
}

/* The disk has grown since. */
TEST(a_new_table_leaves_no_copy_of_an_old_gpt)
{
    struct edit edit = { .kind = EDIT_NEW_TABLE, .label = LABEL_MSDOS };
    struct write_scene gpt = scene_gpt(), scene = scene_msdos();
    uint8_t sector[512];

    for (uint64_t lba = 1; lba < SCENE_SIZE; lba++)
        if (lba < 34 || lba >= SCENE_SIZE - 33)
            sectors_put(&scene.disk, lba, scene_sector(&gpt, lba, sector));
    scene.disk.size += 1000;
    scene_read(&scene);
    scene_edit(&scene, edit, 0);
    scene_plan_as(&scene, "gpt-old 1+1 | gpt-old 40959+1 | mbr 0+1 |");
    scene_finish(&scene);
    scene_finish(&gpt);
}

TEST(converting_to_msdos_puts_ebrs_before_the_mbr)
{
    CLEANUP(scene_finish) struct write_scene scene = scene_gpt();
    struct edit create_one = {
        .kind = EDIT_CREATE, .extent = EXTENT_PARTITION, .start = 26624, .length = 2048
    };
    struct edit convert = { .kind = EDIT_CONVERT, .label = LABEL_MSDOS };
    uint64_t start = 26624;

    for (unsigned i = 0; i < 3; i++, start += 4096) {
        create_one.start = start;
        create_one.id = EDIT_ID_FIRST + i;
        scene_edit(&scene, create_one, 0);
    }
    scene_edit(&scene, convert, 0);
    scene_plan(&scene);
    CLEANUP(freep) char *order = scene_order(&scene);
    const char *mbr = strstr(order, "| mbr 0+1 | gpt-old 1+1 | gpt-old 40959+1 |");
    ck_assert_msg(mbr && strstr(order, "ebr") < mbr, "%s", order);
}
