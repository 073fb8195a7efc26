/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_shift_plan.c - pieces that fit into the memory and the journal */
#include "model/move/shift/shift_plan.h"

#include "model/move/plan/fix_plan.h"
#include "support/test.h"

#define MIB (UINT64_C(1) << 20)

/* One move of 1 GiB on a disk of 2 TiB. */
static struct journal_plan plan_of(uint64_t from, uint64_t to, uint64_t ring)
{
    struct journal_plan plan = {
        .head.disk_bytes = UINT64_C(2) << 40,
        .logical = 512,
        .label = LABEL_MSDOS,
        .grid = { 0, 8 },
        .slots = ring ? 2 : 0,
        .slot_bytes = ring ? ring / 2 - 4096 : 0,
        .step_count = 1,
        .steps = { { .object = JOURNAL_PARTITION,
                     .number = 1,
                     .from = from,
                     .to = to,
                     .length = 2097152 } },
    };

    return plan;
}

static const struct {
    uint64_t from, to, ring, memory;
    enum move_mode said, mode;
    uint64_t piece; /* sectors; 0: not possible */
} rows[] = {
    /* Nine sixteenths of the memory, or what a slot has. */
    { 63, 56, 64 * MIB, 40 * MIB, MOVE_JOURNAL, MOVE_JOURNAL, 46080 },
    { 63, 56, 2 * MIB, 40 * MIB, MOVE_JOURNAL, MOVE_JOURNAL, 2040 },
    /* Not more than the distance, on the grid. */
    { 63, 2048, 64 * MIB, 40 * MIB, MOVE_HOLE, MOVE_HOLE, 1984 },
    { 63, 63 + 409600, 64 * MIB, 40 * MIB, MOVE_HOLE, MOVE_HOLE, 46080 },
    /* The speed is not known. */
    { 63, 2048, 64 * MIB, 40 * MIB, MOVE_UNDECIDED, MOVE_JOURNAL, 46080 },
    { 63, 63 + 409600, 64 * MIB, 40 * MIB, MOVE_UNDECIDED, MOVE_HOLE, 46080 },
    /* Only one of the two ways is possible. */
    { 63, 2048, 0, 40 * MIB, MOVE_JOURNAL, MOVE_HOLE, 1984 },
    { 63, 64, 64 * MIB, 40 * MIB, MOVE_HOLE, MOVE_JOURNAL, 46080 },
    { 63, 56, 0, 40 * MIB, MOVE_JOURNAL, MOVE_JOURNAL, 0 },
};

TEST_EACH(pieces_fit_into_memory_journal_and_distance, rows)
{
    struct journal_plan plan = plan_of(rows[_i].from, rows[_i].to, rows[_i].ring);
    struct move_cost cost = { .mode = rows[_i].said };
    struct shift shift = { .zones = { .at = { { 0, 8 }, { 2097144, 8 } }, .count = 2 } };
    bool is_made = shift_plan_make(&plan, 0, &cost, rows[_i].memory, &shift);

    ck_assert_int_eq(is_made, rows[_i].piece != 0);
    if (!is_made)
        return;
    ck_assert_int_eq(shift.mode, rows[_i].mode);
    ck_assert_uint_eq(shift.piece, rows[_i].piece);
    /* A unit at each end of what is read at once, and verified writes take the rest. */
    uint64_t pieces = shift.mode == MOVE_HOLE ? shift.hashes : 1;
    ck_assert_uint_ge(pieces, 1);
    ck_assert_uint_le(pieces * shift.piece * 512 + 2 * 8 * MIB, rows[_i].memory);
}

static const struct {
    uint64_t memory, bytes, ns, want;
} paces[] = {
    { 48 * MIB, 0, 0, 48 * MIB }, /* nothing was read */
    { 48 * MIB, 3000 * MIB, 20000000000, 48 * MIB },
    { 48 * MIB, 600 * MIB, 20000000000, 15 * MIB },
    { 48 * MIB, 200 * MIB, 20000000000, 8 * MIB },
    { 2 * MIB, 200 * MIB, 20000000000, 2 * MIB },
};

TEST_EACH(a_slow_drive_is_given_less_at_once, paces)
{
    ck_assert_uint_eq(shift_plan_memory(paces[_i].memory, paces[_i].bytes, paces[_i].ns),
                      paces[_i].want);
}
