/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fixing_done.c - steps that are done, but have their old place in the table again
 *
 * Someone has written an old table since, such as that of a backup. The journal tells
 * which steps were done; the data tells whether it is still at its new place. Then the
 * entries get their new places again, in the order of the plan: each table is one that
 * was there before. */
#include <string.h>

#include "device/move/fixing/fixing_private.h"
#include "device/move/fixing/moving_table.h"
#include "device/system/signature.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/move/journal/journal_apply.h"
#include "model/move/journal/moving_entry.h"

bool fixing_has_old_place(const struct layout *now, const struct journal_plan *plan,
                          size_t index)
{
    CLEANUP(layout_unrefp) struct layout *placed = journal_place_ebrs(now, plan, index);

    return journal_step_state(now, plan, index) == JOURNAL_STEP_LEFT ||
           (plan->steps[index].action == MOVES_TABLE && placed != now &&
            journal_step_state(placed, plan, index) != JOURNAL_STEP_OTHER);
}

/* The header of a swap area is at its new place: what is at the old one is not copied. */
static struct layout *with_lost_swap(const struct layout *now,
                                     const struct journal_step *step)
{
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(now);
    const struct extent *extent = layout_find_number(now, step->number);

    if (extent && step->action == MOVES_REMAKE)
        layout_builder_find(builder, extent->id)->content =
            (struct content){ .state = CONTENT_UNREADABLE };
    return layout_builder_refinish(builder);
}

struct layout *fixing_done_table(const struct layout *now,
                                 const struct journal_plan *plan, size_t index,
                                 struct err *err)
{
    if (plan->steps[index].action == MOVES_DATA)
        return moving_entry_set(now, plan, index, SHIFT_LABEL_NEW, err);
    CLEANUP(layout_unrefp)
    struct layout *known = with_lost_swap(now, &plan->steps[index]);
    return fixing_step_table(known, plan, index, err);
}

/* --- the data, as it looks --- */

static bool done_refuse_lost(const struct journal_step *step, struct err *err)
{
    return err_set(err, ERR_REFUSED,
                   _("The table has the old start of partition %1$u again, %2$llu. Its "
                     "data was moved to sector %3$llu, but there is no complete content "
                     "any more. Nothing was written. Make an image of the disk before "
                     "you try anything else."),
                   (unsigned)step->number, (ull)step->from, (ull)step->to);
}

static bool done_refuse_both(const struct journal_step *step, struct err *err)
{
    return err_set(err, ERR_REFUSED,
                   _("The table has the old start of partition %1$u again, %2$llu. Its "
                     "data was moved to sector %3$llu, but both places have a content "
                     "now. Nothing was written. If that at the new place is the right "
                     "one: alidade resume --no-check"),
                   (unsigned)step->number, (ull)step->from, (ull)step->to);
}

static bool done_refuse_changed(const struct fixing *fixing, size_t index,
                                struct err *err)
{
    const struct journal_step *step = &fixing->plan.steps[index];

    return err_set(err, ERR_REFUSED,
                   _("The table has the old start of partition %1$u again, %2$llu. Its "
                     "data at sector %3$llu is not the same as when it was moved there. "
                     "%4$s If the partition was used since, that is why: alidade resume "
                     "--no-check"),
                   (unsigned)step->number, (ull)step->from, (ull)step->to,
                   fixing_written_words(fixing));
}

/* Finds the zones of what is moved by STEP, as if it began at START. */
static bool has_content_at(const struct fixing *fixing, const struct extent *extent,
                           uint64_t start, struct store *store, struct zones *ret)
{
    uint64_t logical = fixing->limits.logical;
    struct reader disk = store_reader(store);
    struct reader_part part;
    struct reader reader =
        reader_of_part(&part, &disk, start * logical, extent->length * logical);
    struct extent there = *extent;

    there.start = start;
    there.content = signature_probe(store_fd(store), logical, &there);
    return zones_find(&there.content, &reader, logical, ret);
}

