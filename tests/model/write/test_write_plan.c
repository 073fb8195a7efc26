/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_write_plan.c - backups brought back, plans as words and readers */
#include "model/write/plan.h"

#include <stdio.h>
#include <string.h>

#include "model/base/crc32.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "support/refused.h"
#include "support/table_image.h"
#include "support/test.h"
#include "support/write_scene.h"

enum { LAST = SCENE_SIZE - 1 };

static struct edit resize(uint64_t start, uint64_t length)
{
    return (struct edit){ .kind = EDIT_RESIZE, .start = start, .length = length };
}

TEST(entries_of_another_size_are_not_written)
{
    CLEANUP(scene_finish) struct write_scene scene = scene_gpt();
    uint8_t sector[512];

    /* 64 entries of 256 bytes: as many sectors, and as whole. */
    for (uint64_t lba = 1; lba <= LAST; lba += LAST - 1) {
        (void)scene_sector(&scene, lba, sector); /* fills it */
        put_le32(sector, 80, 64);
        put_le32(sector, 84, 256);
        put_le32(sector, 16, 0);
        put_le32(sector, 16, crc32_of(sector, 128));
        sectors_put(&scene.disk, lba, sector);
    }
    scene_read(&scene);
    ck_assert_ptr_nonnull(layout_note_find(scene.base, NOTE_GPT_ENTRY_SIZE));
    scene_shorten(&scene, 1);
    scene_refuse(&scene, REFUSAL_WRITE_GPT_ENTRY_SIZE, "256 bytes");
}

static const struct layout *read_again(struct write_scene *scene)
{
    scene_read(scene);
    return scene->base;
}

TEST(a_table_for_other_sectors_is_written_for_those_of_the_disk)
{
    const struct edit edit = { .kind = EDIT_REPAIR, .repair = REPAIR_SECTOR_SIZE };
    CLEANUP(scene_finish) struct write_scene scene = scene_other_sectors();

    ck_assert_uint_eq(layout_label(scene.base)->written_for, 4096);
    scene_edit(&scene, edit, 0);
    scene_plan(&scene);
    CLEANUP(freep) char *order = scene_order(&scene);
    /* Backup, primary, LBA 0: as ever; the old headers lie under the new arrays. */
    ck_assert_msg(strstr(order, "| gpt-primary 1+2") && strstr(order, "| mbr 0+1 |"),
                  "%s", order);
    scene_write(&scene);
    const struct extent *first = layout_find_number(read_again(&scene), 1);
    ck_assert_uint_eq(first->start, 2048);
    ck_assert_uint_eq(first->length, 2048);
    ck_assert_uint_eq(layout_label(scene.base)->written_for, 0);
}

/* One sector that cannot be read. */
struct broken {
    const struct reader *disk;
    uint64_t offset;
};

static bool read_broken(void *context, uint64_t offset, void *buf, size_t count)
{
    const struct broken *broken = context;

    return (offset + count <= broken->offset || offset >= broken->offset + 512) &&
           reader_read(broken->disk, offset, buf, count);
}

TEST(a_backup_holds_what_the_table_owns)
{
    CLEANUP(scene_finish) struct write_scene scene = scene_gpt();
    struct reader reader = sectors_reader(&scene.disk);
    struct sector_run *runs;
    struct err err = { 0 };
    size_t count;

    ck_assert(table_runs(&reader, scene.base, &runs, &count, &err));
    ck_assert_uint_eq(count, 2);
    ck_assert_uint_eq(runs[0].lba, 0);
    ck_assert_uint_eq(runs[0].count, 2048);
    ck_assert_uint_eq(runs[1].lba, SCENE_SIZE - 33);
    ck_assert_uint_eq(runs[1].count, 33);
    runs_free(runs, count);
}

TEST(a_backup_of_msdos_holds_the_gap_and_each_ebr)
{
    static const uint64_t lbas[] = { 0, 8192, 12288, 16384 };
    CLEANUP(scene_finish) struct write_scene scene = scene_msdos();
    struct reader reader = sectors_reader(&scene.disk);
    struct sector_run *runs;
    struct err err = { 0 };
    size_t count;

    ck_assert(table_runs(&reader, scene.base, &runs, &count, &err));
    ck_assert_uint_eq(count, ARRAY_SIZE(lbas));
    for (size_t i = 0; i < count; i++) {
        ck_assert_uint_eq(runs[i].lba, lbas[i]);
        ck_assert_uint_eq(runs[i].count, i ? 1 : 2048);
    }
    runs_free(runs, count);
}

