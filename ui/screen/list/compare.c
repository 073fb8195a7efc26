/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compare.c - two layouts of one disk side by side, with their maps */
#include "ui/screen/list/compare.h"

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/base/str.h"
#include "model/base/text.h"
#include "model/edit/delta.h"
#include "model/report/list_column.h"
#include "ui/app/keymap.h"
#include "ui/draw/bar.h"
#include "ui/screen/frame/frame.h"
#include "ui/screen/list/compare_ends.h"
#include "ui/screen/list/details_more.h"

#define BESIDE_MIN 74 /* min. columns to show the layouts side by side */
#define NARROW     1  /* selects only the columns that are always shown */
#define LIST_MIN   3  /* min. rows of the list if maps are shown */
#define MAPS_ROWS  8  /* of both maps with their titles */

struct view {
    const struct layout *before, *after; /* borrowed */
    struct pager lines;
    int width;
    int map_rows; /* of each map: 3, 1, or 0 where there is no space */
    int list_rows;
};

/* Returns EXTENT in the columns for WIDTH, or "" if it is NULL; free(). */
static char *row_text(const struct layout *layout, const struct extent *extent, int width)
{
    const struct list_source source = { .layout = layout, .extent = extent };
    const struct list_column *column;
    CLEANUP(str_finish) struct str line = { 0 };
    CLEANUP(str_finish) struct str text = { 0 };

    for (size_t i = 0; extent && (column = list_column_at(i)); i++) {
        if (!list_column_is_in(column, LIST_BESIDE, width))
            continue;
        str_clear(&text);
        column->add(&source, &text);
        int needed = text_width(str_text(&text)) + column->pad;
        int own = needed > column->min ? needed : column->min;
        CLEANUP(freep)
        char *cell = (column->is_right ? text_pad_left : text_pad)(str_text(&text), own);
        str_printf(&line, "%*s%s", column->gap, "", cell);
    }
    return str_take(&line);
}

/* Adds one line with both sides, marked if they differ. */
static void add_beside(struct view *view, const struct delta_row *row)
{
    int half = (view->width - 5) / 2;
    CLEANUP(freep) char *left = row_text(view->before, row->before, half);
    CLEANUP(freep) char *right = row_text(view->after, row->after, half);
    CLEANUP(freep) char *left_padded = text_pad(left, half);
    CLEANUP(freep) char *right_cut = text_cut(right, half);
    bool is_new = row->fields;
    CLEANUP(freep)
    char *line = xasprintf("%s %s%s%s", is_new ? "*" : " ", left_padded,
                           is_new ? " → " : "   ", right_cut);

    pager_add(&view->lines, STYLE_NORMAL, line);
}

static void add_side(struct view *view, const char *sign, const struct layout *layout,
                     const struct extent *extent)
{
    CLEANUP(freep) char *text = row_text(layout, extent, NARROW);
    CLEANUP(freep) char *line = xasprintf("%s %s", sign, text);

    if (extent)
        pager_add(&view->lines, STYLE_NORMAL, line);
}

/* Adds one line if nothing differs, else two in the manner of diff. */
static void add_below(struct view *view, const struct delta_row *row)
{
    if (!row->fields) {
        add_side(view, " ", view->after, row->after);
        return;
    }
    add_side(view, "-", view->before, row->before);
    add_side(view, "+", view->after, row->after);
}

static struct view compare_view(const struct app *app, const struct compare *compare)
{
    struct view view = { compare->before, compare->after, .width = frame_width(app) };
    CLEANUP(freep) struct delta_row *deltas = NULL;
    size_t count = delta_rows(view.before, view.after, &deltas);
    int rows = compare->rows;

    for (size_t i = 0; i < count; i++)
        (view.width >= BESIDE_MIN ? add_beside : add_below)(&view, &deltas[i]);
    if (!count)
        pager_add(&view.lines, STYLE_NOTE, _("There are no partitions."));
    /* One divider is above the second map, one above the list. */
    view.map_rows = rows >= 2 * 3 + 2 + LIST_MIN ? 3 : rows >= 4 + LIST_MIN;
    view.list_rows = view.map_rows ? rows - 2 * view.map_rows - 2 : rows;
    return view;
}

/* Returns "gpt, 3 partitions", translated; free(). */
static char *table_title(const struct layout *layout)
{
    unsigned count = layout_data_count(layout);

    return xasprintf(ngettext("%1$s, %2$u partition", "%1$s, %2$u partitions", count),
                     label_name(layout_label(layout)), count);
}

static void compare_draw_map(const struct view *view, struct canvas *canvas, int row,
                             const struct layout *layout)
{
    if (view->map_rows == 3)
        bar_draw(canvas, row, 2, view->width, layout, 0);
    else
        bar_draw_line(canvas, row, 2, view->width, layout, 0);
}

const char *compare_before_name(const struct compare *compare)
{
    return compare->before_name ? compare->before_name : _("Before");
}

const char *compare_after_name(const struct compare *compare)
{
    return compare->after_name ? compare->after_name : _("After");
}

/* A slow line gets only the maps. */
static bool has_more(const struct app *app)
{
    return frame_is_tall(app) && !app->is_slow_line;
}

