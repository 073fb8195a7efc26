/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compare.h - two tables of one disk beside each other, with their maps */
#ifndef ALIDADE_UI_SCREEN_COMPARE_H
#define ALIDADE_UI_SCREEN_COMPARE_H

#include "model/disk/layout.h"
#include "ui/app/state.h"
#include "ui/draw/canvas.h"
#include "ui/draw/pager.h"

/* What is to be seen in a box of ROWS rows and WIDTH columns inside; borrows both. */
struct compare {
    const struct layout *before, *after;
    struct pager lines;
    int width;
    int map_rows; /* of each map: 3, 1, or 0 where there is no room */
    int list_rows;
};

struct compare compare_of(const struct layout *before, const struct layout *after,
                          int rows, int width);
/* From ROW on, the first one inside the frame; the list from its line SCROLL on. */
void compare_draw(const struct compare *compare, struct canvas *canvas, int row,
                  int scroll);
/* "Before ─ msdos, 3 partitions": what the frame above ROW says; free(). */
char *compare_title(const struct compare *compare);
void compare_finish(struct compare *compare);

/* Shows both tables in place of the list or the text, or that again; a handler. */
struct effect compare_switch(struct app *app);

#endif
