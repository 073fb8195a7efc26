/* SPDX-License-Identifier: GPL-3.0-or-later */
/* details_more.c - beside and below the rows of the details: why, and what is around */
#include "ui/screen/list/details_more.h"

#include "model/align/verify.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "ui/app/keymap.h"
#include "ui/screen/frame/disk_map.h"
#include "ui/screen/frame/frame.h"
#include "ui/screen/list/table_about.h"
#include "ui/screen/list/table_view.h"

enum {
    TEXT_MIN_ROWS = 6, /* of the text, with its title */
    RULER_ROWS = 4,    /* with the divider and one row of sectors */
    RULER_MORE = 3,    /* further rows of sectors */
    LIST_FIXED = 2,    /* rows of the list of partitions besides these */
    LIST_MIN = 3,
    ZOOM_ROWS = 1 + RULER_ZOOM_ROWS,
};

static bool more_is_beside(const struct app *app)
{
    return app->cols >= TABLE_BESIDE_COLUMNS && app->layout;
}

int details_more_left(const struct app *app)
{
    return more_is_beside(app) ? app->cols / 2 : app->cols;
}

static struct pager more_text(const struct app *app, const struct extent *extent,
                              int width)
{
    CLEANUP(lines_finish) struct lines known = { 0 };
    struct pager text = { 0 };

    if (extent)
        table_about_add_why(app, extent, width, &text);
    else
        verify_list(app->layout, &known);
    pager_add_lines(&text, STYLE_NORMAL, 0, width, NULL, &known);
    return text;
}

/* --- what is around: from the bottom up, as far as there are rows --- */

/* Returns the finest scale at which EXTENT takes at most half of the width; 0: none. */
static int zoom_of(const struct app *app, const struct extent *extent)
{
    const struct limits *limits = layout_limits(app->layout);
    uint64_t half = (uint64_t)frame_width(app) / 2;
    int scale = 0;

    while (extent && scale + 1 < ruler_scale_count(limits) &&
           ruler_scale_bytes(limits, scale + 1) * half >=
               extent->length * limits->logical)
        scale++;
    return scale;
}

static void draw_zoom(const struct app *app, struct canvas *canvas, int row, int scale,
                      const struct extent *extent)
{
    const struct edge edge = { .lba = extent->start, .extent = extent };
    int width = frame_width(app);
    CLEANUP(freep)
    char *text = ruler_scale_text(layout_limits(app->layout), scale, width);
    CLEANUP(freep) char *title = xasprintf(_("Map ─ %s"), text);

    canvas_divider(canvas, row, title, NULL);
    ruler_draw_zoom(canvas, row + 1, 2, width, app->layout, scale, edge);
}

/* Draws COUNT of the rows, those around EXTENT, none of them selected. */
static void draw_neighbours(const struct app *app, struct canvas *canvas, int row,
                            const struct extent *const *rows, size_t all, size_t count,
                            const struct extent *extent)
{
    struct app unselected = *app;
    size_t at = extent ? table_index(rows, all, extent->id) : 0;
    size_t first = at > count / 2 ? at - count / 2 : 0;

    first = first + count > all ? all - count : first;
    unselected.selected = unselected.shown = 0;
    canvas_divider(canvas, row, _("Partitions"), NULL);
    table_draw(&unselected, canvas, row + 1, (int)count, rows + first, count);
}

/* The first and the last sectors of EXTENT, or of the disk. */
static struct edge edge_of(const struct app *app, const struct extent *extent,
                           bool is_end)
{
    if (!extent)
        return (struct edge){ is_end ? layout_limits(app->layout)->size - 1 : 0, false,
                              NULL };
    return (struct edge){ is_end ? extent_end(extent) : extent->start, is_end, extent };
}

/* How many rows each has; 0: it is not drawn. */
struct around {
    int rulers[2];
    int list;
    int zoom, scale;
};

/* The rulers come first, then the list, then the zoomed map; what is left gives the
 * rulers further rows of sectors. */
