/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_journal_record.c - records are as they are described, byte by byte */
#include "model/move/journal/journal_record.h"

#include <string.h>

#include "model/base/mem.h"
#include "model/base/num.h"
#include "support/journal_golden.h"
#include "support/test.h"

static struct hash hash_from(uint8_t byte)
{
    struct hash hash;

    memset(hash.bytes, byte, sizeof(hash.bytes));
    return hash;
}

static struct journal_progress progress_here(void)
{
    return (struct journal_progress){ .head = journal_golden_head(),
                                      .sequence = 0x202,
                                      .phase = JOURNAL_PHASE_MOVING,
                                      .run = { true, 16, 256 },
                                      .piece = 3,
                                      .previous = hash_from(0x11),
                                      .border = { 1000079, 7 },
                                      .border_hash = hash_from(0x22),
                                      .hash_count = 2,
                                      .hashes = { hash_from(0x33), hash_from(0x44) } };
}

static struct journal_slot slot_here(void)
{
    return (struct journal_slot){ .head = journal_golden_head(),
                                  .run = { false, 0, 4096000 },
                                  .piece = 256,
                                  .to = { 1000464, 127 },
                                  .hash = hash_from(0x55) };
}

static struct journal_guard guard_here(void)
{
    return (struct journal_guard){ .head = journal_golden_head(),
                                   .index = 2,
                                   .logical = 512,
                                   .spot = journal_golden_spot() };
}

static struct journal_page page_here(void)
{
    struct journal_page page = { .head = journal_golden_head(),
                                 .unit = 1 << 20,
                                 .units = 2000,
                                 .first = 248,
                                 .count = 248 };

    page.hashes[0] = hash_from(0x66);
    page.hashes[247] = hash_from(0x77);
    return page;
}

static struct journal_saved saved_here(void)
{
    return (struct journal_saved){
        .head = journal_golden_head(),
        .mode = MOVE_HOLE,
        .piece = 384,
        .pieces = 5,
        .hash = hash_from(0x88),
        .zones = { { { 0, 8 }, { 4095992, 8 } }, 2, 2 },
        .tables = { { 1000000, 1 } },
        .table_count = 1,
        .saved = { { 999992, 8 }, { 1000063, 8 }, { 5096055, 8 } },
        .saved_count = 3,
        .fields = { { { FIELD_HIDDEN_SECTORS, 28, 4, 1, 63, 448, false } }, 1 },
    };
}

static void encode_here(enum journal_record kind, uint8_t ret[JOURNAL_PLAN_BYTES])
{
    CLEANUP(freep) struct journal_plan *plan = xmalloc(sizeof(*plan));
    struct journal_progress progress = progress_here();
    struct journal_slot slot = slot_here();
    struct journal_guard guard = guard_here();
    struct journal_page page = page_here();
    struct journal_saved saved = saved_here();

    journal_golden_plan(plan);
    if (kind == JOURNAL_PLAN)
        journal_plan_encode(plan, ret);
    else if (kind == JOURNAL_PROGRESS)
        journal_progress_encode(&progress, ret);
    else if (kind == JOURNAL_SLOT)
        journal_slot_encode(&slot, ret);
    else if (kind == JOURNAL_GUARD)
        journal_guard_encode(&guard, ret);
    else if (kind == JOURNAL_HASHES)
        journal_page_encode(&page, ret);
    else
        journal_saved_encode(&saved, ret);
}

TEST_TIMES(records_are_as_described, JOURNAL_SAVED)
{
    enum journal_record kind = (enum journal_record)(_i + 1);
    uint8_t want[JOURNAL_PLAN_BYTES], bytes[JOURNAL_PLAN_BYTES];
    size_t count = journal_golden(kind, want);

    encode_here(kind, bytes);
    for (size_t i = 0; i < count; i++)
        ck_assert_msg(bytes[i] == want[i], "kind %d, byte %zu: %02x, not %02x", (int)kind,
                      i, bytes[i], want[i]);
}

TEST_TIMES(records_as_described_are_valid, JOURNAL_SAVED)
{
    enum journal_record kind = (enum journal_record)(_i + 1);
    uint8_t bytes[JOURNAL_PLAN_BYTES];
    size_t count = journal_golden(kind, bytes);
    struct err err = { 0 };

    ck_assert_msg(journal_golden_decode(kind, bytes, count, &err) == RECORD_VALID, "%s",
                  err.text);
}

/* A guard must not look like a boot sector or the superblock of anything. */
TEST(guards_have_no_signature_of_others)
{
    uint8_t bytes[JOURNAL_BYTES];
    struct journal_guard guard = guard_here();
    struct journal_disk large = { journal_golden_disk.sectors / 8, 4096 };
    struct err err = { 0 };

    memset(guard.spot.path, 'x', sizeof(guard.spot.path) - 1);
    memset(guard.spot.uuid, 'x', sizeof(guard.spot.uuid) - 1);
    guard.spot.kind = JOURNAL_FILE;
    guard.spot.start = 0;
    guard.logical = 4096;
    journal_guard_encode(&guard, bytes);
    ck_assert(journal_guard_decode(bytes, 4096, &large, &guard, &err) == RECORD_VALID);
    for (size_t i = 488; i < sizeof(bytes); i++)
        ck_assert_uint_eq(bytes[i], 0);
    /* Where Minix and ext have two bytes: the kind, and the step. */
    ck_assert_uint_eq(le16_at(bytes, 16), JOURNAL_GUARD);
    ck_assert_uint_eq(le16_at(bytes, 56), 0);
}

static const struct {
    uint64_t bytes, space, want;
} units[] = {
    { 1, 4096, UINT64_C(1) << 20 },
    { UINT64_C(248) << 20, 4096, UINT64_C(1) << 20 },
    { (UINT64_C(248) << 20) + 1, 4096, UINT64_C(2) << 20 },
    { UINT64_C(1) << 40, UINT64_C(1) << 30, UINT64_C(1) << 20 },
    { (UINT64_C(1) << 40) + 1, UINT64_C(1) << 30, UINT64_C(2) << 20 },
    { UINT64_C(16) << 40, UINT64_C(1) << 30, UINT64_C(16) << 20 },
    { UINT64_MAX, 4096, UINT64_C(1) << 57 },
    { 1, 4095, 0 },
    { 0, 4096, 0 },
};

TEST_EACH(units_are_as_small_as_the_space_permits, units)
{
    ck_assert_uint_eq(journal_unit_bytes(units[_i].bytes, units[_i].space),
                      units[_i].want);
}

TEST(the_second_plan_is_where_the_first_one_ends)
{
    ck_assert_uint_eq(journal_plan_at(4096, 1), 32768);
    ck_assert_uint_eq(journal_plan_at(65536, 1), 65536);
    ck_assert_uint_eq(journal_plan_at(12288, 1), 36864);
    ck_assert_uint_eq(journal_progress_at(4096, 0), 65536);
    ck_assert_uint_eq(journal_progress_at(4096, 1), 69632);
    ck_assert_uint_eq(journal_areas_at(4096), 73728);
    ck_assert_uint_eq(journal_areas_at(1 << 20), 4 << 20);
}