/* What has written the old table has then overwritten the data with an EBR of it. */
static bool has_table_inside(const struct layout *now, const struct journal_step *step)
{
    LAYOUT_EACH (extent, now)
        if (extent->kind == EXTENT_METADATA && extent->role == ROLE_EBR &&
            extent_overlaps(extent, step->to, step->to + step->length))
            return true;
    return false;
}

/* Sets the new place of what is moved in RET. */
static bool looks_right(const struct fixing *fixing, const struct layout *now,
                        size_t index, struct store *store, struct shift *ret,
                        struct err *err)
{
    const struct journal_step *step = &fixing->plan.steps[index];
    const struct extent *extent = layout_find_number(now, step->number);
    struct zones old;

    *ret = (struct shift){ .grid = fixing->plan.grid,
                           .from = step->to,
                           .length = step->length };
    if (!has_content_at(fixing, extent, step->to, store, &ret->zones))
        return done_refuse_lost(step, err);
    if (fixing->skips_check)
        return true;
    if (has_table_inside(now, step))
        return done_refuse_changed(fixing, index, err);
    return !has_content_at(fixing, extent, step->from, store, &old) ||
           done_refuse_both(step, err);
}

/* The journal has the checksums of the last move: of those before it, how they look has
 * to do. */
static bool find_data(struct fixing *fixing, const struct layout *now, size_t index,
                      struct store *store, struct journal *journal, struct err *err)
{
    struct journal_units *units = &fixing->moves[index].units;
    struct shift shift;

    if (!fixing_moves_data(fixing, index))
        return true;
    if (!looks_right(fixing, now, index, store, &shift, err))
        return false;
    if (units->count ||
        journal_read_hashes(journal, (uint16_t)index, units) == RECORD_VALID) {
        fixing->found.done_shift = shift;
        fixing->found.done_step = index;
    }
    return true;
}

static bool is_table_of(const struct shift *shift, uint64_t lba)
{
    for (size_t i = 0; i < shift->table_count; i++)
        if (lba >= shift->tables[i].lba &&
            lba < shift->tables[i].lba + shift->tables[i].length)
            return true;
    return false;
}

/* Where the one is that leads to what is moved, no step tells if its partition stays. */
static struct layout *place_leading_ebr(const struct fixing *fixing,
                                        const struct layout *now)
{
    const struct journal_step *step = &fixing->plan.steps[fixing->first];
    const struct shift *shift = &fixing->moves[fixing->first].shift;
    const struct extent *before = step->object == JOURNAL_LOGICAL
                                      ? layout_find_number(now, step->number - 1)
                                      : NULL;
    const struct extent *ebr =
        before && before->kind == EXTENT_LOGICAL ? layout_find(now, before->ebr) : NULL;

    if (!ebr || is_table_of(shift, ebr->start))
        return layout_ref(now);
    for (size_t i = 0; i < shift->table_count; i++) {
        struct layout *placed = journal_place_ebr(now, ebr, shift->tables[i].lba);
        if (placed != now)
            return placed;
        layout_unref(placed);
    }
    return layout_ref(now);
}

struct layout *fixing_place_ebrs(const struct fixing *fixing, const struct layout *now)
{
    if (!fixing->found.has_record)
        return layout_ref(now);
    CLEANUP(layout_unrefp)
    struct layout *placed = journal_place_ebrs(now, &fixing->plan, fixing->first);
    return place_leading_ebr(fixing, placed);
}

/* The journal of a move that has begun expects the table at the sectors that it had. */
static struct layout *find_ebrs(struct fixing *fixing, const struct layout *table)
{
    struct layout *placed = fixing_place_ebrs(fixing, table);

    fixing->found.has_old_entries |= placed != table;
    return placed;
}

struct layout *fixing_find_done(struct fixing *fixing, struct store *store,
                                struct journal *journal, struct err *err)
{
    CLEANUP(layout_unrefp) struct layout *table = layout_ref(fixing->base);

