/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fixing_step.c - does the steps of a fix: reads what is moved, moves it, changes the
 * table */
#include <string.h>

#include "device/io/clock.h"
#include "device/move/fixing/fixing_private.h"
#include "device/move/fixing/moving_table.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/str.h"
#include "model/move/journal/journal_apply.h"

/* Hashes of all that is moved are kept in memory. */
#define UNITS_MAX (UINT64_C(1) << 20)

static unsigned number_of_step(const struct fixing *fixing, size_t index)
{
    return fixing->plan.steps[index].number;
}

/* --- reading what will be moved --- */

/* Returns the bytes of a unit: small enough for the journal, and for the memory. */
static uint64_t unit_of(const struct fixing *fixing, size_t index)
{
    const struct journal_plan *plan = &fixing->plan;
    uint64_t bytes = plan->steps[index].length * plan->logical;
    uint64_t known = fixing->redo ? redo_unit_bytes(&fixing->redo->head, bytes) : 0;

    if (known)
        return known;
    uint64_t unit = journal_unit_bytes(bytes, plan->hashes.bytes);

    if (!unit)
        unit = JOURNAL_UNIT_MIN;
    while (plan->head.disk_bytes / unit > UNITS_MAX)
        unit *= 2;
    return unit;
}

static void put_log_guard(void *context, uint16_t step, uint64_t index, uint8_t *ret)
{
    const struct fixing *fixing = context;

    redo_put_guard(&fixing->redo->redo, fixing_redo_guard(fixing, step), index, ret);
}

static void begin_prescan(struct fixing *fixing, size_t index)
{
    struct prescan_request request = {
        .disk = &fixing->disk.pages,
        .plan = &fixing->plan,
        .step = (uint16_t)index,
        .shift = &fixing->moves[index].shift,
        .unit = unit_of(fixing, index),
        .memory = fixing->memory / 4,
        .zeros = sink_disk_zeros(fixing->disk.claim.disk),
        .put_guard = fixing->redo ? put_log_guard : NULL,
        .context = fixing,
    };

    if (!fixing->scan.ahead.bytes)
        fixing_measure_ahead(fixing);
    fixing->scan.prescan = prescan_new(&request);
}

/* Names the first sectors that cannot be read. */
static bool refuse_bad(const struct fixing *fixing, size_t index,
                       const struct prescan_bad *bad, struct err *err)
{
    CLEANUP(str_finish) struct str list = { 0 };

    for (size_t i = 0; i < bad->count; i++)
        str_printf(&list, i ? ", %llu-%llu" : "%llu-%llu", (ull)bad->at[i].lba,
                   (ull)(bad->at[i].lba + bad->at[i].length - 1));
    return err_set(err, ERR_REFUSED,
                   ngettext("%1$llu sector of partition %2$u cannot be read (%3$s): its "
                            "data is not moved. Make an image of the disk first, with "
                            "ddrescue for example.",
                            "%1$llu sectors of partition %2$u cannot be read (%3$s): its "
                            "data is not moved. Make an image of the disk first, with "
                            "ddrescue for example.",
                            (unsigned long)bad->sectors),
                   (ull)bad->sectors, number_of_step(fixing, index), str_text(&list));
}

static bool end_prescan(struct fixing *fixing, size_t index, struct err *err)
{
    struct fixing_move *move = &fixing->moves[index];
    const struct prescan_bad *bad = prescan_bad(fixing->scan.prescan);
    const struct journal_units *units = prescan_units(fixing->scan.prescan);

    if (bad->count)
        return refuse_bad(fixing, index, bad, err);
    move->units = *units;
    move->units.at = xcalloc(units->count, sizeof(*units->at));
    memcpy(move->units.at, units->at, units->count * sizeof(*units->at));
    move->is_scanned = true;
    fixing->scan.scanned += prescan_done(fixing->scan.prescan);
    prescan_free(fixing->scan.prescan);
    fixing->scan.prescan = NULL;
    return true;
}

