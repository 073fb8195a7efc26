/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_write_gpt.c - which sectors of a GPT change, in which order, and what stays */
#include "model/base/crc32.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/disk/types.h"
#include "model/table/tables.h"
#include "support/disks.h"
#include "support/power.h"
#include "support/test.h"
#include "support/write_scene.h"

enum { LAST = SCENE_SIZE - 1, ARRAY = SCENE_SIZE - 33 };

static const struct edit grow = { .kind = EDIT_RESIZE, .start = 2048, .length = 6000 };

/* Backup first; only the first sector of each array holds what changes. */
#define BOTH_COPIES "gpt-backup 40927+1 gpt-backup 40959+1 | gpt-primary 1+2 |"

static const struct {
    struct edit edit;
    unsigned number;
} edits[] = {
    { { .kind = EDIT_RESIZE, .start = 2048, .length = 6000 }, 1 },
    { { .kind = EDIT_DELETE }, 2 },
    { { .kind = EDIT_NAME, .name = "other" }, 2 },
    { { .kind = EDIT_ATTRIBUTES, .attributes = 4 }, 1 },
    { { .kind = EDIT_BOOT, .is_bootable = true }, 1 },
    { { .kind = EDIT_CREATE, .extent = EXTENT_PARTITION, .start = 26624, .length = 8 },
      0 },
    { { .kind = EDIT_UUID, .uuid = "11111111-2222-4333-8444-555555555555" }, 1 },
};

TEST_EACH(an_edit_writes_one_array_sector_and_header_of_each_copy, edits)
{
    CLEANUP(scene_finish) struct write_scene scene = scene_gpt();

    scene_edit(&scene, edits[_i].edit, edits[_i].number);
    scene_plan_as(&scene, BOTH_COPIES);
    ck_assert_uint_eq(write_plan_sectors(&scene.plan), 4);
}

TEST(nothing_to_change_is_nothing_to_write)
{
    CLEANUP(scene_finish) struct write_scene scene = scene_gpt();

    scene_plan_as(&scene, "");
}

TEST(a_new_disk_id_needs_the_headers_alone)
{
    CLEANUP(scene_finish) struct write_scene scene = scene_gpt();
    struct edit edit = { .kind = EDIT_DISK_ID,
                         .uuid = "11111111-2222-4333-8444-555555555555" };

    scene_edit(&scene, edit, 0);
    scene_plan_as(&scene, "gpt-backup 40959+1 | gpt-primary 1+1 |");
}

/* Bytes of an entry that an edit of its end leaves alone: all but the last LBA. */
TEST(what_the_layout_does_not_speak_of_stays)
{
    CLEANUP(scene_finish) struct write_scene scene = scene_gpt();
    uint8_t before[512], after[512];

    (void)scene_sector(&scene, 2, before); /* fills it */
    scene_edit(&scene, grow, 1);
    scene_plan(&scene);
    scene_write(&scene);
    (void)scene_sector(&scene, 2, after); /* the same */
    put_le64(before, 40, 2048 + 6000 - 1);
    ck_assert_mem_eq(after, before, sizeof(after));
    (void)scene_sector(&scene, 1, after); /* the same */
    ck_assert_uint_eq(after[100], 0xbb);
    ck_assert_uint_eq(le32_at(after, 12), 128);
    put_le32(after, 16, 0);
    ck_assert_uint_eq(scene_sector(&scene, 0, before)[0], 0xc0);
}

/* Header and entries of both copies with the right checksums again. */
static void sign(struct write_scene *scene)
{
    static const uint64_t headers[] = { 1, LAST }, arrays[] = { 2, ARRAY };
    struct reader reader = sectors_reader(&scene->disk);
    CLEANUP(freep) uint8_t *array = xmalloc(128 * 128);
    uint8_t header[512];

    for (size_t i = 0; i < ARRAY_SIZE(headers); i++) {
        ck_assert(reader_read(&reader, arrays[i] * 512, array, 128 * 128));
        (void)scene_sector(scene, headers[i], header); /* fills it */
        put_le32(header, 88, crc32_of(array, 128 * 128));
        put_le32(header, 16, 0);
        put_le32(header, 16, crc32_of(header, le32_at(header, 12)));
        sectors_put(&scene->disk, headers[i], header);
    }
    scene_read(scene);
}

