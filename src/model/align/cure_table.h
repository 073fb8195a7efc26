/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cure_table.h - suggested starts as a table, on a canvas or as text */
#ifndef ALIDADE_MODEL_ALIGN_CURE_TABLE_H
#define ALIDADE_MODEL_ALIGN_CURE_TABLE_H

#include "model/align/explain.h"

/* Columns of each cell; 0: there is no room for it. */
struct cure_widths {
    int columns[CURE_COLUMNS];
};

#define CURE_GAP 2 /* between two columns */

/* As wide as head and cells are, cut to WIDTH in all. */
struct cure_widths cure_table_widths(const struct cures *cures, int width);

/* The cell of one row; its translated head for NULL. */
const char *cure_table_cell(const struct cure *cure, enum cure_column column);
/* Numbers are set to the right. */
bool cure_table_is_number(enum cure_column column);

#endif
