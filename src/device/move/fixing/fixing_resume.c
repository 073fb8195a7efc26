/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fixing_resume.c - finds where a fix has come to, to complete it or to take it back */

#include "device/move/fixing/fixing_private.h"
#include "device/move/journal/journal_mended.h"
#include "device/move/journal/journal_reading.h"
#include "device/move/unfinished/unfinished_damage.h"
#include "device/system/disk.h"
#include "device/system/signature.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/found/whole.h"
#include "model/move/journal/envelope.h"
#include "model/move/journal/journal_apply.h"
#include "model/move/journal/journal_swap.h"
#include "model/move/journal/shift_plan.h"

/* --- what has been done --- */

/* A move that has begun and is complete is done, whatever comes next. */
static bool find_first_left(struct fixing *fixing, struct journal_reading *reading,
                            struct err *err)
{
    CLEANUP(freep) struct journal_progress *newest = xcalloc(1, sizeof(*newest));
    enum journal_state state = journal_read_progress(&reading->journal, newest, err);

    if (state != RECORD_VALID && state != RECORD_NONE)
        return false;
    fixing->found.sequence = reading->journal.sequence;
    if (state == RECORD_NONE)
        return true;
    fixing->first = newest->head.step;
    fixing->found.has_record = newest->phase != JOURNAL_PHASE_COMPLETE;
    fixing->found.is_moving =
        fixing->found.has_record && newest->phase != JOURNAL_PHASE_SAVED;
    /* What is taken back, or was, ends there: the next fix is a new one. */
    if (newest->run.is_back)
        fixing->is_rollback = true;
    else if (!fixing->found.has_record)
        fixing->first++;
    return true;
}

/* The table does not tell whether a swap area has its header. */
static bool has_header(const struct fixing *fixing, const struct journal_step *step,
                       struct store *store)
{
    CLEANUP(freep) struct journal_plan *ignored = xcalloc(1, sizeof(*ignored));
    struct reader disk = store_reader(store);
    uint8_t page[JOURNAL_SWAP_BYTES];

    return step->action != MOVES_REMAKE || step->number == fixing->plan.number ||
           (reader_read(&disk, step->to * fixing->plan.logical, page, sizeof(page)) &&
            journal_swap_keep(page, ignored));
}

/* A power cut can have left the change half done. */
static bool has_ebrs(const struct fixing *fixing, const struct layout *now)
{
    CLEANUP(layout_unrefp)
    struct layout *placed = journal_place_ebrs(now, &fixing->plan, fixing->first);

    return placed == now;
}

/* Steps of the table tell it themselves. */
static void skip_done(struct fixing *fixing, const struct layout *now,
                      struct store *store)
{
    while (!fixing->found.has_record && fixing->first < fixing->plan.step_count &&
           !fixing_moves_data(fixing, fixing->first) &&
           journal_step_state(now, &fixing->plan, fixing->first) == JOURNAL_STEP_DONE &&
           has_header(fixing, &fixing->plan.steps[fixing->first], store) &&
           has_ebrs(fixing, now))
        fixing->first++;
}

/* --- the move that has begun --- */

static bool load_saved_of(struct fixing *fixing, struct journal_reading *reading,
                          struct journal_saved *saved)
{
    CLEANUP(freep) uint8_t *sectors = xmalloc((size_t)fixing->plan.saved[0].bytes);

    return journal_read_saved(&reading->journal, (uint16_t)fixing->first, saved,
                              sectors) == RECORD_VALID;
}

static bool is_in_metadata(const struct layout *now, const struct shift_sectors *at)
{
    uint64_t lba = at->lba, end = at->lba + at->length;

    LAYOUT_EACH (extent, now)
        if (extent->kind == EXTENT_METADATA && lba >= extent->start &&
            lba < extent_end(extent))
            lba = extent_end(extent);
    return lba >= end;
}

/* The tables in the journal decide where may be written: they have to be those on the
 * disk. */
static bool has_tables(const struct fixing *fixing, const struct layout *now,
                       struct err *err)
{
    const struct shift *shift = &fixing->moves[fixing->first].shift;