/* No type, so no partition: but who wrote it may know why. */
TEST(an_entry_without_a_type_stays)
{
    CLEANUP(scene_finish) struct write_scene scene = scene_gpt();
    uint8_t sector[512];

    sectors_put_bytes(&scene.disk, 3 * 512 + 16, "what is this", 12);
    sectors_put_bytes(&scene.disk, (ARRAY + 1) * 512 + 16, "what is this", 12);
    sign(&scene);
    scene_edit(&scene, grow, 1);
    scene_plan_as(&scene, BOTH_COPIES);
    scene_write(&scene);
    ck_assert_mem_eq(scene_sector(&scene, 3, sector) + 16, "what is this", 12);
}

TEST(a_renamed_partition_loses_the_rest_of_its_old_name)
{
    CLEANUP(scene_finish) struct write_scene scene = scene_gpt();
    struct edit edit = { .kind = EDIT_NAME, .name = "r\xc3\xb6t" };
    uint8_t want[72] = { 'r', 0, 0xf6, 0, 't' }, sector[512];

    scene_edit(&scene, edit, 1);
    scene_plan(&scene);
    scene_write(&scene);
    ck_assert_mem_eq(scene_sector(&scene, 2, sector) + 56, want, sizeof(want));
}

/* It ends inside partition 2; its content, of 2048 sectors, does not. */
TEST(entries_that_overlapped_keep_what_is_behind_their_names)
{
    static const uint64_t sectors[] = { 2, ARRAY };
    CLEANUP(scene_finish) struct write_scene scene = scene_gpt();
    struct edit cut = { .kind = EDIT_REPAIR, .repair = REPAIR_CUT };
    uint8_t sector[512];

    for (size_t i = 0; i < ARRAY_SIZE(sectors); i++) {
        (void)scene_sector(&scene, sectors[i], sector); /* fills it */
        put_le64(sector, 40, 8192 + 49);
        sector[128 + 56 + 70] = 0x77;
        sectors_put(&scene.disk, sectors[i], sector);
    }
    sign(&scene);
    cut.id = layout_find_entry(scene.base, 1)->id;
    struct layout_builder *builder = scene_open(&scene);
    struct extent *extent = layout_builder_find(builder, cut.id);
    extent->content = disks_content(INSIDE_EXT, NULL);
    extent->content.inside.volume = extent->content.inside.claimed = 2048 * 512;
    scene_close(&scene, builder);
    layout_unref(scene.base);
    scene.base = layout_ref(scene.preview);
    scene_edit(&scene, cut, 0);
    scene_plan_as(&scene, BOTH_COPIES);
    scene_write(&scene);
    (void)scene_sector(&scene, 2, sector); /* the same */
    ck_assert_uint_eq(le64_at(sector, 40), 8191);
    ck_assert_uint_eq(sector[56 + 70], 0x77);
    ck_assert_uint_eq(sector[128 + 56 + 70], 0x77);
}

TEST(a_hybrid_mbr_stays_as_it_is)
{
    CLEANUP(scene_finish) struct write_scene scene = scene_hybrid();

    scene_edit(&scene, grow, 1);
    scene_plan_as(&scene, BOTH_COPIES);
}

static const struct {
    struct edit edit;
    unsigned number;
} mirrored[] = {
    { { .kind = EDIT_RESIZE, .start = 8192, .length = 8000 }, 2 },
    { { .kind = EDIT_DELETE }, 2 },
};

TEST_EACH(what_a_hybrid_mbr_names_does_not_change, mirrored)
{
    CLEANUP(scene_finish) struct write_scene scene = scene_hybrid();

    scene_edit(&scene, mirrored[_i].edit, mirrored[_i].number);
    scene_refuse(&scene, REFUSAL_WRITE_HYBRID_ENTRY,
                 "hybrid MBR names sectors 8192 to 16383");
}

static void damage(struct write_scene *scene, uint64_t lba)
{
    sectors_put_bytes(&scene->disk, lba * 512 + 60, "damage", 6);
    scene_read(scene);
}

