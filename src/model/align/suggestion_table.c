/* SPDX-License-Identifier: GPL-3.0-or-later */
/* suggestion_table.c - suggested starts as a table, on a canvas or as text */
#include "model/align/suggestion_table.h"

#include "model/base/intl.h"
#include "model/base/utf8.h"

#define FIT_MIN    12 /* a cut below this would say nothing */
#define FIT_WANTED 24 /* the last column goes before this is cut further */

/* TRANSLATORS: column heads of the table of suggested starts. */
static const char *const heads[SUGGESTION_COLUMNS] = {
    [SUGGESTION_START] = N_("Start"), [SUGGESTION_ALIGNED] = N_("Aligned"),
    [SUGGESTION_SHIFT] = N_("Shift"), [SUGGESTION_FIT] = N_("Room"),
    [SUGGESTION_BOOT] = N_("Boot"),
};

const char *suggestion_table_cell(const struct suggestion_row *row,
                                  enum suggestion_column column)
{
    return row ? row->cells[column] : _(heads[column]);
}

bool suggestion_table_is_number(enum suggestion_column column)
{
    return column == SUGGESTION_START || column == SUGGESTION_SHIFT;
}

static int total(const struct suggestion_widths *widths)
{
    int sum = 0;

    for (enum suggestion_column c = 0; c < SUGGESTION_COLUMNS; c++)
        sum += widths->columns[c] ? widths->columns[c] + SUGGESTION_GAP : 0;
    return sum - SUGGESTION_GAP;
}

struct suggestion_widths suggestion_table_widths(const struct suggestion_table *table,
                                                 int width)
{
    struct suggestion_widths widths = { { 0 } };
    bool has_boot = false;

    for (enum suggestion_column c = 0; c < SUGGESTION_COLUMNS; c++) {
        widths.columns[c] = (int)utf8_columns(suggestion_table_cell(NULL, c));
        for (size_t i = 0; i < table->count; i++) {
            int own = (int)utf8_columns(suggestion_table_cell(&table->rows[i], c));
            widths.columns[c] = own > widths.columns[c] ? own : widths.columns[c];
        }
    }
    for (size_t i = 0; i < table->count; i++)
        has_boot = has_boot || table->rows[i].cells[SUGGESTION_BOOT][0];
    if (!has_boot)
        widths.columns[SUGGESTION_BOOT] = 0;
    int over = total(&widths) - width;
    if (over > 0 && widths.columns[SUGGESTION_FIT] - over < FIT_WANTED) {
        widths.columns[SUGGESTION_BOOT] = 0;
        over = total(&widths) - width;
    }
    if (over > 0)
        widths.columns[SUGGESTION_FIT] -= over;
    if (widths.columns[SUGGESTION_FIT] < FIT_MIN && over > 0)
        widths.columns[SUGGESTION_FIT] = 0;
    return widths;
}
