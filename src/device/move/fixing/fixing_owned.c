/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fixing_owned.c - what a fix would overwrite that no table names */
#include "device/move/fixing/fixing_owned.h"

#include <stdlib.h>

#include "device/move/findings/fix_writes.h"
#include "device/move/fixing/fixing_private.h"
#include "device/system/owner.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/base/refusal.h"
#include "model/move/log/log_over.h"
#include "model/write/plan.h"

/* Adds the sectors of the new place that are not in the old one: on either side. */
static size_t add_new_sectors(const struct fix_write *write, struct owner_range *ret)
{
    uint64_t start = write->start, end = start + write->length;
    uint64_t from = write->from, from_end = from + write->length;
    size_t count = 0;

    if (from == start) {
        ret[0] = (struct owner_range){ start, write->length };
        return 1;
    }
    if (start < from)
        ret[count++] = (struct owner_range){ start, num_min(end, from) - start };
    if (end > from_end)
        ret[count++] = (struct owner_range){ num_max(start, from_end),
                                             end - num_max(start, from_end) };
    return count;
}

/* Data that is moved over sectors of the table, which move away, takes all bytes of them.
 */
static void add_rests(struct store *store, const struct layout *base,
                      const struct owner_range *range, struct owner_runs *ret)
{
    uint64_t logical = layout_limits(base)->logical;
    struct reader disk = store_reader(store);
    CLEANUP(freep) uint8_t *before = xmalloc(logical);
    CLEANUP(freep) uint8_t *zeros = xcalloc(1, logical);

    LAYOUT_EACH (extent, base)
        if (extent->role == ROLE_EBR && extent->start - range->start < range->length &&
            reader_read(&disk, extent->start * logical, before, logical) &&
            write_takes_rest(base, extent->start, before, zeros))
            owner_runs_add_rest(ret, extent->start);
}

/* The session has found no fix that has not ended. */
static void find_ours(struct store *store, uint32_t logical, struct owner_runs *runs)
{
    struct reader disk = store_reader(store);

    for (size_t i = 0; i < runs->count;) {
        const struct owner_run *run = &runs->at[i];
        uint64_t start = run->first;
        uint64_t length =
            run->kind == OWNER_OURS ? 0 : log_over_sectors(&disk, logical, start);
        i = length ? 0 : i + 1;
        if (length)
            owner_runs_set_ours(runs, start, length);
    }
}

/* Adds to RET what is in the COUNT places of WRITES, but not in the old places of their
 * data. */
static void fixing_find_owned(struct store *store, const struct layout *base,
                              const struct fix_write *writes, size_t count,
                              struct owner_runs *ret)
{
    CLEANUP(freep) struct owner_range *ranges = xcalloc(2 * count + 1, sizeof(*ranges));
    size_t range_count = 0;

    for (size_t i = 0; i < count; i++)
        range_count += add_new_sectors(&writes[i], &ranges[range_count]);
    owner_find_foreign(store, base, ranges, range_count, ret);
    find_ours(store, (uint32_t)layout_limits(base)->logical, ret);
    for (size_t i = 0; i < range_count; i++)
        add_rests(store, base, &ranges[i], ret);
}

#define GAP_BYTES (UINT64_C(1) << 20) /* of zeros, in what is taken for one range */

static bool is_avoided(const struct owner_runs *runs, const struct owner_run *run)
{
    for (size_t i = 0; i < runs->count; i++)
        if (runs->at[i].start <= run->start &&
            run->start + run->length <= runs->at[i].start + runs->at[i].length)
            return true;
    return false;
}

bool fixing_find_avoided(struct store *store, const struct layout *base,
                         const struct fixing_avoid *avoid, struct owner_runs *ret)
{
    static const struct journal_place nowhere = { 0 };
    CLEANUP(owner_runs_finish) struct owner_runs found = { 0 };
    CLEANUP(freep) struct fix_write *writes = NULL;
    bool is_new = false;

    if (!avoid->moves->is_possible)
        return false;
    size_t count = fix_writes_find(base, avoid->moves,
                                   avoid->place ? avoid->place : &nowhere, &writes);
    fixing_find_owned(store, base, writes, count, &found);
    for (size_t i = 0; i < found.count; i++) {
        if (owner_run_is_accepted(&found.at[i], avoid->accepted) ||
            is_avoided(ret, &found.at[i]))
            continue;
        owner_runs_add(ret, &found.at[i]);
        is_new = true;
    }
    owner_runs_settle(ret, GAP_BYTES / layout_limits(base)->logical);
    return is_new;
}

/* All that is written beside the table, whose changes the commit has checked. */
static void fixing_read_owned(const struct fixing *fixing, struct store *store,
                              struct owner_runs *ret)
{
    const struct journal_plan *plan = &fixing->plan;
    CLEANUP(freep)
    struct fix_write *writes = xcalloc(plan->step_count + 1, sizeof(*writes));
    size_t count = 0;

    for (size_t i = 0; i < plan->step_count; i++) {
        const struct journal_step *step = &plan->steps[i];
        if (fixing_moves_data(fixing, i))
            writes[count++] = (struct fix_write){ step->to, step->length, step->from };
        else if (fixing->place_number && step->number == fixing->place_number)
            writes[count++] = fix_write_at_start(plan->grid, plan->logical, step->to);
    }
    if (!fixing->journal_path)
        writes[count++] = (struct fix_write){ plan->spot.start,
                                              plan->spot.bytes / fixing->limits.logical,
                                              plan->spot.start };
    fixing_find_owned(store, fixing->base, writes, count, ret);
}

void fixing_check_owned(struct fixing *fixing, struct store *store,
                        const struct loss_accepted *accepted,
                        struct rehearsal_report *ret)
{
    fixing_read_owned(fixing, store, &fixing->owned);
    owner_runs_add_foreign(&ret->owned, &fixing->owned);
    lines_take(&ret->checked, owner_runs_checked_words(&ret->owned));
    owner_runs_lines(&ret->owned, fixing->limits.logical, &ret->losses);
    free(ret->refusal);
    ret->refusal = owner_runs_refusal(&ret->owned, fixing->limits.logical, accepted);
}

bool fixing_compare_owned(const struct fixing *fixing, struct err *err)
{
    CLEANUP(owner_runs_finish) struct owner_runs now = { 0 };
    CLEANUP(store_closep) struct store *store = store_open(fixing->path, err);

    if (!store)
        return false;
    fixing_read_owned(fixing, store, &now);
    return owner_runs_are_same(&now, &fixing->owned) ||
           err_refuse(err, REFUSAL_FREE_SPACE_WRITTEN,
                      _("Another program has written to free space of %s since it was "
                        "looked at. "
                        "Look again before you decide."),
                      fixing->path);
}
