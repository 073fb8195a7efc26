/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_shift_plan.c - pieces that fit into the memory and the journal */
#include "model/move/journal/shift_plan.h"

#include "model/move/journal/journal_record.h"
#include "model/move/journal/journal_swap.h"
#include "support/disks.h"
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
        .spot = { .block = 4096 },
        .slots = ring ? 2 : 0,
        .ring = { .bytes = ring },
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

TEST(what_is_saved_makes_the_same_geometry_again)
{
    struct journal_plan plan = plan_of(63, 2048, 64 * MIB);
    struct move_cost cost = { .mode = MOVE_HOLE };
    struct shift made = { .zones = { .at = { { 0, 8 }, { 2097144, 8 } }, .count = 2 },
                          .tables = { { 0, 1 } },
                          .table_count = 1 };
    struct shift again;

    ck_assert(shift_plan_make(&plan, 0, &cost, 8 * MIB, &made));
    struct journal_saved saved = { .mode = made.mode,
                                   .piece = made.piece,
                                   .pieces = made.hashes,
                                   .zones = made.zones,
                                   .tables = { { 0, 1 } },
                                   .table_count = 1 };
    ck_assert(shift_plan_of_saved(&plan, 0, &saved, &again));
    ck_assert_uint_eq(again.piece, made.piece);
    ck_assert_uint_eq(again.hashes, made.hashes);
    ck_assert_uint_eq(again.tables[0].length, 1);
    saved.piece = 0;
    ck_assert(!shift_plan_of_saved(&plan, 0, &saved, &again));
}

/* The MBR; of a logical also its own EBR, and that before it. */
TEST(the_table_of_a_move_is_what_its_entry_is_in)
{
    struct layout *layout = disks_legacy();
    struct journal_plan plan = plan_of(63, 56, 0);
    struct shift_sectors tables[SHIFT_TABLES_MAX];

    ck_assert_uint_eq(shift_plan_tables(layout, &plan, 0, tables), 1);
    ck_assert_uint_eq(tables[0].lba, 0);
    ck_assert_uint_eq(tables[0].length, 1);
    plan.steps[0].object = JOURNAL_LOGICAL;
    plan.steps[0].number = 5;
    ck_assert_uint_eq(shift_plan_tables(layout, &plan, 0, tables), 2);
    ck_assert_uint_eq(tables[0].lba, 0);
    ck_assert_uint_eq(tables[1].lba, 1912586445);
    layout_unref(layout);
}

TEST(the_header_of_a_swap_area_is_made_again)
{
    struct journal_plan plan = { 0 }, kept = { 0 };
    uint8_t page[JOURNAL_SWAP_BYTES];

    plan.swap_uuid.bytes[3] = 7;
    plan.swap_name[0] = 's';
    journal_swap_make(&plan, 100 * sizeof(page), page);
    ck_assert_mem_eq(page + 4086, "SWAPSPACE2", 10);
    ck_assert_uint_eq(page[1028], 99);
    ck_assert(journal_swap_keep(page, &kept));
    ck_assert(guid_equal(&kept.swap_uuid, &plan.swap_uuid));
    ck_assert_mem_eq(kept.swap_name, plan.swap_name, sizeof(kept.swap_name));
    page[1032] = 1; /* a bad page */
    ck_assert(!journal_swap_keep(page, &kept));
}
