/* SPDX-License-Identifier: GPL-3.0-or-later */
/* foot.h - the line that names a screen's keys, from the tables of keys and actions */
#ifndef ALIDADE_UI_APP_FOOT_H
#define ALIDADE_UI_APP_FOOT_H

#include <stddef.h>

#include "ui/app/state.h"

struct foot_item {
    enum action action;
    const char *word; /* N_(); NULL: the action's own name */
};

/* Names COUNT actions with their first keys in rows [ROW, LAST_ROW]; what does not fit
 * there is left out, the last two (help and the way out) never. */
void foot_draw(const struct app *app, struct canvas *canvas, int row, int last_row,
               const struct foot_item *items, size_t count);

/* The message in these rows, where there is one, and in as many above them as it needs;
 * false: there is none. */
bool foot_message(const struct app *app, struct canvas *canvas, int row, int last_row);

#endif
