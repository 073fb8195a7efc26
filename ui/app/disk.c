/* SPDX-License-Identifier: GPL-3.0-or-later */
/* disk.c - the open disk: its table with all pending edits, and the selected row */
#include "ui/app/disk.h"

#include <string.h>

#include "model/align/judge.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/disk/note_weight.h"
#include "model/edit/delta.h"
#include "model/move/plan/moves_suggest.h"
#include "model/report/report.h"
#include "ui/app/give_up.h"
#include "ui/app/measure_result.h"

const struct extent *app_selected(const struct app *app)
{
    return app->layout ? layout_find(app->layout, app->selected) : NULL;
}

size_t app_pending(const struct app *app)
{
    return app->queue ? queue_count(app->queue) : 0;
}

unsigned app_changed(const struct app *app, const struct extent *extent)
{
    if (!app_pending(app))
        return 0;
    return delta_of(queue_base(app->queue), app->layout, extent->id);
}

/* Returns the first misaligned partition, else the first partition, damaged entry or
 * usable free space. */
static uint32_t first_row(const struct layout *layout)
{
    uint32_t first = 0, damaged = 0, space = 0;

    LAYOUT_EACH (extent, layout) {
        if (extent->kind == EXTENT_FREE && extent->role == ROLE_NONE && !space)
            space = extent->id;
        if (extent_is_damaged(extent) && !damaged)
            damaged = extent->id;
        if (!extent_is_partition(extent))
            continue;
        if (judge_extent(layout, extent).grade == GRADE_OFF)
            return extent->id;
        first = first ? first : extent->id;
    }
    return first ? first : damaged ? damaged : space ? space : layout_at(layout, 0)->id;
}

bool app_is_listed(const struct layout *layout, const struct extent *extent)
{
    const struct limits *limits = layout_limits(layout);

    return extent_is_partition(extent) || extent_is_damaged(extent) ||
           extent->kind == EXTENT_KEPT ||
           (extent->kind == EXTENT_FREE && extent->role != ROLE_CLAIMED &&
            extent->length >= limits->grain / limits->logical);
}

/* Returns the extent of NEXT at the place of OLD: the same one, or what replaced it. */
static uint32_t same_place(const struct layout *next, const struct extent *old)
{
    const struct extent *same = old ? layout_find(next, old->id) : NULL;
    uint32_t best = first_row(next);

    for (size_t i = 0; old && i < layout_count(next); i++) {
        const struct extent *extent = layout_at(next, i);

        if (extent->start == old->start && extent->kind == old->kind &&
            app_is_listed(next, extent) == app_is_listed(next, old))
            return extent->id;
    }
    /* Ids of other extents are reused. */
    if (same && extent_is_partition(same))
        return same->id;
    for (size_t i = 0; old && i < layout_count(next); i++) {
        const struct extent *extent = layout_at(next, i);

        if (!app_is_listed(next, extent) || extent->start >= extent_end(old))
            continue;
        best = extent->id;
        if (extent->start >= old->start)
            break; /* the first one at or behind OLD's start; else the last before it */
    }
    return best;
}

static struct suggest_context context_of(const struct app *app,
                                         const struct layout *layout)
{
    return report_context(layout, app->base_context.gap, &app->info,
                          measure_result_saved(app));
}

/* Finds again what suggestions for the layout that is shown depend on. */
static void renew_context(struct app *app)
{
    moves_suggest_finish(&app->context);
    app->context = app->layout == queue_base(app->queue)
                       ? moves_suggest_ref(&app->base_context)
                       : context_of(app, app->layout);
}

void app_suggest_again(struct app *app)
{
    if (!app->layout)
        return;
    struct suggest_context context = context_of(app, queue_base(app->queue));
    moves_suggest_finish(&app->base_context);
    app->base_context = context;
    renew_context(app);
}

/* Shows LAYOUT, of the base or with changes, instead of what is shown. */
static void app_show_layout(struct app *app, struct layout *layout)
{
    struct layout *held = layout_ref(layout);

    layout_unref(app->layout);
    app->layout = held;
    renew_context(app);
}

void app_show_preview(struct app *app)
{
    struct layout *next = queue_preview(app->queue);

    app->selected = app->shown = same_place(next, app_selected(app));
    app_show_layout(app, next);
}

/* Selects what EDIT has created. */
static void select_created(struct app *app, const struct edit *edit)
{
    if (edit->kind == EDIT_CREATE && layout_find(app->layout, edit->id))
        app->selected = app->shown = edit->id;
    if (edit->kind == EDIT_NEW_TABLE)
        app->selected = app->shown = first_row(app->layout);
}

/* Removes the last COUNT edits, which cannot be redone. */
static void drop_last(struct queue *queue, size_t count)
{
    struct err err = { 0 };

    /* No edit depends on the last one, so dropping it succeeds. */
    while (count > 0 && queue_drop(queue, queue_count(queue) - 1, &err))
        count--;
}

