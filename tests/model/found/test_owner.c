/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_owner.c - who owns sectors: what was read as zeros is free, all else has an owner
 */
#include "model/found/owner.h"

#include <string.h>

#include "model/base/mem.h"
#include "model/base/num.h"
#include "support/disks.h"
#include "support/sparse.h"
#include "support/test.h"

enum { SECTOR = 512 };

/* The legacy disk: partition 1 from 63 on, free space from 1953520065 to its end. */
#define TAIL UINT64_C(1953520065)

struct scene {
    struct layout *layout;
    struct sparse disk;
    struct owner_runs runs;
};

static void scene_begin(struct scene *scene)
{
    *scene = (struct scene){ .layout = disks_legacy() };
    scene->disk.size_bytes = layout_limits(scene->layout)->size * SECTOR;
}

static void scene_put(struct scene *scene, uint64_t lba, const void *bytes, size_t count)
{
    sparse_put(&scene->disk, lba * SECTOR, bytes, count);
}

static void scene_find(struct scene *scene, uint64_t start, uint64_t length)
{
    struct reader reader = sparse_reader(&scene->disk);
    CLEANUP(owner_freep) struct owner *owner = owner_new(&reader, scene->layout);

    owner_runs_finish(&scene->runs);
    owner_find(owner, start, length, &scene->runs);
}

static void scene_end(struct scene *scene)
{
    owner_runs_finish(&scene->runs);
    sparse_finish(&scene->disk);
    layout_unref(scene->layout);
}

static void expect_run(const struct scene *scene, size_t index, enum owner_kind kind,
                       uint64_t start, uint64_t length)
{
    ck_assert_uint_lt(index, scene->runs.count);
    ck_assert_int_eq(scene->runs.at[index].kind, kind);
    ck_assert_uint_eq(scene->runs.at[index].start, start);
    ck_assert_uint_eq(scene->runs.at[index].length, length);
}

TEST(a_range_is_split_into_runs_without_holes)
{
    struct scene scene;

    scene_begin(&scene);
    scene_put(&scene, 40, "x", 1);
    scene_find(&scene, 0, 100);
    expect_run(&scene, 0, OWNER_TABLE, 0, 1);
    expect_run(&scene, 1, OWNER_ZERO, 1, 39);
    expect_run(&scene, 2, OWNER_KNOWN, 40, 1);
    expect_run(&scene, 3, OWNER_ZERO, 41, 22);
    expect_run(&scene, 4, OWNER_PARTITION, 63, 37);
    ck_assert_uint_eq(scene.runs.count, 5);
    ck_assert_uint_eq(scene.runs.read, 62);
    scene_end(&scene);
}

TEST(what_is_in_a_partition_is_not_read)
{
    struct scene scene;

    scene_begin(&scene);
    scene_find(&scene, 100, 4096);
    expect_run(&scene, 0, OWNER_PARTITION, 100, 4096);
    ck_assert_uint_eq(scene.disk.reads, 0);
    scene_end(&scene);
}

TEST(unknown_data_in_front_is_one_known_range_with_its_first_sector)
{
    uint8_t junk[62 * SECTOR];
    struct scene scene;

    memset(junk, 0x5a, sizeof(junk));
    scene_begin(&scene);
    scene_put(&scene, 1, junk, sizeof(junk));
    scene_find(&scene, 56, 7);
    expect_run(&scene, 0, OWNER_KNOWN, 56, 7);
    ck_assert_uint_eq(scene.runs.at[0].first, 1);
    ck_assert_uint_eq(scene.runs.at[0].whole, 62);
    ck_assert_str_eq(scene.runs.at[0].id, "gap");
    scene_end(&scene);
}

