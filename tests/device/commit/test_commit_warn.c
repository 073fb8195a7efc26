/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_commit_warn.c - side effects of a change are listed before the consent */
#include "device/commit/commit_steps.h"

#include <string.h>

#include "device/system/scan.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "support/commit_scene.h"
#include "support/superblocks.h"
#include "support/test.h"

/* GRUB 2's boot record, and a core image of 20 sectors from sector 1 on. */
static void put_grub(const struct commit_scene *scene)
{
    uint8_t code[440] = { 0xEB, 0x63, 0x90 };
    uint8_t core[512] = { 0 };

    memcpy(code + 0x180, "GRUB \0Geom\0Hard Disk\0Read\0 Error", 33);
    put_le16(code, 0x5A, 0x8000);
    put_le64(code, 0x5C, 1);
    memcpy(core + 0x170, "loading", 7);
    put_le64(core, 0x1F4, 2);
    put_le16(core, 0x1FC, 19);
    image_put(&scene->image, 0, code, sizeof(code));
    image_put(&scene->image, 512, core, sizeof(core));
}

static const struct {
    struct edit edit;
    bool is_over;
} cases[] = {
    { { .kind = EDIT_CONVERT, .label = LABEL_GPT }, true },
    { { .kind = EDIT_NEW_TABLE, .label = LABEL_GPT }, true },
    { { .kind = EDIT_CREATE, .extent = EXTENT_PARTITION, .start = 8, .length = 40 },
      true },
    { { .kind = EDIT_CREATE, .extent = EXTENT_PARTITION, .start = 21, .length = 40 },
      false },
    { { .kind = EDIT_BOOT, .is_bootable = true }, false },
};

TEST_EACH(core_image_that_is_written_over_is_named, cases)
{
    CLEANUP(commit_scene_finish) struct commit_scene scene;

    commit_scene_init(&scene, SCENE_MSDOS);
    put_grub(&scene);
    struct edit edit = cases[_i].edit;
    edit.id =
        edit.kind == EDIT_CREATE ? EDIT_ID_FIRST : layout_find_number(scene.base, 1)->id;
    if (edit.kind == EDIT_CREATE)
        copy_text(edit.type, sizeof(edit.type), "83");
    commit_scene_edit(&scene, &edit);
    commit_scene_rehearse(&scene);
    ck_assert_int_eq(
        lines_have(&scene.rehearsal.warnings, "core image lies in sectors 1 to 20"),
        cases[_i].is_over);
    ck_assert_int_eq(lines_have(&scene.rehearsal.warnings, "BIOS boot"),
                     cases[_i].is_over && edit.kind != EDIT_CREATE);
}

/* A new table over an image that holds a file system and no table. */
static void init_whole(struct commit_scene *scene)
{
    commit_scene_init(scene, SCENE_MSDOS);
    CLEANUP(freep) uint8_t *zeros = xcalloc(1, scene->size);
    memcpy(zeros, "LUKS\xba\xbe\0\1", 8);
    memcpy(zeros + 168, "00000000-0000-4000-8000-000000000001", 36);
    image_put(&scene->image, 0, zeros, scene->size);
    commit_scene_scan(scene);
    commit_scene_new_table(scene, LABEL_GPT);
    scene->request.accepted.is_all = true;
}

TEST(what_the_disk_as_a_whole_holds_is_said_to_be_lost)
{
    CLEANUP(commit_scene_finish) struct commit_scene scene;

    init_whole(&scene);
    ck_assert_int_eq(layout_label(scene.base)->kind, LABEL_LOOP);
    commit_scene_rehearse(&scene);
    ck_assert(lines_have(&scene.rehearsal.losses,
                         "holds crypto_LUKS, 64 MiB: the new table is "));
}

/* A LUKS header at partition 1's start, for a backup that has something else there. */
static void init_luks(struct commit_scene *scene, struct sector_run *runs, size_t count)
{
    commit_scene_init(scene, SCENE_MSDOS);
    image_put(&scene->image, UINT64_C(63) * 512, "LUKS\xba\xbe\0\1", 8);
    commit_scene_scan(scene);
    scene->request.runs = runs;
    scene->request.run_count = count;
}

