/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compare.h - two layouts of one disk side by side, with their maps */
#ifndef ALIDADE_UI_SCREEN_LIST_COMPARE_H
#define ALIDADE_UI_SCREEN_LIST_COMPARE_H

#include "model/disk/layout.h"
#include "ui/app/state.h"
#include "ui/draw/canvas.h"

/* Two layouts of one disk, to be shown in ROWS rows inside a box; both are borrowed. */
struct compare {
    const struct layout *before, *after;
    int rows;
    /* Their titles around other things, translated; NULL: before and after. */
    const char *before_name, *after_name;
    uint32_t id; /* of the extent whose starts and ends are shown; 0: all that differ */
    enum action shows_all; /* where not all partitions fit around other things */
};

/* Draws a box from row 1 to row BOTTOM with both maps, as far as there is space, and the
 * partitions of both from line app->scroll on; below them what changes, and where.
 * Returns whether the partitions scroll. */
bool compare_draw(const struct app *app, struct canvas *canvas,
                  const struct compare *compare, int bottom);
/* Draws above row BOTTOM, where SPARE rows are left, what fits of this: both maps, and in
 * a tall window the partitions of both and the sectors where they start and end. */
void compare_draw_around(const struct app *app, struct canvas *canvas,
                         const struct compare *compare, int bottom, int spare);
/* Return the titles of both there. */
const char *compare_before_name(const struct compare *compare);
const char *compare_after_name(const struct compare *compare);
void compare_scroll(struct app *app, const struct compare *compare, enum action action);

/* Handler: shows both layouts instead of the list or the text, or the reverse. */
struct effect compare_switch(struct app *app);

#endif