/* Returns the next step whose data was not read. */
static size_t next_to_scan(const struct fixing *fixing)
{
    size_t index = fixing->step;

    while (index < fixing->plan.step_count &&
           (!fixing_moves_data(fixing, index) || fixing->moves[index].is_scanned))
        index++;
    return index;
}

bool fixing_do_scan(struct fixing *fixing, bool *ret_more, struct err *err)
{
    size_t index = next_to_scan(fixing);

    *ret_more = index < fixing->plan.step_count;
    if (!*ret_more)
        return true;
    if (fixing_is_late(fixing, index) && !fixing_find_late(fixing, index, err))
        return false;
    if (!fixing->scan.prescan)
        begin_prescan(fixing, index);
    uint64_t begun = clock_ns();
    bool is_more = prescan_step(fixing->scan.prescan);
    fixing->scan.scan_ns += clock_ns() - begun;
    if (is_more)
        return fixing_watch_users(fixing, err);
    return end_prescan(fixing, index, err);
}

/* --- moving data --- */

static bool fixing_set_label(void *context, enum shift_label label, struct err *err)
{
    struct fixing *fixing = context;

    return moving_table_set(&fixing->disk.table, &fixing->limits, &fixing->plan,
                            fixing->step, label, err);
}

/* The table may have changed in the steps before. */
static bool fit_to_table(struct fixing *fixing, struct err *err)
{
    CLEANUP(layout_unrefp) struct layout *now = fixing_read_table(fixing, err);

    return now && fixing_fit_move(fixing, now, fixing->step, err);
}

static bool write_hashes(struct fixing *fixing, struct err *err)
{
    const struct journal_units *units = &fixing->moves[fixing->step].units;
    int error = 0;

    if (fixing->plan.hashes.bytes)
        error = journal_write_hashes(&fixing->journal, (uint16_t)fixing->step, units);
    return !error ||
           err_set(err, ERR_IO, _("The journal cannot be written: %s."), strerror(error));
}

/* Less for a slow drive, as long as there is space for whole units beside the pieces. A
 * sixteenth is for other uses. */
static size_t memory_of_move(const struct fixing *fixing, const struct fixing_move *move)
{
    const struct shift *shift = &move->shift;
    uint64_t count = shift->mode == MOVE_HOLE ? shift->hashes : 1;
    uint64_t whole =
        count * shift->piece * fixing->limits.logical + 2 * move->units.bytes;
    uint64_t memory = fixing_memory(fixing);

    if (fixing_reads_ahead(fixing))
        whole *= 2;
    whole += whole / 15 + 1;
    memory = memory > whole ? memory : whole;
    return (size_t)(memory < fixing->memory ? memory : fixing->memory);
}

void fixing_begin_background(struct fixing *fixing)
{
    fixing_measure_seeks(fixing, fixing->step);
    if (!fixing->background && fixing_reads_ahead(fixing))
        fixing->background = background_new();
}

static bool begin_move(struct fixing *fixing, struct err *err)
{
    struct fixing_move *move = &fixing->moves[fixing->step];

    if (!fixing->found.has_record &&
        (!fit_to_table(fixing, err) || !write_hashes(fixing, err)))
        return false;
    if (!fixing_hide(fixing, fixing->step, err))
        return false;
    fixing_begin_background(fixing);
    fixing_open_data(fixing, fixing->step);
    struct mover_request request = {
        .disk = &fixing->disk.data,
        .journal = &fixing->journal,
        .step = (uint16_t)fixing->step,
        .shift = &move->shift,
        .fields = &move->fields,
        .units = &move->units,
        .memory = memory_of_move(fixing, move),
        .zeros = sink_disk_zeros(fixing->disk.claim.disk),
        .reads_ahead = fixing->background,
        .background = fixing->background,
        .set_label = fixing_set_label,
        .context = fixing,
        .is_rollback = fixing->is_rollback,
        .skips_check = fixing->skips_check,
    };
    fixing->mover = mover_new(&request);
    return true;
}

