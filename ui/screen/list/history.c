/* SPDX-License-Identifier: GPL-3.0-or-later */
/* history.c - the screen of the tables that were saved before writes */
#include "ui/screen/frame/screen.h"

#include <string.h>

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/text.h"
#include "model/base/utf8.h"
#include "model/edit/match.h"
#include "ui/app/change.h"
#include "ui/app/disk.h"
#include "ui/screen/frame/frame.h"
#include "ui/screen/list/compare.h"
#include "ui/screen/list/details_more.h"
#include "ui/screen/list/history_detail.h"

#define DETAIL_MIN   2 /* rows of what changed, on a small screen */
#define DETAIL_USUAL 6
#define NARROW       60 /* columns below which the kind of a table is short */
#define TABLE_WIDTH  20 /* columns of "msdos, 4 partitions" */

static const struct effect nothing = { .kind = EFFECT_NONE };

struct saved_list {
    size_t row;    /* index of the selected table */
    size_t marked; /* index of the table to compare with, plus 1; 0: the disk now */
};

static struct saved_list *saved_list_of(const struct app *app)
{
    return app->own[SCREEN_HISTORY];
}

static void history_opened(struct app *app)
{
    *saved_list_of(app) = (struct saved_list){ 0 };
    app->is_comparing = false;
}

/* Returns the selected table; NULL if there are none. */
static const struct saved_table *selected_table(const struct app *app)
{
    size_t row = saved_list_of(app)->row;

    return row < app->history.count ? &app->history.at[row] : NULL;
}

struct view {
    int list_rows;
    int detail_row, detail_rows;
    int bottom, foot_rows;
};

static struct view history_view(const struct app *app)
{
    struct view view = { .foot_rows = app->rows >= 12 && app->cols < NARROW ? 2 : 1 };
    int wanted = app->history.count ? (int)app->history.count : 1;
    int inner, max;

    view.bottom = app->rows - 1 - view.foot_rows;
    inner = view.bottom - 2;
    max = inner - 1 - (inner >= 14 ? DETAIL_USUAL : DETAIL_MIN);
    view.list_rows = wanted < max ? wanted : max;
    view.detail_row = 2 + view.list_rows + 1;
    view.detail_rows = view.bottom - view.detail_row;
    return view;
}

static void draw_saved(const struct app *app, struct canvas *canvas, int row,
                       size_t index)
{
    const struct saved_table *table = &app->history.at[index];
    bool is_narrow = app->cols < NARROW;
    CLEANUP(freep) char *words = saved_table_words(table, is_narrow);
    CLEANUP(freep) char *padded = text_pad(words, TABLE_WIDTH);
    CLEANUP(freep) char *file = utf8_clean(text_file_name(table->file));
    CLEANUP(freep)
    char *line = is_narrow ? xasprintf("%2zu %.16s %s", index + 1, table->when, words)
                           : xasprintf("%2zu  %.16s  %s  %s", index + 1, table->when,
                                       padded, file);

    canvas_printf(canvas, row, 4, frame_width(app) - 2,
                  table->layout ? STYLE_NORMAL : STYLE_ERROR, "%s%s",
                  saved_list_of(app)->marked == index + 1 ? "*" : " ", line);
    frame_offer_row(app, canvas, row, (int)index);
    if (index == saved_list_of(app)->row)
        frame_select_row(app, canvas, row);
}

static void draw_saved_list(const struct app *app, struct canvas *canvas,
                            const struct view *view)
{
    size_t row = saved_list_of(app)->row, rows = (size_t)view->list_rows;
    size_t first = row >= rows ? row - rows + 1 : 0;

    if (!app->history.count)
        canvas_put(canvas, 2, 4, frame_width(app) - 2, STYLE_NOTE,
                   _("No table was saved yet."));
    for (size_t i = 0; i < rows && first + i < app->history.count; i++)
        draw_saved(app, canvas, 2 + (int)i, first + i);
}

/* Returns the title of what changed; free(). */
static char *detail_title(const struct app *app)
{
    const struct saved_table *table = selected_table(app);

    if (!table || !table->has_next)
        return NULL;
    return xstrdup(history_is_newest(&app->history, saved_list_of(app)->row)
                       ? _("Changed up to now")
                       : _("Changed up to the next one"));
}