bool app_edit_all(struct app *app, const struct edit *edits, size_t count)
{
    struct err err = { 0 };
    size_t done = 0;

    app->group += count > 1;
    for (; done < count; done++) {
        struct edit edit = edits[done];

        edit.group = count > 1 ? app->group : 0;
        if (!queue_push(app->queue, &edit, &err))
            break;
    }
    if (done < count) {
        app_say(app, true, "%s", err.text);
        drop_last(app->queue, done);
        return false;
    }
    app_show_preview(app);
    if (count)
        select_created(app, queue_at(app->queue, queue_count(app->queue) - 1));
    app->is_edge_set = false;
    return true;
}

static bool is_open(const struct app *app, const char *path)
{
    return app->layout && !strcmp(app->info.path, path);
}

struct limits_given app_given_for(const struct app *app, const char *path)
{
    return !app->layout || is_open(app, path) ? app->given : app->given_first;
}

/* Edits name extents by ids of the table that they were made for. */
static void forget_stale(struct app *app, const struct layout *base)
{
    size_t pending = app_pending(app);

    if (delta_is_empty(queue_base(app->queue), base))
        return;
    queue_clear(app->queue);
    if (pending)
        app_say(
            app, true,
            ngettext("The table on %1$s is another one by now: the change that was "
                     "pending is forgotten.",
                     "The table on %1$s is another one by now: the %2$zu changes that "
                     "were pending are forgotten.",
                     pending),
            app->info.path, pending);
}

/* Pending edits are kept on the same disk and applied to its new base. */
static void replace_base(struct app *app, struct layout *passed, bool is_same)
{
    CLEANUP(layout_unrefp) struct layout *base = passed;
    struct err err = { 0 };

    if (is_same) {
        forget_stale(app, base);
        if (!queue_rebase(app->queue, base, &err))
            app_say(app, true, "%s", err.text);
        app_show_preview(app);
        return;
    }
    queue_free(app->queue);
    app->queue = queue_new(base, guid_source_split(&app->guids));
    app_show_layout(app, base);
    app->selected = app->shown = first_row(base);
}

void app_set_layout(struct app *app, struct event *event)
{
    bool is_same = is_open(app, event->info.path);

    if (!app->layout)
        app->given_first = app->given;
    if (!is_same) {
        app->given = app->given_first;
        give_up_forget(app);
    }
    event->layout = give_up_agree(app, event->layout);
    moves_suggest_finish(&app->base_context);
    app->base_context =
        report_context(event->layout, event->gap, &event->info, event->saved);
    app->job.has_saved = event->saved != NULL;
    if (event->saved)
        app->job.saved = *event->saved;
    app->info = event->info;
    app->info.layout = NULL;
    replace_base(app, event->layout, is_same);
    found_list_finish(&app->found);
    if (event->found)
        app->found = found_list_copy(event->found);
    app->search = event->search;
    app->marks.count = 0; /* the ids are those of the new base */
    app->is_read_only = event->info.is_read_only;
    app->fix.is_begun = event->is_begun;
    /* A late result for a disk that was left does not open it again. */
    if (app_screen(app) == SCREEN_DISKS && (!is_same || app->is_opening))
        app_push(app, SCREEN_TABLE);
    app->is_opening = false;
    if (is_same)
        return;
    app->zoom = 0;
    app->fix.is_shown = app->fix.has_status = false;
    app->is_edge_set = app->shows_end = false;
    app->is_state_told = false;
    for (int i = 0; i < SCREEN_COUNT; i++) {
        if (app->ui->screens[i]->reset)
            app->ui->screens[i]->reset(app);
    }
    details_finish(&app->details);
}

struct effect app_reread(struct app *app)
{
    app_say(app, false, "%s", _("Everything was read again."));
    return (struct effect){ .kind = EFFECT_REREAD, .given = app->given };
}

bool app_is_read_only(const struct app *app)
{
    return app->is_read_only || app->fix.is_begun || layout_read_only(app->layout);
}

bool app_say_forbidden(struct app *app)
{
    if (app->info.is_forbidden)
        app_say(app, true, _("%1$s: you may not write to it. Try: sudo alidade %1$s"),
                app->info.path);
    return app->info.is_forbidden;
}

bool app_disk_is_off(const struct disk_info *disk)
{
    return disk->layout &&
           (judge_all(disk->layout).off > 0 || note_has_damage(disk->layout));
}

size_t app_disk_default(const struct disk_info *disks, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (app_disk_is_off(&disks[i]) && !disks[i].is_system)
            return i;
    }
    for (size_t i = 0; i < count; i++) {
        if (!disks[i].is_system && disks[i].layout)
            return i;
    }
    return 0;
}
