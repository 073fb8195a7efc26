/* SPDX-License-Identifier: GPL-3.0-or-later */
/* canvas.c - a grid of cells that screens draw on, without any terminal */
#include "ui/draw/canvas.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "model/base/glyph.h"
#include "model/base/mem.h"
#include "model/base/text.h"
#include "model/base/utf8.h"

struct canvas {
    int rows, cols;
    enum level level;
    int cursor_row, cursor_col;
    struct cell *cells;
    struct spot *spots; /* one for each cell */
    int lost;
};

static const struct cell blank = { " ", STYLE_NORMAL };

struct canvas *canvas_new(int rows, int cols, enum level level)
{
    struct canvas *canvas = xcalloc(1, sizeof(*canvas));

    canvas->rows = rows > 0 ? rows : 1;
    canvas->cols = cols > 0 ? cols : 1;
    canvas->level = level;
    size_t count = (size_t)canvas->rows * (size_t)canvas->cols;
    canvas->cells = xcalloc(count, sizeof(*canvas->cells));
    for (size_t i = 0; i < count; i++)
        canvas->cells[i] = blank;
    canvas->spots = xcalloc(count, sizeof(*canvas->spots));
    return canvas;
}

void canvas_free(struct canvas *canvas)
{
    if (!canvas)
        return;
    free(canvas->cells);
    free(canvas->spots);
    free(canvas);
}

int canvas_rows(const struct canvas *canvas)
{
    return canvas->rows;
}

int canvas_cols(const struct canvas *canvas)
{
    return canvas->cols;
}

/* NULL outside. */
static struct cell *canvas_cell_at(const struct canvas *canvas, int row, int col)
{
    if (row < 0 || row >= canvas->rows || col < 0 || col >= canvas->cols)
        return NULL;
    return &canvas->cells[row * canvas->cols + col];
}

const struct cell *canvas_at(const struct canvas *canvas, int row, int col)
{
    const struct cell *cell = canvas_cell_at(canvas, row, col);

    return cell ? cell : &blank;
}

/* A wide character loses its other half when one of its cells is drawn over. */
static void split_wide(struct canvas *canvas, int row, int col)
{
    struct cell *cell = canvas_cell_at(canvas, row, col);
    struct cell *right = canvas_cell_at(canvas, row, col + 1);

    if (right && right->text[0] == '\0')
        memcpy(right->text, " ", 2);
    if (cell && cell->text[0] == '\0' && canvas_cell_at(canvas, row, col - 1))
        memcpy(canvas_cell_at(canvas, row, col - 1)->text, " ", 2);
}

/* Puts one character of N bytes into the one or two cells it takes. */
static void put_character(struct canvas *canvas, int row, int col, int width, int style,
                          const char *text, size_t n)
{
    struct cell *cell = canvas_cell_at(canvas, row, col);
    char ascii = canvas->level == LEVEL_ASCII ? glyph_ascii(text, n) : 0;

    if (!cell) {
        canvas->lost += *text != ' ';
        return;
    }
    split_wide(canvas, row, col);
    cell->style = (unsigned char)style;
    if (width == 2 && !canvas_cell_at(canvas, row, col + 1)) {
        memcpy(cell->text, " ", 2); /* its right half would be outside */
        return;
    }
    memcpy(cell->text, ascii ? &ascii : text, n = ascii ? 1 : n);
    cell->text[n] = '\0';
    if (width == 2) {
        split_wide(canvas, row, col + 1);
        *canvas_cell_at(canvas, row, col + 1) = (struct cell){ "", (unsigned char)style };
    }
}

/* Appends a combining mark to the character before it, if the cell has space. */
static void put_mark(struct canvas *canvas, int row, int col, const char *text, size_t n)
{
    struct cell *cell = canvas_cell_at(canvas, row, col);

    if (cell && cell->text[0] == '\0')
        cell = canvas_cell_at(canvas, row, col - 1);
    if (cell && strlen(cell->text) + n < sizeof(cell->text))
        strncat(cell->text, text, n);
}

/* Draws all of TEXT from (ROW, COL) on; returns the columns it took. */
static int put_text(struct canvas *canvas, int row, int col, int style, const char *text)
{
    int start = col;
    size_t n;

    for (uint32_t c; (c = utf8_decode(text, &n)) != 0; text += n) {
        int width = utf8_char_columns(c);

        if (width == 0) {
            put_mark(canvas, row, col - 1, text, n);
            continue;
        }
        /* Fonts may lack the no-break space. */
        if (c == 0xa0)
            put_character(canvas, row, col, width, style, " ", 1);
        /* No control character and no invalid UTF-8 reaches a terminal. */
        else if (c < 0x20 || (c >= 0x7f && c < 0xa0) || c == UTF8_BAD)
            put_character(canvas, row, col, width = 1, style, "?", 1);
        else
            put_character(canvas, row, col, width, style, text, n);
        col += width;
    }
    return col - start;
}

int canvas_put(struct canvas *canvas, int row, int col, int width, int style,
               const char *text)
{
    CLEANUP(freep) char *cut = width < 0 ? xstrdup(text) : text_cut(text, width);
    int taken = put_text(canvas, row, col, style, cut);

    if (taken < width)
        canvas_fill(canvas, row, col + taken, width - taken, style, " ");
    return taken;
}

