/* SPDX-License-Identifier: GPL-3.0-or-later */
/* key.h - the keys of the editor, independent of the terminal */
#ifndef ALIDADE_UI_DRAW_KEY_H
#define ALIDADE_UI_DRAW_KEY_H

/* Keys that are no character; a character's key is its Unicode value. */
enum key {
    KEY_CODE_BASE = 0x110000,
    KEY_CODE_UP = KEY_CODE_BASE,
    KEY_CODE_DOWN,
    KEY_CODE_LEFT,
    KEY_CODE_RIGHT,
    KEY_CODE_PAGE_UP,
    KEY_CODE_PAGE_DOWN,
    KEY_CODE_HOME,
    KEY_CODE_END,
    KEY_CODE_ENTER,
    KEY_CODE_BACKSPACE,
    KEY_CODE_DELETE,
    KEY_CODE_TAB,
    KEY_CODE_BACK_TAB,
    KEY_CODE_ESCAPE,
    KEY_CODE_F1,
    KEY_CODE_F5,
    KEY_CODE_F10,
    KEY_CODE_PASTE, /* keys up to PASTE_END are pasted, not typed */
    KEY_CODE_PASTE_END,
    KEY_CODE_MOUSE, /* the mouse, which the terminal tells more about */
    KEY_CODE_NONE,  /* anything else */
};

#endif
