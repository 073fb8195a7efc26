/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plan_rows.c - the rows of the page that plans the whole disk: steps, and what stays */
#include "ui/screen/wizard/plan_rows.h"

#include <stdio.h>
#include <stdlib.h>

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/base/text.h"
#include "model/move/plan/moves_edit.h"
#include "model/report/report.h"

/* The columns of sectors are wider where a number needs it. */
enum {
    NAME_COLUMNS = 6,
    LBA_COLUMNS_MIN = 10,
    SHIFT_COLUMNS_MIN = 8,
    DATA_COLUMNS = 10,
    NEEDS_COLUMNS_MIN = 8,
};

/* --- the plan --- */

static bool is_in_plan(const struct moves *moves, uint32_t id)
{
    for (size_t i = 0; i < moves->step_count; i++)
        if (moves->steps[i].id == id)
            return true;
    for (size_t i = 0; i < moves->left_count; i++)
        if (moves->left[i].id == id)
            return true;
    return false;
}

static void find_unchanged(struct plan_rows *rows)
{
    rows->unchanged = xcalloc(layout_count(rows->layout) + 1, sizeof(*rows->unchanged));
    LAYOUT_EACH (extent, rows->layout)
        if (extent_holds_data(extent) && !is_in_plan(&rows->moves, extent->id))
            rows->unchanged[rows->unchanged_count++] = extent->id;
}

static void find_time(const struct plan_pricing *pricing, struct plan_rows *rows)
{
    struct move_speed speed = moves_speed(pricing->saved);

    if (speed.read <= 0) {
        rows->usual = pricing->usual;
        rows->read = pricing->read ? pricing->read->read : 0;
        if (rows->read > 0)
            speed = typical_speed_with(pricing->usual, pricing->read);
        else
            speed = pricing->usual->speed;
    }
    moves_time_make_at(rows->layout, &rows->moves, &speed, pricing->offer,
                       pricing->offer != NULL, &rows->time);
    struct move_speed all = typical_speed_complete(&speed, pricing->usual);
    rows->price = moves_price_of(rows->layout, &rows->moves, &all, pricing->offer);
}

void plan_rows_make(const struct layout *layout, const struct moves_want *want,
                    const struct plan_pricing *pricing, struct plan_rows *ret)
{
    struct moves *moves = &ret->moves;

    *ret = (struct plan_rows){ .layout = layout };
    if (!moves_make(layout, want, moves, &ret->err))
        return;
    ret->err.text[0] = '\0';
    find_time(pricing, ret);
    ret->edits = xcalloc(moves->step_count + 1, sizeof(*ret->edits));
    moves_edits(layout, moves, ret->edits);
    find_unchanged(ret);
    ret->count = moves->step_count + moves->left_count + ret->unchanged_count;
}

void plan_rows_finish(struct plan_rows *rows)
{
    if (rows->err.text[0])
        return;
    free(rows->unchanged);
    free(rows->edits);
    moves_time_finish(&rows->time);
    moves_finish(&rows->moves);
}

/* --- a row --- */

/* What row INDEX is: a step, else a partition that stays, else an unchanged one. */
struct row {
    const struct moves_step *step; /* NULL: none */
    const struct moves_left *left; /* NULL: none */
    const struct extent *extent;
};

static struct row row_at(const struct plan_rows *rows, size_t index)
{
    const struct moves *moves = &rows->moves;
    struct row row = { .step = NULL };

    row.extent = layout_find(rows->layout, plan_rows_id(rows, index));
    if (index < moves->step_count)
        row.step = &moves->steps[index];
    else if (index - moves->step_count < moves->left_count)
        row.left = &moves->left[index - moves->step_count];
    return row;
}

uint32_t plan_rows_id(const struct plan_rows *rows, size_t index)
{
    const struct moves *moves = &rows->moves;

    if (index < moves->step_count)
        return moves->steps[index].id;
    index -= moves->step_count;
    if (index < moves->left_count)
        return moves->left[index].id;
    return rows->unchanged[index - moves->left_count];
}

static bool is_lacking(const struct plan_rows *rows, const struct row *row)
{
    return !rows->moves.is_possible && row->extent->id == rows->moves.lack.id;
}

/* TRANSLATORS: the last column of the plan, 27 columns at most. */
static const char *needs_word(const struct plan_rows *rows, const struct row *row)
{
    if (is_lacking(rows, row))
        return rows->moves.lack.is_at_end ? _("does not fit") : _("is in the way");
    if (row->left)
        return _("cannot be moved");
    if (!row->step)
        return rows->moves.is_possible ? _("nothing to do") : "";
    if (row->step->action == MOVES_DATA)
        return _("data is moved");
    return row->step->action == MOVES_REMAKE ? _("swap is made again") : _("table only");
}