static struct around around_of(const struct app *app, const struct extent *extent,
                               int partitions, int left)
{
    struct around around = { .scale = zoom_of(app, extent) };
    /* Nothing is behind the end of the disk. */
    size_t longer = extent ? ARRAY_SIZE(around.rulers) : 1;

    for (size_t i = 0; i < ARRAY_SIZE(around.rulers) && left >= RULER_ROWS; i++) {
        around.rulers[i] = RULER_ROWS;
        left -= RULER_ROWS;
    }
    int list = num_min_int(partitions, left - LIST_FIXED);
    if (list >= num_min_int(partitions, LIST_MIN))
        around.list = list + LIST_FIXED;
    left -= around.list;
    if (around.scale && left >= ZOOM_ROWS)
        around.zoom = ZOOM_ROWS;
    left -= around.zoom;
    for (size_t i = 0; i < longer && around.rulers[i]; i++) {
        int more = num_min_int(left, RULER_MORE);
        around.rulers[i] += more;
        left -= more;
    }
    return around;
}

int details_list_draw(const struct app *app, struct canvas *canvas, int row, int left)
{
    CLEANUP(freep) const struct extent **rows = NULL;
    size_t all = table_rows(app, &rows);

    if ((int)all + LIST_FIXED > left)
        return 0;
    draw_neighbours(app, canvas, row, rows, all, all, NULL);
    return (int)all + LIST_FIXED;
}

void details_near_draw(const struct app *app, struct canvas *canvas, int end, int left,
                       const struct extent *extent)
{
    CLEANUP(freep) const struct extent **rows = NULL;
    size_t all = table_rows(app, &rows);
    int row = end;

    if (left <= 0 || app->is_slow_line)
        return;
    const struct around around = around_of(app, extent, (int)all, left);
    row -= around.zoom;
    if (around.zoom)
        draw_zoom(app, canvas, row, around.scale, extent);
    row -= around.list;
    if (around.list)
        draw_neighbours(app, canvas, row, rows, all, (size_t)(around.list - LIST_FIXED),
                        extent);
    for (int i = ARRAY_SIZE(around.rulers) - 1; i >= 0; i--) {
        row -= around.rulers[i];
        if (around.rulers[i])
            table_draw_ruler(app, canvas, row, around.rulers[i] - RULER_ROWS + 1,
                             edge_of(app, extent, i), NULL);
    }
    for (; row < end; row++) /* a click means nothing */
        canvas_put_spot(canvas, row, 0, app->cols, SPOT_NONE, 0);
}

void details_around_draw(const struct app *app, struct canvas *canvas, int end, int left,
                         const struct extent *extent)
{
    if (left <= DISK_MAP_ROWS)
        return;
    disk_map_draw(app, canvas, end - DISK_MAP_ROWS, _("Map"), extent ? extent->id : 0);
    details_near_draw(app, canvas, end - DISK_MAP_ROWS, left - DISK_MAP_ROWS, extent);
}

/* Draws TEXT into the right half, which ends with ALL where it is cut. */
static void draw_beside(const struct app *app, struct canvas *canvas, int row, int rows,
                        const struct pager *text, const char *all)
{
    int col = details_more_left(app), width = app->cols - col - 2;
    bool is_cut = text->count > rows;

    pager_draw(text, canvas, row, col, width, rows - is_cut, 0);
    if (is_cut)
        canvas_put(canvas, row + rows - 1, col, width, STYLE_NOTE, all);
}

void details_more_draw(const struct app *app, struct canvas *canvas, int top, int end,
                       int list, const struct extent *extent)
{
    int rows = end - top, below = top + list;
    char keys[KEY_LIST];

    if (!app->layout || (!more_is_beside(app) && rows - list < TEXT_MIN_ROWS))
        return;
    int width =
        more_is_beside(app) ? app->cols - details_more_left(app) - 2 : frame_width(app);
    struct pager text = more_text(app, extent, width);
    (void)keymap_keys(app, SCREEN_DETAILS, extent ? ACTION_EXPLAIN : ACTION_VERIFY, 1,
                      keys);
    /* TRANSLATORS: a key */
    CLEANUP(freep) char *all = xasprintf(_("%s shows all"), keys);
    if (more_is_beside(app)) {
        draw_beside(app, canvas, top, rows, &text, all);
        below = top + num_min_int(rows, text.count > list ? text.count : list);
    } else {
        canvas_divider(canvas, below, extent ? _("Why") : _("Known of the table"),
                       text.count >= rows - list ? all : NULL);
        pager_draw(&text, canvas, below + 1, 2, width, end - below - 1, 0);
        below += 1 + text.count;
    }
    pager_finish(&text);
    details_around_draw(app, canvas, end, end - below, extent);
}