int canvas_put_right(struct canvas *canvas, int row, int col, int width, int style,
                     const char *text)
{
    CLEANUP(freep) char *cut = text_cut(text, width);
    int missing = width - text_width(cut);

    canvas_fill(canvas, row, col, missing, style, " ");
    return put_text(canvas, row, col + missing, style, cut);
}

int canvas_printf(struct canvas *canvas, int row, int col, int width, int style,
                  const char *format, ...)
{
    va_list args;

    va_start(args, format);
    CLEANUP(freep) char *text = xvasprintf(format, args);
    va_end(args);
    return canvas_put(canvas, row, col, width, style, text);
}

int canvas_put_wrapped(struct canvas *canvas, int row, int col, int width, int rows,
                       int hang, int style, const char *text)
{
    int taken = 0;

    while (text && taken < rows) {
        int indent = taken ? hang : 0;
        size_t length;
        const char *next = text_wrap(text, width - indent, &length);
        bool is_last = taken + 1 == rows;
        CLEANUP(freep)
        char *line = is_last ? xstrdup(text) : xasprintf("%.*s", (int)length, text);

        canvas_put(canvas, row + taken++, col + indent, width - indent, style, line);
        text = next;
    }
    return taken;
}

void canvas_fill(struct canvas *canvas, int row, int col, int count, int style,
                 const char *glyph)
{
    size_t n = strlen(glyph);

    for (int i = 0; i < count; i++)
        put_character(canvas, row, col + i, 1, style, glyph, n);
}

void canvas_select(struct canvas *canvas, int row, int col, int count)
{
    for (int i = 0; i < count; i++) {
        struct cell *cell = canvas_cell_at(canvas, row, col + i);

        if (cell)
            cell->style |= STYLE_SELECTED;
    }
}

void canvas_select_row(struct canvas *canvas, int row, int col, int count)
{
    for (int i = 0; i < count; i++) {
        struct cell *cell = canvas_cell_at(canvas, row, col + i);

        if (cell)
            cell->style = STYLE_NORMAL | STYLE_SELECTED;
    }
}

void canvas_put_spot(struct canvas *canvas, int row, int col, int count,
                     enum spot_kind kind, uint32_t value)
{
    for (int i = 0; i < count; i++) {
        if (canvas_cell_at(canvas, row, col + i))
            canvas->spots[row * canvas->cols + col + i] = (struct spot){ kind, value };
    }
}

struct spot canvas_spot(const struct canvas *canvas, int row, int col)
{
    if (!canvas_cell_at(canvas, row, col))
        return (struct spot){ SPOT_NONE, 0 };
    return canvas->spots[row * canvas->cols + col];
}

int canvas_lost(const struct canvas *canvas)
{
    return canvas->lost;
}

/* A line over the whole width with its two ends and two titles.  The left title is cut in
 * favour of the right one, which is left out if that is not enough. */
static void line_across(struct canvas *canvas, int row, const char *first,
                        const char *last, const char *left, const char *right)
{
    int cols = canvas->cols;
    int right_width = right ? text_width(right) : 0;
    int room = cols - 6 - (right ? right_width + 3 : 0);

    canvas_fill(canvas, row, 0, 1, STYLE_FRAME, first);
    canvas_fill(canvas, row, 1, cols - 2, STYLE_FRAME, "─");
    canvas_fill(canvas, row, cols - 1, 1, STYLE_FRAME, last);
    if (left && room < text_width(left) && right) {
        right = NULL; /* the left title names the frame, the right one only a key */
        room = cols - 6;
    }
    if (left && room > 0) {
        CLEANUP(freep) char *cut = text_cut(left, room);
        int taken = put_text(canvas, row, 3, STYLE_TITLE, cut);

        canvas_fill(canvas, row, 2, 1, STYLE_TITLE, " ");
        canvas_fill(canvas, row, 3 + taken, 1, STYLE_TITLE, " ");
    }
    if (right && right_width + 6 <= cols) {
        canvas_fill(canvas, row, cols - 4 - right_width, 1, STYLE_TITLE, " ");
        (void)put_text(canvas, row, cols - 3 - right_width, STYLE_TITLE, right);
        canvas_fill(canvas, row, cols - 3, 1, STYLE_TITLE, " ");
    }
}

void canvas_box(struct canvas *canvas, int row, int last_row, const char *left,
                const char *right)
{
    line_across(canvas, row, "┌", "┐", left, right);
    for (int r = row + 1; r < last_row; r++) {
        canvas_fill(canvas, r, 0, 1, STYLE_FRAME, "│");
        canvas_fill(canvas, r, canvas->cols - 1, 1, STYLE_FRAME, "│");
    }
    line_across(canvas, last_row, "└", "┘", NULL, NULL);
}

void canvas_divider(struct canvas *canvas, int row, const char *left, const char *right)
{
    line_across(canvas, row, "├", "┤", left, right);
}

void canvas_set_cursor(struct canvas *canvas, int row, int col)
{
    canvas->cursor_row = row;
    canvas->cursor_col = col;
}

void canvas_cursor(const struct canvas *canvas, int *ret_row, int *ret_col)
{
    *ret_row = canvas->cursor_row;
    *ret_col = canvas->cursor_col;
}
