/* SPDX-License-Identifier: GPL-3.0-or-later */
/* columns.c - a table of text, each column as wide as its widest cell */
#include "model/base/columns.h"

#include <assert.h>
#include <stdarg.h>
#include <stdlib.h>

#include "model/base/mem.h"
#include "model/base/utf8.h"

struct column_cell {
    char *text; /* NULL: empty */
    const char *before, *after;
};

struct columns {
    size_t count;
    size_t rows;               /* the first one holds the heads */
    struct column_cell *cells; /* rows x count */
    bool *is_right;
};

static struct column_cell *columns_cell(const struct columns *columns, size_t row,
                                        size_t column)
{
    assert(row < columns->rows && column < columns->count);
    return &columns->cells[row * columns->count + column];
}

static const char *columns_text(const struct columns *columns, size_t row, size_t column)
{
    const char *text = columns_cell(columns, row, column)->text;

    return text ? text : "";
}

/* Returns 0 for a column without text below its head, which is left out. */
static size_t column_width(const struct columns *columns, size_t column)
{
    size_t widest = 0;

    for (size_t row = 1; row < columns->rows; row++) {
        size_t width = utf8_columns(columns_text(columns, row, column));
        widest = width > widest ? width : widest;
    }
    size_t head = utf8_columns(columns_text(columns, 0, column));
    return widest && widest < head ? head : widest;
}

static bool has_heads(const struct columns *columns)
{
    for (size_t column = 0; column < columns->count; column++)
        if (*columns_text(columns, 0, column))
            return true;
    return false;
}

static void add_spaces(size_t count, struct str *ret)
{
    while (count--)
        str_add(ret, " ");
}

static void write_cell(const struct columns *columns, size_t row, size_t column,
                       struct str *ret)
{
    const struct column_cell *cell = columns_cell(columns, row, column);

    str_add(ret, cell->before ? cell->before : "");
    str_add(ret, columns_text(columns, row, column));
    str_add(ret, cell->after ? cell->after : "");
}

/* Spaces are only written before a cell, so that no line ends in one. */
static void write_row(const struct columns *columns, const size_t *widths, size_t row,
                      size_t indent, struct str *ret)
{
    size_t pending = indent;

    for (size_t column = 0; column < columns->count; column++) {
        if (!widths[column])
            continue;
        size_t width = utf8_columns(columns_text(columns, row, column));
        size_t left = columns->is_right[column] ? widths[column] - width : 0;
        if (width) {
            add_spaces(pending + left, ret);
            write_cell(columns, row, column, ret);
            pending = widths[column] - width - left + 2;
        } else {
            pending += widths[column] + 2;
        }
    }
    str_add(ret, "\n");
}

struct columns *columns_new(size_t count)
{
    struct columns *columns = xcalloc(1, sizeof(*columns));

    columns->count = count;
    columns->is_right = xcalloc(count, sizeof(*columns->is_right));
    columns_row(columns);
    return columns;
}

void columns_freep(struct columns **columns)
{
    struct columns *table = *columns;

    if (!table)
        return;
    for (size_t i = 0; i < table->rows * table->count; i++)
        free(table->cells[i].text);
    free(table->cells);
    free(table->is_right);
    free(table);
}

void columns_head(struct columns *columns, size_t column, bool is_right, const char *head)
{
    struct column_cell *cell = columns_cell(columns, 0, column);

    free(cell->text);
    cell->text = xstrdup(head);
    columns->is_right[column] = is_right;
}

void columns_row(struct columns *columns)
{
    size_t old = columns->rows * columns->count;

    columns->rows++;
    columns->cells =
        xrealloc(columns->cells, columns->rows * columns->count, sizeof(*columns->cells));
    for (size_t i = old; i < columns->rows * columns->count; i++)
        columns->cells[i] = (struct column_cell){ 0 };
}

void columns_set(struct columns *columns, size_t column, const char *format, ...)
{
    struct column_cell *cell = columns_cell(columns, columns->rows - 1, column);
    va_list args;

    va_start(args, format);
    CLEANUP(freep) char *text = xvasprintf(format, args);
    va_end(args);
    free(cell->text);
    cell->text = utf8_clean(text);
}

void columns_paint(struct columns *columns, size_t column, const char *before,
                   const char *after)
{
    struct column_cell *cell = columns_cell(columns, columns->rows - 1, column);

    cell->before = before;
    cell->after = after;
}

void columns_write(const struct columns *columns, size_t indent, struct str *ret)
{
    CLEANUP(freep) size_t *widths = xcalloc(columns->count, sizeof(*widths));

    for (size_t column = 0; column < columns->count; column++)
        widths[column] = column_width(columns, column);
    for (size_t row = has_heads(columns) ? 0 : 1; row < columns->rows; row++)
        write_row(columns, widths, row, indent, ret);
}
