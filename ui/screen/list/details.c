/* SPDX-License-Identifier: GPL-3.0-or-later */
/* details.c - what is known of the disk, which can be set in part, or of a partition */
#include <stdlib.h>

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/text.h"
#include "model/disk/partition_name.h"
#include "ui/app/disk.h"
#include "ui/app/given.h"
#include "ui/app/keymap.h"
#include "ui/screen/frame/frame.h"
#include "ui/screen/frame/screen.h"
#include "ui/screen/list/details_more.h"

#define NOTE_ROWS 3
#define VALUE_MAX 80 /* columns: sources stand beside their values */

struct details_own {
    int row;           /* index of the selected one */
    bool is_partition; /* of the selected partition, else of the disk */
};

static struct details_own *details_of(const struct app *app)
{
    return app->own[SCREEN_DETAILS];
}

static void details_reset(struct app *app)
{
    *details_of(app) = (struct details_own){ .row = 0 };
}

/* The rows that are shown; those of a partition are built in *BUILT, to be finished. */
static const struct details *details_shown(const struct app *app, struct details *built)
{
    if (!details_of(app)->is_partition)
        return &app->details;
    details_add_partition(built, app->layout, app_selected(app), app->context,
                          &app->info);
    return built;
}

static int foot_rows(const struct app *app)
{
    return app->rows >= 12 && app->cols < 76 ? 2 : 1;
}

static bool has_note(const struct app *app)
{
    return app->rows >= 20 && !details_of(app)->is_partition;
}

static int list_rows(const struct app *app)
{
    return app->rows - 3 - foot_rows(app) - (has_note(app) ? NOTE_ROWS + 1 : 0);
}

static const char *detail_source(const struct detail *detail)
{
    return detail->source ? detail->source : "";
}

struct view {
    struct pager values; /* all values, wrapped */
    int *first;          /* the first line of each row, and the end of the last */
    int name_width, source_width, value_width;
};

/* Sets the widths of names and sources, which leave space for the values, and of these.
 */
static void set_widths(const struct details *details, int cols, struct view *view)
{
    int max_name = (cols - 4) / 3, max_source = cols >= 60 ? 12 : 0, widest = 0;

    for (size_t i = 0; i < details->count; i++) {
        int name = text_width(details->rows[i].name);
        int source = text_width(detail_source(&details->rows[i]));
        int value = text_width(details->rows[i].value);
        view->name_width = name > view->name_width ? name : view->name_width;
        view->source_width = source > view->source_width ? source : view->source_width;
        widest = value > widest ? value : widest;
    }
    if (view->name_width > max_name)
        view->name_width = max_name;
    if (view->source_width > max_source)
        view->source_width = max_source;
    view->value_width = cols - 6 - view->name_width - 2 -
                        (view->source_width ? view->source_width + 2 : 0);
    widest = widest < VALUE_MAX ? widest : VALUE_MAX;
    if (view->value_width > widest)
        view->value_width = widest;
}

static struct view details_view(const struct app *app, const struct details *details)
{
    struct view view = { .first = xcalloc(details->count + 1, sizeof(int)) };

    set_widths(details, details_more_left(app), &view);
    for (size_t i = 0; i < details->count; i++) {
        view.first[i] = view.values.count;
        pager_add_wrapped(&view.values, STYLE_NORMAL, 0, view.value_width,
                          details->rows[i].value);
    }
    view.first[details->count] = view.values.count;
    return view;
}

static void details_view_finish(struct view *view)
{
    pager_finish(&view->values);
    free(view->first);
}

static int selected_row(const struct app *app, const struct details *details)
{
    int last = (int)details->count - 1, row = details_of(app)->row;

    return row < 0 || last < 0 ? 0 : row > last ? last : row;
}

/* Returns the first line to show so that the selected row is visible. */
static int details_first_line(const struct app *app, const struct details *details,
                              const struct view *view)
{
    int end = details->count ? view->first[selected_row(app, details) + 1] : 0;

    return end > list_rows(app) ? end - list_rows(app) : 0;
}

static void draw_rows(const struct app *app, struct canvas *canvas,
                      const struct details *details, const struct view *view)
{
    int scroll = details_first_line(app, details, view), height = list_rows(app);
    int value_col = 4 + view->name_width + 2;

    pager_draw(&view->values, canvas, 2, value_col, view->value_width, height, scroll);
    for (int i = 0; i < (int)details->count; i++) {
        const struct detail *detail = &details->rows[i];
        int row = 2 + view->first[i] - scroll;
        if (view->first[i] < scroll || view->first[i] >= scroll + height)
            continue;
        canvas_put(canvas, row, 4, view->name_width, STYLE_HEAD, detail->name);
        canvas_put(canvas, row, value_col + view->value_width + 2, view->source_width,
                   STYLE_NOTE, detail_source(detail));
        if (i != selected_row(app, details))
            continue;
        canvas_put(canvas, row, 2, 1, STYLE_NORMAL, ">");
        canvas_select_row(canvas, row, 1, details_more_left(app) - 2);
        canvas_set_cursor(canvas, row, 2);
    }
}

