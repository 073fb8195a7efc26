/* SPDX-License-Identifier: GPL-3.0-or-later */
/* changes.c - the screen that lists pending and undone edits with details of each */
#include "ui/screen/frame/screen.h"

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "ui/app/disk.h"
#include "ui/app/keymap.h"
#include "ui/screen/frame/frame.h"
#include "ui/screen/list/compare.h"
#include "ui/screen/list/details_more.h"
#include "ui/screen/wizard/step_detail.h"

#define DETAIL_MIN     3 /* rows of the detail with its divider on a small screen */
#define DETAIL_USUAL   6
#define UNDONE_MAX     3
#define NUMBER_COLUMNS 4 /* before the description of an edit */

static const struct effect nothing = { .kind = EFFECT_NONE };

struct changes {
    size_t row; /* index of the selected one; undone edits follow the pending ones */
};

static struct changes *changes_of(const struct app *app)
{
    return app->own[SCREEN_CHANGES];
}

static void changes_opened(struct app *app)
{
    size_t count = app_pending(app);

    changes_of(app)->row = count ? count - 1 : 0;
    app->is_comparing = false;
}

/* The first row and the rows of each part, without the divider above it; a part of 0 rows
 * is not shown. */
struct view {
    size_t pending, undone;
    int list_row, list_rows;
    int undone_row, undone_rows;
    int detail_row, detail_rows;
    int bottom, foot_rows;
};

static struct view changes_view(const struct app *app)
{
    struct view view = { .pending = app_pending(app), .list_row = 2 };
    int inner, detail;

    view.undone = app->queue ? queue_undone_count(app->queue) : 0;
    view.foot_rows = app->rows >= 12 && app->cols < 90 ? 2 : 1;
    view.bottom = app->rows - 1 - view.foot_rows;
    inner = view.bottom - 2;
    detail = inner >= 14 ? DETAIL_USUAL : DETAIL_MIN;
    /* The list has at least one row, for an edit or for the note that it is empty. */
    if (view.undone && inner - detail >= 3)
        view.undone_rows =
            num_min_int((int)view.undone, num_min_int(UNDONE_MAX, inner - detail - 2));
    int taken = detail + (view.undone_rows ? view.undone_rows + 1 : 0);
    int wanted = view.pending ? (int)view.pending : 1;
    view.list_rows = num_min_int(wanted, inner - taken);
    view.undone_row = view.list_row + view.list_rows + 1;
    view.detail_row = view.list_row + view.list_rows + 1 +
                      (view.undone_rows ? view.undone_rows + 1 : 0);
    view.detail_rows = view.bottom - view.detail_row;
    return view;
}

static size_t row_count(const struct view *view)
{
    return view->pending + (view->undone_rows ? view->undone : 0);
}

static size_t selected_index(const struct app *app, const struct view *view)
{
    size_t count = row_count(view);

    return count && changes_of(app)->row >= count ? count - 1 : changes_of(app)->row;
}

/* Returns the first index to show in ROWS rows so that AT is visible. */
static size_t changes_first_row(size_t at, int rows)
{
    return rows > 0 && at >= (size_t)rows ? at - (size_t)rows + 1 : 0;
}

static void changes_draw_header(const struct app *app, struct canvas *canvas)
{
    size_t count = app_pending(app);
    CLEANUP(freep)
    char *right = xasprintf(ngettext("%zu pending", "%zu pending", count), count);

    frame_draw_header(app, canvas, right, _("%s  Changes to be made"), app->info.path);
}

static void mark_row(const struct app *app, struct canvas *canvas, int row)
{
    canvas_put(canvas, row, 2, 1, STYLE_NORMAL, ">");
    if (!app->is_slow_line)
        canvas_select_row(canvas, row, 1, app->cols - 2);
    canvas_set_cursor(canvas, row, 2);
}

