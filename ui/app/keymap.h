/* SPDX-License-Identifier: GPL-3.0-or-later */
/* keymap.h - the keys of each action on each screen, and the names of keys */
#ifndef ALIDADE_UI_APP_KEYMAP_H
#define ALIDADE_UI_APP_KEYMAP_H

#include <stdint.h>

#include "ui/app/state.h"

/* Returns the row of ACTION, never NULL. */
const struct action_row *keymap_row(const struct app *app, enum action action);

/* Returns ACTION_NONE for keys without a meaning on SCREEN. */
enum action keymap_lookup(const struct app *app, enum screen_id screen, uint32_t key);

/* Returns the key of ACTION on SCREEN at INDEX, main key first; KEY_CODE_NONE past the
 * last. */
uint32_t keymap_key(const struct app *app, enum screen_id screen, enum action action,
                    int index);

#define KEY_NAME 24

/* Returns the name of KEY as on a keyboard: "j", "Enter", "Ctrl-L"; "↑" where LEVEL has
 * arrows, else "Up". */
const char *keymap_key_name(enum level level, uint32_t key, char buf[KEY_NAME]);

#define KEY_LIST 64

/* Returns at most MAX keys of ACTION on SCREEN, main key first: "↑ k Ctrl-P"; "" if there
 * is none. */
const char *keymap_keys(const struct app *app, enum screen_id screen, enum action action,
                        int max, char buf[KEY_LIST]);

/* Returns TEXT, a sentence, with the names of its arrow keys; free(). */
char *keymap_spell(const struct app *app, const char *text);

#endif