    for (size_t i = 0; i < shift->table_count && fixing->found.has_record; i++)
        if (!is_in_metadata(now, &shift->tables[i]))
            return err_set(err, ERR_REFUSED, "%s",
                           _("The journal expects the partition table at other sectors: "
                             "nothing was written."));
    return true;
}

/* The entry in progress is gone before the first sectors are no guard any more. */
static bool check_no_envelope(const struct fixing *fixing, struct err *err)
{
    const struct journal_step *step = &fixing->plan.steps[fixing->first];
    uint64_t low = step->from < step->to ? step->from : step->to;
    uint64_t high = step->from < step->to ? step->to : step->from;

    LAYOUT_EACH (extent, fixing->base)
        if (extent->start == low && extent_end(extent) == high + step->length &&
            envelope_has_type(fixing->plan.label, extent))
            return err_set(err, ERR_UNREADABLE,
                           _("Another program has written over the first sectors of "
                             "partition %1$u while it was being moved. Nothing was "
                             "written. %2$s"),
                           (unsigned)step->number, journal_damage_words());
    return true;
}

/* A move can be complete but for its record: then it cannot be taken back. */
static bool look_at_new_place(struct fixing *fixing, struct store *store,
                              struct journal_reading *reading, struct err *err)
{
    CLEANUP(freep) struct journal_progress *newest = xcalloc(1, sizeof(*newest));
    const struct shift *shift = &fixing->moves[fixing->first].shift;

    if (journal_read_progress(&reading->journal, newest, err) != RECORD_VALID)
        return false;
    if (!journal_is_at_new_place(store, &fixing->plan, newest, shift))
        return true;
    fixing->found.done = fixing->first + 1;
    return check_no_envelope(fixing, err) &&
           (!fixing->is_rollback || fixing_refuse_rollback(fixing, err));
}

static bool load_move(struct fixing *fixing, struct store *store,
                      struct journal_reading *reading, struct err *err)
{
    struct fixing_move *move = &fixing->moves[fixing->first];
    CLEANUP(freep) struct journal_saved *saved = xcalloc(1, sizeof(*saved));

    fixing->found.done = fixing->first;
    if (!fixing->found.has_record)
        return true;
    if (!load_saved_of(fixing, reading, saved) ||
        !shift_plan_of_saved(&fixing->plan, fixing->first, saved, &move->shift))
        return err_set(err, ERR_UNREADABLE, "%s",
                       _("What was saved before the move is not what the move needs."));
    if (!look_at_new_place(fixing, store, reading, err))
        return false;
    move->fields = saved->fields;
    move->is_scanned = true;
    /* Without them it goes on where they are not needed: only a change by the drive would
     * not be noticed. */
    fixing->found.lacks_hashes =
        journal_read_hashes(&reading->journal, (uint16_t)fixing->first, &move->units) !=
        RECORD_VALID;
    if (fixing->found.lacks_hashes)
        move->units = (struct journal_units){ 0 };
    return true;
}

/* --- the moves after it --- */

struct layout *fixing_with_content(const struct layout *now, unsigned number,
                                   struct store *store)
{
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(now);
    struct extent *extent =
        layout_builder_find(builder, layout_find_number(now, number)->id);

    extent->content =
        signature_probe(store_fd(store), layout_limits(now)->logical, extent);
    return layout_builder_refinish(builder);
}

/* True if a part of what step INDEX moves cannot be read before a block of the table is
 * mended, or before the move that has begun has ended. */
static bool is_unreadable_yet(const struct fixing *fixing, size_t index)
{
    const struct journal_step *step = &fixing->plan.steps[index];
    uint64_t logical = fixing->plan.logical, end = step->from + step->length;
    CLEANUP(store_closep) struct store *store = store_open(fixing->path, ERR_IGNORED);
    CLEANUP(freep) uint8_t *sector = xmalloc((size_t)logical);

    for (size_t i = 0; i < fixing->disk.mended.count && store; i++) {
        const struct sector_run *run = &fixing->disk.mended.runs[i];
        struct reader disk = store_reader(store);
        for (uint64_t lba = run->lba; lba < run->lba + run->count; lba++)
            if (lba >= step->from && lba < end &&
                !reader_read(&disk, lba * logical, sector, (size_t)logical))
                return true;
    }
    return false;
}

