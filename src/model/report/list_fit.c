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
    bool has_text = !column->can_lack;

    widest = widest > column->min ? widest : column->min;
    for (size_t i = 0; i < count; i++) {
        row.extent = rows[i];
        str_clear(&text);
        column->add(&row, &text);
        int own = (int)utf8_columns(str_text(&text));
        widest = own && own + column->pad > widest ? own + column->pad : widest;
        has_text = has_text || own;
    }
    if (!has_text)
        return 0;
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

/* Returns the shown column that is hidden next; LIST_COLUMN_MAX: all must stay. */
static size_t list_fit_highest(const struct list_fit *fit)
{
    const struct list_column *column;
    size_t found = LIST_COLUMN_MAX;
    int rank = 0;

    for (size_t i = 0; (column = list_column_at(i)); i++)
        if (fit->width[i] && column->rank > rank) {
            found = i;
            rank = column->rank;
        }
    return found;
}

/* Cuts columns by OVER in total, those of the highest rank first; returns what is left of
 * it. */
static int list_fit_cut(struct list_fit *fit, int over, const struct extent *const *rows,
                        size_t count)
{
    const struct list_column *column;

    for (int rank = LIST_COLUMN_MAX; over > 0 && rank >= 0; rank--)
        for (size_t i = 0; (column = list_column_at(i)); i++) {
            int spare = fit->width[i] - list_fit_kept_width(column, rows, count);
            if (column->rank != rank || !column->kept || spare <= 0)
                continue;
            spare = spare < over ? spare : over;
            fit->width[i] -= spare;
            over -= spare;
        }
    return over > 0 ? over : 0;
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

    for (size_t i = 0; (column = list_column_at(i)); i++)
        if (list_column_is_in(column, view, width))
            fit.width[i] = list_fit_natural_width(column, source, rows, count);
    for (;;) {
        struct list_fit cut = fit;
        size_t hidden = list_fit_highest(&fit);
        int over = list_fit_total_width(&fit) - space;

        if (!list_fit_cut(&cut, over, rows, count) || hidden == LIST_COLUMN_MAX)
            return cut;
        fit.width[hidden] = 0;
    }
}
