/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_journal_fit.c - the areas of a journal fit, whatever its space */
#include "model/move/journal/journal_fit.h"

#include "model/base/mem.h"
#include "model/move/journal/journal_record.h"
#include "support/interrupted.h"
#include "support/test.h"

#define KIB UINT64_C(1024)
#define MIB (1024 * KIB)
#define GIB (1024 * MIB)

static const struct journal_needs usual = { 48 * KIB, 8 * KIB, 30 * GIB, 0 };

/* A plan for one move on a disk of 128 MiB, with blocks of BLOCK bytes. */
static void plan_of(uint64_t block, struct journal_plan *ret)
{
    interrupted_plan(interrupted_find("gpt"), ret);
    ret->grid = (struct alignment){ 0, block / ret->logical };
}

/* Valid is what can be decoded again. */
static void check_valid(const struct journal_plan *plan)
{
    CLEANUP(freep) uint8_t *bytes = xmalloc(JOURNAL_PLAN_BYTES);
    CLEANUP(freep) struct journal_plan *again = xmalloc(sizeof(*again));
    const struct journal_disk disk = { INTERRUPTED_SECTORS, plan->logical };
    struct err err = { 0 };

    journal_plan_encode(plan, bytes);
    ck_assert_msg(journal_plan_decode(bytes, JOURNAL_PLAN_BYTES, &disk, again, &err) ==
                      RECORD_VALID,
                  "%s", err.text);
}

static const struct {
    uint64_t block, bytes;
    bool is_fit, has_ring;
} rows[] = {
    { 4096, 100 * KIB, false, false },
    { 4096, 208 * KIB, true, false },
    { 4096, MOVE_RECORD_BYTES + 2 * 4096, true, true },
    { 4096, MIB, true, true },
    { 4096, 24 * MIB, true, true },
    { 65536, MIB, true, true },
    { 65536, 256 * KIB, false, false },
    { 1048576, 12 * MIB, true, false },
    { 1048576, 14 * MIB, true, true },
};

TEST_EACH(areas_are_apart_and_within, rows)
{
    CLEANUP(freep) struct journal_plan *plan = xcalloc(1, sizeof(*plan));

    plan_of(rows[_i].block, plan);
    uint64_t start = INTERRUPTED_JOURNAL, end = start + rows[_i].bytes / plan->logical;
    ck_assert_int_eq(journal_fit(plan, start, end, &usual), rows[_i].is_fit);
    if (!rows[_i].is_fit)
        return;
    ck_assert_int_eq(plan->slots > 0, rows[_i].has_ring);
    ck_assert_uint_gt(plan->hashes.bytes, 0);
    ck_assert_uint_ge(plan->saved[0].bytes, usual.saved_bytes + rows[_i].block);
    check_valid(plan);
}

/* Any space, any needs: what fits is valid. */
TEST(whatever_fits_is_valid)
{
    CLEANUP(freep) struct journal_plan *plan = xcalloc(1, sizeof(*plan));

    for (uint64_t bytes = 64 * KIB; bytes < 20 * MIB; bytes += 52 * KIB + 512) {
        struct journal_needs needs = { 1 + bytes % 99991, bytes % 7 * 4096,
                                       1 + bytes * 4093, bytes % 5 * 99991 };
        plan_of(UINT64_C(4096) << bytes / 512 % 5, plan);
        uint64_t start = INTERRUPTED_JOURNAL + bytes % 9;
        if (journal_fit(plan, start, start + bytes / plan->logical, &needs))
            check_valid(plan);
    }
}

TEST(a_large_space_is_taken_as_far_as_it_is_of_use)
{
    CLEANUP(freep) struct journal_plan *plan = xcalloc(1, sizeof(*plan));

    plan_of(4096, plan);
    ck_assert(journal_fit(plan, 2048, UINT64_C(1) << 40, &usual));
    ck_assert_uint_eq(journal_slot_bytes(plan), MOVE_BATCH_MAX);
    /* A unit of 1 MiB, each with a hash. */
    ck_assert_uint_eq(journal_unit_bytes(usual.moved_bytes, plan->hashes.bytes), MIB);
    ck_assert_uint_gt(plan->saved[1].offset - plan->saved[0].offset, MIB);
    ck_assert_uint_le(plan->spot.bytes, 66 * MIB);
    ck_assert_uint_eq(plan->saved[1].offset + plan->saved[1].bytes, plan->spot.bytes);
}

/* Two copies with it are an eighth of the journal, or it is not saved. */
TEST(free_space_is_saved_where_it_fits)
{
    CLEANUP(freep) struct journal_plan *plan = xcalloc(1, sizeof(*plan));
    struct journal_needs needs = usual;

    needs.with_free_bytes = MIB;
    plan_of(4096, plan);
    ck_assert(journal_fit(plan, 2048, 2048 + 16 * 2048, &needs));
    ck_assert_uint_eq(plan->saved[0].bytes, usual.saved_bytes + 4096);
    plan_of(4096, plan);
    ck_assert(journal_fit(plan, 2048, 2048 + 17 * 2048, &needs));
    ck_assert_uint_eq(plan->saved[0].bytes, MIB + 4096);
}

TEST(on_another_disk_it_begins_at_its_start)
{
    CLEANUP(freep) struct journal_plan *plan = xcalloc(1, sizeof(*plan));

    plan_of(4096, plan);
    ck_assert(journal_fit(plan, 0, 2048 * 16, &usual));
    ck_assert_uint_eq(plan->spot.start, 0);
    ck_assert_uint_eq(plan->spot.bytes, 16 * MIB);
}

static const struct {
    uint64_t physical, minimum_io;
    uint64_t want; /* bytes */
} grids[] = {
    { 512, 512, 4096 },    { 4096, 4096, 4096 },   { 8192, 512, 8192 },
    { 512, 65536, 65536 }, { 512, 131072, 4096 },  { 512, 12288, 4096 },
    { 4096, 0, 4096 },     { 4096, 65536, 65536 },
};

TEST_EACH(the_largest_block_counts, grids)
{
    struct limits limits = { .size = 1 << 20,
                             .logical = 512,
                             .physical = grids[_i].physical,
                             .minimum_io = grids[_i].minimum_io };
    struct alignment grid = journal_write_grid(&limits);

    ck_assert_uint_eq(grid.grain * 512, grids[_i].want);
}