TEST(a_loader_is_named_and_as_long_as_its_header_says)
{
    uint8_t header[20] = { 0x16, 0, 0, 0xea };
    struct scene scene;

    memcpy(header + 4, "eGON.BT0", 8);
    put_le32(header, 16, 16384);
    scene_begin(&scene);
    scene_put(&scene, 9, "x", 1);
    scene_put(&scene, 16, header, sizeof(header));
    scene_put(&scene, 47, "x", 1);
    scene_put(&scene, 60, "x", 1);
    scene_find(&scene, 1, 62);
    expect_run(&scene, 1, OWNER_KNOWN, 9, 1);
    expect_run(&scene, 3, OWNER_KNOWN, 16, 1);
    ck_assert_str_eq(scene.runs.at[3].id, "egon");
    ck_assert_uint_eq(scene.runs.at[3].first, 16);
    ck_assert_uint_eq(scene.runs.at[3].whole, 32);
    expect_run(&scene, 5, OWNER_KNOWN, 47, 1);
    ck_assert_uint_eq(scene.runs.at[5].first, 16);
    expect_run(&scene, 7, OWNER_KNOWN, 60, 1);
    ck_assert_str_eq(scene.runs.at[7].id, "gap");
    scene_end(&scene);
}

/* What lies behind the last partition, at TAIL. */
static const struct {
    const char *bytes;
    size_t count, at;
    enum owner_kind kind;
    const char *id;
} tails[] = {
    { "stale", 5, 100, OWNER_UNKNOWN, NULL },
    { "EFI PART", 8, 0, OWNER_KNOWN, "gpt" },
    { "ALIDADE", 8, 0, OWNER_KNOWN, "journal" },
    { "PRIVHEAD", 8, 0, OWNER_KNOWN, "ldm" },
    { "LABELONE", 8, 0, OWNER_KNOWN, "superblock" },
    { "LUKS\xba\xbe", 6, 0, OWNER_KNOWN, "superblock" },
    { "JFS1\1\0\0\0", 8, 0, OWNER_KNOWN, "superblock" },
    { "ReIsEr2Fs", 9, 52, OWNER_KNOWN, "superblock" },
    { "\x53\xef", 2, 56, OWNER_UNKNOWN, NULL }, /* too little of ext */
};

TEST_EACH(a_sector_in_free_space_is_known_by_its_magic, tails)
{
    struct scene scene;

    scene_begin(&scene);
    sparse_put(&scene.disk, (TAIL + 7) * SECTOR + tails[_i].at, tails[_i].bytes,
               tails[_i].count);
    scene_find(&scene, TAIL, 64);
    expect_run(&scene, 1, tails[_i].kind, TAIL + 7, 1);
    if (tails[_i].id)
        ck_assert_str_eq(scene.runs.at[1].id, tails[_i].id);
    scene_end(&scene);
}

static void put_signature(uint8_t *sector)
{
    put_le16(sector, 510, 0xAA55);
}

TEST(an_ebr_that_nothing_leads_to_is_known)
{
    uint8_t ebr[SECTOR] = { 0 };
    struct scene scene;

    ebr[446 + 4] = 0x83;
    put_le32(ebr, 446 + 8, 63);
    put_le32(ebr, 446 + 12, 1000);
    put_signature(ebr);
    scene_begin(&scene);
    scene_put(&scene, TAIL, ebr, sizeof(ebr));
    scene_find(&scene, TAIL, 1);
    ck_assert_str_eq(scene.runs.at[0].id, "ebr");
    scene_end(&scene);
}

/* Puts an ext2 with a superblock, 1 KiB blocks and 1000 of them. */
static void put_ext2(struct scene *scene, uint64_t start)
{
    uint8_t super[1024] = { 0 };

    put_le32(super, 0x00, 250);
    put_le32(super, 0x04, 1000);
    put_le32(super, 0x14, 1);
    put_le32(super, 0x20, 8192);
    put_le32(super, 0x28, 250);
    put_le16(super, 0x38, 0xEF53);
    scene_put(scene, start + 2, super, sizeof(super));
}

