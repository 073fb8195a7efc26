/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cure_table.c - suggested starts as a table, on a canvas or as text */
#include "model/align/cure_table.h"

#include "model/base/intl.h"
#include "model/base/utf8.h"

#define ROOM_LEAST  12 /* a cut below this would say nothing */
#define ROOM_WANTED 24 /* the last column goes before this is cut further */

/* TRANSLATORS: column heads of the table of cures. */
static const char *const heads[CURE_COLUMNS] = {
    [CURE_START] = N_("Start"), [CURE_ALIGNED] = N_("Aligned"),
    [CURE_SHIFT] = N_("Shift"), [CURE_ROOM] = N_("Room"),
    [CURE_BOOT] = N_("Boot"),
};

const char *cure_table_cell(const struct cure *cure, enum cure_column column)
{
    return cure ? cure->cells[column] : _(heads[column]);
}

bool cure_table_is_number(enum cure_column column)
{
    return column == CURE_START || column == CURE_SHIFT;
}

static int total(const struct cure_widths *widths)
{
    int sum = 0;

    for (enum cure_column c = 0; c < CURE_COLUMNS; c++)
        sum += widths->columns[c] ? widths->columns[c] + CURE_GAP : 0;
    return sum - CURE_GAP;
}

struct cure_widths cure_table_widths(const struct cures *cures, int width)
{
    struct cure_widths widths = { { 0 } };
    bool has_boot = false;

    for (enum cure_column c = 0; c < CURE_COLUMNS; c++) {
        widths.columns[c] = (int)utf8_columns(cure_table_cell(NULL, c));
        for (size_t i = 0; i < cures->count; i++) {
            int own = (int)utf8_columns(cure_table_cell(&cures->rows[i], c));
            widths.columns[c] = own > widths.columns[c] ? own : widths.columns[c];
        }
    }
    for (size_t i = 0; i < cures->count; i++)
        has_boot = has_boot || cures->rows[i].cells[CURE_BOOT][0];
    if (!has_boot)
        widths.columns[CURE_BOOT] = 0;
    int over = total(&widths) - width;
    if (over > 0 && widths.columns[CURE_ROOM] - over < ROOM_WANTED) {
        widths.columns[CURE_BOOT] = 0;
        over = total(&widths) - width;
    }
    if (over > 0)
        widths.columns[CURE_ROOM] -= over;
    if (widths.columns[CURE_ROOM] < ROOM_LEAST && over > 0)
        widths.columns[CURE_ROOM] = 0;
    return widths;
}
