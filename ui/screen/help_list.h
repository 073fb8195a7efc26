/* SPDX-License-Identifier: GPL-3.0-or-later */
/* help_list.h - the actions of a screen as a list, to be searched and run */
#ifndef ALIDADE_UI_SCREEN_HELP_LIST_H
#define ALIDADE_UI_SCREEN_HELP_LIST_H

#include "ui/app/state.h"
#include "ui/draw/canvas.h"

struct help_list {
    char find[40]; /* what was searched for; empty: all */
    int at;        /* index of the selected action */
};

/* Lists the actions of SCREEN whose help, name or keys contain FIND, ignoring case;
 * returns their number.  Moving in lists is left out. */
int help_list_find(const struct app *app, enum screen_id screen, const char *find,
                   enum action ret[ACTION_COUNT]);
/* Draws the box and what LIST finds on SCREEN. */
void help_list_draw(const struct app *app, struct canvas *canvas,
                    const struct help_list *list, enum screen_id screen);

#endif