TEST(a_sector_of_a_lost_file_system_is_known_by_its_first_sector)
{
    struct scene scene;

    scene_begin(&scene);
    put_ext2(&scene, TAIL + 63);
    scene_put(&scene, TAIL + 700, "a file", 6);
    scene_put(&scene, TAIL + 4000, "stale", 5);
    scene_find(&scene, TAIL + 700, 1);
    expect_run(&scene, 0, OWNER_KNOWN, TAIL + 700, 1);
    ck_assert_uint_eq(scene.runs.at[0].first, TAIL + 63);
    ck_assert_uint_eq(scene.runs.at[0].whole, 2000);
    scene_find(&scene, TAIL + 4000, 1);
    expect_run(&scene, 0, OWNER_UNKNOWN, TAIL + 4000, 1);
    scene_end(&scene);
}

/* Where no tool lets a partition begin, whether it fits on the disk or not: its length is
 * known then, or reaches to the end of the free space. */
static const struct {
    uint64_t start, length;
} odd_places[] = { { TAIL + 2501, 2000 }, { TAIL + 5003, 100 } };

TEST_EACH(a_file_system_is_known_by_its_signature_wherever_it_is, odd_places)
{
    uint64_t start = odd_places[_i].start;
    struct scene scene;

    scene_begin(&scene);
    put_ext2(&scene, start);
    scene_put(&scene, start - 1, "stale", 5);
    scene_put(&scene, start + 50, "a file", 6);
    scene_find(&scene, start - 1, 51 + 1);
    expect_run(&scene, 0, OWNER_UNKNOWN, start - 1, 1);
    expect_run(&scene, 2, OWNER_KNOWN, start + 2, 1);
    expect_run(&scene, 4, OWNER_KNOWN, start + 50, 1);
    ck_assert_uint_eq(scene.runs.at[2].first, start);
    ck_assert_uint_eq(scene.runs.at[2].whole, odd_places[_i].length);
    scene_end(&scene);
}

TEST(what_cannot_be_read_is_owned)
{
    struct scene scene;

    scene_begin(&scene);
    scene.disk.broken_from = (TAIL + 3) * SECTOR;
    scene.disk.broken_to = (TAIL + 5) * SECTOR;
    scene_find(&scene, TAIL, 8);
    expect_run(&scene, 0, OWNER_ZERO, TAIL, 3);
    expect_run(&scene, 1, OWNER_KNOWN, TAIL + 3, 2);
    expect_run(&scene, 2, OWNER_ZERO, TAIL + 5, 3);
    ck_assert_str_eq(scene.runs.at[1].id, "unreadable");
    scene_end(&scene);
}

TEST(a_range_beyond_the_disk_is_cut)
{
    struct scene scene;

    scene_begin(&scene);
    scene_find(&scene, TAIL + 5000, UINT64_MAX);
    expect_run(&scene, 0, OWNER_ZERO, TAIL + 5000, 103);
    ck_assert_uint_eq(scene.runs.count, 1);
    scene_find(&scene, UINT64_MAX, 5);
    ck_assert_uint_eq(scene.runs.count, 0);
    scene_end(&scene);
}

/* --- consent --- */

static const uint64_t named[] = { 1, 99 };

static const struct {
    enum owner_kind kind;
    struct loss_accepted accepted;
    bool is_accepted;
} consents[] = {
    { OWNER_KNOWN, { .is_all = true }, false },
    { OWNER_KNOWN, { .is_free = true }, false },
    { OWNER_KNOWN, { .is_disk = true }, false },
    { OWNER_KNOWN, { .starts = named, .start_count = 2 }, true },
    { OWNER_KNOWN, { .starts = named + 1, .start_count = 1 }, false },
    { OWNER_UNKNOWN, { .is_all = true }, true },
    { OWNER_UNKNOWN, { .is_free = true }, true },
    { OWNER_UNKNOWN, { .is_disk = true }, false },
    { OWNER_UNKNOWN, { .starts = named, .start_count = 1 }, true },
};

