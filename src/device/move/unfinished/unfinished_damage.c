/* SPDX-License-Identifier: GPL-3.0-or-later */
/* unfinished_damage.c - records of a journal that another program has destroyed */
#include "device/move/unfinished/unfinished_damage.h"

#include <stdlib.h>

#include "device/move/journal/journal_reading.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/move/journal/guard_search.h"
#include "model/move/journal/journal_apply.h"
#include "model/move/journal/journal_find.h"

/* --- what the disk tells --- */

static bool extent_is_guarded(const struct reader *disk, const struct journal_plan *plan,
                              const struct extent *extent)
{
    struct reader_part part;
    struct reader reader = reader_of_part(&part, disk, extent->start * plan->logical,
                                          extent->length * plan->logical);

    return guard_search(&reader, plan->logical);
}

static bool step_has_begun(const struct reader *disk, const struct layout *now,
                           const struct journal_plan *plan, size_t index)
{
    const struct extent *extent = layout_find_number(now, plan->steps[index].number);

    return plan->steps[index].action == MOVES_DATA && extent &&
           (journal_step_state(now, plan, index) == JOURNAL_STEP_DONE ||
            extent_is_guarded(disk, plan, extent));
}

/* Returns the last step with a trace of its move; STEP_COUNT: none has begun. */
static size_t step_in_motion(const struct reader *disk, const struct layout *now,
                             const struct journal_plan *plan)
{
    for (size_t i = plan->step_count; i > 0; i--)
        if (step_has_begun(disk, now, plan, i - 1))
            return i - 1;
    return plan->step_count;
}

/* --- the sentences --- */

static bool refuse_progress(const struct journal_plan *plan, size_t index,
                            struct err *err)
{
    if (index == plan->step_count)
        return err_set(err, ERR_UNREADABLE,
                       _("The journal does not tell any more how far the move has come. "
                         "%s"),
                       journal_damage_words());
    const struct journal_step *step = &plan->steps[index];
    uint64_t low = step->from < step->to ? step->from : step->to;
    uint64_t high = step->from < step->to ? step->to : step->from;
    return err_set(err, ERR_UNREADABLE,
                   _("The journal does not tell any more how far the move has come. The "
                     "data of partition %1$u is in sectors %2$llu to %3$llu, perhaps in "
                     "part at its new place. %4$s"),
                   (unsigned)step->number, (ull)low, (ull)(high + step->length - 1),
                   journal_damage_words());
}

static bool refuse_saved(struct err *err)
{
    return err_set(err, ERR_UNREADABLE,
                   _("What was saved before the move cannot be read from the journal any "
                     "more; it is in the backup file too. %s"),
                   journal_damage_words());
}

static bool refuse_hashes(const struct journal_step *step, struct err *err)
{
    return err_set(
        err, ERR_UNREADABLE,
        _("The checksums of partition %1$u cannot be read from the journal any "
          "more: without them it is not certain which of its sectors have "
          "been moved. %2$s"),
        (unsigned)step->number, journal_damage_words());
}

/* --- the records --- */

static bool read_slot_of_run(struct journal *journal, unsigned number,
                             const struct journal_progress *newest,
                             struct journal_slot *ret)
{
    return journal_read_slot(journal, number, ret) == RECORD_VALID &&
           ret->head.step == newest->head.step &&
           ret->run.is_back == newest->run.is_back &&
           ret->run.first == newest->run.first && ret->run.end == newest->run.end;
}

/* Slots are written after the record that makes them count. */
static bool has_later_slot(struct journal *journal, const struct journal_progress *newest)
{
    struct journal_slot slot;
    bool is_any = false;

    for (unsigned i = 0; i < journal->plan->slots; i++)
        is_any = is_any || read_slot_of_run(journal, i, newest, &slot);
    return is_any && newest->phase == JOURNAL_PHASE_SAVED;
}

/* Then the newest one is there too. */
static bool ring_is_full(struct journal *journal, const struct journal_progress *newest)
{
    const struct journal_plan *plan = journal->plan;
    size_t count = (size_t)num_round_up(journal_slot_bytes(plan), JOURNAL_BYTES);
    CLEANUP(freep) uint8_t *batch = xaligned(JOURNAL_BYTES, count);

    for (unsigned i = 0; i < plan->slots; i++) {
        struct journal_slot slot;
        if (!read_slot_of_run(journal, i, newest, &slot) ||
            journal_read_batch(journal, i, &slot, batch) != RECORD_VALID)
            return false;
    }
    return true;
}

/* In a ring, a batch that is gone looks like one that was never written: only the hashes
 * show that its sectors are read again which have been overwritten. */
static bool needs_hashes(struct journal *journal, const struct journal_progress *newest,
                         const struct journal_saved *saved)
{
    return journal->plan->hashes.bytes && newest->phase == JOURNAL_PHASE_MOVING &&
           saved->mode == MOVE_JOURNAL && !ring_is_full(journal, newest);
}

static bool has_records_of_move(struct journal *journal,
                                const struct journal_progress *newest, struct err *err)
{
    const struct journal_plan *plan = journal->plan;
    CLEANUP(freep) struct journal_saved *saved = xcalloc(1, sizeof(*saved));
    CLEANUP(freep) uint8_t *sectors = xmalloc((size_t)plan->saved[0].bytes);
    struct journal_units units = { 0 };
    uint16_t step = newest->head.step;

    if (has_later_slot(journal, newest))
        return refuse_progress(plan, step, err);
    if (journal_read_saved(journal, step, saved, sectors) != RECORD_VALID)
        return refuse_saved(err);
    bool has_hashes = journal_read_hashes(journal, step, &units) == RECORD_VALID;
    free(units.at);
    return has_hashes || !needs_hashes(journal, newest, saved) ||
           refuse_hashes(&plan->steps[step], err);
}

bool unfinished_is_whole(struct store *disk, const struct layout *now, const char *path,
                         const struct journal_plan *plan, struct err *err)
{
    CLEANUP(journal_reading_finish) struct journal_reading reading = { 0 };
    CLEANUP(freep) struct journal_progress *newest = xcalloc(1, sizeof(*newest));
    struct reader reader = store_reader(disk);

    if (!journal_reading_begin(&reading, path, plan, err))
        return false;
    enum journal_state state =
        journal_read_progress(&reading.journal, newest, ERR_IGNORED);
    size_t index = state == RECORD_VALID ? 0 : step_in_motion(&reader, now, plan);
    if (state == RECORD_NONE && index == plan->step_count)
        return true;
    if (state != RECORD_VALID)
        return refuse_progress(plan, index, err);
    return newest->phase == JOURNAL_PHASE_COMPLETE ||
           has_records_of_move(&reading.journal, newest, err);
}