/* As Windows 7 makes it: three copies of the metadata. */
static void put_bitlocker(const struct commit_scene *scene, uint64_t start)
{
    static const uint8_t id[] = { 0x3b, 0xd6, 0x67, 0x49, 0x29, 0x2e, 0xd8, 0x4a,
                                  0x83, 0x99, 0xf6, 0xa3, 0x39, 0xe3, 0xd0, 0x01 };
    uint8_t boot[512] = { 0xEB, 0x58, 0x90 };

    memcpy(boot + 3, "-FVE-FS-", 8);
    memcpy(boot + 160, id, sizeof(id));
    for (size_t copy = 0; copy < 3; copy++) {
        uint64_t at = (copy + 1) << 16;
        uint8_t metadata[12] = "-FVE-FS-";
        put_le16(metadata, 8, 1000);
        put_le16(metadata, 10, 2);
        put_le64(boot, 176 + 8 * copy, at);
        image_put(&scene->image, start + at, metadata, sizeof(metadata));
    }
    put_le16(boot, 510, 0xAA55);
    image_put(&scene->image, start, boot, sizeof(boot));
}

static const struct {
    struct edit edit;
    bool is_told;
} bitlocker_edits[] = {
    { { .kind = EDIT_BOOT, .is_bootable = true }, true },
    { { .kind = EDIT_DELETE }, false },
};

TEST_EACH(bitlocker_that_stays_may_ask_for_its_key, bitlocker_edits)
{
    CLEANUP(commit_scene_finish) struct commit_scene scene;

    commit_scene_init(&scene, SCENE_MSDOS);
    put_bitlocker(&scene, UINT64_C(63) * 512);
    commit_scene_scan(&scene);
    struct edit edit = bitlocker_edits[_i].edit;
    edit.id = layout_find_number(scene.base, 1)->id;
    commit_scene_edit(&scene, &edit);
    scene.request.accepted.is_all = true;
    commit_scene_rehearse(&scene);
    ck_assert_int_eq(lines_have(&scene.rehearsal.warnings, "manage-bde -protectors"),
                     bitlocker_edits[_i].is_told);
}

TEST(backup_that_writes_into_a_partition_that_stays_is_refused)
{
    CLEANUP(commit_scene_finish) struct commit_scene scene;
    uint8_t other[2 * 512] = { 1 };
    struct sector_run runs[] = { { 5, 1, other }, { 64, 2, other } };

    init_luks(&scene, runs, ARRAY_SIZE(runs));
    commit_scene_refuse(&scene, "inside partition 1, which stays as it is");
}

/* It takes the partition away. */
TEST(backup_that_goes_over_a_partition_names_it)
{
    CLEANUP(commit_scene_finish) struct commit_scene scene;
    uint8_t other[2 * 512] = { 1 }, mbr[512];
    struct sector_run runs[] = { { 0, 1, mbr }, { 5, 2, other }, { 64, 1, other } };

    init_luks(&scene, runs, ARRAY_SIZE(runs));
    memcpy(mbr, scene.old, sizeof(mbr));
    memset(mbr + 446, 0, 16);
    commit_scene_rehearse(&scene);
    ck_assert(lines_have(&scene.rehearsal.writes, "Gap behind the MBR: sector 5"));
    ck_assert(lines_have(&scene.rehearsal.warnings,
                         "1 sector that is written lies in partition 1 as it "
                         "is now (crypto_LUKS), at sector 64"));
}

static const enum label_kind new_kinds[] = { LABEL_GPT, LABEL_MSDOS };

TEST_EACH(last_copy_of_a_lost_table_is_named, new_kinds)
{
    struct edit edit = { .kind = EDIT_NEW_TABLE, .label = new_kinds[_i] };
    uint8_t zeros[34 * 512] = { 0 };
    CLEANUP(commit_scene_finish) struct commit_scene scene;

    commit_scene_init(&scene, SCENE_GPT_512);
    image_put(&scene.image, 0, zeros, sizeof(zeros));
    image_put_ext2(&scene.image, 0, "over the table  ");
    commit_scene_set_base(&scene, commit_scene_read(&scene));
    ck_assert_int_eq(layout_label(scene.base)->kind, LABEL_LOOP);
    commit_scene_edit(&scene, &edit);
    scene.request.accepted.is_all = true;
    commit_scene_rehearse(&scene);
    ck_assert(
        lines_have(&scene.rehearsal.warnings, "may be the lost table of this disk"));
}