TEST_EACH(a_known_range_is_given_up_by_its_first_sector_only, consents)
{
    const struct owner_run run = { .start = 56,
                                   .length = 7,
                                   .first = 1,
                                   .whole = 62,
                                   .kind = consents[_i].kind,
                                   .id = "gap" };
    const struct owner_runs runs = { (struct owner_run *)&run, 1, 7 };
    CLEANUP(freep)
    char *refusal = owner_runs_refusal(&runs, SECTOR, &consents[_i].accepted);

    ck_assert_int_eq(owner_run_is_accepted(&run, &consents[_i].accepted),
                     consents[_i].is_accepted);
    ck_assert_int_eq(refusal == NULL, consents[_i].is_accepted);
    if (refusal)
        ck_assert_ptr_nonnull(
            strstr(refusal, run.kind == OWNER_KNOWN ? "--lose=@1 " : "--lose=free "));
}

TEST(ranges_are_sorted_and_do_not_overlap)
{
    struct owner_run at[] = {
        { 300, 10, 300, 10, OWNER_UNKNOWN, NULL, "" },
        { 100, 10, 100, 10, OWNER_UNKNOWN, NULL, "" },
        { 115, 10, 115, 10, OWNER_UNKNOWN, NULL, "" },
        { 120, 20, 120, 20, OWNER_KNOWN, "gap", "x" },
        { 305, 20, 305, 20, OWNER_UNKNOWN, NULL, "" },
    };
    struct owner_runs runs = { at, ARRAY_SIZE(at), 0 };

    owner_runs_settle(&runs, 5);
    ck_assert_uint_eq(runs.count, 3);
    ck_assert_uint_eq(at[0].start, 100);
    ck_assert_uint_eq(at[0].length, 20);
    ck_assert_int_eq(at[1].kind, OWNER_KNOWN);
    ck_assert_uint_eq(at[1].start, 120);
    ck_assert_uint_eq(at[2].start, 300);
    ck_assert_uint_eq(at[2].length, 25);
}

TEST(what_is_ours_replaces_what_was_seen_there)
{
    const struct loss_accepted nothing = { 0 };
    struct owner_run at[] = {
        { 90, 20, 90, 20, OWNER_UNKNOWN, NULL, "" },
        { 110, 1, 110, 1, OWNER_KNOWN, "journal", "x" },
        { 111, 20, 111, 20, OWNER_UNKNOWN, NULL, "" },
        { 119, 2, 119, 2, OWNER_KNOWN, "raid", "y" },
    };
    CLEANUP(owner_runs_finish) struct owner_runs runs = { .read = 7 };

    for (size_t i = 0; i < ARRAY_SIZE(at); i++)
        owner_runs_add(&runs, &at[i]);
    owner_runs_set_ours(&runs, 100, 20);
    ck_assert_uint_eq(runs.count, 4);
    ck_assert_uint_eq(runs.at[0].start, 90);
    ck_assert_uint_eq(runs.at[0].whole, 10);
    ck_assert_uint_eq(runs.at[1].first, 120);
    ck_assert_uint_eq(runs.at[1].length, 11);
    ck_assert_str_eq(runs.at[2].id, "raid");
    ck_assert_int_eq(runs.at[3].kind, OWNER_OURS);
    ck_assert(owner_run_is_accepted(&runs.at[3], &nothing));
    ck_assert(!owner_run_is_accepted(&runs.at[2], &nothing));
    ck_assert_uint_eq(runs.read, 7);
}

TEST(a_known_range_in_free_space_is_told_whole)
{
    const struct known_range known = { TAIL + 10, 8, "raid", "metadata of a RAID" };
    struct scene scene;

    scene_begin(&scene);
    scene_put(&scene, TAIL + 12, "x", 1);
    struct reader reader = sparse_reader(&scene.disk);
    CLEANUP(owner_freep) struct owner *owner = owner_new(&reader, scene.layout);
    owner_set_known(owner, &known, 1);
    owner_find(owner, TAIL, 20, &scene.runs);
    expect_run(&scene, 1, OWNER_KNOWN, TAIL + 12, 1);
    ck_assert_uint_eq(scene.runs.at[1].first, TAIL + 10);
    ck_assert_uint_eq(scene.runs.at[1].whole, 8);
    ck_assert_str_eq(scene.runs.at[1].id, "raid");
    expect_run(&scene, 2, OWNER_ZERO, TAIL + 13, 7);
    scene_end(&scene);
}