/* --- drawing --- */

/* Columns of WIDTH that are used for what always has the same width; those behind them
 * are left out where they do not fit. */
struct columns_at {
    int now, then, shift, data, needs; /* -1: left out */
    int lba_columns, shift_columns;
};

/* Returns "-7"; free(). */
static char *shift_text(const struct moves_step *step)
{
    bool is_left = step->to < step->from;

    return xasprintf("%c%llu", is_left ? '-' : '+',
                     (ull)(is_left ? step->from - step->to : step->to - step->from));
}

static void columns_measure(const struct plan_rows *rows, struct columns_at *ret)
{
    int lba = snprintf(NULL, 0, "%llu", (ull)layout_limits(rows->layout)->size);

    ret->lba_columns = lba > LBA_COLUMNS_MIN ? lba : LBA_COLUMNS_MIN;
    ret->shift_columns = SHIFT_COLUMNS_MIN;
    for (size_t i = 0; i < rows->moves.step_count; i++) {
        CLEANUP(freep) char *text = shift_text(&rows->moves.steps[i]);
        int shift = text_width(text);
        if (shift > ret->shift_columns)
            ret->shift_columns = shift;
    }
}

static struct columns_at columns_in(const struct plan_rows *rows, int width)
{
    struct columns_at at = {
        .now = NAME_COLUMNS + 1, .shift = -1, .data = -1, .needs = -1
    };
    int end;

    columns_measure(rows, &at);
    at.then = at.now + at.lba_columns + 1;
    end = at.then + at.lba_columns;
    if (width >= end + 1 + at.shift_columns) {
        at.shift = end + 1;
        end += 1 + at.shift_columns;
    }
    if (width >= end + 1 + DATA_COLUMNS) {
        at.data = end + 1;
        end += 1 + DATA_COLUMNS;
    }
    if (width >= end + 2 + NEEDS_COLUMNS_MIN)
        at.needs = end + 2;
    return at;
}

void plan_rows_draw_heads(const struct plan_rows *rows, struct canvas *canvas, int row,
                          int col, int width)
{
    struct columns_at at = columns_in(rows, width);

    canvas_put(canvas, row, col, NAME_COLUMNS, STYLE_HEAD, "#");
    canvas_put_right(canvas, row, col + at.now, at.lba_columns, STYLE_HEAD,
                     _("Start now"));
    canvas_put_right(canvas, row, col + at.then, at.lba_columns, STYLE_HEAD, _("Then"));
    if (at.shift >= 0)
        canvas_put_right(canvas, row, col + at.shift, at.shift_columns, STYLE_HEAD,
                         _("Shift"));
    if (at.data >= 0)
        canvas_put_right(canvas, row, col + at.data, DATA_COLUMNS, STYLE_HEAD, _("Data"));
    if (at.needs >= 0)
        canvas_put(canvas, row, col + at.needs, width - at.needs, STYLE_HEAD, _("Needs"));
}

static void draw_name(const struct row *row, struct canvas *canvas, int line, int col)
{
    bool is_end = row->step && row->step->is_end;
    char name[16];

    if (row->extent->role == ROLE_EBR)
        canvas_put(canvas, line, col, NAME_COLUMNS, STYLE_NORMAL, _("EBR"));
    else
        /* TRANSLATORS: the end of a container, 6 columns with its number: "3e end" */
        canvas_printf(canvas, line, col, NAME_COLUMNS, STYLE_NORMAL, "%s%s",
                      report_row(row->extent, name), is_end ? _(" end") : "");
}

static void draw_step(const struct plan_rows *rows, const struct moves_step *step,
                      struct canvas *canvas, int line, int col, struct columns_at at)
{
    CLEANUP(freep) char *then = xasprintf("%llu", (ull)step->to);
    CLEANUP(freep) char *shift = shift_text(step);
    char size[SIZE_TEXT];

    canvas_put_right(canvas, line, col + at.then, at.lba_columns, STYLE_NORMAL, then);
    if (at.shift >= 0)
        canvas_put_right(canvas, line, col + at.shift, at.shift_columns, STYLE_NORMAL,
                         shift);
    if (at.data >= 0 && step->sectors)
        canvas_put_right(canvas, line, col + at.data, DATA_COLUMNS, STYLE_NORMAL,
                         moves_size(rows->layout, step->sectors, size));
}

