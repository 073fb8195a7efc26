/* SPDX-License-Identifier: GPL-3.0-or-later */
/* text_table.c - partitions and free space as columns of text */
#include "model/report/text.h"

#include <limits.h>

#include "model/align/judge.h"
#include "model/align/suggest.h"
#include "model/base/columns.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/report/list_column.h"

#define COLOR_END "\x1b[0m"

/* Free space has a row if it is at least a grain. */
static bool list_text_has(const struct layout *layout, const struct extent *extent)
{
    const struct limits *limits = layout_limits(layout);

    if (extent->kind == EXTENT_METADATA || extent->role == ROLE_CLAIMED)
        return false;
    if (extent->kind == EXTENT_DAMAGED)
        return extent_is_damaged(extent);
    return extent->kind != EXTENT_FREE ||
           extent->length >= limits->grain / limits->logical;
}

static bool list_text_is_off(const struct layout *layout, const struct extent *extent)
{
    struct verdict verdict = judge_extent(layout, extent);

    return extent_is_damaged(extent) || judge_is_off(&verdict);
}

static void list_text_add_row(const struct list_source *source, enum list_view view,
                              const char *off_color, struct columns *columns)
{
    const struct list_column *column;
    CLEANUP(str_finish) struct str text = { 0 };

    columns_row(columns);
    for (size_t i = 0; (column = list_column_at(i)); i++) {
        if (!list_column_is_in(column, view, INT_MAX))
            continue;
        str_clear(&text);
        column->add(source, &text);
        columns_set(columns, i, "%s", str_text(&text));
        if (off_color && column->is_verdict &&
            list_text_is_off(source->layout, source->extent))
            columns_paint(columns, i, off_color, COLOR_END);
    }
}

/* Whether the list has suggestions that are explained below it. */
struct list_marks {
    bool is_not_free, is_better_left;
};

static void list_text_mark(const struct list_source *source, struct list_marks *ret)
{
    struct suggestion best;

    if (!suggest_best(source->layout, source->extent, source->context, &best))
        return;
    if (list_is_better_left(source))
        ret->is_better_left = true;
    else if (best.fit != FIT_FREE)
        ret->is_not_free = true;
}

static void list_text_add_marks(const struct list_marks *marks, struct str *ret)
{
    if (marks->is_not_free)
        str_add(ret,
                _("  (start): not free, other data must be moved or the partition shrunk "
                  "first\n"));
    if (marks->is_better_left)
        str_add(ret, _("  -: measured, and better left as it is\n"));
}

void report_text_table(const struct layout *layout, enum list_view view,
                       struct suggest_context context, const struct saved_result *saved,
                       const char *off_color, struct str *ret)
{
    CLEANUP(columns_freep) struct columns *columns = columns_new(LIST_COLUMN_MAX);
    const struct list_column *column;
    struct list_marks marks = { false, false };
    size_t count = 0;

    for (size_t i = 0; (column = list_column_at(i)); i++)
        columns_head(columns, i, column->is_right, list_column_head(column));
    LAYOUT_EACH (extent, layout) {
        if (!list_text_has(layout, extent))
            continue;
        const struct list_source source = { layout, SIZE_IEC, extent, context, saved };
        list_text_add_row(&source, view, off_color, columns);
        count++;
        list_text_mark(&source, &marks);
    }
    if (!count)
        return;
    str_add(ret, "\n");
    columns_write(columns, 2, ret);
    list_text_add_marks(&marks, ret);
}