bool fixing_find_late(struct fixing *fixing, size_t index, struct err *err)
{
    CLEANUP(layout_unrefp) struct layout *now = fixing_read_table(fixing, err);
    CLEANUP(store_closep)
    struct store *store = now ? store_open(fixing->path, err) : NULL;

    if (!store)
        return false;
    CLEANUP(layout_unrefp)
    struct layout *known =
        fixing_with_content(now, fixing->plan.steps[index].number, store);
    return fixing_find_move(fixing, known, index, store, err) &&
           fixing_fit_move(fixing, known, index, err);
}

bool fixing_is_late(const struct fixing *fixing, size_t index)
{
    const struct fixing_move *move = &fixing->moves[index];

    return move->content.state == CONTENT_UNKNOWN && !move->is_scanned;
}

static bool find_next_moves(struct fixing *fixing, const struct layout *now,
                            struct store *store, struct err *err)
{
    for (size_t i = fixing->first; i < fixing->plan.step_count; i++) {
        if (!fixing_moves_data(fixing, i) ||
            (i == fixing->first && fixing->found.has_record))
            continue;
        if (journal_step_state(now, &fixing->plan, i) != JOURNAL_STEP_LEFT)
            return err_set(err, ERR_REFUSED,
                           _("Partition %u is not where the plan expects it: another "
                             "program has changed the table since the move began. "
                             "Restore it from the backup."),
                           (unsigned)fixing->plan.steps[i].number);
        if (is_unreadable_yet(fixing, i))
            continue;
        CLEANUP(layout_unrefp)
        struct layout *known =
            fixing_with_content(now, fixing->plan.steps[i].number, store);
        if (!fixing_find_move(fixing, known, i, store, err))
            return false;
    }
    return true;
}

/* --- all of it --- */

/* What was moved can only be moved again. */
static bool has_step_left(const struct fixing *fixing, struct err *err)
{
    return !fixing->is_rollback || fixing->first < fixing->plan.step_count ||
           err_set(err, ERR_REFUSED, "%s",
                   _("All partitions are complete at their new places: to move them back "
                     "is a new fix, with --start. 'alidade resume' completes this one."));
}

static bool resume_from(struct fixing *fixing, struct store *store, struct err *err)
{
    CLEANUP(journal_reading_finish) struct journal_reading reading = { 0 };

    const char *path = fixing->journal_path ? fixing->journal_path : fixing->path;

    if (!journal_reading_begin(&reading, path, &fixing->plan, err) ||
        !find_first_left(fixing, &reading, err) ||
        !load_move(fixing, store, &reading, err))
        return false;
    CLEANUP(layout_unrefp)
    struct layout *table = fixing_find_done(fixing, store, &reading.journal, err);
    if (!table)
        return false;
    skip_done(fixing, table, store);
    fixing->step = fixing->found.has_old_entries ? 0 : fixing->first;
    return has_step_left(fixing, err) && has_tables(fixing, table, err) &&
           (fixing->is_rollback || find_next_moves(fixing, table, store, err));
}

static struct extent *entry_of(struct layout_builder *builder, const struct layout *now,
                               unsigned number)
{
    const struct extent *found = number ? layout_find_number(now, number) : NULL;

    return found ? layout_builder_find(builder, found->id) : NULL;
}

/* A swap area has nothing to lose, also while its header is missing. */
static void find_swap_contents(struct layout_builder *builder, const struct layout *now,
                               const struct journal_plan *plan, struct store *store)
{
    for (size_t i = 0; i < plan->step_count; i++) {
        struct extent *swap = plan->steps[i].action == MOVES_REMAKE
                                  ? entry_of(builder, now, plan->steps[i].number)
                                  : NULL;
        if (!swap)
            continue;
        swap->content = signature_probe(store_fd(store), plan->logical, swap);
        if (swap->content.state == CONTENT_NONE)
            swap->content.zeros = ZEROS_NEW;
    }
}

