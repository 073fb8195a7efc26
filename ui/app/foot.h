/* SPDX-License-Identifier: GPL-3.0-or-later */
/* foot.h - the line of keys at the bottom, and the message in its place */
#ifndef ALIDADE_UI_APP_FOOT_H
#define ALIDADE_UI_APP_FOOT_H

#include <stddef.h>

#include "ui/app/state.h"

struct foot_item {
    enum action action;
    const char *word; /* N_(); NULL: the action's own name */
};

/* Removes ACTION where it would do nothing; returns how many ITEMS are left. */
size_t foot_drop(struct foot_item *items, size_t count, enum action action);

/* Draws COUNT actions with their main keys in rows [ROW, LAST_ROW].  Items that do not
 * fit are left out, but never the last two (help, back). */
void foot_draw(const struct app *app, struct canvas *canvas, int row, int last_row,
               const struct foot_item *items, size_t count);

/* Draws the message in these rows, and in as many above as it needs; false if there is
 * none. */
bool foot_message(const struct app *app, struct canvas *canvas, int row, int last_row);

#endif