/* The two tables of a comparison: the older one is before.  AFTER is NULL: the disk. */
struct sides {
    size_t before, after;   /* numbers in the list; 0: the disk now */
    struct layout *matched; /* the later layout with the ids of the earlier; owned */
    struct compare compare;
};

/* False if one of them has no table. */
static bool sides_take(const struct app *app, const struct view *view, struct sides *ret)
{
    const struct saved_list *list = saved_list_of(app);
    size_t row = list->row + 1, other = list->marked == row ? 0 : list->marked;
    struct sides sides = { .before = row > other ? row : other,
                           .after = row > other ? other : row };
    const struct layout *before, *after;

    if (sides.before > app->history.count || !app->queue)
        return false;
    before = app->history.at[sides.before - 1].layout;
    after =
        sides.after ? app->history.at[sides.after - 1].layout : queue_base(app->queue);
    if (!before || !after)
        return false;
    sides.matched = match_layout(before, after);
    sides.compare = (struct compare){ .before = before,
                                      .after = sides.matched,
                                      .rows = view->bottom - 2,
                                      .shows_all = ACTION_RUN };
    *ret = sides;
    return true;
}

/* "Saved 2", or "Now" for 0; free() */
static char *side_name(size_t number)
{
    /* TRANSLATORS: the number of a saved table in the list, before what it holds */
    return number ? xasprintf(_("Saved %zu"), number) : xstrdup(_("Now"));
}

/* Draws in SPARE rows above the bottom both tables that Enter compares; if there is
 * none, that of now. */
static void draw_sides(const struct app *app, struct canvas *canvas,
                       const struct view *view, int spare)
{
    struct sides sides;

    if (!frame_is_tall(app) || !app->layout)
        return;
    if (!sides_take(app, view, &sides)) {
        details_around_draw(app, canvas, view->bottom, spare, app_selected(app));
        return;
    }
    CLEANUP(freep) char *before = side_name(sides.before);
    CLEANUP(freep) char *after = side_name(sides.after);
    sides.compare.before_name = before;
    sides.compare.after_name = after;
    compare_draw_around(app, canvas, &sides.compare, view->bottom, spare);
    layout_unref(sides.matched);
}

static void history_draw_list(const struct app *app, struct canvas *canvas,
                              const struct view *view)
{
    struct pager detail = { 0 };
    CLEANUP(freep) char *title = detail_title(app);
    CLEANUP(freep)
    char *place = (size_t)view->list_rows < app->history.count
                      ? xasprintf(_("%1$zu of %2$zu"), saved_list_of(app)->row + 1,
                                  app->history.count)
                      : NULL;

    canvas_box(canvas, 1, view->bottom, _("Newest first"), place);
    canvas_set_cursor(canvas, 2, 2);
    history_detail_add(app, selected_table(app), &detail);
    canvas_divider(canvas, view->detail_row - 1, title,
                   pager_more(detail.count, view->detail_rows, app->scroll));
    pager_draw(&detail, canvas, view->detail_row, 2, frame_width(app), view->detail_rows,
               app->scroll);
    draw_sides(app, canvas, view, view->detail_rows - detail.count);
    pager_finish(&detail);
    draw_saved_list(app, canvas, view);
}

static void history_draw_header(const struct app *app, struct canvas *canvas,
                                const struct sides *sides)
{
    size_t count = app->history.count;
    CLEANUP(freep)
    char *right = xasprintf(ngettext("%zu saved", "%zu saved", count), count);

    if (!sides)
        frame_draw_header(app, canvas, right, _("%s  Saved tables"), app->info.path);
    else if (sides->after)
        frame_draw_header(app, canvas, right, _("%1$s  Saved %2$zu and %3$zu"),
                          app->info.path, sides->before, sides->after);
    else
        frame_draw_header(app, canvas, right, _("%1$s  Saved %2$zu and now"),
                          app->info.path, sides->before);
}

