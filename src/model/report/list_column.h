/* SPDX-License-Identifier: GPL-3.0-or-later */
/* list_column.h - the columns of every list of extents, and which of them fit */
#ifndef ALIDADE_MODEL_REPORT_LIST_COLUMN_H
#define ALIDADE_MODEL_REPORT_LIST_COLUMN_H

#include <stdbool.h>
#include <stddef.h>

#include "model/align/suggest.h"
#include "model/base/size.h"
#include "model/base/str.h"
#include "model/disk/layout.h"
#include "model/measure/saved_result.h"

#define LIST_COLUMN_MAX 48 /* rows of the table of columns */

/* The lists that draw columns. */
enum list_view {
    LIST_SIZES,  /* main screen: where each extent is */
    LIST_BYTES,  /* main screen: where each extent is, in bytes */
    LIST_TYPES,  /* main screen: types, labels, flags */
    LIST_INSIDE, /* main screen: what lies inside */
    LIST_SMALL,  /* main screen of small terminals */
    LIST_TEXT,   /* the command `list` */
    LIST_PLAN,   /* the same before and after a change, with types */
    LIST_BESIDE, /* one side of before and after */
    LIST_VIEW_COUNT,
};

/* The source of the cells of one row; borrowed. */
struct list_source {
    const struct layout *layout;
    enum size_unit unit; /* of the column Size on the main screen */
    const struct extent *extent;
    struct suggest_context context;
    const struct saved_result *saved; /* of bench and probe; NULL: none */
};

/* Makes the text of one cell. */
typedef void list_cell_add(const struct list_source *source, struct str *out);

/* True if a saved bench advises against the suggested start of the row. */
bool list_is_better_left(const struct list_source *source);

/* To add a column, add its row and the function that makes its cells. */
struct list_column {
    const char *head; /* N_(), or empty */
    bool is_right;
    bool is_verdict; /* painted if misaligned */
    int gap;         /* columns before it */
    int min, max;    /* its width; max 0: as wide as its widest cell */
    int pad;         /* columns kept free behind its cells */
    /* Width to which it is cut before a column is hidden; the second one applies if a
     * content has two signatures ("ext4+vfat?").  0: never cut. */
    int kept, kept_both;
    bool can_lack; /* hidden if all of its cells are empty */
    int rank;      /* the highest is hidden first if space is short; 0: never hidden */
    list_cell_add *add;
    int from[LIST_VIEW_COUNT]; /* terminal width from which a view has it; 0: never */
};

/* The columns from left to right; NULL past the last one. */
const struct list_column *list_column_at(size_t index);
/* Translated. */
const char *list_column_head(const struct list_column *column);
/* True if VIEW has the column at a terminal width of WIDTH. */
bool list_column_is_in(const struct list_column *column, enum list_view view, int width);

/* Width of each column; 0 where it is not shown. */
struct list_fit {
    int width[LIST_COLUMN_MAX];
};

/* Makes columns as wide as the widest cell of all ROWS, so that they stay while rows
 * scroll; cuts and hides columns until the rest takes at most SPACE.  Ignores the extent
 * of SOURCE. */
struct list_fit list_column_fit(const struct list_source *source, enum list_view view,
                                int width, int space, const struct extent *const *rows,
                                size_t count);

#endif
