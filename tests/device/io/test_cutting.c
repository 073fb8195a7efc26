/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_cutting.c - the simulated disk loses exactly what was not flushed
 */
#include "support/cutting.h"

#include <errno.h>
#include <string.h>

#include "support/test.h"

enum { SECTORS = 24, LOGICAL = 16, LIMIT = 64 };

struct scene {
    struct cutting disk;
    struct sink sink;
    bool kept[4 * SECTORS];
};

static void set_scene(struct scene *scene, uint64_t offset, uint64_t grain)
{
    memset(scene, 0, sizeof(*scene));
    cutting_init(&scene->disk, SECTORS, LOGICAL, (struct alignment){ offset, grain });
    scene->sink = cutting_sink(&scene->disk);
}

static int write_sectors(struct scene *scene, size_t first, size_t count, uint8_t value)
{
    uint8_t bytes[SECTORS * LOGICAL];

    memset(bytes, value, sizeof(bytes));
    return scene->sink.write(&scene->disk, first * LOGICAL, bytes, count * LOGICAL);
}

static int flush_all(struct scene *scene)
{
    return scene->sink.flush(&scene->disk);
}

/* Returns the first byte, or -1. */
static int read_sector(struct scene *scene, size_t sector)
{
    uint8_t bytes[LOGICAL];

    if (scene->sink.read_back(&scene->disk, sector * LOGICAL, bytes, LOGICAL))
        return -1;
    return bytes[0];
}

static void restart(struct scene *scene, bool keeps, size_t block)
{
    memset(scene->kept, keeps, sizeof(scene->kept));
    cutting_restart(&scene->disk, scene->kept, block);
}

TEST(what_is_written_is_read_and_lost_without_a_flush)
{
    struct scene scene;

    set_scene(&scene, 0, 4);
    ck_assert_int_eq(write_sectors(&scene, 3, 2, 1), 0);
    ck_assert_int_eq(flush_all(&scene), 0);
    ck_assert_int_eq(write_sectors(&scene, 4, 2, 2), 0);
    ck_assert_int_eq(read_sector(&scene, 3), 1);
    ck_assert_int_eq(read_sector(&scene, 5), 2);
    restart(&scene, false, CUTTING_NO_BLOCK);
    ck_assert_int_eq(read_sector(&scene, 4), 1);
    ck_assert_int_eq(read_sector(&scene, 5), 0);
    cutting_finish(&scene.disk);
}

/* Old, first and second content of a sector that is written twice. */
TEST(all_mixtures_of_unflushed_sectors_come)
{
    struct scene scene;
    struct rng rng = rng_start(0);
    struct cutting cut;
    unsigned seen[3][2] = { 0 }, readable = 0, count = 0;
    size_t block;

    set_scene(&scene, 0, 1);
    cutting_init(&cut, SECTORS, LOGICAL, scene.disk.grid);
    for (;; count++) {
        struct scene one = { .disk = cut, .sink = cutting_sink(&cut) };
        cutting_copy(&one.disk, &scene.disk);
        ck_assert_int_eq(write_sectors(&one, 8, 2, 1), 0);
        ck_assert_int_eq(write_sectors(&one, 8, 1, 2), 0);
        if (!cutting_choose(&one.disk, &rng, LIMIT, count, one.kept, &block))
            break;
        cutting_restart(&one.disk, one.kept, block);
        int first = read_sector(&one, 8), second = read_sector(&one, 9);
        if (block == CUTTING_NO_BLOCK) {
            seen[first][second]++;
            readable++;
        } else {
            ck_assert(first < 0 || second < 0);
        }
    }
    for (unsigned i = 0; i < 3; i++)
        ck_assert(seen[i][0] && seen[i][1]);
    ck_assert_uint_eq(readable, 8);
    ck_assert_uint_eq(count, 16);
    cutting_finish(&cut);
    cutting_finish(&scene.disk);
}

TEST(of_many_sectors_random_mixtures_come)
{
    struct scene scene;
    struct rng rng = rng_start(0);
    unsigned count = 0, none = 0, all = 0;
    size_t block;

    set_scene(&scene, 1, 4);
    ck_assert_int_eq(write_sectors(&scene, 0, SECTORS, 1), 0);
    while (cutting_choose(&scene.disk, &rng, LIMIT, count, scene.kept, &block)) {
        all += !memchr(scene.kept, false, SECTORS);
        none += !memchr(scene.kept, true, SECTORS);
        count++;
    }
    ck_assert_uint_eq(count, 2 * LIMIT);
    ck_assert(none >= 2 && all >= 2 && none + all < LIMIT);
    cutting_finish(&scene.disk);
}

