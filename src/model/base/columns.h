/* SPDX-License-Identifier: GPL-3.0-or-later */
/* columns.h - text set in columns that are as wide as their widest cell */
#ifndef ALIDADE_MODEL_BASE_COLUMNS_H
#define ALIDADE_MODEL_BASE_COLUMNS_H

#include <stdbool.h>
#include <stddef.h>

#include "model/base/str.h"

struct columns;

/* COUNT columns without heads and rows. */
struct columns *columns_new(size_t count);
void columns_free(struct columns *columns);   /* accepts NULL */
void columns_freep(struct columns **columns); /* for CLEANUP */

/* HEAD is translated, and copied; a column that IS_RIGHT is set to the right. */
void columns_head(struct columns *columns, size_t column, bool is_right,
                  const char *head);

/* Begins an empty row; cells are set in the last row begun.  Text from outside is
 * cleaned: it cannot speak to the terminal. */
void columns_row(struct columns *columns);
void columns_set(struct columns *columns, size_t column, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The last row's cell is wrapped in these bytes, which take no room; static text. */
void columns_paint(struct columns *columns, size_t column, const char *before,
                   const char *after);

/* Heads and rows, each line after INDENT spaces, two spaces between columns, nothing
 * behind the last cell.  A column whose cells are all empty is left out, and so is the
 * line of heads where there are none. */
void columns_write(const struct columns *columns, size_t indent, struct str *ret);

#endif