TEST(a_sector_of_the_table_that_cannot_be_read_is_named)
{
    CLEANUP(scene_finish) struct write_scene scene = scene_msdos();
    struct reader whole = sectors_reader(&scene.disk);
    struct broken broken = { &whole, UINT64_C(12288) * 512 };
    struct reader reader = { read_broken, &broken, whole.size };
    struct sector_run *runs;
    struct err err = { 0 };
    size_t count;

    ck_assert(!table_runs(&reader, scene.base, &runs, &count, &err));
    ck_assert_int_eq(err.code, ERR_IO);
    ck_assert_ptr_nonnull(strstr(err.text, "12288"));
}

TEST(a_damaged_copy_that_cannot_be_read_is_left_out)
{
    CLEANUP(scene_finish) struct write_scene scene = scene_gpt();
    struct reader whole = sectors_reader(&scene.disk);
    struct broken broken = { &whole, (uint64_t)LAST * 512 };
    struct reader reader = { read_broken, &broken, whole.size };
    struct sector_run *runs;
    struct err err = { 0 };
    size_t count;

    sectors_put_bytes(&scene.disk, (uint64_t)LAST * 512 + 60, "damage", 6);
    scene_read(&scene);
    ck_assert_msg(table_runs(&reader, scene.base, &runs, &count, &err), "%s", err.text);
    ck_assert_uint_eq(runs[count - 1].lba, LAST - 1);
    runs_free(runs, count);
}

/* Without partitions the gap ends with the disk: what is left of a damaged backup there
 * is no run of its own. */
TEST(every_run_of_a_backup_has_sectors)
{
    CLEANUP(sparse_finish) struct sparse disk = image_new(1000, 512);
    CLEANUP(gpt_finish) struct gpt_table table = image_gpt(1000, 512, 128, 0);
    struct reader reader = sparse_reader(&disk);
    struct sector_run *runs;
    struct err err = { 0 };
    size_t count;

    image_put_gpt(&disk, &table);
    sparse_put(&disk, 999 * 512 + 60, "damage", 6);
    CLEANUP(layout_unrefp) struct layout *layout = image_read(&disk, 512, &err);
    ck_assert(table_runs(&reader, layout, &runs, &count, &err));
    ck_assert_uint_eq(count, 1);
    ck_assert_uint_eq(runs[0].lba, 0);
    ck_assert_uint_eq(runs[0].count, 1000);
    runs_free(runs, count);
}

/* A plan of the sectors that RUNS say, on the disk of SCENE as it reads now. */
static bool plan_runs(struct write_scene *scene, const struct sector_run *runs,
                      size_t count, struct err *err)
{
    struct reader reader = sectors_reader(&scene->disk);

    scene_read(scene);
    write_plan_finish(&scene->plan);
    return write_plan_of_runs(&reader, scene->base, runs, count, &scene->plan, err);
}

TEST(a_backup_is_brought_back_in_the_order_of_its_table)
{
    const struct edit table = { .kind = EDIT_NEW_TABLE, .label = LABEL_MSDOS };
    CLEANUP(scene_finish) struct write_scene scene = scene_gpt();
    struct reader reader = sectors_reader(&scene.disk);
    CLEANUP(layout_unrefp) struct layout *old = layout_ref(scene.base);
    struct sector_run *runs;
    struct err err = { 0 };
    size_t count;

    ck_assert(table_runs(&reader, scene.base, &runs, &count, &err));
    scene_edit(&scene, table, 0);
    scene_plan(&scene);
    scene_write(&scene);
    ck_assert_msg(plan_runs(&scene, runs, count, &err), "%s", err.text);
    scene_expect(&scene, "gpt-backup 40927+1 gpt-backup 40959+1 | gpt-primary 1+2 | "
                         "mbr 0+1 |");
    scene_write(&scene);
    ck_assert(layout_equal(read_again(&scene), old));
    runs_free(runs, count);
}