static const struct {
    uint64_t offset, grain;
    size_t sector, first, end;
} blocks[] = {
    { 0, 1, 5, 5, 6 }, { 0, 4, 5, 4, 8 },    { 3, 4, 5, 3, 7 },    { 3, 4, 2, 0, 3 },
    { 0, 8, 7, 0, 8 }, { 5, 8, 22, 21, 24 }, { 7, 128, 9, 7, 24 },
};

TEST_EACH(an_unreadable_block_is_whole_and_written_whole, blocks)
{
    struct scene scene;
    size_t first = blocks[_i].first, end = blocks[_i].end;

    set_scene(&scene, blocks[_i].offset, blocks[_i].grain);
    restart(&scene, true, blocks[_i].sector);
    for (size_t i = 0; i < SECTORS; i++) {
        ck_assert_int_eq(read_sector(&scene, i), i >= first && i < end ? -1 : 0);
        ck_assert_int_eq(cutting_is_readable(&scene.disk, i), i < first || i >= end);
    }
    if (end - first > 1) {
        ck_assert_int_eq(write_sectors(&scene, first, end - first - 1, 1), EIO);
        ck_assert_int_eq(write_sectors(&scene, first + 1, end - first - 1, 1), EIO);
        ck_assert_uint_eq(scene.disk.refused, 2);
    }
    ck_assert_int_eq(write_sectors(&scene, first, end - first, 1), 0);
    ck_assert_int_eq(read_sector(&scene, blocks[_i].sector), 1);
    cutting_finish(&scene.disk);
}

TEST(an_unreadable_block_written_in_part_stays_unreadable)
{
    struct scene scene;

    set_scene(&scene, 0, 4);
    restart(&scene, true, 5);
    ck_assert_int_eq(write_sectors(&scene, 4, 4, 1), 0);
    memset(scene.kept, true, 3);
    scene.kept[3] = false;
    cutting_restart(&scene.disk, scene.kept, CUTTING_NO_BLOCK);
    ck_assert_int_eq(read_sector(&scene, 4), -1);
    ck_assert_int_eq(write_sectors(&scene, 4, 4, 1), 0);
    ck_assert_int_eq(flush_all(&scene), 0);
    restart(&scene, false, CUTTING_NO_BLOCK);
    ck_assert_int_eq(read_sector(&scene, 4), 1);
    cutting_finish(&scene.disk);
}

TEST(after_the_cut_each_call_fails_until_the_restart)
{
    struct scene scene;

    set_scene(&scene, 0, 1);
    scene.disk.faults.cut_call = 3;
    ck_assert_int_eq(write_sectors(&scene, 0, 1, 1), 0);
    ck_assert_int_eq(flush_all(&scene), 0);
    ck_assert_int_eq(write_sectors(&scene, 0, 1, 2), EIO);
    ck_assert_int_eq(flush_all(&scene), EIO);
    ck_assert_int_eq(read_sector(&scene, 0), -1);
    restart(&scene, true, CUTTING_NO_BLOCK);
    ck_assert_int_eq(read_sector(&scene, 0), 1);
    cutting_finish(&scene.disk);
}

TEST(single_calls_fail)
{
    struct scene scene;

    set_scene(&scene, 0, 1);
    scene.disk.faults =
        (struct cutting_faults){ .fail_read = 1, .fail_write = 1, .fail_flush = 1 };
    ck_assert_int_eq(write_sectors(&scene, 0, 2, 1), EIO);
    ck_assert_int_eq(read_sector(&scene, 0), -1);
    /* Half of it was done, and is not durable. */
    ck_assert_int_eq(read_sector(&scene, 0), 1);
    ck_assert_int_eq(read_sector(&scene, 1), 0);
    ck_assert_int_eq(flush_all(&scene), EIO);
    restart(&scene, false, CUTTING_NO_BLOCK);
    ck_assert_int_eq(read_sector(&scene, 0), 0);
    cutting_finish(&scene.disk);
}

TEST(a_drive_lies)
{
    struct scene scene;

    set_scene(&scene, 0, 1);
    scene.disk.faults = (struct cutting_faults){
        .phantom_write = 1, .stray_write = 2, .stray_bytes = 3 * LOGICAL, .stale_read = 3
    };
    ck_assert_int_eq(write_sectors(&scene, 0, 1, 1), 0);
    ck_assert_int_eq(write_sectors(&scene, 1, 1, 2), 0);
    ck_assert_int_eq(read_sector(&scene, 0), 0);
    ck_assert_int_eq(read_sector(&scene, 4), 2);
    ck_assert_int_eq(read_sector(&scene, 4), 0);
    ck_assert_int_eq(read_sector(&scene, 4), 2);
    ck_assert_int_eq(read_sector(&scene, 1), 0);
    ck_assert_int_eq(flush_all(&scene), 0);
    restart(&scene, false, CUTTING_NO_BLOCK);
    ck_assert_int_eq(read_sector(&scene, 4), 2);
    cutting_finish(&scene.disk);
}