TEST(only_the_damaged_copy_is_repaired)
{
    struct edit primary = { .kind = EDIT_REPAIR, .repair = REPAIR_GPT_PRIMARY };
    struct edit backup = { .kind = EDIT_REPAIR, .repair = REPAIR_GPT_BACKUP };
    CLEANUP(scene_finish) struct write_scene scene = scene_gpt();
    uint8_t before[512], after[512];

    (void)scene_sector(&scene, 1, before); /* fills it */
    damage(&scene, 1);
    scene_edit(&scene, primary, 0);
    scene_plan_as(&scene, "gpt-primary 1+1 |");
    scene_write(&scene);
    ck_assert_mem_eq(scene_sector(&scene, 1, after), before, sizeof(before));
    damage(&scene, LAST);
    scene_edit(&scene, backup, 0);
    scene_plan_as(&scene, "gpt-backup 40959+1 |");
}

TEST(the_damaged_copy_comes_before_the_only_good_one)
{
    struct edit edit = { .kind = EDIT_REPAIR, .repair = REPAIR_GPT_PRIMARY };
    CLEANUP(scene_finish) struct write_scene scene = scene_gpt();

    damage(&scene, 1);
    scene_edit(&scene, edit, 0);
    scene_edit(&scene, grow, 1);
    scene_plan_as(&scene, "gpt-primary 1+2 | gpt-backup 40927+1 gpt-backup 40959+1 |");
}

/* It is not decided yet which of them is right. */
static const uint64_t same_places[][2] = { { 2048, 4096 },
                                           { 8192, 8192 },
                                           { 20480, 4096 } };

/* What a reader finds after COUNT of the writes. */
static void check_places(struct write_scene *scene, size_t count)
{
    struct reader disk = sectors_reader(&scene->disk);
    struct write_plan_view view;
    struct reader now = write_plan_reader(&view, &disk, &scene->plan, count);
    CLEANUP(layout_unrefp) struct layout *found = NULL;
    struct err err = { 0 };

    ck_assert(tables_read(&now, layout_limits(scene->base), &found, &err));
    ck_assert_ptr_nonnull(found);
    for (size_t i = 0; i < ARRAY_SIZE(same_places); i++) {
        const struct extent *extent = layout_find_lba(found, same_places[i][0]);
        ck_assert_msg(extent && extent->start == same_places[i][0] &&
                          extent->length == same_places[i][1],
                      "write %zu, partition at %llu", count, (ull)same_places[i][0]);
    }
}

/* As a script does that was made from this very table. */
TEST_TIMES(new_table_with_the_old_places_never_loses_one_on_the_way, 2)
{
    static const uint64_t damages[] = { 1, LAST };
    CLEANUP(scene_finish) struct write_scene scene = scene_gpt();

    damage(&scene, damages[_i]);
    scene_read(&scene);
    scene_edit(&scene, (struct edit){ .kind = EDIT_NEW_TABLE, .label = LABEL_GPT }, 0);
    for (unsigned i = 0; i < ARRAY_SIZE(same_places); i++) {
        struct edit edit = { .kind = EDIT_CREATE,
                             .id = EDIT_ID_FIRST + i,
                             .extent = EXTENT_PARTITION,
                             .start = same_places[i][0],
                             .length = same_places[i][1] };
        copy_text(edit.type, sizeof(edit.type), TYPE_GPT_LINUX);
        scene_edit(&scene, edit, 0);
    }
    scene_plan(&scene);
    for (size_t count = 0; count <= scene.plan.count; count++)
        check_places(&scene, count);
}

TEST(a_copy_that_differs_is_not_touched_beside_another_repair)
{
    struct edit edit = { .kind = EDIT_REPAIR, .repair = REPAIR_PROTECTIVE_MBR };
    CLEANUP(scene_finish) struct write_scene scene = scene_gpt();

    sectors_put_bytes(&scene.disk, ARRAY * 512 + 32, "\0\x10", 2);
    sectors_put_bytes(&scene.disk, 458, "\x10", 1);
    sign(&scene);
    ck_assert_ptr_nonnull(layout_note_find(scene.base, NOTE_GPT_COPIES_DIFFER));
    scene_edit(&scene, edit, 0);
    scene_plan_as(&scene, "mbr 0+1 |");
}

