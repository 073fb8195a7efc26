/* SPDX-License-Identifier: GPL-3.0-or-later */
/* apply.c - checks before an action or an edit, and the message after an edit */
#include "ui/app/apply.h"

#include "model/align/suggest_unit.h"
#include "model/align/suggestion_table.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/str.h"
#include "model/disk/extent.h"
#include "model/disk/partition_name.h"
#include "model/disk/repair.h"
#include "model/disk/types.h"
#include "model/move/plan/moves_edit.h"
#include "model/move/plan/pin.h"
#include "ui/app/ask_empty.h"
#include "ui/app/disk.h"
#include "ui/app/fix_run.h"
#include "ui/app/give_up.h"
#include "ui/app/keymap.h"
#include "ui/app/marks.h"

static bool refuse_label(struct app *app)
{
    const struct label *label = layout_label(app->layout);
    char keys[KEY_LIST];

    keymap_keys(app, SCREEN_TABLE, ACTION_NEW_TABLE, 1, keys);
    if (label->kind == LABEL_NONE || label->kind == LABEL_LOOP)
        /* TRANSLATORS: a key */
        app_say(app, true, _("There is no partition table on this disk: %s makes one."),
                keys);
    else
        /* TRANSLATORS: "bsd", "mac" ..., then a key */
        app_say(app, true,
                _("A table of kind %1$s can be viewed, not edited; %2$s makes a new "
                  "one in its place."),
                label_name(label), keys);
    return false;
}

/* Where the table does not show it: between two moves, or the disk cannot be read. */
static bool refuse_begun(struct app *app)
{
    char keys[KEY_LIST];

    app_say(app, true,
            /* TRANSLATORS: a path, a key */
            _("A move on %1$s has not ended, and nothing else can be changed meanwhile. "
              "%2$s goes on with it, or takes it back."),
            app->info.path, keymap_keys(app, SCREEN_TABLE, ACTION_PLAN, 1, keys));
    return false;
}

bool apply_is_allowed(struct app *app, bool is_repairing)
{
    const struct note *note = layout_read_only(app->layout);
    enum repair repairs[REPAIR_COUNT];
    char keys[KEY_LIST];

    if (app->is_read_only) {
        if (!app_say_forbidden(app))
            app_say(app, true, _("%s is open read-only: nothing on it can be changed."),
                    app->info.path);
        return false;
    }
    if (fix_run_is_unfinished(app))
        return refuse_begun(app);
    if (!give_up_allows_disk(app))
        return false;
    if (is_repairing)
        return true;
    if (!label_is_editable(layout_label(app->layout)->kind))
        return refuse_label(app);
    if (!note)
        return true;
    keymap_keys(app, SCREEN_TABLE, ACTION_REPAIR, 1, keys);
    if (repair_list(app->layout, repairs))
        /* TRANSLATORS: the sentence that forbids it, then a key */
        app_say(app, true, _("%1$s %2$s repairs it."), note->text, keys);
    else
        app_say(app, true, "%s", note->text);
    return false;
}

const struct extent *apply_partition(struct app *app, const char *what)
{
    const struct extent *extent = app_selected(app);
    struct suggestion best;

    if (extent && extent_is_partition(extent) && extent->kind != EXTENT_SLICE)
        return extent;
    if (extent && extent->kind == EXTENT_SLICE &&
        suggest_best(app->layout, extent, app->context, &best))
        app_say(app, true,
                _("A slice of a BSD label is shown, not edited. Suggested start: %llu."),
                (ull)best.start);
    else if (extent && extent->kind == EXTENT_SLICE)
        app_say(app, true, "%s", _("A slice of a BSD label is shown, not edited."));
    else
        app_say(app, true, "%s", what);
    return NULL;
}

