/* SPDX-License-Identifier: GPL-3.0-or-later */
/* table_cells.h - what stands in each column of the table */
#ifndef ALIDADE_UI_SCREEN_TABLE_CELLS_H
#define ALIDADE_UI_SCREEN_TABLE_CELLS_H

#include <stdbool.h>

#include "model/base/str.h"
#include "ui/app/state.h"

enum column {
    COLUMN_START,
    COLUMN_LAST,
    COLUMN_BYTES,
    COLUMN_SIZE,
    COLUMN_CONTENT,
    COLUMN_VERDICT,
    COLUMN_SUGGEST,
    COLUMN_TYPE,
    COLUMN_TYPE_NAME,
    COLUMN_LABEL,
    COLUMN_FLAGS,
    COLUMN_USED,
    COLUMN_INSIDE,
    COLUMN_UNIT,
    COLUMN_PAST,
    COLUMN_COUNT,
};

struct table_column {
    const char *head; /* N_() */
    bool is_right;
    int gap;         /* columns before it */
    int least, most; /* columns of its own; most 0: as wide as its widest text */
    void (*add)(const struct app *app, const struct extent *extent, struct str *out);
};

/* In the order of the enum. */
extern const struct table_column table_columns[COLUMN_COUNT];

#endif
