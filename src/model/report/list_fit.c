/* SPDX-License-Identifier: GPL-3.0-or-later */
/* list_fit.c - which columns of a list fit, and how wide they are */
#include "model/base/mem.h"
#include "model/base/utf8.h"
#include "model/report/list_column.h"

static int list_fit_natural_width(const struct list_column *column,
                                  const struct list_source *source,
                                  const struct extent *const *rows, size_t count)
{
    int widest = (int)utf8_columns(list_column_head(column));
    CLEANUP(str_finish) struct str text = { 0 };
    struct list_source row = *source;

    widest = widest > column->min ? widest : column->min;
    for (size_t i = 0; i < count; i++) {
        row.extent = rows[i];
        str_clear(&text);
        column->add(&row, &text);
        int own = (int)utf8_columns(str_text(&text));
        widest = own && own + column->pad > widest ? own + column->pad : widest;
    }
    return column->max && widest > column->max ? column->max : widest;
}

static int list_fit_total_width(const struct list_fit *fit)
{
    const struct list_column *column;
    int sum = 0;

    for (size_t i = 0; (column = list_column_at(i)); i++)
        sum += fit->width[i] ? column->gap + fit->width[i] : 0;
    return sum;
}

static int list_fit_kept_width(const struct list_column *column,
                               const struct extent *const *rows, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (rows[i]->content.state == CONTENT_AMBIVALENT)
            return column->kept_both;
    return column->kept;
}

/* Narrows a column by OVER; false if no column that may be cut is wide enough. */
static bool list_fit_shrink(struct list_fit *fit, int over,
                            const struct extent *const *rows, size_t count)
{
    const struct list_column *column;

    for (size_t i = 0; (column = list_column_at(i)); i++) {
        if (!column->kept ||
            fit->width[i] - list_fit_kept_width(column, rows, count) < over)
            continue;
        fit->width[i] -= over;
        return true;
    }
    return false;
}

/* Hides the column of the highest rank; false if all the others must stay. */
static bool list_fit_drop_one(struct list_fit *fit)
{
    const struct list_column *column;
    size_t worst = 0;

    for (size_t i = 0; (column = list_column_at(i)); i++)
        if (fit->width[i] && column->rank > list_column_at(worst)->rank)
            worst = i;
    if (!list_column_at(worst)->rank)
        return false;
    fit->width[worst] = 0;
    return true;
}

bool list_column_is_in(const struct list_column *column, enum list_view view, int width)
{
    return column->from[view] && width >= column->from[view];
}

struct list_fit list_column_fit(const struct list_source *source, enum list_view view,
                                int width, int space, const struct extent *const *rows,
                                size_t count)
{
    const struct list_column *column;
    struct list_fit fit = { { 0 } };
    int over;

    for (size_t i = 0; (column = list_column_at(i)); i++)
        if (list_column_is_in(column, view, width))
            fit.width[i] = list_fit_natural_width(column, source, rows, count);
    while ((over = list_fit_total_width(&fit) - space) > 0)
        if (list_fit_shrink(&fit, over, rows, count) || !list_fit_drop_one(&fit))
            break;
    return fit;
}
