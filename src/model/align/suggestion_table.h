/* SPDX-License-Identifier: GPL-3.0-or-later */
/* suggestion_table.h - suggested starts as a table, on a canvas or as text */
#ifndef ALIDADE_MODEL_ALIGN_SUGGESTION_TABLE_H
#define ALIDADE_MODEL_ALIGN_SUGGESTION_TABLE_H

#include "model/align/explain.h"

/* Columns of each cell; 0: there is no room for it. */
struct suggestion_widths {
    int columns[SUGGESTION_COLUMNS];
};

#define SUGGESTION_GAP 2 /* between two columns */

/* As wide as head and cells are, cut to WIDTH in all. */
struct suggestion_widths suggestion_table_widths(const struct suggestion_table *table,
                                                 int width);

/* The cell of one row; its translated head for NULL. */
const char *suggestion_table_cell(const struct suggestion_row *row,
                                  enum suggestion_column column);
/* Numbers are set to the right. */
bool suggestion_table_is_number(enum suggestion_column column);

#endif
