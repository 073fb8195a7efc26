/* SPDX-License-Identifier: GPL-3.0-or-later */
/* frame.h - what most screens share: top row, box of text, selected row, foot lines */
#ifndef ALIDADE_UI_SCREEN_FRAME_FRAME_H
#define ALIDADE_UI_SCREEN_FRAME_FRAME_H

#include "ui/app/foot.h"
#include "ui/app/state.h"
#include "ui/draw/canvas.h"
#include "ui/draw/pager.h"

#define FRAME_NAME_COLUMNS 12

/* Returns the columns inside a box: two at each side are border and margin. */
int frame_width(const struct app *app);
/* True if there are more rows than the usual 24: what is around is shown, too. */
bool frame_is_tall(const struct app *app);
/* Returns the rows inside a box that ends above a foot of one row. */
int frame_rows(const struct app *app);
/* Returns TEXT in at most WIDTH columns; the path of the disk in it is cut first, down to
 * FRAME_NAME_COLUMNS; free(). */
char *frame_title(const struct app *app, const char *text, int width);
/* Returns the columns in which nothing but the path is cut. */
int frame_title_min_width(const struct app *app, const char *text);
/* Draws the top row with the text of FORMAT at the left; RIGHT may be NULL. */
void frame_draw_header(const struct app *app, struct canvas *canvas, const char *right,
                       const char *format, ...) __attribute__((format(printf, 4, 5)));
/* Draws a box from row 1 to row BOTTOM, with ROWS lines of TEXT from app->scroll on. */
void frame_draw_text(const struct app *app, struct canvas *canvas, int bottom,
                     const char *title, const struct pager *text, int rows);
/* Lines with their name at the left. */
struct frame_part {
    const char *name; /* N_(); NULL: the lines take the whole width */
    int style;
    const struct lines *lines;
};

/* Adds the parts that have lines, with an empty line between two of them. */
void frame_add_parts(const struct app *app, const struct frame_part *parts, size_t count,
                     struct pager *ret);
/* Marks at the right edge that a list of COUNT rows, of which ROWS from FIRST on are
 * drawn from ROW on, goes on above or below. */
void frame_mark_more(struct canvas *canvas, int row, int rows, int first, int count);
/* Makes a click on ROW inside the box select INDEX in the list of the screen. */
void frame_offer_row(const struct app *app, struct canvas *canvas, int row, int index);
/* Marks ROW inside the box as the selected one and puts the cursor there. */
void frame_select_row(const struct app *app, struct canvas *canvas, int row);
/* Draws the message in the last ROWS rows, or, where there is none, the keys of ITEMS. */
void frame_draw_foot(const struct app *app, struct canvas *canvas, int rows,
                     const struct foot_item *items, size_t count);
/* Returns the first line to show in ROWS rows so that the lines [FIRST, END) are visible;
 * line FIRST always is. */
int frame_scroll_to(int first, int end, int rows);

/* Moves *AT within COUNT rows as ACTION asks, PAGE rows at once.  Returns false for
 * actions that do not move. */
bool frame_move(enum action action, int count, int page, int *at);
/* Changes *SCROLL as ACTION asks, so that COUNT lines fill HEIGHT if possible.  Returns
 * false for actions that do not scroll. */
bool frame_scroll(enum action action, int count, int height, int *scroll);

#endif
