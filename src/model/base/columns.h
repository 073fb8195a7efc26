/* SPDX-License-Identifier: GPL-3.0-or-later */
/* columns.h - a table of text, each column as wide as its widest cell */
#ifndef ALIDADE_MODEL_BASE_COLUMNS_H
#define ALIDADE_MODEL_BASE_COLUMNS_H

#include <stdbool.h>
#include <stddef.h>

#include "model/base/str.h"

struct columns;

/* Returns a table of COUNT columns without heads and rows. */
struct columns *columns_new(size_t count);
void columns_freep(struct columns **columns); /* for CLEANUP */

/* Sets a translated head, which is copied, and the alignment of a column. */
void columns_head(struct columns *columns, size_t column, bool is_right,
                  const char *head);

/* Starts a row; columns_set() sets its cells.  Control characters are removed. */
void columns_row(struct columns *columns);
void columns_set(struct columns *columns, size_t column, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Puts static text without width, such as escape sequences, around the last row's cell.
 */
void columns_paint(struct columns *columns, size_t column, const char *before,
                   const char *after);

/* Writes heads and rows with INDENT spaces before each line, two spaces between columns,
 * and none after the last cell.  Leaves out empty columns, and the heads if there are
 * none. */
void columns_write(const struct columns *columns, size_t indent, struct str *ret);

#endif