/* Draws ROWS edits from index FIRST on; undone edits follow the pending ones. */
static void draw_edits(const struct app *app, struct canvas *canvas,
                       const struct view *view, int row, int rows, size_t first)
{
    for (size_t index = first; index < first + (size_t)rows; index++, row++) {
        bool is_pending = index < view->pending;
        CLEANUP(freep)
        char *words = is_pending ? queue_words(app->queue, index)
                                 : queue_undone_words(app->queue, index - view->pending);
        CLEANUP(freep)
        char *line = is_pending ? xasprintf("%2zu  %s", index + 1, words)
                                : xasprintf("%*s%s", NUMBER_COLUMNS, "", words);
        canvas_put(canvas, row, 4, frame_width(app) - 2,
                   is_pending ? STYLE_NORMAL : STYLE_NOTE, line);
        frame_offer_row(app, canvas, row, (int)index);
        if (index == selected_index(app, view))
            mark_row(app, canvas, row);
    }
}

static void changes_draw_pending(const struct app *app, struct canvas *canvas,
                                 const struct view *view)
{
    size_t at = selected_index(app, view), last = view->pending - 1;

    if (view->pending)
        draw_edits(app, canvas, view, view->list_row, view->list_rows,
                   changes_first_row(at < last ? at : last, view->list_rows));
    else
        canvas_put(canvas, view->list_row, 4, frame_width(app) - 2, STYLE_NOTE,
                   _("Nothing is pending: the table is as it is on the disk."));
}

static void draw_undone(const struct app *app, struct canvas *canvas,
                        const struct view *view)
{
    size_t at = selected_index(app, view);
    size_t inside = at >= view->pending ? at - view->pending : 0;
    char keys[KEY_LIST];

    if (!view->undone_rows)
        return;
    (void)keymap_keys(app, SCREEN_CHANGES, ACTION_REDO, 1, keys);
    CLEANUP(freep) char *brings = xasprintf(_("%s brings back"), keys);
    canvas_divider(canvas, view->undone_row - 1, _("Undone"), brings);
    draw_edits(app, canvas, view, view->undone_row, view->undone_rows,
               view->pending + changes_first_row(inside, view->undone_rows));
}

static struct compare changes_compare(const struct app *app, const struct view *view)
{
    return (struct compare){ .before = queue_base(app->queue),
                             .after = app->layout,
                             .rows = view->bottom - 2,
                             .shows_all = ACTION_COMPARE };
}

static void selected_detail(const struct app *app, const struct view *view,
                            struct pager *ret)
{
    size_t at = selected_index(app, view);

    if (at < view->pending) {
        step_detail_add(app, at, frame_width(app), frame_width(app) - 2 - NUMBER_COLUMNS,
                        ret);
    } else if (view->undone_rows) {
        CLEANUP(freep) char *words = queue_undone_words(app->queue, at - view->pending);
        pager_add_wrapped(ret, STYLE_NORMAL, 0, frame_width(app), words);
        pager_add_wrapped(ret, STYLE_NOTE, 0, frame_width(app),
                          _("It was undone: it will not be written."));
    }
}

/* Returns the id of the extent that the selected step is about; 0: there is none. */
static uint32_t selected_extent(const struct app *app, const struct view *view)
{
    size_t at = selected_index(app, view);

    return at < view->pending ? queue_at(app->queue, at)->id : 0;
}

static void draw_detail(const struct app *app, struct canvas *canvas,
                        const struct view *view)
{
    size_t at = selected_index(app, view);
    struct compare compare = changes_compare(app, view);
    struct pager detail = { 0 };
    CLEANUP(freep)
    char *title = at < view->pending ? xasprintf(_("Step %zu in detail"), at + 1) : NULL;

    selected_detail(app, view, &detail);
    canvas_divider(canvas, view->detail_row - 1, title,
                   pager_more(detail.count, view->detail_rows, app->scroll));
    pager_draw(&detail, canvas, view->detail_row, 2, frame_width(app), view->detail_rows,
               app->scroll);
    compare.id = selected_extent(app, view);
    int spare = view->detail_rows - detail.count;
    if (view->pending)
        compare_draw_around(app, canvas, &compare, view->bottom, spare);
    else if (frame_is_tall(app))
        details_around_draw(app, canvas, view->bottom, spare, app_selected(app));
    pager_finish(&detail);
}

/* Returns the position in the list if it does not fit, else the order; free(). */
static char *list_note(const struct app *app, const struct view *view)
{
    size_t at = selected_index(app, view);

    if (view->pending <= (size_t)view->list_rows)
        return xstrdup(view->pending > 1 ? _("top first") : "");
    at = at < view->pending ? at : view->pending - 1;
    return xasprintf(_("%1$zu of %2$zu"), at + 1, view->pending);
}

