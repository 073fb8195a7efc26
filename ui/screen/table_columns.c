/* SPDX-License-Identifier: GPL-3.0-or-later */
/* table_columns.c - which columns of the table fit, and how they are drawn */
#include "ui/screen/table_view.h"

#include "model/align/judge.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "ui/app/disk.h"
#include "ui/draw/text.h"
#include "ui/screen/table_cells.h"

#define SET_MOST     12
#define CONTENT_KEPT 6  /* columns that a content's name is not cut below */
#define CONTENT_BOTH 10 /* the same where there are two: "ext4+vfat?" */

/* What `x` goes through: units of the first set, then the others. */
static const struct {
    const char *name;
    enum size_unit unit;
    int set;
} steps[] = {
    { N_("Sizes in powers of two: GiB, MiB."), SIZE_IEC, 0 },
    { N_("Sizes in powers of ten: GB, MB."), SIZE_SI, 0 },
    { N_("Sizes in percent of the disk."), SIZE_PERCENT, 0 },
    { N_("Types, labels, flags, and how full they are."), SIZE_IEC, 1 },
    { N_("What lies inside: bytes before the first data, unit, bytes past a boundary."),
      SIZE_IEC, 2 },
};

static const enum column sets[][SET_MOST] = {
    { COLUMN_START, COLUMN_LAST, COLUMN_BYTES, COLUMN_SIZE, COLUMN_CONTENT,
      COLUMN_VERDICT, COLUMN_SUGGEST, COLUMN_TYPE, COLUMN_LABEL, COLUMN_FLAGS,
      COLUMN_USED, COLUMN_COUNT },
    { COLUMN_START, COLUMN_SIZE, COLUMN_CONTENT, COLUMN_TYPE, COLUMN_TYPE_NAME,
      COLUMN_LABEL, COLUMN_FLAGS, COLUMN_USED, COLUMN_COUNT },
    { COLUMN_START, COLUMN_SIZE, COLUMN_CONTENT, COLUMN_VERDICT, COLUMN_INSIDE,
      COLUMN_UNIT, COLUMN_PAST, COLUMN_COUNT },
};

/* Who leaves first where the screen is too narrow. */
static const enum column leaving[] = {
    COLUMN_USED,  COLUMN_FLAGS, COLUMN_LABEL, COLUMN_TYPE_NAME, COLUMN_TYPE,
    COLUMN_BYTES, COLUMN_LAST,  COLUMN_UNIT,  COLUMN_SUGGEST,
};

struct fitted {
    bool is_shown[COLUMN_COUNT];
    int width[COLUMN_COUNT];
    int number_width;
    int step;
};

static int text_of(const struct app *app, enum column column, const struct extent *extent,
                   struct str *out)
{
    str_clear(out);
    table_columns[column].add(app, extent, out);
    return text_width(str_text(out));
}

/* As wide as the widest text, so that columns do not jump while rows scroll. */
static int natural_width(const struct app *app, enum column column,
                         const struct extent *const *rows, size_t count)
{
    const struct table_column *row = &table_columns[column];
    int widest = text_width(_(row->head));
    CLEANUP(str_finish) struct str text = { 0 };

    widest = widest < row->least ? row->least : widest;
    for (size_t i = 0; i < count; i++) {
        int own = text_of(app, column, rows[i], &text);

        /* A verdict keeps a blank to the number after it. */
        own += column == COLUMN_VERDICT && own > 0;
        widest = own > widest ? own : widest;
    }
    return row->most && widest > row->most ? row->most : widest;
}

static int total_width(const struct fitted *fitted)
{
    int sum = 3 + fitted->number_width;

    for (int c = 0; c < COLUMN_COUNT; c++)
        sum += fitted->is_shown[c] ? table_columns[c].gap + fitted->width[c] : 0;
    return sum;
}

static int content_kept(const struct extent *const *rows, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (rows[i]->content.state == CONTENT_AMBIVALENT)
            return CONTENT_BOTH;
    return CONTENT_KEPT;
}

static struct fitted fit_columns(const struct app *app, const struct extent *const *rows,
                                 size_t count)
{
    struct fitted fitted = { .number_width = 3,
                             .step = app->columns % (int)ARRAY_SIZE(steps) };
    const enum column *set = sets[steps[fitted.step].set];
    bool is_wide = app->cols >= 100;
    int room = app->cols - 3; /* a blank stays before the frame */
    CLEANUP(str_finish) struct str text = { 0 };

    for (size_t i = 0; i < count; i++) {
        str_clear(&text);
        table_number(rows[i], &text);
        int own = text_width(str_text(&text)) + 1;
        fitted.number_width = own > fitted.number_width ? own : fitted.number_width;
    }
    for (int i = 0; set[i] != COLUMN_COUNT; i++) {
        bool is_extra = steps[fitted.step].set == 0 && set[i] >= COLUMN_TYPE;

        fitted.width[set[i]] = natural_width(app, set[i], rows, count);
        fitted.is_shown[set[i]] = is_wide || !is_extra;
    }
    for (size_t i = 0; i < ARRAY_SIZE(leaving); i++) {
        int over = total_width(&fitted) - room;
        int spare = fitted.width[COLUMN_CONTENT] - content_kept(rows, count);

        if (over <= 0)
            break;
        if (fitted.is_shown[COLUMN_CONTENT] && spare >= over)
            fitted.width[COLUMN_CONTENT] -= over;
        else
            fitted.is_shown[leaving[i]] = false;
    }
    return fitted;
}

