/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compare_ends.h - the sectors where partitions of two layouts start and end */
#ifndef ALIDADE_UI_SCREEN_LIST_COMPARE_ENDS_H
#define ALIDADE_UI_SCREEN_LIST_COMPARE_ENDS_H

#include "ui/screen/list/compare.h"

/* Draws from ROW on, as many as fit into LEFT rows, the starts and ends of COMPARE's
 * partition in both layouts; of all whose start or end differs, if it names none.
 * Returns how many rows they take. */
int compare_ends_draw(const struct app *app, struct canvas *canvas, int row, int left,
                      const struct compare *compare);

#endif
