/* SPDX-License-Identifier: GPL-3.0-or-later */
/* table_columns.c - draws the list of extents */
#include "ui/screen/list/table_view.h"

#include "model/align/judge.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/report/list_column.h"
#include "ui/app/disk.h"
#include "ui/app/marks.h"
#include "ui/app/measure_result.h"
#include "ui/screen/frame/frame.h"

/* The sets of columns and units that the key x shows in turn. */
static const struct {
    const char *name;
    enum size_unit unit;
    enum list_view view;
} steps[] = {
    { N_("Sizes in powers of two: GiB, MiB."), SIZE_IEC, LIST_SIZES },
    { N_("Sizes in powers of ten: GB, MB."), SIZE_SI, LIST_SIZES },
    { N_("Sizes in percent of the disk."), SIZE_PERCENT, LIST_SIZES },
    { N_("Sectors and bytes."), SIZE_IEC, LIST_BYTES },
    { N_("Types, labels, flags, and how full they are."), SIZE_IEC, LIST_TYPES },
    { N_("What lies inside: bytes before the first data, unit, bytes past a boundary."),
      SIZE_IEC, LIST_INSIDE },
};

/* A list on its screen: the source of its cells, and their columns. */
struct table_list {
    struct list_source source;
    struct list_fit fit;
    bool is_small;
    int col; /* of the first cell, behind the marks */
};

const char *table_columns_next(struct app *app)
{
    app->columns = (app->columns + 1) % (int)ARRAY_SIZE(steps);
    return _(steps[app->columns].name);
}

/* Draws the cells of EXTENT, or the heads where it is NULL. */
static void draw_cells(const struct table_list *list, struct canvas *canvas, int row,
                       const struct extent *extent, int style, int verdict_style)
{
    const struct list_column *column;
    CLEANUP(str_finish) struct str text = { 0 };
    struct list_source source = list->source;
    int col = list->col;

    source.extent = extent;
    for (size_t i = 0; (column = list_column_at(i)); i++) {
        int width = list->fit.width[i];
        if (!width)
            continue;
        str_clear(&text);
        if (extent)
            column->add(&source, &text);
        else
            str_add(&text, list_column_head(column));
        col += column->gap;
        (column->is_right ? canvas_put_right : canvas_put)(
            canvas, row, col, width,
            column->is_verdict && text.length ? verdict_style : style, str_text(&text));
        col += width;
    }
}

/* Signs of the selected extent ">", a changed one "*", one marked by the person "+". */
static void draw_mark(const struct app *app, const struct table_list *list,
                      struct canvas *canvas, int row, const struct extent *extent)
{
    bool is_selected = extent->id == app->selected;
    int col = list->col - 2;

    canvas_put(canvas, row, col, 1, STYLE_NORMAL, is_selected ? ">" : " ");
    if (marks_has(app, extent->id))
        canvas_put(canvas, row, col - 1, 1, STYLE_CHANGED, "+");
    if (app_changed(app, extent))
        canvas_put(canvas, row, col + 1, 1, STYLE_CHANGED, "*");
    if (!is_selected)
        return;
    canvas_set_cursor(canvas, row, col);
    /* On a slow line a cursor key must not redraw two whole rows. */
    if (!app->is_slow_line)
        canvas_select_row(canvas, row, list->is_small ? 0 : 1,
                          canvas_cols(canvas) - (list->is_small ? 0 : 2));
}

static int row_style(const struct table_list *list, const struct extent *extent)
{
    if (extent->kind == EXTENT_FREE)
        return STYLE_FREE;
    return extent->kind == EXTENT_METADATA && !list->is_small ? STYLE_TABLE
                                                              : STYLE_NORMAL;
}

/* Only what is off has a style of its own. */
static int verdict_style(const struct table_list *list, const struct extent *extent)
{
    struct verdict verdict = judge_extent(list->source.layout, extent);
    bool is_off = extent->fault || verdict.grade == GRADE_OFF || verdict.is_end_harmful;
    bool is_note = verdict.grade == GRADE_HARMLESS || verdict.end_past_bytes;

    if (row_style(list, extent) != STYLE_NORMAL)
        return row_style(list, extent);
    return is_off ? STYLE_OFF : is_note ? STYLE_NOTE : STYLE_NORMAL;
}

/* Each change of style costs bytes on the line: fills the row with one style, except on
 * small screens. */
static void fill_row(const struct table_list *list, struct canvas *canvas, int row,
                     int style)
{
    if (!list->is_small)
        canvas_fill(canvas, row, list->col, canvas_cols(canvas) - 1 - list->col, style,
                    " ");
}

static void draw_row(const struct app *app, const struct table_list *list,
                     struct canvas *canvas, int row, const struct extent *extent)
{
    int style = row_style(list, extent);

    fill_row(list, canvas, row, style);
    draw_cells(list, canvas, row, extent, style, verdict_style(list, extent));
    draw_mark(app, list, canvas, row, extent);
    canvas_put_spot(canvas, row, 1, canvas_cols(canvas) - 2, SPOT_EXTENT, extent->id);
}

static struct table_list list_of(const struct app *app, const struct extent *const *rows,
                                 size_t count)
{
    bool is_small = table_view_of(app, 0).is_small;
    enum list_view view = is_small ? LIST_SMALL : steps[app->columns].view;
    struct table_list list = { .source = { .layout = app->layout,
                                           .unit = steps[app->columns].unit,
                                           .context = app->context,
                                           .saved = measure_result_saved(app) },
                               .is_small = is_small,
                               .col = is_small ? 3 : 4 };

    /* Large screens keep a blank before the frame. */
    list.fit = list_column_fit(&list.source, view, app->cols,
                               app->cols - (is_small ? 4 : 6), rows, count);
    return list;
}

void table_draw(const struct app *app, struct canvas *canvas, int row, int max_rows,
                const struct extent *const *rows, size_t count)
{
    struct table_list list = list_of(app, rows, count);
    size_t page = max_rows > 0 ? (size_t)max_rows : 1;
    size_t top = table_index(rows, count, app->selected) / page * page;

    /* The list scrolls by whole pages, so that a cursor key seldom redraws it. */
    if (count > page && top + page > count)
        top = count - page;
    fill_row(&list, canvas, row, STYLE_HEAD);
    draw_cells(&list, canvas, row, NULL, STYLE_HEAD, STYLE_HEAD);
    if (max_rows <= 0)
        return;
    for (size_t i = 0; i < page && top + i < count; i++)
        draw_row(app, &list, canvas, row + 1 + (int)i, rows[top + i]);
    frame_mark_more(canvas, row + 1, (int)page, (int)top, (int)count);
}