static bool end_move(struct fixing *fixing, struct err *err)
{
    CLEANUP(layout_unrefp) struct layout *now = fixing_read_table(fixing, err);
    struct move_progress moved;

    mover_live(fixing->mover, &moved);
    fixing->retries += moved.retries;
    mover_free(fixing->mover);
    fixing->mover = NULL;
    fixing_close_data(fixing);
    fixing->found.has_record = false;
    return now && fixing_tell(fixing, now, err);
}

bool fixing_refuse_rollback(const struct fixing *fixing, struct err *err)
{
    return err_set(err, ERR_REFUSED,
                   _("Partition %u is complete at its new place: to move it back is a "
                     "new fix, with --start. 'alidade resume' completes this one."),
                   number_of_step(fixing, fixing->step));
}

static bool go_on_moving(struct fixing *fixing, bool *ret_more, struct err *err)
{
    if (fixing->is_stopping)
        mover_stop(fixing->mover);
    if (!fixing_watch(fixing, fixing->step, err))
        return false;
    enum mover_state state = mover_step(fixing->mover);
    fixing->has_begun |= mover_has_written(fixing->mover);
    switch (state) {
    case MOVER_RUNNING:
        *ret_more = true;
        return true;
    case MOVER_STOPPED:
        fixing->state = FIXING_STOPPED;
        *ret_more = true;
        return true;
    case MOVER_AT_NEW:
        if (fixing->is_rollback)
            return fixing_refuse_rollback(fixing, err);
        fixing->step++;
        return end_move(fixing, err);
    case MOVER_AT_OLD:
        fixing->is_rollback = true;
        return end_move(fixing, err);
    case MOVER_FAILED:
        break;
    }
    *err = *mover_err(fixing->mover);
    return false;
}

/* --- steps that move none --- */

struct layout *fixing_step_table(const struct layout *now,
                                 const struct journal_plan *plan, size_t index,
                                 struct err *err)
{
    CLEANUP(layout_unrefp) struct layout *placed = journal_place_ebrs(now, plan, index);

    if (journal_step_state(placed, plan, index) == JOURNAL_STEP_DONE)
        return TAKE(placed);
    return journal_step_apply(placed, plan, index, err);
}

static struct layout *step_wanted(const struct layout *now, void *context,
                                  struct err *err)
{
    const struct fixing *fixing = context;

    return fixing->found.has_old_entries
               ? fixing_done_table(now, &fixing->plan, fixing->step, err)
               : fixing_step_table(now, &fixing->plan, fixing->step, err);
}

static bool mend_swap(struct fixing *fixing, struct err *err)
{
    CLEANUP(layout_unrefp) struct layout *now = fixing_read_table(fixing, err);

    return now && fixing_mend_swap(fixing, now, fixing->step, err);
}

static bool change_table(struct fixing *fixing, const struct journal_step *step,
                         struct err *err)
{
    bool has_journal = step->number == fixing->plan.number && step->length &&
                       !guid_is_zero(&fixing->plan.spot_type);

    if (has_journal && !fixing_guard_journal(fixing, step->to, err))
        return false;
    if (!has_journal && step->action == MOVES_REMAKE && !mend_swap(fixing, err))
        return false;
    if (!moving_table_change(&fixing->disk.table, &fixing->limits, step_wanted, fixing,
                             err))
        return false;
    return has_journal || step->action != MOVES_REMAKE ||
           fixing_complete_swap(fixing, fixing->step, err);
}

bool fixing_do_table_step(struct fixing *fixing, struct err *err)
{
    if (!change_table(fixing, &fixing->plan.steps[fixing->step], err))
        return false;
    CLEANUP(layout_unrefp) struct layout *now = fixing_read_table(fixing, err);
    fixing->step++;
    return now && fixing_tell(fixing, now, err);
}

bool fixing_do_step(struct fixing *fixing, bool *ret_more, struct err *err)
{
    *ret_more = false;
    if (fixing->mover)
        return go_on_moving(fixing, ret_more, err);
    if (!fixing_moves_data(fixing, fixing->step))
        return fixing_do_table_step(fixing, err);
    *ret_more = true;
    return begin_move(fixing, err);
}
