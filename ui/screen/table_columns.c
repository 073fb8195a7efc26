/* SPDX-License-Identifier: GPL-3.0-or-later */
/* table_columns.c - draws the columns of the list of extents */
#include "ui/screen/table_view.h"

#include "model/align/judge.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/report/list_column.h"
#include "ui/app/disk.h"

#define COLUMNS_COL 4 /* behind the marks */

/* What `x` goes through. */
static const struct {
    const char *name;
    enum size_unit unit;
    enum list_view view;
} steps[] = {
    { N_("Sizes in powers of two: GiB, MiB."), SIZE_IEC, LIST_SIZES },
    { N_("Sizes in powers of ten: GB, MB."), SIZE_SI, LIST_SIZES },
    { N_("Sizes in percent of the disk."), SIZE_PERCENT, LIST_SIZES },
    { N_("Types, labels, flags, and how full they are."), SIZE_IEC, LIST_TYPES },
    { N_("What lies inside: bytes before the first data, unit, bytes past a boundary."),
      SIZE_IEC, LIST_INSIDE },
};

static void draw_cell(struct canvas *canvas, int row, int col, int width, int style,
                      bool is_right, const char *text)
{
    (is_right ? canvas_put_right : canvas_put)(canvas, row, col, width, style, text);
}

void table_draw_heads(struct canvas *canvas, int row, int col, const struct list_fit *fit)
{
    const struct list_column *column;

    for (size_t i = 0; (column = list_column_at(i)); i++) {
        if (!fit->width[i])
            continue;
        col += column->gap;
        draw_cell(canvas, row, col, fit->width[i], STYLE_HEAD, column->is_right,
                  list_column_head(column));
        col += fit->width[i];
    }
}

void table_draw_cells(const struct app *app, struct canvas *canvas, int row, int col,
                      const struct list_fit *fit, const struct extent *extent,
                      struct table_styles styles)
{
    const struct list_source source = { app->layout, app->unit };
    const struct list_column *column;
    CLEANUP(str_finish) struct str text = { 0 };

    for (size_t i = 0; (column = list_column_at(i)); i++) {
        if (!fit->width[i])
            continue;
        str_clear(&text);
        column->add(&source, extent, &text);
        bool is_painted = column->is_verdict && text.length;
        col += column->gap;
        draw_cell(canvas, row, col, fit->width[i],
                  is_painted ? styles.verdict : styles.row, column->is_right,
                  str_text(&text));
        col += fit->width[i];
    }
}

/* The width of the number, which every list has. */
static int first_width(const struct list_fit *fit)
{
    for (size_t i = 0; i < LIST_COLUMN_MAX; i++)
        if (fit->width[i])
            return fit->width[i];
    return 0;
}

void table_draw_mark(const struct app *app, struct canvas *canvas, int row, int col,
                     const struct list_fit *fit, const struct extent *extent)
{
    bool is_selected = extent->id == app->selected;

    canvas_put(canvas, row, col - 2, 1, STYLE_NORMAL, is_selected ? ">" : " ");
    if (app_changed(app, extent))
        canvas_put(canvas, row, col - 1, 1, STYLE_CHANGED, "*");
    if (!is_selected)
        return;
    canvas_set_cursor(canvas, row, col - 2);
    /* The number alone: a cursor key must not cost two whole rows of a line. */
    if (!app->is_slow_line)
        canvas_select(canvas, row, col - 2, 1 + first_width(fit));
}

/* The columns behind the mark of the selection. */
static struct list_fit fit_columns(const struct app *app,
                                   const struct extent *const *rows, size_t count)
{
    const struct list_source source = { app->layout, app->unit };
    int step = app->columns % (int)ARRAY_SIZE(steps);

    /* A blank stays before the frame. */
    return list_column_fit(&source, steps[step].view, app->cols, app->cols - 6, rows,
                           count);
}

static int row_style(const struct extent *extent)
{
    if (extent->kind == EXTENT_FREE)
        return STYLE_FREE;
    return extent->kind == EXTENT_METADATA ? STYLE_TABLE : STYLE_NORMAL;
}

static int verdict_style(const struct app *app, const struct extent *extent)
{
    struct verdict verdict = judge_extent(app->layout, extent);

    if (row_style(extent) != STYLE_NORMAL)
        return row_style(extent);
    if (extent->fault || verdict.grade == GRADE_OFF || verdict.is_end_harmful)
        return STYLE_OFF;
    return verdict.grade == GRADE_HARMLESS || verdict.end_past_bytes ? STYLE_NOTE
                                                                     : STYLE_OK;
}

static void draw_row(const struct app *app, struct canvas *canvas, int row,
                     const struct list_fit *fit, const struct extent *extent)
{
    struct table_styles styles = { row_style(extent), verdict_style(app, extent) };

    canvas_fill(canvas, row, COLUMNS_COL, canvas_cols(canvas) - 1 - COLUMNS_COL,
                styles.row, " ");
    table_draw_cells(app, canvas, row, COLUMNS_COL, fit, extent, styles);
    table_draw_mark(app, canvas, row, COLUMNS_COL, fit, extent);
}

void table_draw(const struct app *app, struct canvas *canvas, int row, int room,
                const struct extent *const *rows, size_t count)
{
    struct list_fit fit = fit_columns(app, rows, count);
    size_t page = room > 0 ? (size_t)room : 1;
    size_t top = table_index(rows, count, app->selected) / page * page;

    /* By whole pages: a cursor key then redraws the table once a page. */
    if (count <= page)
        top = 0;
    else if (top + page > count)
        top = count - page;
    /* One style from end to end: each change of style costs bytes on the line. */
    canvas_fill(canvas, row, COLUMNS_COL, canvas_cols(canvas) - 5, STYLE_HEAD, " ");
    table_draw_heads(canvas, row, COLUMNS_COL, &fit);
    for (size_t i = 0; i < page && top + i < count && room > 0; i++)
        draw_row(app, canvas, row + 1 + (int)i, &fit, rows[top + i]);
}

int table_column_steps(void)
{
    return ARRAY_SIZE(steps);
}

enum size_unit table_columns_unit(int step)
{
    return steps[step % (int)ARRAY_SIZE(steps)].unit;
}

const char *table_columns_name(int step)
{
    return _(steps[step % (int)ARRAY_SIZE(steps)].name);
}