static void changes_draw_list(const struct app *app, struct canvas *canvas,
                              const struct view *view)
{
    CLEANUP(freep) char *note = list_note(app, view);

    canvas_box(canvas, 1, view->bottom, _("In this order"), *note ? note : NULL);
    canvas_set_cursor(canvas, view->list_row, 2);
    changes_draw_pending(app, canvas, view);
    draw_undone(app, canvas, view);
    draw_detail(app, canvas, view);
}

/* Without a change there is nothing to undo or to write. */
static void changes_draw_foot(const struct app *app, struct canvas *canvas,
                              const struct view *view)
{
    static const enum action for_pending[] = { ACTION_UNDO, ACTION_DROP, ACTION_WRITE };
    struct foot_item items[] = {
        { ACTION_UNDO, N_("undo") },   { ACTION_DROP, N_("drop") },
        { ACTION_WRITE, N_("write") }, { ACTION_COMPARE, NULL },
        { ACTION_REDO, N_("redo") },   { ACTION_SAVE_SCRIPT, NULL },
        { ACTION_HELP, N_("help") },   { ACTION_BACK, N_("back") },
    };
    size_t count = ARRAY_SIZE(items);

    for (size_t i = 0; !view->pending && i < ARRAY_SIZE(for_pending); i++)
        count = foot_drop(items, count, for_pending[i]);
    if (!view->undone)
        count = foot_drop(items, count, ACTION_REDO);
    frame_draw_foot(app, canvas, view->foot_rows, items, count);
}

static void changes_draw(const struct app *app, struct canvas *canvas)
{
    struct view view = changes_view(app);

    changes_draw_header(app, canvas);
    if (app->layout && app->is_comparing) {
        struct compare compare = changes_compare(app, &view);
        (void)compare_draw(app, canvas, &compare, view.bottom);
        canvas_set_cursor(canvas, 2, 2);
    } else if (app->layout) {
        changes_draw_list(app, canvas, &view);
    }
    changes_draw_foot(app, canvas, &view);
}

struct effect screen_changes_drop(struct app *app)
{
    struct view view = changes_view(app);
    size_t at = selected_index(app, &view);
    struct err err = { 0 };

    if (app->is_comparing)
        return nothing; /* no row is selected */
    if (at >= view.pending) {
        app_say(app, false, "%s", _("Nothing that is pending is selected."));
        return nothing;
    }
    CLEANUP(freep) char *words = queue_words(app->queue, at);
    if (!queue_drop(app->queue, at, &err)) {
        app_say(app, true, _("It cannot be dropped alone. %s"), err.text);
        return nothing;
    }
    app_show_preview(app);
    app_say(app, false, _("Dropped: %s"), words);
    return nothing;
}

/* Moves the selection; page keys scroll the detail. */
static void changes_move(struct app *app, enum action action, const struct view *view)
{
    int at = (int)selected_index(app, view), was = at;
    size_t count = row_count(view);
    struct pager detail = { 0 };

    if (action == ACTION_PAGE_UP || action == ACTION_PAGE_DOWN) {
        selected_detail(app, view, &detail);
        (void)frame_scroll(action, detail.count, view->detail_rows, &app->scroll);
        pager_finish(&detail);
        return;
    }
    (void)frame_move(action, (int)count, 0, &at);
    changes_of(app)->row = (size_t)at;
    app->scroll = at == was ? app->scroll : 0;
}

static void changes_select(struct app *app, uint32_t row)
{
    changes_of(app)->row = row;
    app->scroll = 0;
}

static struct effect changes_handle(struct app *app, enum action action)
{
    struct view view = changes_view(app);

    if (!app->layout)
        return nothing;
    if (app->is_comparing) {
        struct compare compare = changes_compare(app, &view);
        compare_scroll(app, &compare, action);
    } else {
        changes_move(app, action, &view);
    }
    return nothing;
}

const struct screen screen_changes = { .title = N_("pending changes"),
                                       .own_size = sizeof(struct changes),
                                       .opened = changes_opened,
                                       .draw = changes_draw,
                                       .handle = changes_handle,
                                       .select = changes_select };
