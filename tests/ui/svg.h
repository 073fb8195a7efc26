/* SPDX-License-Identifier: GPL-3.0-or-later */
/* svg.h - a canvas as a picture in SVG: a terminal's window on a light or dark page
 *
 * It is the same to the byte wherever it is drawn, and needs nothing but itself: no
 * script, no font. */
#ifndef ALIDADE_TESTS_SVG_H
#define ALIDADE_TESTS_SVG_H

#include "ui/svg_row.h"

/* What is told beside the screen. */
struct svg_words {
    const char *window; /* the title of the window */
    const char *title;  /* for those who do not see it: in few words, */
    const char *text;   /* and in more */
};

/* CANVAS as a picture; free(). */
char *svg_draw(const struct canvas *canvas, const struct svg_words *words);

/* The parts of a picture, for one that has more than a screen. */

enum {
    SVG_SIDE = 14, /* pixels: left and right of a screen */
    SVG_TOP = 40,  /* above the first row */
    SVG_FOOT = 12,
};

/* Adds all before the first row: ROWS and COLS of cells, and FOOT pixels below.  RULES
 * are further ones, of CSS. */
void svg_add_begin(struct str *out, const struct svg_words *words, int rows, int cols,
                   int foot, const struct palette *palette, const char *rules);
/* Adds what the elements of row ROW are in, up to its end. */
void svg_add_row_begin(struct str *out, int row);

#endif
