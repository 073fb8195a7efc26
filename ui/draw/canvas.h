/* SPDX-License-Identifier: GPL-3.0-or-later */
/* canvas.h - a grid of cells that screens draw on, independent of a terminal */
#ifndef ALIDADE_UI_DRAW_CANVAS_H
#define ALIDADE_UI_DRAW_CANVAS_H

#include <stdint.h>

#include "model/base/mem.h"

/* Roles, not colours: term converts them to what the terminal has. */
enum style {
    STYLE_NORMAL,
    STYLE_HEADER, /* the top row: reverse */
    STYLE_FRAME,
    STYLE_TITLE,    /* text in a frame line */
    STYLE_HEAD,     /* column heads */
    STYLE_OK,       /* aligned */
    STYLE_OFF,      /* misaligned */
    STYLE_OFF_EDGE, /* the digit of a misaligned start in ruler and map */
    STYLE_FREE,
    STYLE_TABLE, /* table metadata: M */
    STYLE_NOTE,  /* remarks, grey */
    STYLE_ERROR,
    STYLE_KEY,     /* a key in help and foot lines */
    STYLE_BAR_OK,  /* solid area: reverse space at every level */
    STYLE_BAR_OFF, /* checkerboard area */
    STYLE_CHANGED, /* the * of what differs from the disk */
    STYLE_COUNT,
};

/* Added to a style: the selected row or area. */
#define STYLE_SELECTED 0x80

/* The glyphs of the terminal; the layout of screens is the same at each level. */
enum level {
    LEVEL_UTF8,
    LEVEL_ACS, /* lines and checkerboard by terminfo: term converts the UTF-8 glyphs */
    LEVEL_ASCII,
    LEVEL_COUNT,
};

struct cell {
    char text[16];       /* one character with its combining marks, UTF-8; "" = the right
                          * half of the wide one before it */
    unsigned char style; /* enum style, perhaps with STYLE_SELECTED */
};

/* What a click on a cell asks for. */
enum spot_kind {
    SPOT_NONE,
    SPOT_ACTION, /* value: enum action */
    SPOT_BUTTON, /* value: its index */
    SPOT_EXTENT, /* value: its id */
    SPOT_ROW,    /* value: index in the list of the screen */
    SPOT_FILE,   /* value: index in the list above a field for a path */
};

struct spot {
    enum spot_kind kind;
    uint32_t value;
};

struct canvas;

struct canvas *canvas_new(int rows, int cols, enum level level);
void canvas_free(struct canvas *canvas); /* accepts NULL */
CLEANUP_WITH(canvas_free, canvas)
int canvas_rows(const struct canvas *canvas);
int canvas_cols(const struct canvas *canvas);
const struct cell *canvas_at(const struct canvas *canvas, int row, int col);

/* All functions below clip at the edge of the canvas; positions outside are no error. */

/* Draws TEXT (UTF-8) in exactly WIDTH cells from (ROW, COL), cut with ".." or filled with
 * spaces.  WIDTH < 0: as wide as the text is.  Returns the columns the text took. */
int canvas_put(struct canvas *canvas, int row, int col, int width, int style,
               const char *text);
/* The same, aligned to the right. */
int canvas_put_right(struct canvas *canvas, int row, int col, int width, int style,
                     const char *text);
int canvas_printf(struct canvas *canvas, int row, int col, int width, int style,
                  const char *format, ...) __attribute__((format(printf, 6, 7)));
/* Draws TEXT in at most ROWS rows of WIDTH columns; rows after the first are indented by
 * HANG columns, and the last one is cut with "..".  Returns the rows it took. */
int canvas_put_wrapped(struct canvas *canvas, int row, int col, int width, int rows,
                       int hang, int style, const char *text);
/* Draws one glyph COUNT times. */
void canvas_fill(struct canvas *canvas, int row, int col, int count, int style,
                 const char *glyph);
/* Adds STYLE_SELECTED to the style of existing cells. */
void canvas_select(struct canvas *canvas, int row, int col, int count);
/* Gives existing cells one style, that of a selected row: changes within it would cost a
 * third of its bytes, and colours on a bar are hard to read. */
void canvas_select_row(struct canvas *canvas, int row, int col, int count);

/* Gives COUNT cells a meaning for clicks. */
void canvas_put_spot(struct canvas *canvas, int row, int col, int count,
                     enum spot_kind kind, uint32_t value);
/* SPOT_NONE where nothing was put, and outside. */
struct spot canvas_spot(const struct canvas *canvas, int row, int col);

/* Draw a frame from ROW to LAST_ROW over the whole width, and a line across it.  LEFT and
 * RIGHT are titles in the line; NULL: none. */
void canvas_box(struct canvas *canvas, int row, int last_row, const char *left,
                const char *right);
void canvas_divider(struct canvas *canvas, int row, const char *left, const char *right);

/* The number of characters, other than blanks, that were drawn outside so far. */
int canvas_lost(const struct canvas *canvas);

/* Set and return the position of the hardware cursor: the selected row, or a field. */
void canvas_set_cursor(struct canvas *canvas, int row, int col);
void canvas_cursor(const struct canvas *canvas, int *ret_row, int *ret_col);

#endif