/* Sector 0 alone comes back: the GPT stays as it is. */
TEST(lost_table_that_stays_is_not_named)
{
    uint8_t zeros[512] = { 0 };
    CLEANUP(commit_scene_finish) struct commit_scene scene;

    commit_scene_init(&scene, SCENE_GPT_512);
    image_put_ext2(&scene.image, 0, "over the table  ");
    image_put(&scene.image, 0, "\x1", 1);
    struct sector_run run = { 0, 1, zeros };
    image_put(&scene.image, 510, zeros, 2);
    commit_scene_set_base(&scene, commit_scene_read(&scene));
    ck_assert_ptr_nonnull(layout_note_find(scene.base, NOTE_GPT_NOT_ANNOUNCED));
    scene.request.runs = &run;
    scene.request.run_count = 1;
    scene.request.accepted.is_all = true;
    commit_scene_rehearse(&scene);
    ck_assert(
        !lines_have(&scene.rehearsal.warnings, "may be the lost table of this disk"));
}

/* An ext2 with blocks of 1 KiB on a disk with sectors of 4096 bytes; a new table is made
 * for it, or another partition goes. */
TEST_TIMES(content_for_other_sectors_is_named_with_a_new_table, 2)
{
    CLEANUP(commit_scene_finish) struct commit_scene scene;

    commit_scene_init(&scene, SCENE_GPT_4096);
    uint64_t start = layout_find_number(scene.base, 3)->start;
    image_put_ext2(&scene.image, start * 4096, "small blocks    ");
    /* The first data block, and the logarithm of the block's size in KiB. */
    image_put(&scene.image, start * 4096 + 1024 + 20, "\1\0\0\0\0\0\0", 8);
    commit_scene_scan(&scene);
    if (_i)
        commit_scene_edit(&scene,
                          &(struct edit){ .kind = EDIT_CONVERT, .label = LABEL_MSDOS });
    else
        commit_scene_delete(&scene);
    commit_scene_rehearse(&scene);
    ck_assert_int_eq(
        lines_have(&scene.rehearsal.warnings, "cannot be mounted on this disk"), _i);
}

/* A swap area, or another file system, in partition 3, which the base knows of. */
static void init_third_with(struct commit_scene *scene, bool is_swap, bool is_both)
{
    commit_scene_init(scene, SCENE_GPT_512);
    const struct extent *third = layout_find_number(scene->base, 3);
    if (is_swap)
        image_put_swap(&scene->image, third->start * 512, "label of swap");
    else
        image_put_ext2(&scene->image, third->start * 512, "label of ext2");
    if (is_both)
        image_put(&scene->image, third->start * 512, "-rom1fs-", 8);
    commit_scene_scan(scene);
}

static void init_third(struct commit_scene *scene, bool is_swap)
{
    init_third_with(scene, is_swap, false);
}

static void expect_warning(struct commit_scene *scene, const char *words)
{
    commit_scene_rehearse(scene);
    ck_assert_msg(lines_have(&scene->rehearsal.warnings, words), "%s: %s", words,
                  scene->rehearsal.warnings.count ? scene->rehearsal.warnings.at[0]
                                                  : "none");
}

TEST(header_that_a_moved_swap_area_leaves_is_told)
{
    CLEANUP(commit_scene_finish) struct commit_scene scene;

    init_third(&scene, true);
    const struct extent *third = layout_find_number(scene.base, 3);
    commit_scene_resize(&scene, third->id, extent_end(third), third->length);
    expect_warning(&scene, "The old header of the swap area of partition 3 stays");
}

static const struct {
    bool is_swap;
    int longer;
    const char *words;
    bool is_both; /* with an old ROM file system in it */
} left[] = {
    { true, -50, "and its swap is found there", false },
    { false, 0, "and its ext2 is found there", false },
    { false, 8, "and its ext2 is found there", false },
    { false, 0, "and its ext2+romfs? is found there", true },
};

