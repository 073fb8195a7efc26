/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fixing_chain.c - the tables of all steps, and their rehearsal */
#include <stdlib.h>

#include "device/commit/commit_steps.h"
#include "device/move/fixing/fixing_private.h"
#include "model/base/mem.h"
#include "model/move/plan/journal_apply.h"
#include "model/move/plan/moving_entry.h"
#include "model/write/swap_blocks.h"

/* The tables one after the other. */
struct chain {
    struct fixing *fixing;
    struct layout *now; /* owned reference: the last one */
    struct disk_step *steps;
    struct fixing_change *changes; /* owned; what each of them is */
    size_t count;
};

static void chain_finish(struct chain *chain)
{
    disk_steps_free(chain->steps, chain->count);
    free(chain->changes);
    layout_unref(chain->now);
}

/* Takes AFTER, which is NULL after an error. */
static bool chain_add(struct chain *chain, enum fixing_change_kind kind, size_t index,
                      struct layout *after)
{
    if (!after)
        return false;
    chain->changes = xrealloc(chain->changes, chain->count + 1, sizeof(*chain->changes));
    chain->changes[chain->count] = (struct fixing_change){ kind, index };
    chain->steps = xrealloc(chain->steps, chain->count + 1, sizeof(*chain->steps));
    chain->steps[chain->count++] = (struct disk_step){ MOVES_TABLE, layout_ref(after) };
    layout_unref(chain->now);
    chain->now = after;
    return true;
}

static bool chain_add_entry(struct chain *chain, size_t index, enum moving_place place,
                            struct err *err)
{
    return chain_add(
        chain, place == MOVING_ENVELOPE ? CHANGE_ENVELOPE : CHANGE_AFTER_DATA, index,
        moving_entry_set(chain->now, &chain->fixing->plan, index, place, err));
}

/* --- the header of a swap area --- */

/* False also for containers, which are around their logical partitions. */
static bool shares_blocks(const struct extent *extent, const struct extent *swap,
                          struct shift_sectors blocks)
{
    return extent != swap && extent->kind != EXTENT_FREE &&
           extent->kind != EXTENT_SLICE && (!swap || extent->id != swap->parent) &&
           extent_overlaps(extent, blocks.lba, blocks.lba + blocks.length);
}

/* No header is created in one block with sectors of others.  That of the journal's own
 * swap area is not written there. */
static bool chain_check_swap(const struct chain *chain, size_t index, struct err *err)
{
    const struct journal_plan *plan = &chain->fixing->plan;
    const struct journal_step *step = &plan->steps[index];
    const struct shift disk = { .grid = plan->grid, .disk = chain->fixing->limits.size };
    const struct extent *swap = layout_find_number(chain->now, step->number);

    if (step->action != MOVES_REMAKE || step->number == plan->number)
        return true;
    struct shift_sectors blocks = shift_blocks(
        &disk, (struct shift_sectors){ step->to, SWAP_HEADER_BYTES / plan->logical });
    LAYOUT_EACH (extent, chain->now)
        if (shares_blocks(extent, swap, blocks))
            return swap_blocks_refuse(step->number, step->to, extent, plan->grid,
                                      plan->logical, err);
    return true;
}

/* --- the steps --- */

static bool chain_add_step(struct chain *chain, size_t index, struct err *err)
{
    struct fixing *fixing = chain->fixing;

    if (fixing_moves_data(fixing, index))
        return fixing_fit_move(fixing, index, err) &&
               chain_add_entry(chain, index, MOVING_ENVELOPE, err) &&
               chain_add_entry(chain, index, MOVING_NEW, err);
    if (journal_step_is_done(chain->now, &fixing->plan, index))
        return true;
    return chain_add(chain, CHANGE_TABLE, index,
                     journal_step_apply(chain->now, &fixing->plan, index, err)) &&
           chain_check_swap(chain, index, err);
}

/* The journal's own entry is the first change, and the last one. */
static bool chain_add_journal(struct chain *chain)
{
    struct fixing *fixing = chain->fixing;
    struct journal_entry entry;

    /* Without data it takes no time in which another program could take the space. */
    if (!fixing_has_data(fixing))
        return true;
    struct layout *after = journal_entry_begin(
        chain->now, &fixing->plan.spot, fixing->place_number, fixing->entry_seed, &entry);
    fixing->plan.number = entry.number;
    fixing->plan.spot_type = entry.type;
    return chain_add(chain, CHANGE_JOURNAL, 0, after);
}

/* Each change is one of the table that the one before has made. */
static bool chain_add_all(struct chain *chain, struct err *err)
{
    const struct journal_plan *plan = &chain->fixing->plan;

    if (!chain_add_journal(chain))
        return false;
    for (size_t i = 0; i < plan->step_count; i++)
        if (!chain_add_step(chain, i, err))
            return false;
    return chain_add(chain, CHANGE_END, 0, fixing_table_at_end(chain->now, plan));
}

bool fixing_rehearse(struct fixing *fixing, const struct fix_request *fix,
                     struct rehearsal_report *ret, struct err *err)
{
    CLEANUP(chain_finish)
    struct chain chain = { .fixing = fixing, .now = layout_ref(fixing->base) };

    if (!chain_add_all(&chain, err))
        return false;
    fixing->target = layout_ref(chain.now);
    struct commit_request request = {
        .path = fixing->path,
        .sys = fixing->sys,
        .base = fixing->base,
        .preview = chain.now,
        .steps = chain.steps,
        .step_count = chain.count,
        .backup_path = fix->backup_path,
        .accepted = { .are_moves = true },
        .is_shown = fix->is_shown,
        .watch = fix->watch,
    };
    /* The journal may lie in a content that no entry names. */
    request.accepted.starts = fixing->accepted->starts;
    request.accepted.start_count = fixing->accepted->start_count;
    fixing->commit = commit_steps_rehearse(&request, ret, err);
    if (!fixing->commit || !fixing_make_log(fixing, fixing->place, chain.steps,
                                            chain.changes, chain.count, err))
        return false;
    lines_finish(&ret->writes);
    fixing_list_writes(fixing, chain.steps, chain.changes, chain.count, &ret->writes);
    return true;
}
