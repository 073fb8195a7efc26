/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fuzz_journal_record.c - any bytes as records of a journal, with the checksum corrected
 */
#include "fuzz/fuzz.h"

#include <stdlib.h>
#include <string.h>

#include "model/base/crc32.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "support/journal_golden.h"

enum { AT_CRC = 8, AT_SIZE = 12, AT_TRANSACTION = 32 };

static void expect(bool is_kept)
{
    if (!is_kept)
        abort();
}

/* --- what every valid record keeps to --- */

static bool is_in(uint64_t start, uint64_t length, uint64_t low, uint64_t high)
{
    return length <= high && start >= low && start <= high - length;
}

static void check_step(const struct journal_plan *plan, const struct journal_step *step)
{
    uint64_t low = step->from < step->to ? step->from : step->to;
    uint64_t high = (step->from > step->to ? step->from : step->to) + step->length;
    uint64_t end = plan->spot.start + plan->spot.bytes / plan->logical;
    bool is_here = plan->spot.start;

    expect(is_in(step->from, step->length, plan->first_usable, plan->end_usable));
    expect(is_in(step->to, step->length, plan->first_usable, plan->end_usable));
    if (is_here && step->action == MOVES_DATA)
        expect(high <= plan->spot.start || low >= end);
}

static void check_plan(const struct journal_plan *plan)
{
    uint64_t sectors = journal_golden_disk.sectors;

    expect(plan->first_usable && plan->end_usable <= sectors);
    expect(!plan->spot.start ||
           is_in(plan->spot.start, plan->spot.bytes / plan->logical, 1, sectors));
    expect(is_in(plan->ring.offset, plan->ring.bytes, 0, plan->spot.bytes));
    expect(is_in(plan->saved[0].offset, plan->saved[0].bytes, 0, plan->spot.bytes));
    expect(is_in(plan->saved[1].offset, plan->saved[1].bytes, 0, plan->spot.bytes));
    expect(plan->step_count && plan->step_count <= JOURNAL_STEPS_MAX);
    for (size_t i = 0; i < plan->step_count; i++)
        check_step(plan, &plan->steps[i]);
}

/* Only sectors of the new place, or, on the way back, of the old one. */
static void check_slot(const struct journal_slot *slot, const struct journal_plan *plan)
{
    const struct journal_step *step = &plan->steps[slot->head.step];
    uint64_t start = slot->run.is_back ? step->from : step->to;

    expect(slot->head.step < plan->step_count && step->action == MOVES_DATA);
    expect(is_in(slot->to.start, slot->to.length, start, start + step->length));
    expect(slot->to.length * plan->logical <= journal_slot_bytes(plan));
}

static void check_progress(const struct journal_progress *progress,
                           const struct journal_plan *plan)
{
    const struct journal_step *step = &plan->steps[progress->head.step];

    expect(progress->head.step < plan->step_count && step->action == MOVES_DATA);
    expect(progress->run.first <= progress->run.end);
    expect(progress->run.end <= step->length);
    expect(progress->hash_count <= JOURNAL_PIECES_MAX);
}

static void check_saved(const struct journal_saved *saved,
                        const struct journal_plan *plan)
{
    uint64_t bytes = 0, length = plan->steps[saved->head.step].length;

    expect(saved->zones.count <= ZONES_MAX && saved->fields.count <= FIELDS_MAX);
    for (size_t i = 0; i < saved->zones.count; i++)
        expect(is_in(saved->zones.at[i].start, saved->zones.at[i].length, 0, length));
    for (size_t i = 0; i < saved->saved_count; i++) {
        const struct journal_range *range = &saved->saved[i];
        expect(is_in(range->start, range->length, 0, journal_golden_disk.sectors));
        bytes += range->length * plan->logical;
    }
    expect(bytes <= plan->saved[0].bytes - plan->spot.block);
}

/* --- one record --- */

static void check_state(enum journal_state state, const struct err *err)
{
    bool is_refused = state == RECORD_NEWER || state == RECORD_OTHER;

    if (state == RECORD_VALID)
        expect(!err->code);
    else
        expect(err->text[0] && err->code == (is_refused ? ERR_REFUSED : ERR_UNREADABLE));
}

static void try_plan(const uint8_t *bytes, size_t count)
{
    CLEANUP(freep) struct journal_plan *plan = xmalloc(sizeof(*plan));
    CLEANUP(freep) uint8_t *again = xmalloc(JOURNAL_PLAN_BYTES);
    struct err err = { 0 };
    enum journal_state state =
        journal_plan_decode(bytes, count, &journal_golden_disk, plan, &err);

    check_state(state, &err);
    if (state != RECORD_VALID)
        return;
    check_plan(plan);
    journal_plan_encode(plan, again);
    expect(!memcmp(again, bytes, JOURNAL_PLAN_BYTES));
}