TEST(a_backup_of_a_larger_disk_is_refused)
{
    CLEANUP(scene_finish) struct write_scene scene = scene_gpt();
    uint8_t sector[512] = { 0 };
    struct sector_run run = { SCENE_SIZE, 1, sector };
    struct err err = { 0 };

    ck_assert(!plan_runs(&scene, &run, 1, &err));
    ck_assert_int_eq(err.code, ERR_REFUSED);
}

TEST(a_backup_with_two_contents_of_one_sector_is_refused)
{
    CLEANUP(scene_finish) struct write_scene scene = scene_msdos();
    uint8_t one[512] = { 1 }, other[512] = { 2 };
    const struct sector_run runs[] = { { 5, 1, one }, { 5, 1, other } };
    struct err err = { 0 };

    ck_assert(!plan_runs(&scene, runs, 2, &err));
    ck_assert_refused(&err, REFUSAL_BACKUP_SECTORS_TWICE);
}

TEST(boot_code_in_the_gap_is_brought_back_too)
{
    CLEANUP(scene_finish) struct write_scene scene = scene_msdos();
    uint8_t sector[512];
    struct sector_run run = { 5, 1, sector };
    struct err err = { 0 };

    memset(sector, 0xc0, sizeof(sector));
    ck_assert_msg(plan_runs(&scene, &run, 1, &err), "%s", err.text);
    scene_expect(&scene, "mbr 5+1 |");
}

/* An msdos table leaves the boot code that is there: a backup has its own. */
TEST(boot_code_in_front_of_the_table_is_brought_back_too)
{
    CLEANUP(scene_finish) struct write_scene scene = scene_msdos();
    struct reader reader = sectors_reader(&scene.disk);
    uint8_t sector[512];
    struct sector_run run = { 0, 1, sector };
    struct err err = { 0 };

    ck_assert(reader_read(&reader, 0, sector, sizeof(sector)));
    memset(sector, 0xeb, 440);
    ck_assert_msg(plan_runs(&scene, &run, 1, &err), "%s", err.text);
    scene_expect(&scene, "mbr 0+1 |");
}

/* The table stays as it is, and so do the data in its partitions; only the header of swap
 * (64 KiB at most) can come back. */
static const struct {
    uint64_t lba;
    unsigned inside; /* the partition that it lies in; 0: it may come */
} kept[] = {
    { 2047, 0 },  { 2048, 1 },  { 6143, 1 },  { 6144, 0 },  { 12289, 0 },
    { 14336, 6 }, { 16383, 6 }, { 16385, 0 }, { 30719, 0 }, { 30720, 0 },
    { 30847, 0 }, { 30848, 3 }, { 34815, 3 }, { 34816, 0 },
};

TEST_EACH(a_backup_leaves_what_lies_in_partitions_that_stay, kept)
{
    CLEANUP(scene_finish) struct write_scene scene = scene_msdos();
    uint8_t sector[512];
    struct sector_run run = { kept[_i].lba, 1, sector };
    struct err err = { 0 };
    char sentence[64];

    memset(sector, 0xc0, sizeof(sector));
    ck_assert_msg(plan_runs(&scene, &run, 1, &err) == !kept[_i].inside, "%s", err.text);
    (void)snprintf(sentence, sizeof(sentence), "inside partition %u,", kept[_i].inside);
    ck_assert_int_eq(strstr(err.text, sentence) != NULL, kept[_i].inside != 0);
    if (kept[_i].inside)
        ck_assert_refused(&err, REFUSAL_BACKUP_INSIDE_PARTITION);
}

/* Partition 1 has LENGTH sectors now and 4096 in the backup: what only one of the two
 * has is not what stays. */
static const struct {
    uint64_t length;
    const char *order;
} lengths[] = {
    { 6000, "mbr 0+1 | free 7047+1 |" },
    { 2000, "mbr 0+1 | partition 4048+1 |" },
};

TEST_EACH(sectors_that_a_partition_gains_or_loses_can_come_back, lengths)
{
    const struct edit edit = { .kind = EDIT_RESIZE,
                               .start = 2048,
                               .length = lengths[_i].length };
    CLEANUP(scene_finish) struct write_scene scene = scene_msdos();
    uint8_t mbr[512], data[512];
    struct sector_run runs[] = { { 0, 1, mbr },
                                 { _i ? 2048 + 2000 : 2048 + 4999, 1, data } };
    struct err err = { 0 };

    (void)scene_sector(&scene, 0, mbr); /* fills it */
    memset(data, 0xc0, sizeof(data));
    scene_edit(&scene, edit, 1);
    scene_plan(&scene);
    scene_write(&scene);
    ck_assert_msg(plan_runs(&scene, runs, ARRAY_SIZE(runs), &err), "%s", err.text);
    scene_expect(&scene, lengths[_i].order);
    runs[1].lba = 2048 + 1999;
    ck_assert(!plan_runs(&scene, runs, ARRAY_SIZE(runs), &err));
}

