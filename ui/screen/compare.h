/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compare.h - two layouts of one disk side by side, with their maps */
#ifndef ALIDADE_UI_SCREEN_COMPARE_H
#define ALIDADE_UI_SCREEN_COMPARE_H

#include "model/disk/layout.h"
#include "ui/app/state.h"
#include "ui/draw/canvas.h"

/* Two layouts of one disk, to be shown in ROWS rows inside a box; both are borrowed. */
struct compare {
    const struct layout *before, *after;
    int rows;
};

/* Draws a box from row 1 to row BOTTOM with both maps, as far as there is space, and the
 * partitions of both from line app->scroll on.  Returns whether these scroll. */
bool compare_draw(const struct app *app, struct canvas *canvas,
                  const struct compare *compare, int bottom);
/* Draws both maps above row BOTTOM where SPARE rows are left there. */
void compare_draw_maps(const struct app *app, struct canvas *canvas,
                       const struct layout *before, const struct layout *after,
                       int bottom, int spare);
void compare_scroll(struct app *app, const struct compare *compare, enum action action);

/* Handler: shows both layouts instead of the list or the text, or the reverse. */
struct effect compare_switch(struct app *app);

#endif
