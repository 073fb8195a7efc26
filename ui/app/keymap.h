/* SPDX-License-Identifier: GPL-3.0-or-later */
/* keymap.h - which key asks for which action on which screen */
#ifndef ALIDADE_UI_APP_KEYMAP_H
#define ALIDADE_UI_APP_KEYMAP_H

#include <stddef.h>
#include <stdint.h>

#include "ui/app/action.h"
#include "ui/app/state.h"

/* A binding of every screen. */
#define SCREEN_ANY SCREEN_COUNT

struct binding {
    enum screen_id screen; /* or SCREEN_ANY */
    uint32_t key;
    enum action action;
};

/* ACTION_NONE for keys that mean nothing there. */
enum action keymap_lookup(enum screen_id screen, uint32_t key);

/* Walks the table; NULL past its end. */
const struct binding *keymap_at(size_t index);

#define KEY_NAME 24

/* A key as a person reads it: "j", "Enter", "Ctrl-L", "↑".  Never NULL. */
const char *keymap_key_name(uint32_t key, char buf[KEY_NAME]);

#define KEY_LIST 64

/* The keys of ACTION on SCREEN, the main one first: "↑ k Ctrl-P"; at most MOST of them.
 * Empty where no key reaches it. */
const char *keymap_keys(enum screen_id screen, enum action action, int most,
                        char buf[KEY_LIST]);

#endif