/* Draws, in LEFT rows from ROW on, where what differs starts and ends, and the partitions
 * in all columns if they are those of the shown layout. */
static void draw_ends_and_list(const struct app *app, struct canvas *canvas, int row,
                               int left, const struct compare *compare)
{
    int taken = compare_ends_draw(app, canvas, row, left, compare);

    if (compare->after == app->layout)
        (void)details_list_draw(app, canvas, row + taken, left - taken);
}

/* Draws as many partitions of both as fit into ROWS rows with a divider. */
static void draw_some(const struct app *app, struct canvas *canvas,
                      const struct compare *compare, const struct view *view, int row,
                      int rows)
{
    char keys[KEY_LIST];

    (void)keymap_keys(app, app_screen(app), compare->shows_all, 1, keys);
    CLEANUP(freep) char *all = xasprintf(_("%s shows all"), keys);
    canvas_divider(canvas, row, _("Partitions ─ before and after"),
                   view->lines.count >= rows ? all : NULL);
    pager_draw(&view->lines, canvas, row + 1, 2, view->width, rows - 1, 0);
}

void compare_draw_around(const struct app *app, struct canvas *canvas,
                         const struct compare *compare, int bottom, int spare)
{
    struct view view = compare_view(app, compare);
    CLEANUP(freep) char *old = table_title(compare->before);
    CLEANUP(freep) char *new = table_title(compare->after);
    CLEANUP(freep)
    char *title = xasprintf("%s ─ %s", compare_before_name(compare), old);
    CLEANUP(freep)
    char *divider = xasprintf("%s ─ %s", compare_after_name(compare), new);
    int rows = num_min_int(view.lines.count + 1, spare - MAPS_ROWS), row = bottom - spare;

    view.map_rows = 3;
    if (spare > MAPS_ROWS) {
        canvas_divider(canvas, bottom - MAPS_ROWS, title, NULL);
        compare_draw_map(&view, canvas, bottom - MAPS_ROWS + 1, compare->before);
        canvas_divider(canvas, bottom - MAPS_ROWS / 2, divider, NULL);
        compare_draw_map(&view, canvas, bottom - MAPS_ROWS / 2 + 1, compare->after);
    }
    if (spare > MAPS_ROWS + LIST_MIN && has_more(app)) {
        draw_some(app, canvas, compare, &view, bottom - MAPS_ROWS - rows, rows);
        draw_ends_and_list(app, canvas, row, spare - MAPS_ROWS - rows, compare);
    }
    pager_finish(&view.lines);
}

/* Draws below the partitions, in LEFT rows from ROW on, what changes, and where. */
static void compare_draw_below(const struct app *app, struct canvas *canvas, int row,
                               int left, const struct compare *compare)
{
    CLEANUP(lines_finish) struct lines changes = { 0 };
    struct pager words = { 0 };

    delta_lines(compare->before, compare->after, &changes);
    pager_add_lines(&words, STYLE_NORMAL, 0, frame_width(app), NULL, &changes);
    if (words.count && words.count < left && has_more(app)) {
        canvas_divider(canvas, row, _("What changes"), NULL);
        pager_draw(&words, canvas, row + 1, 2, frame_width(app), words.count, 0);
        draw_ends_and_list(app, canvas, row + 1 + words.count, left - 1 - words.count,
                           compare);
    }
    pager_finish(&words);
}

bool compare_draw(const struct app *app, struct canvas *canvas,
                  const struct compare *compare, int bottom)
{
    struct view view = compare_view(app, compare);
    CLEANUP(freep) char *before = table_title(view.before);
    CLEANUP(freep) char *after = table_title(view.after);
    CLEANUP(freep)
    char *title = view.map_rows ? xasprintf(_("Before ─ %s"), before)
                                : xasprintf("%s → %s", before, after);
    CLEANUP(freep) char *divider = xasprintf(_("After ─ %s"), after);
    int row = 2;

    canvas_box(canvas, 1, bottom, title, NULL);
    if (view.map_rows) {
        compare_draw_map(&view, canvas, row, view.before);
        canvas_divider(canvas, row + view.map_rows, divider, NULL);
        compare_draw_map(&view, canvas, row + view.map_rows + 1, view.after);
        row += 2 * view.map_rows + 2;
        canvas_divider(canvas, row - 1, _("Partitions ─ before and after"),
                       pager_more(view.lines.count, view.list_rows, app->scroll));
    }
    pager_draw(&view.lines, canvas, row, 2, view.width, view.list_rows, app->scroll);
    bool is_long = view.lines.count > view.list_rows;
    compare_draw_below(app, canvas, row + view.lines.count,
                       view.list_rows - view.lines.count, compare);
    pager_finish(&view.lines);
    return is_long;
}

void compare_scroll(struct app *app, const struct compare *compare, enum action action)
{
    struct view view = compare_view(app, compare);

    (void)frame_scroll(action, view.lines.count, view.list_rows, &app->scroll);
    pager_finish(&view.lines);
}

struct effect compare_switch(struct app *app)
{
    app->is_comparing = !app->is_comparing;
    app->scroll = 0;
    return (struct effect){ .kind = EFFECT_NONE };
}
