/* SPDX-License-Identifier: GPL-3.0-or-later */
/* help_page.h - the lines of the help pages: keys by group, what can be typed, words */
#ifndef ALIDADE_UI_SCREEN_HELP_PAGE_H
#define ALIDADE_UI_SCREEN_HELP_PAGE_H

#include "ui/app/action.h"
#include "ui/app/state.h"
#include "ui/draw/pager.h"

/* Whose keys are shown. */
struct help_source {
    const struct app *app;
    enum screen_id screen;
    bool is_brief; /* actions that belong together share a line */
};

/* Adds the heading of GROUP and a line for each of its actions that has a key on the
 * screen; nothing if there is none.  Lines are wrapped at WIDTH. */
void help_page_add_group(struct pager *page, const struct help_source *source,
                         enum action_group group, int width);
/* Adds what the fields of a form accept. */
void help_page_add_typed(struct pager *page, int width);
/* Returns term INDEX of the glossary, translated; NULL past the last one. */
const char *help_page_word(size_t index);
/* Returns its explanation, translated; free(). */
char *help_page_word_text(size_t index);
/* Returns the glossary; pager_finish(). */
struct pager help_page_words(int width);

#endif