static int row_style(const struct extent *extent)
{
    if (extent->kind == EXTENT_FREE)
        return STYLE_FREE;
    return extent->kind == EXTENT_METADATA ? STYLE_TABLE : STYLE_NORMAL;
}

static int cell_style(const struct app *app, enum column column,
                      const struct extent *extent)
{
    if (column != COLUMN_VERDICT || row_style(extent) != STYLE_NORMAL)
        return row_style(extent);
    struct verdict verdict = judge_extent(app->layout, extent);
    if (extent->fault || verdict.grade == GRADE_OFF || verdict.is_end_harmful)
        return STYLE_OFF;
    return verdict.grade == GRADE_HARMLESS || verdict.end_past_bytes ? STYLE_NOTE
                                                                     : STYLE_OK;
}

static void draw_row(const struct app *app, struct canvas *canvas, int row,
                     const struct fitted *fitted, const struct extent *extent)
{
    const enum column *set = sets[steps[fitted->step].set];
    bool is_selected = extent->id == app->selected;
    CLEANUP(str_finish) struct str text = { 0 };
    int col = 4;

    canvas_put(canvas, row, 2, 1, STYLE_NORMAL, is_selected ? ">" : " ");
    if (app_changed(app, extent))
        canvas_put(canvas, row, 3, 1, STYLE_CHANGED, "*");
    int own = row_style(extent);
    canvas_fill(canvas, row, col, canvas_cols(canvas) - 1 - col, own, " ");
    table_number(extent, &text);
    canvas_put(canvas, row, col, fitted->number_width, own, str_text(&text));
    col += fitted->number_width;
    for (int i = 0; set[i] != COLUMN_COUNT; i++) {
        const struct table_column *column = &table_columns[set[i]];
        int width = fitted->width[set[i]], style = cell_style(app, set[i], extent);

        if (!fitted->is_shown[set[i]])
            continue;
        col += column->gap;
        if (text_of(app, set[i], extent, &text) == 0)
            style = own;
        if (column->is_right)
            canvas_put_right(canvas, row, col, width, style, str_text(&text));
        else
            canvas_put(canvas, row, col, width, style, str_text(&text));
        col += width;
    }
    if (!is_selected)
        return;
    canvas_set_cursor(canvas, row, 2);
    /* The number alone: a cursor key must not cost two whole rows of a line. */
    if (!app->is_slow_line)
        canvas_select(canvas, row, 2, 1 + fitted->number_width);
}

static void draw_heads(struct canvas *canvas, int row, const struct fitted *fitted)
{
    const enum column *set = sets[steps[fitted->step].set];
    int col = 4 + fitted->number_width;

    /* One style from end to end: each change of style costs bytes on the line. */
    canvas_fill(canvas, row, 4, canvas_cols(canvas) - 5, STYLE_HEAD, " ");
    canvas_put(canvas, row, 4, 1, STYLE_HEAD, "#");
    for (int i = 0; set[i] != COLUMN_COUNT; i++) {
        const struct table_column *column = &table_columns[set[i]];
        int width = fitted->width[set[i]];

        if (!fitted->is_shown[set[i]])
            continue;
        col += column->gap;
        if (column->is_right)
            canvas_put_right(canvas, row, col, width, STYLE_HEAD, _(column->head));
        else
            canvas_put(canvas, row, col, width, STYLE_HEAD, _(column->head));
        col += width;
    }
}

void table_draw(const struct app *app, struct canvas *canvas, int row, int room,
                const struct extent *const *rows, size_t count)
{
    struct fitted fitted = fit_columns(app, rows, count);
    size_t page = room > 0 ? (size_t)room : 1;
    size_t top = table_index(rows, count, app->selected) / page * page;

    /* By whole pages: a cursor key then redraws the table once a page. */
    if (count <= page)
        top = 0;
    else if (top + page > count)
        top = count - page;
    draw_heads(canvas, row, &fitted);
    for (size_t i = 0; i < page && top + i < count && room > 0; i++)
        draw_row(app, canvas, row + 1 + (int)i, &fitted, rows[top + i]);
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
