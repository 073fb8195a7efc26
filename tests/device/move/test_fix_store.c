/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_fix_store.c - the heads and the log of a fix's journal */
#include "device/move/store/store.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "model/base/mem.h"
#include "support/cutting.h"
#include "support/test.h"

enum { LOGICAL = 512, BLOCK = 4096, SECTORS = 32 * 8, BLOCKS = 8 };

static struct cutting disk;
static struct sink sink;
static struct fix_store store;

static const struct record_head head = {
    .owner = { { { 7 } }, SECTORS *LOGICAL },
    .run = { .direction = RUN_FORWARD },
    .page_blocks = 1,
    .areas = { [AREA_LOG_A] = { 2 * BLOCK, 2 * BLOCK },
               [AREA_PAGE] = { 4 * BLOCK, 2 * BLOCK },
               [AREA_LOG_B] = { 6 * BLOCK, 2 * BLOCK } },
    .place = { .logical = LOGICAL, .block = BLOCK, .start = 8, .bytes = BLOCKS * BLOCK },
};

static void begin(void)
{
    struct alignment grid = { 0, BLOCK / LOGICAL };

    cutting_init(&disk, SECTORS, LOGICAL, grid);
    sink = cutting_sink(&disk);
    fix_store_begin(&store, &sink, &sink, BLOCK, grid, &head);
}

static void end(void)
{
    fix_store_end(&store);
    cutting_finish(&disk);
}

static enum record_state find(struct record_head *ret)
{
    return fix_store_find_head(&sink, BLOCK, SECTORS * LOGICAL, BLOCK, ret);
}

/* Sector SECTOR of block NUMBER of the journal. */
static void spoil(size_t number, size_t sector)
{
    static const uint8_t bytes[LOGICAL] = { 1 };

    cutting_set(&disk, (1 + number) * 8 + sector, bytes);
}

TEST(the_newest_head_counts_and_a_damaged_one_is_none)
{
    struct record_head got = head;

    begin();
    ck_assert_int_eq(find(&got), RECORD_IS_NONE);
    for (uint16_t step = 0; step < 3; step++) {
        got.run.step = step;
        ck_assert_int_eq(fix_store_write_head(&store, &got), 0);
        ck_assert_int_eq(find(&got), RECORD_IS_VALID);
        ck_assert_uint_eq(got.run.step, step);
        ck_assert_uint_eq(got.sequence, step + 1U);
    }
    spoil(1, 0);
    ck_assert_int_eq(find(&got), RECORD_IS_VALID);
    ck_assert_uint_eq(got.sequence, 2);
    spoil(0, 0);
    ck_assert_int_eq(find(&got), RECORD_IS_NONE);
    end();
}

/* A copy of an older journal, put where it was not. */
TEST(a_head_in_the_place_of_the_other_is_none)
{
    struct record_head got;

    begin();
    ck_assert_int_eq(fix_store_write_head(&store, &head), 0);
    for (size_t i = 0; i < 8; i++)
        cutting_set(&disk, 8 + i, disk.durable + (16 + i) * LOGICAL);
    spoil(1, 0);
    ck_assert_int_eq(find(&got), RECORD_IS_NONE);
    end();
}

TEST(cleared_heads_are_no_fix)
{
    struct record_head got = head;

    begin();
    ck_assert_int_eq(fix_store_write_head(&store, &head), 0);
    ck_assert_int_eq(fix_store_write_head(&store, &head), 0);
    ck_assert_int_eq(fix_store_clear_heads(&store), 0);
    ck_assert_int_eq(find(&got), RECORD_IS_NONE);
    end();
}

TEST(one_disk_is_flushed_once)
{
    struct alignment grid = { 0, BLOCK / LOGICAL };
    struct record_head other = head;
    struct sink journal;

    for (unsigned i = 0; i < 2; i++) {
        begin();
        journal = cutting_sink(&disk);
        fix_store_end(&store);
        other.place.start = i ? 0 : head.place.start;
        fix_store_begin(&store, &sink, &journal, BLOCK, grid, &other);
        ck_assert_int_eq(fix_store_clear_heads(&store), 0);
        ck_assert_uint_eq(disk.flushes, i ? 4 : 2);
        end();
    }
}

TEST(either_copy_of_the_log_is_enough)
{
    uint8_t log[BLOCK + 100];

    memset(log, 0xa5, sizeof(log));
    begin();
    ck_assert_int_eq(fix_store_write_log(&store, log, sizeof(log)), 0);
    ck_assert_int_eq(fix_store_write_head(&store, &store.head), 0);
    for (size_t damaged = 0; damaged < 3; damaged++) {
        uint8_t *got = fix_store_read_log(&store);
        ck_assert_int_eq(got != NULL, damaged < 2);
        if (got)
            ck_assert_mem_eq(got, log, sizeof(log));
        free(got);
        spoil(damaged ? 7 : 2, 3);
    }
    ck_assert_int_eq(fix_store_write_log(&store, log, 2 * BLOCK + 1), ENOSPC);
    end();
}

TEST(a_block_that_cannot_be_read_stops_a_write)
{
    static const uint8_t bytes[LOGICAL] = { 3 };
    const struct fix_store_run run = { 150, 1, bytes };

    begin();
    ck_assert_int_eq(fix_store_write_head(&store, &head), 0);
    for (size_t i = 144; i < 152; i++)
        disk.is_bad[i] = disk.is_durably_bad[i] = true;
    ck_assert_int_eq(fix_store_put(&store, &run, 1), EIO);
    ck_assert_uint_eq(store.stopped_at, 144);
    end();
}

/* The page is of the writes that it is made for: what else becomes unreadable later is
 * not put back as it was then. */
TEST(a_page_ends_with_its_writes)
{
    static const uint8_t bytes[LOGICAL] = { 3 };
    const struct fix_store_run run = { 150, 1, bytes };

    begin();
    ck_assert_int_eq(fix_store_write_head(&store, &head), 0);
    ck_assert_int_eq(fix_store_put(&store, &run, 1), 0);
    for (size_t i = 144; i < 152; i++)
        disk.is_bad[i] = disk.is_durably_bad[i] = true;
    ck_assert_int_eq(fix_store_mend(&store), 0);
    ck_assert(disk.is_bad[144] && disk.is_bad[151]);
    end();
}

/* Each call that fails is told, whichever it is. */
TEST_TIMES(an_error_is_returned, 2)
{
    static const uint8_t bytes[16 * LOGICAL] = { 3 };
    const struct fix_store_run run = { 150, 14, bytes };
    unsigned call = 1;

    for (bool is_told = true; is_told; call++) {
        begin();
        ck_assert_int_eq(fix_store_write_head(&store, &head), 0);
        if (_i)
            disk.faults.fail_flush = disk.flushes + call;
        else
            disk.faults.fail_write = disk.writes + call;
        is_told = fix_store_put(&store, &run, 1) != 0;
        end();
    }
    ck_assert_uint_ge(call, 4);
}