static void try_guard(const uint8_t *bytes, size_t count)
{
    struct journal_guard guard;
    struct err err = { 0 };
    enum journal_state state =
        journal_guard_decode(bytes, count, &journal_golden_disk, &guard, &err);

    check_state(state, &err);
    if (state == RECORD_VALID && guard.spot.start)
        expect(is_in(guard.spot.start, guard.spot.bytes / guard.logical, 1,
                     journal_golden_disk.sectors));
}

static void try_others(const uint8_t *bytes, size_t count)
{
    CLEANUP(freep) struct journal_plan *plan = xmalloc(sizeof(*plan));
    struct journal_progress progress;
    struct journal_slot slot;
    struct journal_page page;
    struct journal_saved saved;
    struct err errs[4] = { { 0 } };

    journal_golden_plan(plan);
    if (journal_progress_decode(bytes, count, plan, &progress, &errs[0]) == RECORD_VALID)
        check_progress(&progress, plan);
    if (journal_slot_decode(bytes, count, plan, &slot, &errs[1]) == RECORD_VALID)
        check_slot(&slot, plan);
    if (journal_page_decode(bytes, count, plan, &page, &errs[2]) == RECORD_VALID)
        expect(page.count <= JOURNAL_PAGE_MAX && page.first < page.units);
    if (journal_saved_decode(bytes, count, plan, &saved, &errs[3]) == RECORD_VALID)
        check_saved(&saved, plan);
}

static void try_record(const uint8_t *bytes, size_t count)
{
    try_plan(bytes, count);
    try_guard(bytes, count);
    try_others(bytes, count);
}

/* With the checksum corrected, and of the transaction that is expected. */
static void try_corrected(const uint8_t *bytes, size_t count)
{
    size_t size = count >= 64 ? le32_at(bytes, AT_SIZE) : 0;

    if (size < 64 || size > count)
        return;
    CLEANUP(freep) uint8_t *copy = xmalloc(count);
    memcpy(copy, bytes, count);
    memcpy(copy + AT_TRANSACTION, journal_golden_head().transaction.bytes, GUID_BYTES);
    put_le32(copy, AT_CRC, 0);
    put_le32(copy, AT_CRC, crc32_of(copy, size));
    try_record(copy, count);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    try_record(bytes, count);
    try_corrected(bytes, count);
    /* The second copy of a plan. */
    if (count > JOURNAL_PLAN_BYTES)
        try_record(bytes + JOURNAL_PLAN_BYTES, count - JOURNAL_PLAN_BYTES);
    return 0;
}

/* --- seeds --- */

static const struct {
    enum journal_record kind;
    size_t at;
    const char *bytes; /* instead of those of the record; the checksum stays */
} seeds[] = {
    { JOURNAL_PLAN, 0, "" },
    { JOURNAL_PROGRESS, 0, "" },
    { JOURNAL_SLOT, 0, "" },
    { JOURNAL_GUARD, 0, "" }, /* without a plan */
    { JOURNAL_HASHES, 0, "" },
    { JOURNAL_SAVED, 0, "" },
    { JOURNAL_PLAN, 8, "00000000" },
    { JOURNAL_PLAN, 18, "0000" },
    { JOURNAL_GUARD, 18, "0200" },
    { JOURNAL_PLAN, 1032, "00f0ffffffffffff" },
    { JOURNAL_PLAN, 1032, "0000000000000000" }, /* over the table */
    { JOURNAL_PLAN, 1040, "0000f07f" },         /* over the journal */
    { JOURNAL_SLOT, 96, "0000000000000000" },
    { JOURNAL_SAVED, 640, "00f0ffffffffffff" },
};

size_t fuzz_seed(unsigned index, uint8_t *buf)
{
    if (index == ARRAY_SIZE(seeds)) { /* two valid plans that differ */
        size_t count = journal_golden(JOURNAL_PLAN, buf);
        (void)journal_golden(JOURNAL_PLAN, buf + count);
        buf[count + AT_TRANSACTION] ^= 1;
        put_le32(buf + count, AT_CRC, 0);
        put_le32(buf + count, AT_CRC, crc32_of(buf + count, count));
        return 2 * count;
    }
    if (index > ARRAY_SIZE(seeds))
        return 0;
    size_t count = journal_golden(seeds[index].kind, buf);
    journal_golden_put(buf, seeds[index].at, seeds[index].bytes);
    return count;
}
