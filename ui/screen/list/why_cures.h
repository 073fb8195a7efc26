/* SPDX-License-Identifier: GPL-3.0-or-later */
/* why_cures.h - the cures listed on the screen "why": other starts, then other ends */
#ifndef ALIDADE_UI_SCREEN_LIST_WHY_CURES_H
#define ALIDADE_UI_SCREEN_LIST_WHY_CURES_H

#include <stdbool.h>

#include "model/align/advice.h"
#include "model/align/suggestion_table.h"
#include "ui/app/state.h"
#include "ui/draw/canvas.h"

struct why_cures {
    const struct extent *extent;     /* borrowed from the app's layout */
    struct suggestion_table starts;  /* borrowed rows */
    struct suggestion_widths widths; /* of the columns of the starts */
    struct advice_end_fix ends[2];
    int count;      /* starts and ends */
    bool is_nested; /* the extent holds, or lies in, a table that is not edited */
};

/* Returns the cures for EXTENT: STARTS, and ends only if its present end is harmful. */
struct why_cures why_cures_of(const struct app *app, const struct extent *extent,
                              const struct suggestion_table *starts);

/* Draws the column heads of the starts, or cure INDEX, in WIDTH columns. */
void why_cures_draw_heads(const struct why_cures *cures, struct canvas *canvas, int row);
void why_cures_draw_row(const struct why_cures *cures, struct canvas *canvas, int row,
                        int width, int index);

/* Returns what cure INDEX costs, as translated sentences; borrowed from CURES. */
const char *why_cures_price(const struct why_cures *cures, int index);
/* True if cure INDEX is one of the default plan, which moves other partitions for it. */
bool why_cures_needs_plan(const struct app *app, const struct why_cures *cures,
                          int index);
/* Returns why why_cures_apply() refuses cure INDEX; NULL if it does not, or if the plan
 * has it; free(). */
char *why_cures_obstacle(const struct app *app, const struct why_cures *cures, int index);
/* Adds cure INDEX to the pending edits; if that is not possible, returns false and tells
 * why on the message line. */
bool why_cures_apply(struct app *app, const struct why_cures *cures, int index);

#endif
