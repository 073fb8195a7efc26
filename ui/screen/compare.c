/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compare.c - two tables of one disk beside each other, with their maps */
#include "ui/screen/compare.h"

#include <stdio.h>
#include <stdlib.h>

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/size.h"
#include "model/base/str.h"
#include "model/disk/extent_word.h"
#include "model/disk/types.h"
#include "model/edit/delta.h"
#include "ui/draw/bar.h"
#include "ui/draw/text.h"
#include "ui/screen/table_view.h"

#define BESIDE_LEAST 74 /* columns from which on the tables stand beside each other */
#define END_LEAST    46 /* columns of one table from which on it has the last sector */
#define LIST_LEAST   3  /* rows that the maps leave to the list */
#define NUMBER_WIDTH 4
#define SHORT_SIZE   6

/* --- one partition in one line --- */

static const char *what_is_in(const struct layout *layout, const struct extent *extent,
                              char ret[CONTENT_NAME])
{
    const char *content = extent_word(extent, ret);
    const char *type = type_name(layout_label(layout)->kind, extent->type);

    return *content ? content : type ? type : "";
}

static int sector_width(const struct layout *layout)
{
    char digits[SIZE_TEXT];

    return snprintf(digits, sizeof(digits), "%llu",
                    (unsigned long long)layout_limits(layout)->size);
}

/* Number, start, perhaps the last sector, size, what is in it; nothing for no extent. */
static char *row_text(const struct layout *layout, const struct extent *extent,
                      bool has_end)
{
    char content[CONTENT_NAME];
    CLEANUP(str_finish) struct str text = { 0 };
    CLEANUP(str_finish) struct str number = { 0 };
    int width = sector_width(layout);
    char size[SIZE_TEXT];

    if (!extent)
        return xstrdup("");
    table_number(extent, &number);
    str_printf(&text, "%-*s %*llu", NUMBER_WIDTH, str_text(&number), width,
               (unsigned long long)extent->start);
    if (has_end)
        str_printf(&text, " %*llu", width, (unsigned long long)(extent_end(extent) - 1));
    (void)size_format_short(extent->length * layout_limits(layout)->logical, size);
    str_printf(&text, " %*s %s", SHORT_SIZE, size, what_is_in(layout, extent, content));
    return str_take(&text);
}

static bool does_differ(const struct delta_row *row)
{
    return !row->before || !row->after || row->fields;
}

/* Both sides in one line; what differs is marked. */
static void add_beside(struct compare *compare, const struct delta_row *row)
{
    int half = (compare->width - 5) / 2;
    CLEANUP(freep) char *left = row_text(compare->before, row->before, half >= END_LEAST);
    CLEANUP(freep) char *right = row_text(compare->after, row->after, half >= END_LEAST);
    CLEANUP(freep) char *left_padded = text_pad(left, half);
    CLEANUP(freep) char *right_cut = text_cut(right, half);
    bool is_new = does_differ(row);
    CLEANUP(freep)
    char *line = xasprintf("%s %s%s%s", is_new ? "*" : " ", left_padded,
                           is_new ? " → " : "   ", right_cut);

    pager_add(&compare->lines, STYLE_NORMAL, line);
}

static void add_side(struct compare *compare, const char *sign,
                     const struct layout *layout, const struct extent *extent)
{
    CLEANUP(freep) char *text = row_text(layout, extent, false);
    CLEANUP(freep) char *line = xasprintf("%s %s", sign, text);

    if (extent)
        pager_add(&compare->lines, STYLE_NORMAL, line);
}

/* What differs takes two lines, as people know it from diff. */
static void add_below(struct compare *compare, const struct delta_row *row)
{
    if (!does_differ(row)) {
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
        (width >= BESIDE_LEAST ? add_beside : add_below)(&compare, &deltas[i]);
    if (!count)
        pager_add(&compare.lines, STYLE_NOTE, _("There are no partitions."));
    /* Two dividers: above the second map, and above the list. */
    compare.map_rows = rows >= 2 * 3 + 2 + LIST_LEAST ? 3 : rows >= 4 + LIST_LEAST;
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
static char *table_words(const struct layout *layout)
{
    size_t count = partitions_of(layout);

    return xasprintf(ngettext("%1$s, %2$zu partition", "%1$s, %2$zu partitions", count),
                     label_name(layout_label(layout)), count);
}

char *compare_title(const struct compare *compare)
{
    CLEANUP(freep) char *before = table_words(compare->before);
    CLEANUP(freep) char *after = table_words(compare->after);

    if (compare->map_rows)
        return xasprintf(_("Before ─ %s"), before);
    return xasprintf("%s → %s", before, after);
}

static void draw_map(const struct compare *compare, struct canvas *canvas, int row,
                     const struct layout *layout)
{
    if (compare->map_rows == 3)
        bar_draw(canvas, row, 2, compare->width, layout, 0);
    else
        bar_draw_line(canvas, row, 2, compare->width, layout, 0);
}

void compare_draw(const struct compare *compare, struct canvas *canvas, int row,
                  int scroll)
{
    CLEANUP(freep) char *after = table_words(compare->after);
    CLEANUP(freep) char *title = xasprintf(_("After ─ %s"), after);

    if (compare->map_rows) {
        draw_map(compare, canvas, row, compare->before);
        canvas_divider(canvas, row + compare->map_rows, title, NULL);
        draw_map(compare, canvas, row + compare->map_rows + 1, compare->after);
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
