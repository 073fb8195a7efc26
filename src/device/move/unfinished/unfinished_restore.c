/* SPDX-License-Identifier: GPL-3.0-or-later */
/* unfinished_restore.c - whether an old table would overwrite what has been moved */
#include "device/move/journal/journal_reading.h"
#include "device/move/unfinished/unfinished_private.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/shell.h"
#include "model/move/journal/journal_apply.h"

/* EBRs are between partitions; other tables are where none can be. */
static bool has_ebr(const struct layout *layout)
{
    LAYOUT_EACH (extent, layout)
        if (extent->role == ROLE_EBR)
            return true;
    return false;
}

/* Returns the end of the steps that have begun. */
static size_t begun_steps(const char *journal, const struct journal_plan *plan)
{
    CLEANUP(freep) struct journal_progress *newest = xcalloc(1, sizeof(*newest));
    enum journal_state state = journal_read_newest(journal, plan, newest);

    return state == RECORD_NONE    ? 0
           : state == RECORD_VALID ? newest->head.step + 1u
                                   : plan->step_count;
}

static bool plan_leaves_data(const char *path, const char *journal,
                             const struct journal_plan *plan, const struct layout *layout,
                             struct err *err)
{
    size_t end = begun_steps(journal, plan);

    for (size_t i = 0; i < end; i++) {
        const struct journal_step *step = &plan->steps[i];
        LAYOUT_EACH (extent, layout) {
            if (step->action != MOVES_DATA || extent->kind != EXTENT_METADATA ||
                !extent_overlaps(extent, step->to, step->to + step->length))
                continue;
            CLEANUP(freep) char *quoted = shell_path(path);
            return err_set(err, ERR_REFUSED,
                           _("The table of the backup has sector %1$llu for itself, and "
                             "data of partition %2$u has been moved there since: to "
                             "restore it would destroy that. Nothing was written. Run: "
                             "alidade resume %3$s"),
                           (ull)extent->start, (unsigned)step->number, quoted);
        }
    }
    return true;
}

static bool move_leaves_data(const struct unfinished *move, const struct layout *layout,
                             struct err *err)
{
    CLEANUP(freep) struct journal_plan *plan = xcalloc(1, sizeof(*plan));
    char journal[SYS_PATH];

    if (move->found.finding != FOUND_PLAN && move->found.finding != FOUND_ELSEWHERE)
        return true;
    return unfinished_plan(move, NULL, plan, journal, err) &&
           plan_leaves_data(move->path, journal, plan, layout, err);
}

static bool leaves_data(const char *path, const struct layout *layout, struct err *err)
{
    CLEANUP(unfinished_finish) struct unfinished_list list = { 0 };
    CLEANUP(elsewhere_close) struct elsewhere elsewhere = { 0 };
    CLEANUP(store_closep)
    struct store *store = has_ebr(layout) ? store_open(path, err) : NULL;

    if (!store)
        return !err->code;
    struct reader reader = store_reader(store);
    CLEANUP(journal_finds_finish)
    struct journal_finds finds = journal_find(&reader, layout, FIND_EVERYWHERE);
    for (size_t i = 0; i < finds.count; i++)
        unfinished_add(&list, path, &finds.at[i]);
    unfinished_add_remembered(path, &reader, layout, &list, 0);
    if (elsewhere_open(&elsewhere, NULL, err))
        elsewhere_add(&elsewhere, path, layout, &list, 0);
    for (size_t i = 0; i < list.count; i++)
        if (!move_leaves_data(&list.at[i], layout, err))
            return false;
    return !err->code;
}

static bool has_data_of(const struct layout *layout, const struct journal_plan *plan)
{
    for (size_t i = 0; i < plan->step_count; i++)
        if (plan->steps[i].action == MOVES_DATA &&
            journal_step_state(layout, plan, i) == JOURNAL_STEP_OTHER)
            return false;
    return true;
}

static bool refuse_other(const char *path, struct err *err)
{
    CLEANUP(freep) char *quoted = shell_path(path);

    return err_set(
        err, ERR_REFUSED,
        _("The backup is not of the table that the move on %1$s needs. Nothing "
          "was written. To go on with it, run: alidade resume %1$s"),
        quoted);
}

static bool is_of_move(const struct sys *sys, const char *path,
                       const struct layout *layout, struct err *err)
{
    const uint64_t logical = layout_limits(layout)->logical;
    CLEANUP(unfinished_finish) struct unfinished_list list = { 0 };
    CLEANUP(freep) struct journal_plan *plan = xcalloc(1, sizeof(*plan));
    char journal[SYS_PATH];

    const struct unfinished *move =
        unfinished_search(sys, path, NULL, logical, NULL, &list, ERR_IGNORED)
            ? unfinished_choose(&list, ERR_IGNORED)
            : NULL;
    return (move && unfinished_plan(move, NULL, plan, journal, ERR_IGNORED) &&
            journal_has_table(layout, plan, ERR_IGNORED) && has_data_of(layout, plan)) ||
           refuse_other(path, err);
}

const struct restore_moves unfinished_restore_moves = {
    .is_moving = unfinished_is_remembered,
    .is_of_move = is_of_move,
    .leaves_data = leaves_data,
};