    for (size_t i = 0; i < fixing->found.done; i++) {
        if (!fixing_has_old_place(table, &fixing->plan, i))
            continue;
        struct layout *after = find_data(fixing, fixing->base, i, store, journal, err)
                                   ? fixing_done_table(table, &fixing->plan, i, err)
                                   : NULL;
        if (!after)
            return NULL;
        layout_unref(table);
        table = after;
        fixing->found.has_old_entries = true;
    }
    return find_ebrs(fixing, table);
}

/* --- the data, as it is --- */

static void begin_comparing(struct fixing *fixing)
{
    struct prescan_request request = {
        .disk = &fixing->disk.pages,
        .plan = &fixing->plan,
        .step = (uint16_t)fixing->found.done_step,
        .shift = &fixing->found.done_shift,
        .unit = fixing->moves[fixing->found.done_step].units.bytes,
        .memory = fixing->memory / 4,
        .zeros = sink_disk_zeros(fixing->disk.claim.disk),
    };

    fixing->scan.to_scan = fixing->found.done_shift.length * fixing->limits.logical;
    fixing->scan.prescan = prescan_new(&request);
}

static bool end_comparing(struct fixing *fixing, struct err *err)
{
    const struct journal_units *units = &fixing->moves[fixing->found.done_step].units;
    const struct journal_units *found = prescan_units(fixing->scan.prescan);
    bool is_same =
        !prescan_bad(fixing->scan.prescan)->count && found->count == units->count;

    for (size_t i = 0; i < units->count && is_same; i++)
        is_same = hash_equal(&found->at[i], &units->at[i]);
    prescan_free(fixing->scan.prescan);
    fixing->scan.prescan = NULL;
    fixing->found.done_shift = (struct shift){ 0 };
    return is_same || done_refuse_changed(fixing, fixing->found.done_step, err);
}

/* Reads the data that has checksums at its new place, a part at a time. */
static bool compare_done(struct fixing *fixing, struct err *err)
{
    if (!fixing->scan.prescan)
        begin_comparing(fixing);
    return prescan_step(fixing->scan.prescan) || end_comparing(fixing, err);
}

/* --- the entries --- */

static struct layout *ebrs_wanted(const struct layout *now, void *context,
                                  struct err *err)
{
    (void)err;
    return fixing_place_ebrs(context, now);
}

static bool enter_ebrs(struct fixing *fixing, struct err *err)
{
    return !fixing->found.has_record ||
           moving_table_change(&fixing->disk.table, &fixing->limits, ebrs_wanted, fixing,
                               err);
}

/* What was moved and the move at work are saved in the journal twice: the second copy
 * made space for the blocks of the table. */
static bool end_entering(struct fixing *fixing, struct err *err)
{
    int error = fixing->found.has_record
                    ? journal_mend_saved(&fixing->journal, (uint16_t)fixing->first)
                    : 0;

    fixing->step = fixing->first;
    fixing->found.has_old_entries = false;
    return !error ||
           err_set(err, ERR_IO, _("The journal cannot be written: %s."), strerror(error));
}

bool fixing_enter_done(struct fixing *fixing, bool *ret_more, struct err *err)
{
    *ret_more = fixing->found.has_old_entries;
    if (!*ret_more)
        return end_entering(fixing, err);
    if (fixing->found.done_shift.length && !fixing->skips_check)
        return compare_done(fixing, err);
    if (!fixing->report.backup_path && !fixing_save_backup(fixing, err))
        return false;
    *ret_more = fixing->step < fixing->found.done;
    if (!*ret_more)
        return enter_ebrs(fixing, err) && end_entering(fixing, err);
    CLEANUP(layout_unrefp) struct layout *now = fixing_read_table(fixing, err);
    if (!now)
        return false;
    if (fixing_has_old_place(now, &fixing->plan, fixing->step))
        return fixing_do_table_step(fixing, err);
    fixing->step++;
    return true;
}
