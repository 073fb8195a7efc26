/* SPDX-License-Identifier: GPL-3.0-or-later */
/* step_plan.c - plans the writes of each step, and checks them */
#include <stdlib.h>
#include <string.h>

#include "device/commit/rehearsal.h"
#include "device/commit/stages.h"
#include "device/io/random.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/refusal.h"
#include "model/write/swap_blocks.h"
#include "model/write/whitelist.h"

const struct write_plan *commit_plan(const struct commit *commit)
{
    return &commit->plan;
}

const struct layout *commit_before(const struct commit *commit, size_t index)
{
    return index ? commit->steps[index - 1].after : commit->base;
}

struct write_plan commit_step_plan(const struct commit *commit, size_t index)
{
    const struct commit_step *step = &commit->steps[index];

    return (struct write_plan){ .logical = commit->plan.logical,
                                .writes = commit->plan.writes + step->first,
                                .count = step->count };
}

/* Names the step, if it is one of several. */
static bool step_fail(const struct commit *commit, size_t index, const struct err *why,
                      struct err *err)
{
    if (commit->step_count == 1)
        return err_pass(err, why, "%s", why->text);
    return err_pass(err, why, _("Step %1$zu of %2$zu cannot be done: %3$s"), index + 1,
                    commit->step_count, why->text);
}

static bool plan_edit(const struct reader *now, const struct layout *before,
                      const struct layout *after, struct write_plan *ret, struct err *err)
{
    if (!write_plan_make(now, before, after, ret, err))
        return false;
    if (swap_blocks_check(ret, before, after, err))
        return true;
    write_plan_finish(ret);
    return false;
}

/* Moves the writes of PLAN behind those that are there. */
static void append_plan(struct commit *commit, struct write_plan *plan)
{
    struct write_plan *all = &commit->plan;

    if (!plan->count) {
        write_plan_finish(plan);
        return;
    }
    all->logical = plan->logical;
    all->writes = xrealloc(all->writes, all->count + plan->count, sizeof(*all->writes));
    memcpy(all->writes + all->count, plan->writes, plan->count * sizeof(*plan->writes));
    all->count += plan->count;
    free(plan->writes);
    *plan = (struct write_plan){ 0 };
}

static bool plan_step(struct commit *commit, size_t index,
                      const struct commit_request *request, const struct reader *disk,
                      struct err *err)
{
    struct commit_step *step = &commit->steps[index];
    const struct layout *before = commit_before(commit, index);
    struct write_plan_view view;
    struct reader now = write_plan_reader(&view, disk, &commit->plan, commit->plan.count);
    struct write_plan plan = { 0 };
    struct err why = { 0 };
    bool is_made = request->runs ? write_plan_of_runs(&now, before, request->runs,
                                                      request->run_count, &plan, &why)
                                 : plan_edit(&now, before, step->after, &plan, &why);

    if (!is_made)
        return step_fail(commit, index, &why, err);
    step->first = index ? commit->plan.count : 0;
    append_plan(commit, &plan);
    step->count = commit->plan.count - step->first;
    return true;
}

/* Removes the steps without writes: they only changed what is known of contents. */
static void drop_empty_steps(struct commit *commit)
{
    size_t kept = 0;

    for (size_t i = 0; i < commit->step_count; i++) {
        if (commit->steps[i].count)
            commit->steps[kept++] = commit->steps[i];
        else
            layout_unref(commit->steps[i].after);
    }
    commit->step_count = kept;
}

bool commit_make_plan(struct commit *commit, const struct commit_request *request,
                      struct store *store, struct err *err)
{
    struct reader disk = store_reader(store);

    if (request->cleared)
        append_plan(commit, request->cleared);
    commit->cleared = commit->plan.count;
    for (size_t i = 0; i < commit->step_count; i++)
        if (!plan_step(commit, i, request, &disk, err))
            return false;
    drop_empty_steps(commit);
    return table_runs(&disk, commit->base, &commit->table, &commit->table_count, err);
}

void commit_list_writes(const struct commit *commit, struct lines *lines)
{
    for (size_t i = 0; i < commit->step_count; i++) {
        struct write_plan plan = commit_step_plan(commit, i);
        if (commit->step_count > 1)
            lines_add(lines, _("Step %1$zu of %2$zu:"), i + 1, commit->step_count);
        write_plan_lines(&plan, lines);
    }
}