static void details_draw_header(const struct app *app, struct canvas *canvas)
{
    const char *kind = app->layout ? limits_kind(layout_limits(app->layout)) : "";

    frame_draw_header(app, canvas, kind, _("%1$s  Details  %2$s"), app->info.path,
                      app->info.model);
}

static void draw_note(const struct app *app, struct canvas *canvas, int row)
{
    struct pager note = { 0 };
    char keys[KEY_LIST];
    CLEANUP(freep)
    char *offer = xasprintf(_("%s: find them by the clock"),
                            keymap_keys(app, SCREEN_DETAILS, ACTION_PROBE, 1, keys));

    canvas_divider(canvas, row, _("By hand"), offer);
    pager_add_wrapped(&note, STYLE_NOTE, 0, app->cols - 4,
                      _("A drive can hide its physical sector, and shift it: with the "
                        "XP jumper of a WD drive set, the alignment offset is 3584. What "
                        "is given here counts for this session, on every screen."));
    pager_draw(&note, canvas, row + 1, 2, app->cols - 4, NOTE_ROWS, 0);
    pager_finish(&note);
}

static const struct foot_item items[] = {
    { ACTION_SET_PHYSICAL, NULL }, { ACTION_SET_OFFSET, NULL },
    { ACTION_SET_GRAIN, NULL },    { ACTION_PROBE, NULL },
    { ACTION_RESCAN, NULL },       { ACTION_HELP, N_("help") },
    { ACTION_BACK, N_("back") },
};

static const struct foot_item partition_items[] = {
    { ACTION_EXPLAIN, N_("why") },
    { ACTION_DETAILS, N_("the disk") },
    { ACTION_HELP, N_("help") },
    { ACTION_BACK, N_("back") },
};

/* The title of the box; free() */
static char *details_title(const struct app *app)
{
    CLEANUP(str_finish) struct str name = { 0 };

    if (!details_of(app)->is_partition)
        return xstrdup(_("Disk"));
    partition_full_name(app->layout, app_selected(app), &name);
    return xasprintf(_("Partition %s"), str_text(&name));
}

static void details_draw(const struct app *app, struct canvas *canvas)
{
    int bottom = app->rows - foot_rows(app) - 1;
    CLEANUP(details_finish) struct details built = { 0 };
    const struct details *details = details_shown(app, &built);
    struct view view = details_view(app, details);
    CLEANUP(freep) char *title = details_title(app);

    const char *more = pager_more(view.values.count, list_rows(app),
                                  details_first_line(app, details, &view));

    details_draw_header(app, canvas);
    canvas_box(canvas, 1, bottom, title, more);
    details_more_draw(app, canvas, 2, 2 + list_rows(app), view.values.count,
                      details_of(app)->is_partition ? app_selected(app) : NULL);
    draw_rows(app, canvas, details, &view);
    if (has_note(app))
        draw_note(app, canvas, bottom - NOTE_ROWS - 1);
    if (details_of(app)->is_partition)
        frame_draw_foot(app, canvas, foot_rows(app), partition_items,
                        ARRAY_SIZE(partition_items));
    else
        frame_draw_foot(app, canvas, foot_rows(app), items, ARRAY_SIZE(items));
    details_view_finish(&view);
}

static struct effect details_handle(struct app *app, enum action action)
{
    CLEANUP(details_finish) struct details built = { 0 };
    const struct details *details = details_shown(app, &built);
    int at = selected_row(app, details);

    if (frame_move(action, (int)details->count, list_rows(app), &at))
        details_of(app)->row = at;
    else if (action == ACTION_RESCAN)
        return app_reread(app);
    return (struct effect){ .kind = EFFECT_NONE };
}

struct effect screen_details_open(struct app *app)
{
    if (app_screen(app) != SCREEN_DETAILS)
        app_push(app, SCREEN_DETAILS);
    details_reset(app);
    return (struct effect){ .kind = EFFECT_DETAILS };
}

struct effect screen_details_partition(struct app *app)
{
    app_push(app, SCREEN_DETAILS);
    details_of(app)->is_partition = true;
    return (struct effect){ .kind = EFFECT_NONE };
}

const struct screen screen_details = { .title = N_("details of the disk"),
                                       .own_size = sizeof(struct details_own),
                                       .reset = details_reset,
                                       .draw = details_draw,
                                       .handle = details_handle,
                                       .answer = given_answer };
