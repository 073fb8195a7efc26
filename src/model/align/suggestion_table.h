/* SPDX-License-Identifier: GPL-3.0-or-later */
/* suggestion_table.h - suggested starts as rows of a table, with what each costs */
#ifndef ALIDADE_MODEL_ALIGN_SUGGESTION_TABLE_H
#define ALIDADE_MODEL_ALIGN_SUGGESTION_TABLE_H

#include <stdbool.h>
#include <stddef.h>

#include "model/align/suggest.h"
#include "model/disk/layout.h"

enum suggestion_column {
    SUGGESTION_START,
    SUGGESTION_ALIGNED, /* "4 KiB" */
    SUGGESTION_SHIFT,   /* "-7 s" */
    SUGGESTION_FIT,     /* "gap before it 62 -> 55 sectors" */
    SUGGESTION_BOOT,    /* "GRUB fits (50)"; may be empty */
    SUGGESTION_COLUMNS,
};

/* A suggested start as the cells of a table; translated, owned. */
struct suggestion_row {
    struct suggestion suggestion;
    char *cells[SUGGESTION_COLUMNS];
    char *price; /* whole sentences: data, boot sector, speed, space, boot loader */
};

struct suggestion_table {
    struct suggestion_row rows[SUGGEST_MAX];
    size_t count;
    char *data; /* "data to move: 97.7 GiB"; NULL without rows */
};

/* Returns what start S of EXTENT needs first, as a sentence, or in a few words if
 * IS_BRIEF; NULL if it is free.  free() */
char *suggestion_need(const struct layout *layout, const struct extent *extent,
                      const struct suggestion *s, bool is_brief);

/* Makes a row of each start of suggest_starts(), in its order. */
struct suggestion_table suggestion_table_build(const struct layout *layout,
                                               const struct extent *extent,
                                               struct suggest_context context);
void suggestion_table_finish(struct suggestion_table *table);

#define SUGGESTION_GAP 2 /* screen columns between two columns of the table */

/* Screen columns of each column; 0: it is not shown. */
struct suggestion_widths {
    int columns[SUGGESTION_COLUMNS];
};

/* Makes columns as wide as head and cells, then cuts the table to WIDTH. */
struct suggestion_widths suggestion_table_widths(const struct suggestion_table *table,
                                                 int width);
/* The cell of ROW; for NULL the translated head of COLUMN. */
const char *suggestion_table_cell(const struct suggestion_row *row,
                                  enum suggestion_column column);
/* True if the column is aligned to the right. */
bool suggestion_table_is_number(enum suggestion_column column);

#endif
