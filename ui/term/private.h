/* SPDX-License-Identifier: GPL-3.0-or-later */
/* private.h - what the files of the terminal share */
#ifndef ALIDADE_UI_TERM_PRIVATE_H
#define ALIDADE_UI_TERM_PRIVATE_H

#include <curses.h>

#include "ui/term/term.h"

struct term {
    SCREEN *screen;
    enum level level;
    bool is_slow;
    bool has_reverse;
    int rows_given, cols_given; /* --size; 0: what the terminal says */
    int rows, cols;
    attr_t attributes[STYLE_COUNT];
    short pairs[STYLE_COUNT];
    struct cell *shown; /* rows x cols as last painted; NULL: nothing is known */
    char note[160];
};

/* Fills attributes and pairs with what the terminal has. */
void term_set_styles(struct term *term, enum color_mode color);

/* Teaches curses the keys that other terminals send; the keypad must be on. */
void term_define_keys(void);
/* A key as curses gives it; IS_CODE for its function keys. */
uint32_t term_key_of(unsigned code, bool is_code);

#endif