void plan_rows_draw(const struct plan_rows *rows, struct canvas *canvas, int row, int col,
                    int width, size_t index)
{
    struct columns_at at = columns_in(rows, width);
    struct row one = row_at(rows, index);
    uint64_t from = one.step ? one.step->from : one.extent->start;
    CLEANUP(freep) char *now = xasprintf("%llu", (ull)from);

    draw_name(&one, canvas, row, col);
    canvas_put_right(canvas, row, col + at.now, at.lba_columns, STYLE_NORMAL, now);
    if (one.step)
        draw_step(rows, one.step, canvas, row, col, at);
    else if (rows->moves.is_possible || one.left)
        canvas_put_right(canvas, row, col + at.then, at.lba_columns, STYLE_NOTE,
                         _("stays"));
    if (at.needs >= 0)
        canvas_put(canvas, row, col + at.needs, width - at.needs,
                   one.left || is_lacking(rows, &one) ? STYLE_OFF : STYLE_NORMAL,
                   needs_word(rows, &one));
}

/* --- sentences --- */

static char *moved_words(const struct plan_rows *rows, const struct row *row)
{
    char size[SIZE_TEXT];
    double seconds;
    enum move_time known =
        moves_time_step(&rows->time, rows->layout, row->step, &seconds);
    CLEANUP(freep) char *time = moves_time_words(known, seconds);

    (void)moves_size(rows->layout, row->step->sectors, size);
    if (known == MOVE_TIME_UNKNOWN)
        return xasprintf(_("Partition %1$u: its data, %2$s, is moved."),
                         row->extent->number, size);
    return xasprintf(_("Partition %1$u: its data, %2$s, is moved, %3$s."),
                     row->extent->number, size, time);
}

char *plan_rows_words(const struct plan_rows *rows, size_t index)
{
    struct row row = row_at(rows, index);

    if (row.left)
        return moves_left_words(rows->layout, &rows->moves, row.left);
    if (!row.step)
        return rows->moves.is_possible
                   ? xasprintf(_("Partition %u stays as it is."), row.extent->number)
                   : NULL;
    if (row.step->action == MOVES_DATA)
        return moved_words(rows, &row);
    return row.step->action == MOVES_REMAKE
               ? xasprintf(
                     _("Partition %u: its swap is made again at the new start, with "
                       "its UUID and label."),
                     row.extent->number)
               : xstrdup(_("This step changes the table only."));
}

bool plan_rows_has_words(const struct plan_rows *rows, size_t index)
{
    struct row row = row_at(rows, index);

    return row.step || row.left;
}

const struct owner_run *plan_rows_owned(const struct plan_rows *rows, size_t index)
{
    struct row row = row_at(rows, index);

    return row.left ? moves_left_owned(rows->layout, &rows->moves, row.left) : NULL;
}

bool plan_rows_asks_empty(const struct plan_rows *rows, size_t index)
{
    struct row row = row_at(rows, index);

    return row.left && pin_asks_empty(row.left->why);
}

char *plan_price_words(const struct moves_price *price, size_t count)
{
    char moved[SIZE_TEXT], written[SIZE_TEXT];

    if (!price->bytes)
        return xasprintf(ngettext("%zu step, no data", "%zu steps, no data", count),
                         count);
    CLEANUP(freep) char *time = moves_time_words(MOVE_TIME_KNOWN, price->seconds);
    (void)size_format(price->bytes, SIZE_IEC, 0, moved);
    (void)size_format(price->written, SIZE_IEC, 0, written);
    /* TRANSLATORS: 62 columns: 5 steps, 912 GiB of data, 1.8 TiB written, about 12 h */
    return xasprintf(ngettext("%1$zu step, %2$s of data, %3$s written, %4$s",
                              "%1$zu steps, %2$s of data, %3$s written, %4$s", count),
                     count, moved, written, time);
}

char *plan_rows_cost(const struct plan_rows *rows)
{
    const struct moves *moves = &rows->moves;
    size_t count = moves->step_count;

    if (rows->err.text[0])
        return xstrdup(_("not possible")); /* the page tells why */
    if (!moves->is_possible)
        return xasprintf(ngettext("%llu sector is missing", "%llu sectors are missing",
                                  (unsigned long)moves->lack.sectors),
                         (ull)moves->lack.sectors);
    if (!count && moves->left_count)
        /* TRANSLATORS: partitions that should be moved, and cannot; 26 columns */
        return xasprintf(ngettext("%zu partition has to stay",
                                  "%zu partitions have to stay", moves->left_count),
                         moves->left_count);
    if (!count)
        return xstrdup(_("nothing has to be changed"));
    return plan_price_words(&rows->price, count);
}
