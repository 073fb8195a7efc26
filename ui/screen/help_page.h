/* SPDX-License-Identifier: GPL-3.0-or-later */
/* help_page.h - the lines of the help: a row for each action, what can be typed, words */
#ifndef ALIDADE_UI_SCREEN_HELP_PAGE_H
#define ALIDADE_UI_SCREEN_HELP_PAGE_H

#include "ui/app/action.h"
#include "ui/app/state.h"
#include "ui/draw/pager.h"

struct help_page {
    /* The first line of each row has its value, the same in every width: an action, or
     * a number above ACTION_COUNT. */
    struct pager lines;
    int width; /* columns of the lines */
    int words; /* the first line behind the keys */
    int rows;  /* that are no actions */
};

/* Returns the help for SCREEN, wrapped at WIDTH: each action that has a key there, then
 * the signs and the glossary; pager_finish() its lines. */
struct help_page help_page_of(const struct app *app, enum screen_id screen, int width);
/* True if VALUE is that of an action. */
bool help_is_action(int value);
/* Returns the first line of the row of VALUE; -1 if there is none, as for 0. */
int help_page_line(const struct help_page *page, int value);
/* Returns the line in which the row that begins at line FIRST has FIND, ignoring case: in
 * its words, or for an action in the name on its button; -1 if it has not. */
int help_page_find(const struct app *app, const struct help_page *page, int first,
                   const char *find);
/* Returns term INDEX of the glossary, translated; NULL past the last one. */
const char *help_page_word(size_t index);
/* Returns its explanation, translated; free(). */
char *help_page_word_text(size_t index);

#endif
