/* SPDX-License-Identifier: GPL-3.0-or-later */
/* keymap.h - which key asks for which action on which screen, and the names of keys */
#ifndef ALIDADE_UI_APP_KEYMAP_H
#define ALIDADE_UI_APP_KEYMAP_H

#include <stdint.h>

#include "ui/app/state.h"

/* The row of ACTION; never NULL. */
const struct action_row *keymap_row(const struct app *app, enum action action);

/* ACTION_NONE for keys that mean nothing there. */
enum action keymap_lookup(const struct app *app, enum screen_id screen, uint32_t key);

/* The key of ACTION on SCREEN at INDEX, the main one first; KEY_CODE_NONE past the last.
 */
uint32_t keymap_key(const struct app *app, enum screen_id screen, enum action action,
                    int index);

#define KEY_NAME 24

/* A key as a person reads it: "j", "Enter", "Ctrl-L", "↑".  Never NULL. */
const char *keymap_key_name(uint32_t key, char buf[KEY_NAME]);

#define KEY_LIST 64

/* The keys of ACTION on SCREEN, the main one first: "↑ k Ctrl-P"; at max MAX of them.
 * Empty where no key reaches it. */
const char *keymap_keys(const struct app *app, enum screen_id screen, enum action action,
                        int max, char buf[KEY_LIST]);

#endif