/* Reports what was added to the queue. */
static void say_done(struct app *app, size_t count)
{
    CLEANUP(freep) char *words = queue_words(app->queue, queue_count(app->queue) - 1);

    if (count == 1)
        app_say(app, false, _("Pending: %s"), words);
    else if (count < queue_count(app->queue))
        app_say(app, false,
                /* TRANSLATORS: at least two more, and all there are */
                ngettext("%1$lu more change: %2$zu are pending.",
                         "%1$lu more changes: %2$zu are pending.", count),
                (unsigned long)count, queue_count(app->queue));
    else
        app_say(app, false,
                ngettext("%lu change is pending.", "%lu changes are pending.", count),
                (unsigned long)count);
}

/* Keeps the types that a person chose; those of a whole table come from its template. */
static void keep_types(struct app *app, const struct edit *edits, size_t count)
{
    enum label_kind label = layout_label(app->layout)->kind;
    char type[TYPE_TEXT];

    for (size_t i = 0; i < count && edits[0].kind != EDIT_NEW_TABLE; i++) {
        bool has_type = edits[i].kind == EDIT_TYPE || edits[i].kind == EDIT_CREATE;

        if (has_type && edits[i].type[0] && edits[i].extent != EXTENT_EXTENDED &&
            type_find(label, edits[i].type, type))
            recent_add(&app->recent,
                       label == LABEL_GPT ? RECENT_GPT_TYPE : RECENT_MSDOS_TYPE, type);
    }
}

bool apply_edits(struct app *app, const struct edit *edits, size_t count)
{
    if (!app_edit_all(app, edits, count))
        return false;
    keep_types(app, edits, count);
    say_done(app, count);
    return true;
}

static bool has_all(const struct action_row *row, unsigned needs)
{
    return (row->needs & needs) == needs;
}

/* Returns the message of ROW where something is missing; free(). */
static char *missing_words(const struct app *app, const struct action_row *row)
{
    char keys[KEY_LIST];

    if (!row->without_key)
        return xstrdup(_(row->without));
    (void)keymap_keys(app, app_screen(app), row->without_key, 1, keys);
    return xasprintf(_(row->without), keys);
}

/* True if ROW cannot do without a selected partition. */
static bool needs_selected(const struct app *app, const struct action_row *row)
{
    return has_all(row, NEEDS_PARTITION) &&
           !(has_all(row, WORKS_ON_MARKS) && marks_are_set(app));
}

char *apply_missing_need(const struct app *app, const struct action_row *row)
{
    const struct extent *extent = app_selected(app);

    if (needs_selected(app, row) && !(extent && extent_is_partition(extent)))
        return missing_words(app, row);
    if (has_all(row, NEEDS_NO_OTHER) && app_pending(app) &&
        !moves_alone_are_queued(app->queue))
        return missing_words(app, row);
    return has_all(row, NEEDS_PENDING) && !app_pending(app) ? missing_words(app, row)
                                                            : NULL;
}

bool apply_is_possible(const struct app *app, const struct action_row *row)
{
    enum label_kind kind = app->layout ? layout_label(app->layout)->kind : LABEL_NONE;
    CLEANUP(freep) char *missing = apply_missing_need(app, row);

    if (has_all(row, NEEDS_TABLE) && (app_is_read_only(app) || !label_is_editable(kind)))
        return false;
    return app->layout && !(has_all(row, NEEDS_WRITABLE) && app->is_read_only) &&
           !missing;
}

bool apply_needs_are_met(struct app *app, const struct action_row *row)
{
    if (row->needs & (NEEDS_DISK | NEEDS_LIST) && !app->layout)
        return false;
    if (has_all(row, NEEDS_WRITABLE) &&
        !apply_is_allowed(app, !has_all(row, NEEDS_TABLE)))
        return false;
    CLEANUP(freep) char *missing = apply_missing_need(app, row);
    if (needs_selected(app, row))
        return apply_partition(app, missing) != NULL;
    if (missing)
        app_say(app, false, "%s", missing);
    return !missing;
}

bool apply_moves_data(const struct extent *extent)
{
    const struct content *content = &extent->content;
    return extent->kind != EXTENT_EXTENDED && content->state == CONTENT_FOUND &&
           content_is_data(content) && !ask_empty_applies(extent);
}