TEST_EACH(content_that_a_new_partition_begins_with_is_told, left)
{
    CLEANUP(commit_scene_finish) struct commit_scene scene;

    init_third_with(&scene, left[_i].is_swap, left[_i].is_both);
    const struct extent *third = layout_find_number(scene.base, 3);
    commit_scene_remove(&scene, third->id);
    commit_scene_create(&scene, 5, third->start,
                        third->length + (uint64_t)(int64_t)left[_i].longer);
    expect_warning(&scene, "Partition 5 will begin where partition 3 begins now, ");
    expect_warning(&scene, left[_i].words);
    if (left[_i].is_both)
        expect_warning(&scene, "Partition 3 has two signatures (ext2+romfs?)");
}

/* A swap area or an ext2 in partition 3, a change, and a warning that would be false. */
static void delete_third(struct commit_scene *scene)
{
    const struct extent *third = layout_find_number(scene->preview, 3);

    commit_scene_remove(scene, third->id);
}

/* 5 covers the start of 3, and begins earlier. */
static void cover_third(struct commit_scene *scene)
{
    const struct extent *third = layout_find_number(scene->base, 3);

    delete_third(scene);
    commit_scene_create(scene, 5, third->start - 8, third->length);
}

/* 5 begins where 1 begins, which holds nothing. */
static void replace_first(struct commit_scene *scene)
{
    commit_scene_delete(scene);
    commit_scene_create(scene, 5, 2048, 100);
}

static const struct {
    void (*change)(struct commit_scene *scene);
    bool is_swap;
    const char *words;
} untrue[] = {
    { commit_scene_delete, false, "will begin where partition 3 begins now" },
    { cover_third, false, "will begin where partition 3 begins now" },
    { replace_first, false, "will begin where partition 1 begins now" },
    { delete_third, true, "The old header of the swap" },
    { delete_third, false, "lies in partition 3" },
    { commit_scene_delete, true, "lies in partition" },
    { commit_scene_delete, false, "has two signatures" },
    { commit_scene_delete, false, "empty: if anything lies in it" },
    { commit_scene_delete, false, "may be the lost table of this disk" },
    { commit_scene_delete, false, "core image" },
};

TEST_EACH(nothing_is_warned_of_that_is_not_so, untrue)
{
    CLEANUP(commit_scene_finish) struct commit_scene scene;

    init_third(&scene, untrue[_i].is_swap);
    untrue[_i].change(&scene);
    scene.request.accepted.is_all = true;
    commit_scene_rehearse(&scene);
    ck_assert(!lines_have(&scene.rehearsal.warnings, untrue[_i].words));
}

/* The person's word for it stands beside the consent. */
TEST(partition_that_is_called_empty_is_named)
{
    CLEANUP(commit_scene_finish) struct commit_scene scene;

    init_third(&scene, false);
    const struct extent *first = layout_find_number(scene.base, 1);
    commit_scene_edit(&scene, &(struct edit){ .kind = EDIT_CALL_EMPTY, .id = first->id });
    commit_scene_resize(&scene, first->id, first->start + 8, first->length);
    expect_warning(&scene, "You call partition 1 (50 KiB) empty");
}

/* Partition 1 begins at sector 63, and was read as zeros. */
TEST(backup_that_goes_over_an_empty_partition_needs_no_warning)
{
    CLEANUP(commit_scene_finish) struct commit_scene scene;
    uint8_t other[512] = { 1 }, mbr[512];
    struct sector_run runs[] = { { 0, 1, mbr }, { 64, 1, other } };

    init_luks(&scene, runs, ARRAY_SIZE(runs));
    image_put(&scene.image, UINT64_C(63) * 512, "\0\0\0\0\0\0\0", 8);
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(scene.base);
    layout_builder_find(builder, layout_find_number(scene.base, 1)->id)->content =
        (struct content){ .state = CONTENT_NONE, .zeros = ZEROS_ALL };
    layout_unref(scene.base);
    scene.base = layout_builder_refinish(builder);
    scene.request.base = scene.base;
    memcpy(mbr, scene.old, sizeof(mbr));
    memset(mbr + 446, 0, 16);
    commit_scene_rehearse(&scene);
    ck_assert(!lines_have(&scene.rehearsal.warnings, "lies in partition 1"));
}
