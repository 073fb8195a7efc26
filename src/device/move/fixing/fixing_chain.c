/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fixing_chain.c - the tables of all steps that are left, and their rehearsal */
#include <stdlib.h>

#include "device/commit/commit_steps.h"
#include "device/move/fixing/fixing_private.h"
#include "model/base/mem.h"
#include "model/move/journal/journal_apply.h"
#include "model/move/journal/moving_entry.h"

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

static bool chain_add_label(struct chain *chain, size_t index, enum shift_label label,
                            struct err *err)
{
    return chain_add(
        chain, label == SHIFT_LABEL_ENVELOPE ? CHANGE_ENVELOPE : CHANGE_AFTER_DATA, index,
        moving_entry_set(chain->now, &chain->fixing->plan, index, label, err));
}

/* An EBR that is in the way has been moved by then. */
static bool chain_begin_move(struct chain *chain, size_t index, struct err *err)
{
    bool is_late =
        chain->fixing->found.is_resumed && fixing_is_late(chain->fixing, index);

    /* What cannot be read yet is fitted when it is found. */
    return (is_late || fixing_fit_move(chain->fixing, chain->now, index, err)) &&
           chain_add_label(chain, index, SHIFT_LABEL_ENVELOPE, err);
}

/* What was begun has to be completed; the header of the journal's own swap area is
 * written at the end. */
static bool chain_check_swap(const struct chain *chain, size_t index, struct err *err)
{
    const struct fixing *fixing = chain->fixing;
    const struct journal_step *step = &fixing->plan.steps[index];

    return fixing->found.is_resumed || step->action != MOVES_REMAKE ||
           step->number == fixing->plan.number ||
           fixing_check_swap(fixing, chain->now, index, err);
}

static bool chain_add_step(struct chain *chain, size_t index, struct err *err)
{
    struct fixing *fixing = chain->fixing;
    bool has_begun = index == fixing->first && fixing->found.has_record;

    if (fixing_moves_data(fixing, index))
        return (has_begun || chain_begin_move(chain, index, err)) &&
               chain_add_label(chain, index, SHIFT_LABEL_NEW, err);
    struct layout *after = fixing_step_table(chain->now, &fixing->plan, index, err);
    if (after == chain->now) {
        layout_unref(after);
        return true;
    }
    return chain_add(chain, CHANGE_TABLE, index, after) &&
           chain_check_swap(chain, index, err);
}

/* What an old table has at its old place. */
static bool chain_add_done(struct chain *chain, struct err *err)
{
    const struct journal_plan *plan = &chain->fixing->plan;

    for (size_t i = 0; i < chain->fixing->found.done; i++)
        if (fixing_has_old_place(chain->now, plan, i) &&
            !chain_add(chain, CHANGE_DONE, i,
                       fixing_done_table(chain->now, plan, i, err)))
            return false;
    CLEANUP(layout_unrefp)
    struct layout *placed = fixing_place_ebrs(chain->fixing, chain->now);
    return placed == chain->now || chain_add(chain, CHANGE_EBRS, 0, TAKE(placed));
}

static bool chain_add_steps(struct chain *chain, struct err *err)
{
    const struct fixing *fixing = chain->fixing;

    if (fixing->is_rollback)
        return !fixing->found.has_record ||
               chain_add_label(chain, fixing->first, SHIFT_LABEL_OLD, err);
    for (size_t i = fixing->first; i < fixing->plan.step_count; i++)
        if (!chain_add_step(chain, i, err))
            return false;
    return true;
}

struct layout *fixing_table_at_end(const struct layout *now,
                                   const struct journal_plan *plan)
{
    CLEANUP(layout_unrefp) struct layout *after = journal_entry_end(now, plan);
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(after);

    journal_drop_notes(builder);
    return layout_builder_refinish(builder);
}

struct layout *fixing_table_of_journal(const struct fixing *fixing,
                                       const struct layout *now)
{
    struct journal_entry entry;

    return journal_entry_begin(now, &fixing->plan.spot, fixing->place_number,
                               fixing->entry_seed, &entry);
}

/* The journal's own entry is the first change, and the last one. */
static bool chain_add_journal(struct chain *chain, struct fixing *fixing)
{
    struct journal_entry entry;

    /* Without data it takes no time in which another program could take the space. */
    if (fixing->found.is_resumed || !fixing_has_data(fixing))
        return true;
    struct layout *after = journal_entry_begin(
        chain->now, &fixing->plan.spot, fixing->place_number, fixing->entry_seed, &entry);
    fixing->plan.number = entry.number;
    fixing->plan.spot_type = entry.type;
    return chain_add(chain, CHANGE_JOURNAL, 0, after);
}

bool fixing_rehearse(struct fixing *fixing, const struct layout *now,
                     const char *backup_path, const struct commit_watch *watch,
                     struct rehearsal_report *ret, struct err *err)
{
    CLEANUP(chain_finish)
    struct chain chain = { .fixing = fixing, .now = layout_ref(now) };

    if (!chain_add_journal(&chain, fixing) || !chain_add_done(&chain, err) ||
        !chain_add_steps(&chain, err) ||
        !chain_add(&chain, CHANGE_END, 0, fixing_table_at_end(chain.now, &fixing->plan)))
        return false;
    fixing->target = layout_ref(chain.now);
    struct commit_request request = {
        .path = fixing->path,
        .sys = fixing->sys,
        .base = now,
        .preview = chain.now,
        .steps = chain.steps,
        .step_count = chain.count,
        .backup_path = backup_path,
        .accepted = { .are_moves = true },
        .is_resumed = fixing->found.is_resumed,
        .mended = &fixing->disk.mended,
        .watch = watch,
    };
    /* The journal may lie in a content that no entry names. */
    if (fixing->accepted) {
        request.accepted.starts = fixing->accepted->starts;
        request.accepted.start_count = fixing->accepted->start_count;
    }
    fixing->commit = commit_steps_rehearse(&request, ret, err);
    if (!fixing->commit ||
        (fixing->redo && !fixing_make_log(fixing, fixing->place, chain.steps,
                                          chain.changes, chain.count, err)))
        return false;
    lines_finish(&ret->writes);
    fixing_list_writes(fixing, chain.steps, chain.changes, chain.count, &ret->writes);
    return true;
}