/* Partition 1 ends elsewhere by the backup, and only one of them knows partition 2. */
TEST_TIMES(either_copy_that_differs_can_count, 2)
{
    static const enum repair repairs[] = { REPAIR_GPT_BACKUP, REPAIR_GPT_TAKE_BACKUP };
    struct edit edit = { .kind = EDIT_REPAIR, .repair = repairs[_i] };
    CLEANUP(scene_finish) struct write_scene scene = scene_gpt();
    struct power_totals totals = { 0 };
    struct rng rng = rng_start(0);
    uint8_t zeros[128] = { 0 };

    sectors_put_bytes(&scene.disk, ARRAY * 512 + 40, "\xff\x10", 2);
    sectors_put_bytes(&scene.disk, ARRAY * 512 + 128, zeros, sizeof(zeros));
    sign(&scene);
    struct layout *other = layout_ref(layout_other(scene.base));
    scene_edit(&scene, edit, 0);
    scene_plan(&scene);
    power_cut(&rng, &scene.disk, scene.base, scene.preview, &scene.plan, true, false,
              &totals);
    ck_assert_uint_gt(totals.states, 0);
    ck_assert_uint_eq(totals.bad, 0);
    scene_write(&scene);
    scene_read(&scene);
    ck_assert_ptr_null(layout_note_find(scene.base, NOTE_GPT_COPIES_DIFFER));
    ck_assert_ptr_null(layout_other(scene.base));
    ck_assert_int_eq(layout_find_number(scene.base, 2) == NULL, _i == 1);
    if (_i == 1)
        ck_assert(layout_equal(scene.base, other));
    layout_unref(other);
}

/* Readers take a backup only where an MBR announces it. */
TEST(a_missing_protective_mbr_comes_before_the_primary)
{
    struct edit edit = { .kind = EDIT_REPAIR, .repair = REPAIR_PROTECTIVE_MBR };
    CLEANUP(scene_finish) struct write_scene scene = scene_gpt();
    uint8_t zeros[64] = { 0 }, sector[512];

    sectors_put_bytes(&scene.disk, 446, zeros, sizeof(zeros));
    scene_read(&scene);
    scene_edit(&scene, edit, 0);
    scene_edit(&scene, grow, 1);
    scene_plan_as(&scene, "gpt-backup 40927+1 gpt-backup 40959+1 | mbr 0+1 | "
                          "gpt-primary 1+2 |");
    scene_write(&scene);
    ck_assert_mem_eq(scene_sector(&scene, 0, sector) + 446,
                     "\0\0\2\0\xee\xff\xff\xff\1\0\0\0\xff\x9f\0\0", 16);
    ck_assert_uint_eq(sector[439], 0xc0);
}

TEST(a_grown_disk_gets_its_backup_at_the_end)
{
    struct edit edit = { .kind = EDIT_REPAIR, .repair = REPAIR_GPT_MOVE_BACKUP };
    CLEANUP(scene_finish) struct write_scene scene = scene_gpt();
    uint8_t sector[512], zeros[512] = { 0 };

    scene.disk.size += 1000;
    scene_read(&scene);
    scene_edit(&scene, edit, 0);
    scene_plan_as(&scene, "gpt-backup 41927+1 gpt-backup 41959+1 | gpt-primary 1+1 | "
                          "gpt-old 40959+1 | gpt-old 40927+1 |");
    scene_write(&scene);
    (void)scene_sector(&scene, 1, sector); /* fills it */
    ck_assert_uint_eq(le64_at(sector, 32), LAST + 1000);
    ck_assert_uint_eq(le64_at(sector, 48), ARRAY + 1000 - 1);
    ck_assert_mem_eq(scene_sector(&scene, LAST, sector), zeros, sizeof(zeros));
}

TEST(a_new_gpt_over_msdos_is_whole_before_it_is_announced)
{
    struct edit edit = { .kind = EDIT_NEW_TABLE, .label = LABEL_GPT };
    CLEANUP(scene_finish) struct write_scene scene = scene_msdos();
    uint8_t sector[512];

    scene_edit(&scene, edit, 0);
    scene_plan_as(&scene, "gpt-backup 40959+1 | gpt-primary 1+1 | mbr 0+1 |");
    scene_write(&scene);
    (void)scene_sector(&scene, 0, sector); /* fills it */
    ck_assert_uint_eq(sector[439], 0xc0);
    ck_assert_uint_eq(le32_at(sector, 440),
                      0x12345678); /* as before: no field of a GPT */
    ck_assert_uint_eq(le16_at(sector, 444), 0x5a5a);
}

