/* SPDX-License-Identifier: GPL-3.0-or-later */
/* table_view.c - which rows the parts of the main screen have */
#include "ui/screen/table_view.h"

#include "model/base/mem.h"
#include "ui/app/disk.h"

#define SMALL_FIXED    7 /* rows around the list on small screens */
#define LIST_MAX_ROWS  16
#define RULER_MAX_ROWS 4
#define OTHER_ROWS     4
#define USUAL_ROWS     24 /* taller screens give more rows to the ruler */
#define WHERE_ROWS     18 /* screens from this height on have a ruler */

static int minimum(int a, int b)
{
    return a < b ? a : b;
}

/* Gives spare rows to the list while it has extents, then to the ruler, to a second
 * ruler, and the rest to the list again, so that the box fills the screen. */
static void share_spare(struct table_view *view, int spare, size_t wanted, bool is_tall)
{
    int max = wanted < LIST_MAX_ROWS ? (int)wanted : LIST_MAX_ROWS;

    view->table_rows = minimum(spare, max);
    spare -= view->table_rows;
    if (view->where >= 0 && is_tall) {
        int more = minimum(spare, RULER_MAX_ROWS - view->where_rows);

        view->where_rows += more;
        spare -= more;
        view->other = spare >= OTHER_ROWS ? 0 : -1;
        spare -= view->other == 0 ? OTHER_ROWS : 0;
    }
    view->table_rows += spare;
}

struct table_view table_view_of(const struct app *app, size_t rows_wanted)
{
    struct table_view view = { .where = -1, .other = -1, .buttons = -1, .map = 2 };
    bool is_full = app->rows >= TABLE_MENU_ROWS, has_ruler = app->rows >= WHERE_ROWS;

    view.where_rows = 1;
    view.is_small = app->cols < TABLE_MIN_COLS || app->rows < TABLE_MIN_ROWS;
    if (view.is_small) {
        view.table_rows = app->rows - SMALL_FIXED;
        return view;
    }
    view.map_rows = app->zoom > 0 ? RULER_ZOOM_ROWS : 3;
    view.text_rows = has_ruler ? 2 : 1;
    view.button_rows = is_full ? table_button_rows(app) : 0;
    view.where = has_ruler ? 0 : -1;
    /* Header, map, ruler, heads and box, text, and the line of help or keys. */
    int fixed = 2 + 1 + view.map_rows + (has_ruler ? 4 : 0) + 3 + view.text_rows + 1;
    fixed += is_full ? 1 + view.button_rows : 0;
    share_spare(&view, app->rows - fixed, rows_wanted, app->rows > USUAL_ROWS);

    int row = view.map + 1 + view.map_rows;
    if (has_ruler) {
        view.where = row;
        row += 3 + view.where_rows;
    }
    if (view.other >= 0) {
        view.other = row;
        row += OTHER_ROWS;
    }
    view.table = row;
    view.bottom = view.table + 2 + view.table_rows;
    view.text = view.bottom + 1;
    if (is_full)
        view.buttons = app->rows - 1 - view.button_rows;
    return view;
}

struct table_own *table_of(const struct app *app)
{
    return app->own[SCREEN_TABLE];
}

/* Sectors that a damaged entry covers are part of that entry's row. */
static bool is_hidden(const struct extent *extent)
{
    return extent->role == ROLE_CLAIMED ||
           (extent->kind == EXTENT_DAMAGED && !extent_is_damaged(extent));
}

size_t table_rows(const struct app *app, const struct extent ***ret)
{
    size_t all = layout_count(app->layout), count = 0;
    struct table_view view = table_view_of(app, all);
    bool is_all = table_of(app)->pane == PANE_MAP ||
                  (all <= (size_t)view.table_rows && !view.is_small);

    *ret = xcalloc(all, sizeof(**ret));
    for (size_t i = 0; i < all; i++) {
        const struct extent *extent = layout_at(app->layout, i);

        if ((is_all || app_is_listed(app->layout, extent)) && !is_hidden(extent))
            (*ret)[count++] = extent;
    }
    return count;
}

size_t table_index(const struct extent *const *rows, size_t count, uint32_t id)
{
    for (size_t i = 0; i < count; i++) {
        if (rows[i]->id == id)
            return i;
    }
    return 0;
}

struct edge table_edge(const struct app *app)
{
    const struct extent *extent = layout_find(app->layout, app->shown);

    if (app->is_edge_set)
        return (struct edge){ app->edge_lba, false, NULL };
    if (!extent)
        return (struct edge){ 0, false, NULL };
    return (struct edge){ app->shows_end ? extent_end(extent) : extent->start,
                          app->shows_end, extent };
}

struct edge table_other_edge(const struct app *app)
{
    struct edge edge = table_edge(app);

    if (!edge.extent)
        return edge;
    edge.is_end = !edge.is_end;
    edge.lba = edge.is_end ? extent_end(edge.extent) : edge.extent->start;
    return edge;
}