/* Returns NOW with the contents that cost nothing: swap areas, and the partition that the
 * journal is in, where there is nothing else. */
static struct layout *with_empty_contents(const struct layout *now,
                                          const struct journal_plan *plan,
                                          struct store *store)
{
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(now);
    struct extent *holder = entry_of(builder, now, plan->number);

    find_swap_contents(builder, now, plan, store);
    if (holder && envelope_has_type(plan->label, holder))
        holder->content = (struct content){ .state = CONTENT_NONE, .zeros = ZEROS_NEW };
    return layout_builder_refinish(builder);
}

struct fixing *fixing_resume_begin(const struct resume_request *request,
                                   const struct journal_plan *plan, const char *journal,
                                   const struct layout *now, struct store *store,
                                   struct mended *mended, struct err *err)
{
    if (!journal_has_table(now, plan, err) ||
        !unfinished_is_whole(store, now, journal, plan, err))
        return NULL;
    /* The move was begun with consent. */
    CLEANUP(layout_unrefp) struct layout *agreed = whole_note_agree(now, NULL);
    CLEANUP(layout_unrefp)
    struct layout *base = with_empty_contents(agreed, plan, store);
    CLEANUP(fixing_freep)
    struct fixing *fixing = fixing_new(request->sys, request->move->path, base);
    fixing->plan = *plan;
    fixing->disk.mended = *mended;
    *mended = (struct mended){ 0 };
    store_mend(store, &fixing->disk.mended);
    fixing->memory = request->memory;
    fixing->is_rollback = request->is_rollback;
    fixing->skips_check = request->skips_check;
    fixing->found.is_resumed = true;
    if (!plan->spot.start)
        fixing->journal_path = xstrdup(journal);
    return resume_from(fixing, store, err) ? TAKE(fixing) : NULL;
}

/* --- all of it, and the rehearsal --- */

/* JOURNAL is the path of the journal. Takes MENDED. */
static struct fixing *resume_read(const struct resume_request *request,
                                  const struct journal_plan *plan, const char *journal,
                                  const struct layout *now, struct store *store,
                                  struct mended *mended, struct rehearsal_report *ret,
                                  struct err *err)
{
    if (!journal_has_table(now, plan, err) || layout_damaged_count(now))
        fixing_explain_first(request, plan, journal, err);
    if (err->code)
        return NULL;
    CLEANUP(fixing_freep)
    struct fixing *fixing =
        fixing_resume_begin(request, plan, journal, now, store, mended, err);
    if (!fixing || !fixing_rehearse(fixing, fixing->base, request->backup_path,
                                    request->watch, ret, err))
        return NULL;
    if (fixing->disk.mended.lost)
        lines_add(&ret->warnings, "%s",
                  _("Another program has overwritten the first sector of the disk: it is "
                    "written again, with the table, before anything else."));
    return TAKE(fixing);
}

struct fixing *fixing_resume(const struct resume_request *request,
                             struct rehearsal_report *ret, struct err *err)
{
    CLEANUP(freep) struct journal_plan *plan = xcalloc(1, sizeof(*plan));
    CLEANUP(mended_finish) struct mended mended = { 0 };
    CLEANUP(store_closep) struct store *store = store_open(request->move->path, err);
    char path[SYS_PATH];

    *ret = (struct rehearsal_report){ 0 };
    if (!store || !unfinished_plan(request->move, request->journal, plan, path, err))
        return NULL;
    /* A drive tells it by itself. */
    const struct limits_given given = { .logical =
                                            store_is_block(store) ? 0 : plan->logical };
    journal_mended(store, path, plan, &mended);
    store_mend(store, &mended);
    CLEANUP(layout_unrefp) struct layout *now = disk_read(store, &given, err);
    return now ? resume_read(request, plan, path, now, store, &mended, ret, err) : NULL;
}
