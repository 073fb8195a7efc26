/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compare.c - two tables of one disk beside each other, with their maps */
#include "ui/screen/compare.h"

#include <stdlib.h>

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/str.h"
#include "model/edit/delta.h"
#include "model/report/list_column.h"
#include "ui/draw/bar.h"
#include "ui/draw/text.h"

#define BESIDE_MIN 74 /* columns from which on the tables stand beside each other */
#define NARROW     1  /* of one table: only the columns that are always there */
#define LIST_MIN   3  /* rows that the maps leave to the list */

/* --- one partition in one line --- */

/* EXTENT in the columns of a view that is WIDTH wide; nothing for no extent. */
static char *row_text(const struct layout *layout, const struct extent *extent, int width)
{
    const struct list_source source = { .layout = layout };
    const struct list_column *column;
    CLEANUP(str_finish) struct str line = { 0 };
    CLEANUP(str_finish) struct str text = { 0 };

    for (size_t i = 0; extent && (column = list_column_at(i)); i++) {
        if (!list_column_is_in(column, LIST_BESIDE, width))
            continue;
        str_clear(&text);
        column->add(&source, extent, &text);
        int needed = text_width(str_text(&text)) + column->pad;
        int own = needed > column->min ? needed : column->min;
        CLEANUP(freep)
        char *cell = (column->is_right ? text_pad_left : text_pad)(str_text(&text), own);
        str_printf(&line, "%*s%s", column->gap, "", cell);
    }
    return str_take(&line);
}

static bool compare_differs(const struct delta_row *row)
{
    return !row->before || !row->after || row->fields;
}

/* Both sides in one line; what differs is marked. */
static void add_beside(struct compare *compare, const struct delta_row *row)
{
    int half = (compare->width - 5) / 2;
    CLEANUP(freep) char *left = row_text(compare->before, row->before, half);
    CLEANUP(freep) char *right = row_text(compare->after, row->after, half);
    CLEANUP(freep) char *left_padded = text_pad(left, half);
    CLEANUP(freep) char *right_cut = text_cut(right, half);
    bool is_new = compare_differs(row);
    CLEANUP(freep)
    char *line = xasprintf("%s %s%s%s", is_new ? "*" : " ", left_padded,
                           is_new ? " → " : "   ", right_cut);

    pager_add(&compare->lines, STYLE_NORMAL, line);
}

static void add_side(struct compare *compare, const char *sign,
                     const struct layout *layout, const struct extent *extent)
{
    CLEANUP(freep) char *text = row_text(layout, extent, NARROW);
    CLEANUP(freep) char *line = xasprintf("%s %s", sign, text);

    if (extent)
        pager_add(&compare->lines, STYLE_NORMAL, line);
}

/* What differs takes two lines, as people know it from diff. */
static void add_below(struct compare *compare, const struct delta_row *row)
{
    if (!compare_differs(row)) {
        add_side(compare, " ", compare->after, row->after);
        return;
    }
    add_side(compare, "-", compare->before, row->before);
    add_side(compare, "+", compare->after, row->after);
}

/* --- all of it --- */

struct compare compare_of(const struct layout *before, const struct layout *after,
                          int rows, int width)
{
    struct compare compare = { .before = before, .after = after, .width = width };
    CLEANUP(freep) struct delta_row *deltas = NULL;
    size_t count = delta_rows(before, after, &deltas);

    for (size_t i = 0; i < count; i++)
        (width >= BESIDE_MIN ? add_beside : add_below)(&compare, &deltas[i]);
    if (!count)
        pager_add(&compare.lines, STYLE_NOTE, _("There are no partitions."));
    /* Two dividers: above the second map, and above the list. */
    compare.map_rows = rows >= 2 * 3 + 2 + LIST_MIN ? 3 : rows >= 4 + LIST_MIN;
    compare.list_rows = compare.map_rows ? rows - 2 * compare.map_rows - 2 : rows;
    return compare;
}

static size_t partitions_of(const struct layout *layout)
{
    size_t count = 0;

    for (size_t i = 0; i < layout_count(layout); i++) {
        const struct extent *extent = layout_at(layout, i);
        count += extent->number && extent_is_partition(extent) &&
                 extent->kind != EXTENT_EXTENDED;
    }
    return count;
}

/* "gpt, 3 partitions". */
static char *table_title(const struct layout *layout)
{
    size_t count = partitions_of(layout);

    return xasprintf(ngettext("%1$s, %2$zu partition", "%1$s, %2$zu partitions", count),
                     label_name(layout_label(layout)), count);
}

char *compare_title(const struct compare *compare)
{
    CLEANUP(freep) char *before = table_title(compare->before);
    CLEANUP(freep) char *after = table_title(compare->after);

    if (compare->map_rows)
        return xasprintf(_("Before ─ %s"), before);
    return xasprintf("%s → %s", before, after);
}

static void compare_draw_map(const struct compare *compare, struct canvas *canvas,
                             int row, const struct layout *layout)
{
    if (compare->map_rows == 3)
        bar_draw(canvas, row, 2, compare->width, layout, 0);
    else
        bar_draw_line(canvas, row, 2, compare->width, layout, 0);
}

void compare_draw(const struct compare *compare, struct canvas *canvas, int row,
                  int scroll)
{
    CLEANUP(freep) char *after = table_title(compare->after);
    CLEANUP(freep) char *title = xasprintf(_("After ─ %s"), after);

    if (compare->map_rows) {
        compare_draw_map(compare, canvas, row, compare->before);
        canvas_divider(canvas, row + compare->map_rows, title, NULL);
        compare_draw_map(compare, canvas, row + compare->map_rows + 1, compare->after);
        row += 2 * compare->map_rows + 2;
        canvas_divider(canvas, row - 1, _("Partitions ─ before and after"),
                       pager_more(compare->lines.count, compare->list_rows, scroll));
    }
    pager_draw(&compare->lines, canvas, row, 2, compare->width, compare->list_rows,
               scroll);
}

void compare_finish(struct compare *compare)
{
    pager_finish(&compare->lines);
}

struct effect compare_switch(struct app *app)
{
    app->is_comparing = !app->is_comparing;
    app->scroll = 0;
    return (struct effect){ .kind = EFFECT_NONE };
}