/* Adds AGREES, or that libparted was not asked. */
static void report_cross_check(const struct rehearsal *rehearsal, const char *agrees,
                               struct rehearsal_report *report)
{
    if (rehearsal->is_too_large)
        lines_add(&report->warnings, "%s",
                  _("Not cross-checked by libparted: it takes too long for a GPT of so "
                    "many entries."));
    else if (rehearsal->is_missing)
        lines_add(&report->warnings, "%s",
                  _("Not cross-checked by libparted: libparted.so.2 cannot be loaded."));
    else if (rehearsal->is_unread)
        lines_add(&report->warnings, "%s",
                  _("Not cross-checked by libparted: it does not read a table that stays "
                    "damaged."));
    else
        lines_add(&report->checked, "%s", agrees);
}

/* A restore is not an edit: no rule limits the bytes that it may change, and libparted
 * need not be able to read the result. */
static bool check_restore(const struct commit *commit, struct store *store,
                          struct rehearsal_report *report)
{
    CLEANUP(rehearsal_finish) struct rehearsal made = { 0 };
    struct err err = { 0 };

    if (!label_is_editable(layout_label(commit->preview)->kind))
        return true;
    if (!rehearsal_agrees(&made, store, commit->base, commit->preview, &commit->plan,
                          &err))
        lines_add(&report->warnings, "%s", err.text);
    else if (!layout_note_find(commit->preview, NOTE_ISO_HYBRID))
        report_cross_check(&made, _("libparted reads the same table in it."), report);
    return true;
}

static bool check_step(const struct commit *commit, size_t index, struct store *store,
                       struct rehearsal *rehearsal, struct err *err)
{
    const struct layout *before = commit_before(commit, index);
    const struct layout *after = commit->steps[index].after;
    size_t cleared = index ? 0 : commit->cleared;
    struct write_plan plan = commit_step_plan(commit, index);
    struct reader disk = store_reader(store);
    struct write_plan_view view;
    struct reader now = write_plan_reader(&view, &disk, &commit->plan,
                                          commit->steps[index].first + cleared);
    CLEANUP(store_closep)
    struct store *there = store_of_reader(store_path(store), &now);

    plan.writes += cleared;
    plan.count -= cleared;
    return whitelist_check(&now, before, after, &plan, err) &&
           rehearsal_agrees(rehearsal, there, before, after, &plan, err);
}

/* Adds the lines of FROM that TO does not have. */
static void add_new_lines(struct lines *to, const struct lines *from)
{
    for (size_t i = 0; i < from->count; i++)
        if (lines_index(to, from->at[i]) == to->count)
            lines_add(to, "%s", from->at[i]);
}

/* Before the first rehearsal: in a rehearsal libuuid would sleep for them again and
 * again. */
static bool await_random(const struct commit_watch *watch, struct err *err)
{
    const struct random_watch waiting = { .wait = watch ? watch->unready : NULL,
                                          .context = watch ? watch->lock.context : NULL };

    return random_wait(&waiting) ||
           err_refuse(
               err, REFUSAL_RANDOM_NUMBERS_NOT_READY, "%s",
               _("The kernel has no random numbers yet: nothing is written. Run this "
                 "again later."));
}

static bool check_steps(const struct commit *commit, struct store *store,
                        const struct commit_watch *watch, struct rehearsal *rehearsal,
                        struct err *err)
{
    size_t count = commit->step_count, done = 0;
    struct err why = { 0 };
    bool is_good = true;

    while (is_good && done < count) {
        if (watch)
            watch->rehearsed(watch->lock.context, done, count);
        is_good = check_step(commit, done++, store, rehearsal, &why);
    }
    if (watch)
        watch->rehearsed(watch->lock.context, count, count);
    return is_good || step_fail(commit, done - 1, &why, err);
}

bool commit_check_plan(const struct commit *commit, struct store *store,
                       const struct commit_watch *watch, struct rehearsal_report *report,
                       struct err *err)
{
    CLEANUP(rehearsal_finish) struct rehearsal rehearsal = { 0 };

    if (!await_random(watch, err))
        return false;
    if (commit->is_restore)
        return check_restore(commit, store, report);
    if (!check_steps(commit, store, watch, &rehearsal, err))
        return false;
    /* A fix tells it of its moves, too; what was begun is completed without a look. */
    if (!commit->has_moves)
        lines_take(&report->checked, owner_runs_checked_words(&report->owned));
    /* It is not asked about a bootable image, which is in KEPT. */
    if (!layout_note_find(commit->preview, NOTE_ISO_HYBRID))
        report_cross_check(&rehearsal, _("libparted comes to the same table."), report);
    add_new_lines(&report->checked, &rehearsal.kept);
    return true;
}
