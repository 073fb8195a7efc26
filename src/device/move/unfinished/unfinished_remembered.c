/* SPDX-License-Identifier: GPL-3.0-or-later */
/* unfinished_remembered.c - the moves that only a remembered journal leads to */
#include "device/move/journal/journal_hint.h"
#include "device/move/journal/journal_reading.h"
#include "device/move/unfinished/unfinished_private.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/move/journal/envelope.h"
#include "model/move/journal/journal_apply.h"

bool unfinished_names_none(const struct layout *layout)
{
    LAYOUT_EACH (extent, layout)
        if (extent_is_partition(extent))
            return false;
    return true;
}

static bool has_entry_in_progress(const struct layout *layout)
{
    LAYOUT_EACH (extent, layout)
        if (envelope_has_type(layout_label(layout)->kind, extent))
            return true;
    return false;
}

bool unfinished_is_obsolete(const char *path, const struct layout *layout,
                            const struct journal_found *found)
{
    CLEANUP(freep) struct journal_progress *newest = xcalloc(1, sizeof(*newest));

    return found->finding == FOUND_PLAN && !found->has_guard && found->plan->spot.start &&
           !has_entry_in_progress(layout) && !journal_can_begin(layout, found->plan) &&
           journal_read_newest(path, found->plan, newest) == RECORD_NONE;
}

/* The first sector of a disk without partitions may have been overwritten. Else the plan
 * must be one that can go on, or that was begun. */
static bool can_go_on(const char *path, const struct layout *layout,
                      struct journal_plan *plan)
{
    const struct journal_found found = { .finding = FOUND_PLAN, .plan = plan };

    return unfinished_names_none(layout) ||
           (journal_has_table(layout, plan, ERR_IGNORED) &&
            (unfinished_is_needed(path, layout, plan) ||
             (unfinished_has_step_left(layout, plan) &&
              !unfinished_is_obsolete(path, layout, &found))));
}

static bool find_remembered(const char *path, const struct reader *disk,
                            const struct layout *layout, const struct lines *places,
                            struct journal_plan *ret)
{
    const struct limits *limits = layout_limits(layout);
    const struct journal_disk of = { limits->size, limits->logical };
    size_t next = 0;

    while (journal_hint_plan(places, disk, &of, &next, ret))
        if (can_go_on(path, layout, ret))
            return true;
    return false;
}

void unfinished_add_remembered(const char *path, const struct reader *disk,
                               const struct layout *layout, struct unfinished_list *list,
                               size_t first)
{
    CLEANUP(lines_finish) struct lines places = journal_hint_places();
    CLEANUP(freep) struct journal_plan *plan = xcalloc(1, sizeof(*plan));

    if (unfinished_names_none(layout) ||
        !find_remembered(path, disk, layout, &places, plan) ||
        unfinished_find_move(list, first, plan))
        return;
    struct journal_found found = { .finding = FOUND_PLAN,
                                   .lba = plan->spot.start,
                                   .plan = TAKE(plan) };
    unfinished_add(list, path, &found);
}

/* Where no place is remembered, the disk is not opened. */
static bool has_place(const char *path, const struct layout *layout)
{
    CLEANUP(lines_finish) struct lines places = journal_hint_places();
    CLEANUP(freep) struct journal_plan *plan = xcalloc(1, sizeof(*plan));
    CLEANUP(store_closep)
    struct store *store = places.count ? store_open(path, ERR_IGNORED) : NULL;

    if (!store)
        return false;
    struct reader disk = store_reader(store);
    return find_remembered(path, &disk, layout, &places, plan);
}

bool unfinished_is_remembered(const char *path, const struct layout *layout)
{
    CLEANUP(unfinished_finish) struct unfinished_list list = { 0 };
    CLEANUP(elsewhere_close) struct elsewhere elsewhere = { 0 };

    if (elsewhere_open(&elsewhere, NULL, ERR_IGNORED))
        elsewhere_add(&elsewhere, path, layout, &list, 0);
    return list.count || has_place(path, layout) || fix_is_hinted(path, layout);
}

static bool has_redo(const char *path, const struct layout *layout)
{
    struct sys sys = sys_of_machine();
    CLEANUP(store_closep) struct store *store = store_open(path, ERR_IGNORED);

    return store && fix_on_layout(&sys, store, layout, NULL);
}

struct layout *unfinished_note(const char *path, struct layout *layout, bool is_thorough)
{
    if (layout_note_find(layout, NOTE_MOVE_IN_PROGRESS) ||
        (!unfinished_is_remembered(path, layout) &&
         !(is_thorough && has_redo(path, layout))))
        return layout;
    CLEANUP(layout_unrefp) struct layout *before = layout;
    return layout_with_note(
        before, NOTE_MOVE_IN_PROGRESS,
        _("Partitions of this disk are being moved, and not all moves "
          "are done. If that was interrupted, run: alidade resume %s (with --rollback "
          "the "
          "rest is dropped)"),
        path);
}

/* --- of which data has been moved --- */

static bool moves_before(const struct journal_plan *plan, size_t end)
{
    for (size_t i = 0; i < end; i++)
        if (plan->steps[i].action == MOVES_DATA)
            return true;
    return false;
}

static bool plan_has_moved(const char *journal, const struct journal_plan *plan)
{
    CLEANUP(freep) struct journal_progress *newest = xcalloc(1, sizeof(*newest));

    return journal_read_newest(journal, plan, newest) == RECORD_VALID &&
           (newest->phase != JOURNAL_PHASE_SAVED || newest->run.is_back ||
            moves_before(plan, newest->head.step));
}

bool unfinished_has_moved(const char *path, const struct layout *layout)
{
    CLEANUP(unfinished_finish) struct unfinished_list list = { 0 };
    CLEANUP(elsewhere_close) struct elsewhere elsewhere = { 0 };
    CLEANUP(lines_finish) struct lines places = journal_hint_places();
    CLEANUP(freep) struct journal_plan *plan = xcalloc(1, sizeof(*plan));
    CLEANUP(store_closep) struct store *store = store_open(path, ERR_IGNORED);
    char journal[SYS_PATH];

    if (!store)
        return false;
    struct reader disk = store_reader(store);
    if (find_remembered(path, &disk, layout, &places, plan) && plan_has_moved(path, plan))
        return true;
    if (elsewhere_open(&elsewhere, NULL, ERR_IGNORED))
        elsewhere_add(&elsewhere, path, layout, &list, 0);
    for (size_t i = 0; i < list.count; i++)
        if (unfinished_plan(&list.at[i], NULL, plan, journal, ERR_IGNORED) &&
            plan_has_moved(journal, plan))
            return true;
    return has_redo(path, layout);
}