/* Without a table there is nothing to compare or to restore. */
static void history_draw_list_foot(const struct app *app, struct canvas *canvas, int rows)
{
    static const struct foot_item items[] = {
        { ACTION_RUN, N_("compare") }, { ACTION_MARK_SAVED, NULL },
        { ACTION_PUT_BACK, NULL },     { ACTION_HELP, N_("help") },
        { ACTION_BACK, N_("back") },
    };
    size_t missing = app->history.count ? 0 : 3;

    frame_draw_foot(app, canvas, rows, items + missing, ARRAY_SIZE(items) - missing);
}

static const struct foot_item compare_items[] = {
    { ACTION_RUN, N_("the list") },
    { ACTION_PUT_BACK, NULL },
    { ACTION_HELP, N_("help") },
    { ACTION_BACK, N_("back") },
};

static void history_draw_foot(const struct app *app, struct canvas *canvas,
                              const struct view *view)
{
    if (app->is_comparing)
        frame_draw_foot(app, canvas, view->foot_rows, compare_items,
                        ARRAY_SIZE(compare_items));
    else
        history_draw_list_foot(app, canvas, view->foot_rows);
}

static void history_draw(const struct app *app, struct canvas *canvas)
{
    struct view view = history_view(app);
    struct sides sides;

    if (app->is_comparing && sides_take(app, &view, &sides)) {
        history_draw_header(app, canvas, &sides);
        (void)compare_draw(app, canvas, &sides.compare, view.bottom);
        canvas_set_cursor(canvas, 2, 2);
        layout_unref(sides.matched);
    } else {
        history_draw_header(app, canvas, NULL);
        history_draw_list(app, canvas, &view);
    }
    history_draw_foot(app, canvas, &view);
}

/* Moves the selection; page keys scroll what changed. */
static void history_move(struct app *app, enum action action, const struct view *view)
{
    struct saved_list *list = saved_list_of(app);
    int at = (int)list->row;
    struct pager detail = { 0 };

    if (action == ACTION_PAGE_UP || action == ACTION_PAGE_DOWN) {
        history_detail_add(app, selected_table(app), &detail);
        (void)frame_scroll(action, detail.count, view->detail_rows, &app->scroll);
        pager_finish(&detail);
        return;
    }
    (void)frame_move(action, (int)app->history.count, 0, &at);
    app->scroll = at == (int)list->row ? app->scroll : 0;
    list->row = (size_t)at;
}

static void history_select(struct app *app, uint32_t row)
{
    saved_list_of(app)->row = row;
    app->scroll = 0;
}

static struct effect history_compare_selected(struct app *app, const struct view *view)
{
    struct sides sides;

    if (app->is_comparing)
        return compare_switch(app);
    if (!sides_take(app, view, &sides)) {
        app_say(app, true, "%s", _("There is no table here to be compared."));
        return nothing;
    }
    layout_unref(sides.matched);
    return compare_switch(app);
}

static struct effect history_handle(struct app *app, enum action action)
{
    struct view view = history_view(app);
    struct sides sides;

    if (action == ACTION_RUN)
        return history_compare_selected(app, &view);
    if (!app->is_comparing) {
        history_move(app, action, &view);
    } else if (sides_take(app, &view, &sides)) {
        compare_scroll(app, &sides.compare, action);
        layout_unref(sides.matched);
    }
    return nothing;
}

struct effect screen_history_open(struct app *app)
{
    history_finish(&app->history);
    app_push(app, SCREEN_HISTORY);
    return (struct effect){ .kind = EFFECT_HISTORY };
}

struct effect screen_history_mark(struct app *app)
{
    struct saved_list *list = saved_list_of(app);
    const struct saved_table *table = selected_table(app);

    if (app->is_comparing)
        return nothing; /* no row is selected */
    if (!table || !table->layout)
        app_say(app, true, "%s", _("There is no table here to be compared."));
    else
        list->marked = list->marked == list->row + 1 ? 0 : list->row + 1;
    return nothing;
}

struct effect screen_history_restore(struct app *app)
{
    const struct saved_table *table = selected_table(app);

    if (table && table->layout)
        return change_restore_file(app, table->file);
    app_say(app, true, "%s", _("There is no table here to be restored."));
    return nothing;
}

const struct screen screen_history = { .title = N_("saved tables"),
                                       .own_size = sizeof(struct saved_list),
                                       .opened = history_opened,
                                       .draw = history_draw,
                                       .handle = history_handle,
                                       .select = history_select };
