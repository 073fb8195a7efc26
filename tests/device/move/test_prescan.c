/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_prescan.c - reads that fail while a partition is read before its move */
#include "device/move/fixing/prescan.h"

#include <string.h>

#include "model/base/mem.h"
#include "support/cutting.h"
#include "support/test.h"

enum { LOGICAL = 512, START = 13, LENGTH = 40, SECTORS = 80, UNIT = 4096 };

static const struct shift shift = {
    .disk = SECTORS,
    .grid = { 0, 8 },
    .from = START,
    .to = START + 9,
    .length = LENGTH,
    .zones = { .at = { { 0, 1 }, { LENGTH - 1, 1 } }, .count = 2 },
};

static void put_zeros(void *context, uint16_t step, uint64_t index, uint8_t *ret)
{
    (void)context;
    (void)step;
    (void)index;
    memset(ret, 0, LOGICAL);
}

static void make_disk(struct cutting *disk)
{
    uint8_t bytes[LOGICAL];

    cutting_init(disk, SECTORS, LOGICAL, shift.grid);
    for (size_t i = 0; i < SECTORS; i++) {
        memset(bytes, (int)(i * 3 + 1), sizeof(bytes));
        cutting_set(disk, i, bytes);
    }
}

static struct prescan *read_all(struct cutting *disk, struct sink *sink, size_t memory)
{
    *sink = cutting_sink(disk);
    struct prescan_request request = { .disk = sink,
                                       .logical = LOGICAL,
                                       .shift = &shift,
                                       .unit = UNIT,
                                       .memory = memory,
                                       .put_guard = put_zeros };
    struct prescan *prescan = prescan_new(&request);

    while (prescan_step(prescan))
        ;
    return prescan;
}

static const size_t memories[] = { 1024, 4096, 65536 };

TEST_EACH(a_read_that_fails_once_leaves_the_hashes_as_they_are, memories)
{
    struct cutting disk;
    struct sink sink;

    make_disk(&disk);
    CLEANUP(prescan_freep) struct prescan *want = read_all(&disk, &sink, memories[_i]);
    unsigned reads = disk.reads;
    ck_assert(!prescan_step(want));
    ck_assert_uint_eq(disk.reads, reads);
    for (unsigned read = 1; read <= reads; read++) {
        disk.reads = 0;
        disk.faults.fail_read = read;
        CLEANUP(prescan_freep)
        struct prescan *found = read_all(&disk, &sink, memories[_i]);
        ck_assert_uint_eq(prescan_bad(found)->sectors, 0);
        ck_assert_uint_eq(prescan_units(found)->count, prescan_units(want)->count);
        ck_assert_mem_eq(prescan_units(found)->at, prescan_units(want)->at,
                         prescan_units(want)->count * sizeof(struct hash));
    }
    cutting_finish(&disk);
}

TEST_EACH(blocks_that_cannot_be_read_are_listed, memories)
{
    struct cutting disk;
    struct sink sink;

    make_disk(&disk);
    for (size_t i = 24; i < 40; i++)
        disk.is_bad[i] = true;
    CLEANUP(prescan_freep) struct prescan *prescan = read_all(&disk, &sink, memories[_i]);
    const struct prescan_bad *bad = prescan_bad(prescan);
    ck_assert_uint_eq(bad->sectors, 16);
    ck_assert_uint_eq(bad->count, 1);
    ck_assert_uint_eq(bad->at[0].lba, 24);
    ck_assert_uint_eq(bad->at[0].length, 16);
    cutting_finish(&disk);
}
