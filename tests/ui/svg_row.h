/* SPDX-License-Identifier: GPL-3.0-or-later */
/* svg_row.h - one row of a canvas as elements of a picture */
#ifndef ALIDADE_TESTS_SVG_ROW_H
#define ALIDADE_TESTS_SVG_ROW_H

#include "ui/svg_ink.h"

/* Pixels of a cell: a font of 15 is 9 wide. */
enum {
    CELL_WIDTH = 9,
    CELL_HEIGHT = 18,
    CELL_BASE = 14, /* of the letters, below the top */
};

/* Adds ROW.  Its origin is the base line of the first cell.  Lines, areas and arrows are
 * shapes and not letters: they join, whatever font a reader has. */
void svg_add_row(struct str *out, struct palette *palette, const struct canvas *canvas,
                 int row);
/* Adds TEXT as text of an element or attribute. */
void svg_add_text(struct str *out, const char *text);

#endif
