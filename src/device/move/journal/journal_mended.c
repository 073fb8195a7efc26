/* SPDX-License-Identifier: GPL-3.0-or-later */
/* journal_mended.c - the table as a journal has saved it */
#include "device/move/journal/journal_mended.h"

#include "device/move/journal/journal_first.h"
#include "device/move/journal/journal_reading.h"
#include "model/base/mem.h"
#include "model/move/journal/shift_plan.h"

static bool is_between_places(const struct shift *shift, uint64_t lba)
{
    uint64_t low = shift->from < shift->to ? shift->from : shift->to;
    uint64_t high = shift->from < shift->to ? shift->to : shift->from;

    return lba >= low && lba < high + shift->length;
}

/* In the outermost blocks only the sectors of others, which can be EBRs. */
static bool is_of_tables(const struct shift *shift, uint64_t lba)
{
    struct shift_sectors blocks[SHIFT_TABLES_MAX + 2];
    size_t count = shift_table_blocks(shift, blocks);

    for (size_t i = 0; i < count; i++)
        if (lba >= blocks[i].lba && lba - blocks[i].lba < blocks[i].length &&
            (i < shift->table_count || !is_between_places(shift, lba)))
            return true;
    return false;
}

/* With SHIFT only what the table is read from: the move itself writes the others. */
static void add_saved(const struct journal_saved *saved, const uint8_t *sectors,
                      const struct shift *shift, struct mended *ret)
{
    for (size_t i = 0; i < saved->saved_count; i++) {
        const struct journal_range *run = &saved->saved[i];
        for (uint64_t at = 0; at < run->length; at++, sectors += ret->logical)
            if (!shift || is_of_tables(shift, run->start + at))
                mended_add(ret, run->start + at, 1, sectors);
    }
}

bool journal_is_at_new_place(struct store *disk, const struct journal_plan *plan,
                             const struct journal_progress *newest,
                             const struct shift *shift)
{
    const struct journal_disk of = { plan->head.disk_bytes / plan->logical,
                                     plan->logical };
    CLEANUP(freep) uint8_t *head = xmalloc((size_t)plan->logical);
    uint64_t lba = shift->to + shift->zones.magic;
    struct reader reader = store_reader(disk);
    struct journal_guard guard;

    if (newest->run.is_back || newest->phase < JOURNAL_PHASE_FINAL)
        return false;
    return newest->phase == JOURNAL_PHASE_COMPLETE ||
           (reader_read(&reader, lba * plan->logical, head, (size_t)plan->logical) &&
            (journal_guard_decode(head, (size_t)plan->logical, &of, &guard,
                                  ERR_IGNORED) != RECORD_VALID ||
             !guid_equal(&guard.head.transaction, &plan->head.transaction)));
}

/* Adds from READING what was saved for the step at work or, between two of them, for the
 * last write of the table, the step before or the next one. Returns the step whose new
 * place the table has had since then; JOURNAL_NO_STEP: none. */
static uint16_t add_from_journal(struct store *disk, struct journal_reading *reading,
                                 const struct journal_plan *plan, struct mended *ret)
{
    CLEANUP(freep) struct journal_progress *newest = xcalloc(1, sizeof(*newest));
    CLEANUP(freep) struct journal_saved *saved = xcalloc(1, sizeof(*saved));
    CLEANUP(freep) uint8_t *sectors = xmalloc((size_t)plan->saved[0].bytes);
    struct shift shift;

    bool is_any =
        journal_read_progress(&reading->journal, newest, ERR_IGNORED) == RECORD_VALID;
    bool is_complete = is_any && newest->phase == JOURNAL_PHASE_COMPLETE;
    uint16_t step = is_any && !is_complete ? newest->head.step : JOURNAL_ANY_STEP;
    if (step != JOURNAL_ANY_STEP && journal_read_saved(&reading->journal, JOURNAL_NO_STEP,
                                                       saved, sectors) == RECORD_VALID)
        add_saved(saved, sectors, NULL, ret);
    if (journal_read_saved(&reading->journal, step, saved, sectors) != RECORD_VALID)
        return JOURNAL_NO_STEP;
    step = saved->head.step;
    bool is_of_move = step != JOURNAL_NO_STEP;
    if (is_of_move && !shift_plan_of_saved(plan, step, saved, &shift))
        return JOURNAL_NO_STEP;
    add_saved(saved, sectors, is_of_move ? &shift : NULL, ret);
    return is_any && newest->head.step == step &&
                   journal_is_at_new_place(disk, plan, newest, &shift)
               ? step
               : JOURNAL_NO_STEP;
}

static void add_known(struct store *disk, const char *path,
                      const struct journal_plan *plan, bool is_lost, struct mended *ret)
{
    CLEANUP(journal_reading_finish) struct journal_reading reading = { 0 };
    uint16_t done = JOURNAL_NO_STEP;

    ret->logical = plan->logical;
    if (journal_reading_begin(&reading, path, plan, ERR_IGNORED))
        done = add_from_journal(disk, &reading, plan, ret);
    if (is_lost)
        journal_first_lose(disk, plan, done, ret);
}

void journal_mended(struct store *disk, const char *path, const struct journal_plan *plan,
                    struct mended *ret)
{
    add_known(disk, path, plan, journal_first_is_lost(disk, plan), ret);
}

void journal_mended_over(struct store *disk, const char *path,
                         const struct journal_plan *plan, struct mended *ret)
{
    add_known(disk, path, plan, true, ret);
}