bool apply_can_move(struct app *app, const struct extent *extent)
{
    enum pin pin = pin_of(app->layout, extent);

    if (pin == PIN_NO)
        return true;
    CLEANUP(freep) char *why = pin_words(app->layout, extent, pin);
    app_say(app, true, "%s", why);
    return false;
}

static void say_no_room(struct app *app, const struct extent *extent,
                        const struct suggestion *suggestion)
{
    CLEANUP(freep)
    char *need = suggestion_need(app->layout, extent, suggestion, false);
    char keys[KEY_LIST];

    (void)keymap_keys(app, SCREEN_TABLE, ACTION_PLAN, 1, keys);
    app_say(app, true,
            /* TRANSLATORS: a sector; a sentence on what must move first; a key */
            _("There is no room at %1$llu yet. %2$s %3$s on the main screen plans that."),
            (ull)suggestion->start, need, keys);
}

bool apply_needs_plan(const struct app *app, const struct extent *extent,
                      const struct suggestion *suggestion)
{
    const struct extent *then =
        app->context.planned ? layout_find(app->context.planned, extent->id) : NULL;

    return then && then->start != extent->start && then->start == suggestion->start &&
           suggestion->fit == FIT_MOVES;
}

bool apply_has_ways(const struct app *app, const struct extent *extent,
                    struct suggestion *ret_planned, struct suggestion *ret_alone)
{
    return suggest_best(app->layout, extent, app->context, ret_planned) &&
           apply_needs_plan(app, extent, ret_planned) &&
           suggest_nearest_free(app->layout, extent, app->context, ret_alone);
}

static void say_shrink(struct app *app, const struct extent *extent,
                       const struct suggestion *suggestion)
{
    char keys[KEY_LIST];

    (void)keymap_keys(app, SCREEN_TABLE, ACTION_RESIZE, 1, keys);
    app_say(app, true,
            /* TRANSLATORS: a sector, a partition, sectors, a key */
            ngettext("At %1$llu there is room for partition %2$u once it is %3$llu "
                     "sector smaller: %4$s on the main screen shows how.",
                     "At %1$llu there is room for partition %2$u once it is %3$llu "
                     "sectors smaller: %4$s on the main screen shows how.",
                     (unsigned long)suggestion->shrink),
            (ull)suggestion->start, extent->number, (ull)suggestion->shrink, keys);
}

static bool apply_data_move(struct app *app, const struct extent *extent,
                            const struct suggestion *suggestion)
{
    struct edit edit = { .kind = EDIT_MOVE,
                         .id = extent->id,
                         .start = suggestion->start,
                         .carries_data = true };

    return apply_can_move(app, extent) && apply_edits(app, &edit, 1);
}

bool apply_suggestion(struct app *app, const struct extent *extent,
                      const struct suggestion *suggestion)
{
    struct edit edit = { .kind = EDIT_RESIZE,
                         .id = extent->id,
                         .start = suggestion->start,
                         .length = extent->length - suggestion->shrink };
    CLEANUP(str_finish) struct str name = { 0 };

    partition_full_name(app->layout, extent, &name);
    if (suggest_holds_table(app->layout, extent)) {
        app_say(app, true,
                _("Partition %1$s and the table in it would have to be moved to %2$llu "
                  "as one, which alidade does not do."),
                str_text(&name), (ull)suggestion->start);
        return false;
    }
    if (suggestion->fit == FIT_MOVES) {
        say_no_room(app, extent, suggestion);
        return false;
    }
    if (apply_moves_data(extent) && suggestion->shrink) {
        say_shrink(app, extent, suggestion);
        return false;
    }
    if (apply_moves_data(extent))
        return apply_data_move(app, extent, suggestion);
    if (ask_empty_applies(extent)) {
        ask_empty_open(app, extent, &edit);
        return false;
    }
    return apply_edits(app, &edit, 1);
}