/* Partitions 1 and 3 come back, with some of their sectors. */
TEST(sectors_of_a_partition_that_comes_back_are_called_so)
{
    const struct edit clear = { .kind = EDIT_DELETE };
    CLEANUP(scene_finish) struct write_scene scene = scene_msdos();
    uint8_t mbr[512], data[512], page[9 * 512] = { 0 };
    struct sector_run runs[] = { { 0, 1, mbr }, { 2048, 1, data }, { 30720, 9, page } };
    struct err err = { 0 };

    (void)scene_sector(&scene, 0, mbr); /* fills it */
    memset(data, 0xc0, sizeof(data));
    memset(page, 0xc1, sizeof(page));
    memcpy(page + 4086, "SWAPSPACE2", 10);
    scene_edit(&scene, clear, 1);
    scene_edit(&scene, clear, 3);
    scene_plan(&scene);
    scene_write(&scene);
    ck_assert_msg(plan_runs(&scene, runs, ARRAY_SIZE(runs), &err), "%s", err.text);
    scene_expect(&scene, "mbr 0+1 | partition 2048+1 partition 30728+1 | swap 30720+8 |");
}

/* Sectors 35000 to 35002 are free in the table that is there. */
TEST(free_space_from_a_backup_is_called_free_space)
{
    static const char *const want[] = {
        "Free space: sectors 35000 to 35002",
        "Flush: all of it is on the disk",
    };
    CLEANUP(scene_finish) struct write_scene scene = scene_msdos();
    uint8_t sectors[3 * 512];
    struct sector_run run = { 35000, 3, sectors };
    CLEANUP(lines_finish) struct lines lines = { 0 };
    struct err err = { 0 };

    memset(sectors, 0xc0, sizeof(sectors));
    ck_assert_msg(plan_runs(&scene, &run, 1, &err), "%s", err.text);
    scene_expect(&scene, "free 35000+3 |");
    write_plan_lines(&scene.plan, &lines);
    ck_assert_uint_eq(lines.count, ARRAY_SIZE(want));
    for (size_t i = 0; i < lines.count; i++)
        ck_assert_str_eq(lines.at[i], want[i]);
}

TEST(a_plan_is_told_in_its_order)
{
    static const char *const want[] = {
        "Backup GPT: sector 40927",
        "Backup GPT: sector 40959",
        "Flush: all of this is on the disk before what follows",
        "Primary GPT: sectors 1 to 2",
        "Flush: all of it is on the disk",
    };
    CLEANUP(scene_finish) struct write_scene scene = scene_gpt();
    CLEANUP(lines_finish) struct lines lines = { 0 };

    scene_edit(&scene, resize(2048, 6000), 1);
    scene_plan(&scene);
    write_plan_lines(&scene.plan, &lines);
    ck_assert_uint_eq(lines.count, ARRAY_SIZE(want));
    for (size_t i = 0; i < lines.count; i++)
        ck_assert_str_eq(lines.at[i], want[i]);
}

TEST(a_reader_shows_the_disk_after_some_writes)
{
    CLEANUP(scene_finish) struct write_scene scene = scene_gpt();
    struct reader disk = sectors_reader(&scene.disk);
    struct write_plan_view view;
    uint8_t byte;

    scene_edit(&scene, resize(2048, 6000), 1);
    scene_plan(&scene);
    for (size_t i = 0; i <= scene.plan.count; i++) {
        struct reader reader = write_plan_reader(&view, &disk, &scene.plan, i);
        /* The last LBA of entry 1, in the middle of the last write. */
        ck_assert(reader_read(&reader, 2 * 512 + 41, &byte, 1));
        ck_assert_uint_eq(byte, i == scene.plan.count ? 8047 >> 8 : 6143 >> 8);
    }
}
