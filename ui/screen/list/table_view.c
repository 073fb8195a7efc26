/* SPDX-License-Identifier: GPL-3.0-or-later */
/* table_view.c - which rows the parts of the main screen have */
#include "ui/screen/list/table_view.h"

#include "model/base/mem.h"
#include "model/base/num.h"
#include "ui/app/disk.h"
#include "ui/screen/frame/frame.h"
#include "ui/screen/list/table_about.h"

#define SMALL_FIXED    7 /* rows around the list on small screens */
#define LIST_MIN_ROWS  9 /* for this many extents all other parts give way */
#define LIST_MAX_ROWS  16
#define RULER_ROWS     3 /* rows of a ruler besides its rows of sectors */
#define RULER_MAX_ROWS 4
#define TEXT_ROWS      2

/* True if the person asked for the ruler: at a sector, or at the end of an extent. */
static bool is_ruler_asked(const struct app *app)
{
    return app->is_edge_set || app->shows_end;
}

static bool has_ruler_use(const struct app *app)
{
    return is_ruler_asked(app) || app->zoom > 0 ||
           (app->layout && judge_all(app->layout).off > 0);
}

static int ruler_height(const struct table_view *view)
{
    return view->where_rows ? RULER_ROWS + view->where_rows : view->has_where;
}

/* The rows of all parts but the list's extents. */
static int fixed_rows(const struct table_view *view)
{
    int header = 2, map = 1 + view->map_rows, list = 3, foot = 1;
    int ruler = ruler_height(view);
    int buttons = view->button_rows + view->has_blank;

    return header + map + ruler + list + view->text_rows + buttons + foot;
}

/* Takes rows from the least needed part that still has some: the blank row before the
 * buttons, the ruler's sectors, the second row of text, the buttons, the ruler's line.
 * False if none is left. */
static bool give_way(const struct app *app, struct table_view *view)
{
    if (view->has_blank)
        view->has_blank = false;
    else if (view->where_rows && !is_ruler_asked(app))
        view->where_rows = 0;
    else if (view->text_rows > 1)
        view->text_rows = 1;
    else if (view->button_rows)
        view->button_rows = 0;
    else if (view->has_where)
        view->where_rows = 0, view->has_where = false;
    else
        return false;
    return true;
}

/* Gives spare rows to the list while it has extents, then to the ruler, to a second
 * ruler, to the list again, and the rest to what is known of the shown extent; the box
 * fills the screen. */
static void share_spare(struct table_view *view, int spare, size_t wanted, bool is_tall)
{
    int max = wanted < LIST_MAX_ROWS ? (int)wanted : LIST_MAX_ROWS;

    view->table_rows = num_min_int(spare, max);
    spare -= view->table_rows;
    if (is_tall && !view->where_rows && spare >= RULER_ROWS) {
        view->where_rows = 1;
        spare -= RULER_ROWS;
    }
    if (is_tall && view->where_rows) {
        int more = num_min_int(spare, RULER_MAX_ROWS - view->where_rows);

        view->where_rows += more;
        spare -= more;
        view->has_other = spare > RULER_ROWS;
        spare -= view->has_other ? RULER_ROWS + 1 : 0;
    }
    int more = num_min_int(spare, (int)wanted - view->table_rows);
    view->table_rows += more;
    spare -= more;
    view->about_rows = is_tall && spare >= TABLE_ABOUT_MIN_ROWS ? spare : 0;
    view->table_rows += spare - view->about_rows;
}

/* Sets the first row of each part. */
static void place_parts(const struct app *app, struct table_view *view)
{
    view->table = view->map + 1 + view->map_rows;
    if (view->has_where)
        view->where = view->table;
    view->table += ruler_height(view);
    if (view->has_other) {
        view->other = view->table;
        view->table += RULER_ROWS + 1;
    }
    view->about = view->table + 2 + view->table_rows;
    view->bottom = view->about + view->about_rows;
    view->text = view->bottom + 1;
    if (view->button_rows)
        view->buttons = app->rows - 1 - view->button_rows;
}

struct table_view table_view_of(const struct app *app, size_t rows_wanted)
{
    struct table_view view = { .where = -1, .other = -1, .buttons = -1, .map = 2 };
    int wanted = rows_wanted < LIST_MIN_ROWS ? (int)rows_wanted : LIST_MIN_ROWS;

    view.is_small = app->cols < TABLE_MIN_COLS || app->rows < TABLE_MIN_ROWS;
    if (view.is_small) {
        view.table_rows = app->rows - SMALL_FIXED;
        return view;
    }
    view.map_rows = app->zoom > 0 ? RULER_ZOOM_ROWS : 3;
    view.where_rows = has_ruler_use(app) ? 1 : 0;
    view.text_rows = TEXT_ROWS;
    view.button_rows = table_button_rows(app);
    view.has_blank = view.has_where = true;
    while (app->rows - fixed_rows(&view) < wanted && give_way(app, &view))
        ;
    view.has_blank = view.has_blank || app->rows - fixed_rows(&view) > wanted;
    share_spare(&view, app->rows - fixed_rows(&view), rows_wanted, frame_is_tall(app));
    place_parts(app, &view);
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

static bool is_table_row(const struct app *app, const struct extent *extent)
{
    return app_is_listed(app->layout, extent) && !is_hidden(extent);
}

/* A disk smaller than a grain may have no partition and no free space to list. */
static bool has_nothing_to_list(const struct app *app)
{
    LAYOUT_EACH (extent, app->layout)
        if (is_table_row(app, extent))
            return false;
    return true;
}

size_t table_rows(const struct app *app, const struct extent ***ret)
{
    size_t all = layout_count(app->layout), count = 0;
    bool is_all = table_of(app)->pane == PANE_MAP || has_nothing_to_list(app);

    *ret = xcalloc(all, sizeof(**ret));
    for (size_t i = 0; i < all; i++) {
        const struct extent *extent = layout_at(app->layout, i);

        if (is_all ? !is_hidden(extent) : is_table_row(app, extent))
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