/* Nothing is written over what the old table names: it is taken out of that first. */
/* The scene without partition 3, but with one from START on. */
static struct write_scene scene_with(uint64_t start, uint64_t length)
{
    struct edit clear = { .kind = EDIT_DELETE };
    struct edit create = {
        .kind = EDIT_CREATE, .extent = EXTENT_PARTITION, .start = start, .length = length
    };
    struct write_scene scene = scene_msdos();

    scene_edit(&scene, clear, 3);
    scene_edit(&scene, create, 0);
    scene_plan(&scene);
    scene_write(&scene);
    scene_read(&scene);
    return scene;
}

TEST(a_partition_under_the_new_table_is_given_up_first)
{
    struct edit table = { .kind = EDIT_NEW_TABLE, .label = LABEL_GPT };
    CLEANUP(scene_finish) struct write_scene scene = scene_with(20, 100);

    scene_edit(&scene, table, 0);
    scene_plan_as(&scene, "mbr 0+1 | gpt-backup 40959+1 | gpt-primary 1+1 | mbr 0+1 |");
}

/* The primary is a table by itself: at no time is there none. */
TEST(a_partition_under_the_new_backup_alone_goes_with_the_old_table)
{
    struct edit table = { .kind = EDIT_NEW_TABLE, .label = LABEL_GPT };
    struct edit again = {
        .kind = EDIT_CREATE, .extent = EXTENT_PARTITION, .start = 30720, .length = 10000
    };
    CLEANUP(scene_finish) struct write_scene scene = scene_with(30720, 10240);

    scene_edit(&scene, table, 0);
    scene_edit(&scene, again, 0);
    scene_plan_as(&scene, "gpt-primary 1+2 | mbr 0+1 | gpt-backup 40927+1 "
                          "gpt-backup 40959+1 |");
}

TEST(a_boot_sector_of_a_file_system_does_not_survive)
{
    uint8_t sector[512] = { 0xeb, 0x52, 0x90, 'N', 'T', 'F', 'S', ' ', ' ', ' ', ' ' };
    struct edit table = { .kind = EDIT_NEW_TABLE, .label = LABEL_MSDOS };
    uint8_t zeros[440] = { 0 };

    put_le16(sector, 510, 0xaa55);
    CLEANUP(scene_finish) struct write_scene scene = scene_bytes(sector, sizeof(sector));
    scene_edit(&scene, table, 0);
    scene_plan_as(&scene, "mbr 0+1 |");
    scene_write(&scene);
    ck_assert_mem_eq(scene_sector(&scene, 0, sector), zeros, sizeof(zeros));
}

TEST(a_new_msdos_table_blanks_the_gpt_that_no_longer_counts)
{
    struct edit table = { .kind = EDIT_NEW_TABLE, .label = LABEL_MSDOS };
    CLEANUP(scene_finish) struct write_scene scene = scene_gpt();
    uint8_t sector[512];

    scene_edit(&scene, table, 0);
    scene_plan_as(&scene, "mbr 0+1 | gpt-old 1+1 | gpt-old 40959+1 | "
                          "gpt-old 2+1 gpt-old 40927+1 |");
    scene_write(&scene);
    ck_assert_uint_eq(scene_sector(&scene, 0, sector)[439], 0xc0);
}

TEST(a_disk_that_changed_meanwhile_is_not_written)
{
    CLEANUP(scene_finish) struct write_scene scene = scene_gpt();
    CLEANUP(scene_finish) struct write_scene other = scene_gpt();

    scene_edit(&other, grow, 1);
    scene_plan(&other);
    scene_edit(&scene, edits[2].edit, 2);
    sectors_put_plan(&scene.disk, &other.plan, 0, other.plan.count);
    scene_refuse(&scene, REFUSAL_WRITE_BASE_CHANGED, "not the one that was shown");
}
