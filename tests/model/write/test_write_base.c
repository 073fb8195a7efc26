/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_write_base.c - a plan is made only for the table that was shown */
#include "model/base/crc32.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/table/gpt.h"
#include "model/table/gpt_layout.h"
#include "model/table/mbr_layout.h"
#include "model/write/plan.h"
#include "support/test.h"
#include "support/write_scene.h"

static const char *const refusal = "not the one that was shown any more";

/* What lies in LBA 0. */
enum mbr {
    MBR_AS_IT_IS,
    MBR_ZEROS,
    MBR_NO_ENTRIES,
};

/* KIND was shown, without a partition; the disk still holds an older table. */
static const struct {
    enum label_kind kind;
    bool is_gpt; /* the older table */
    enum mbr mbr;
    bool is_planned;
} bases[] = {
    { LABEL_LOOP, true, MBR_ZEROS, true },
    { LABEL_BSD, true, MBR_ZEROS, true },
    { LABEL_LOOP, true, MBR_AS_IT_IS, false },
    { LABEL_LOOP, false, MBR_NO_ENTRIES, true },
    { LABEL_BSD, false, MBR_NO_ENTRIES, true },
    { LABEL_LOOP, false, MBR_AS_IT_IS, false },
    { LABEL_LOOP, false, MBR_ZEROS, true },
    { LABEL_NONE, false, MBR_ZEROS, true },
    { LABEL_NONE, true, MBR_ZEROS, false },
    { LABEL_NONE, false, MBR_NO_ENTRIES, false },
    { LABEL_MSDOS, false, MBR_ZEROS, false },
    { LABEL_MSDOS, true, MBR_ZEROS, false },
    { LABEL_GPT, true, MBR_ZEROS, false },
};

static void change_mbr(struct write_scene *scene, enum mbr mbr)
{
    static const uint8_t zeros[512];

    if (mbr == MBR_ZEROS)
        sectors_put(&scene->disk, 0, zeros);
    else if (mbr == MBR_NO_ENTRIES)
        sectors_put_bytes(&scene->disk, MBR_AT_ENTRIES, zeros, 64);
}

static void show(struct write_scene *scene, enum label_kind kind)
{
    struct label label = { .kind = kind, .last_usable = SCENE_SIZE - 1 };
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder =
        layout_builder_new(layout_limits(scene->base), &label);
    struct err err = { 0 };

    layout_unref(scene->base);
    layout_unref(scene->preview);
    scene->base = layout_builder_finish(builder, &err);
    scene->preview = layout_ref(scene->base);
}

TEST_EACH(a_leftover_below_another_kind_of_label_is_no_hindrance, bases)
{
    CLEANUP(scene_finish)
    struct write_scene scene = bases[_i].is_gpt ? scene_gpt() : scene_msdos();
    struct edit edit = { .kind = EDIT_NEW_TABLE, .label = LABEL_MSDOS };

    change_mbr(&scene, bases[_i].mbr);
    show(&scene, bases[_i].kind);
    scene_edit(&scene, edit, 0);
    if (bases[_i].is_planned)
        scene_plan(&scene);
    else
        scene_refuse(&scene, REFUSAL_WRITE_BASE_CHANGED, refusal);
}

/* One field of the table that was shown is another one on the disk by now. */
static const struct {
    uint64_t offset; /* byte of the disk */
    uint8_t value;
} changes[] = {
    { 440, 1 },          /* id */
    { 446, 0 },          /* active flag of 1 */
    { 446 + 4, 0x07 },   /* type */
    { 446 + 8, 1 },      /* start */
    { 446 + 12, 1 },     /* length */
    { 446 + 32 + 4, 0 }, /* partition 3 is gone */
    { 8192 * 512 + 446 + 4, 0x07 },
};

TEST_EACH(a_table_that_changed_since_is_refused, changes)
{
    CLEANUP(scene_finish) struct write_scene scene = scene_msdos();
    struct edit edit = { .kind = EDIT_DELETE };

    scene_edit(&scene, edit, 6);
    scene_plan(&scene);
    sectors_put_bytes(&scene.disk, changes[_i].offset, &changes[_i].value, 1);
    scene_refuse(&scene, REFUSAL_WRITE_BASE_CHANGED, refusal);
}

/* Nothing is wrong with the copies themselves, and no repair was asked for. */
TEST(a_wrong_place_of_the_other_copy_stays)
{
    const struct edit edit = { .kind = EDIT_NAME, .name = "other" };
    CLEANUP(scene_finish) struct write_scene scene = scene_gpt();
    uint8_t header[512];

    (void)scene_sector(&scene, SCENE_SIZE - 1, header); /* fills it */
    put_le64(header, GPT_AT_ALTERNATE, 7);
    put_le32(header, GPT_AT_HEADER_CRC, 0);
    put_le32(header, GPT_AT_HEADER_CRC,
             crc32_of(header, le32_at(header, GPT_AT_HEADER_BYTES)));
    sectors_put(&scene.disk, SCENE_SIZE - 1, header);
    scene_read(&scene);
    scene_edit(&scene, edit, 2);
    scene_plan(&scene);
    scene_write(&scene);
    (void)scene_sector(&scene, SCENE_SIZE - 1, header); /* the same */
    ck_assert_uint_eq(le64_at(header, GPT_AT_ALTERNATE), 7);
}

static const struct {
    enum extent_role role;
    const char *sentence;
} copies[] = {
    { ROLE_GPT_PRIMARY, "There is no room for the primary GPT" },
    { ROLE_GPT_BACKUP, "There is no room for the backup GPT" },
};

TEST_EACH(a_copy_without_a_place_is_not_written, copies)
{
    const struct edit table = { .kind = EDIT_NEW_TABLE, .label = LABEL_GPT };
    CLEANUP(scene_finish) struct write_scene scene = scene_gpt();

    scene_edit(&scene, table, 0);
    struct layout_builder *builder = scene_open(&scene);
    for (size_t i = 0; i < layout_count(scene.preview); i++)
        if (layout_at(scene.preview, i)->role == copies[_i].role)
            layout_builder_remove(builder, layout_at(scene.preview, i)->id);
    scene_close(&scene, builder);
    scene_refuse(&scene, REFUSAL_WRITE_GPT_NO_SPACE, copies[_i].sentence);
}

/* As many entries as no GPT here has. */
static const struct {
    bool is_new;
    unsigned entries;
} entries[] = {
    { true, 0 },    { true, GPT_ENTRIES_MAX + 1 },
    { false, 0 },   { false, GPT_ENTRIES_MAX + 1 },
    { false, 127 },
};

TEST_EACH(a_gpt_of_impossible_length_is_not_written, entries)
{
    const struct edit table = { .kind = EDIT_NEW_TABLE, .label = LABEL_GPT };
    const struct edit name = { .kind = EDIT_NAME, .name = "other" };
    CLEANUP(scene_finish) struct write_scene scene = scene_gpt();

    if (entries[_i].is_new)
        scene_edit(&scene, table, 0);
    else
        scene_edit(&scene, name, 2);
    struct layout_builder *builder = scene_open(&scene);
    layout_builder_label(builder)->entries = entries[_i].entries;
    scene_close(&scene, builder);
    scene_refuse(&scene, REFUSAL_WRITE_GPT_COUNT, "entries is not written");
}
