/* SPDX-License-Identifier: GPL-3.0-or-later */
/* private.h - what the files of the terminal share */
#ifndef ALIDADE_UI_TERM_PRIVATE_H
#define ALIDADE_UI_TERM_PRIVATE_H

#include <curses.h>
#include <sys/types.h>

#include "ui/term/term.h"

struct term {
    SCREEN *screen;
    enum level level;
    bool is_slow;
    bool has_reverse;
    bool has_mouse;
    bool is_shared;             /* with the kernel, which may write on it */
    bool wraps_at_once;         /* its last column is not used */
    int rows_given, cols_given; /* --size; 0: as large as the terminal */
    int rows, cols;
    attr_t attributes[STYLE_COUNT];
    short pairs[STYLE_COUNT];
    struct cell *shown; /* rows x cols as last painted; NULL: unknown */
    char note[160];
};

/* Chooses attributes and color pairs that the terminal has. */
void term_set_styles(struct term *term, enum color_mode color);

/* What is behind a descriptor. */
enum line {
    LINE_CONSOLE, /* a virtual console of Linux */
    LINE_PTY,
    LINE_SERIAL, /* and every other */
};

/* The kind of terminal with device number DEVICE. */
enum line line_of_device(dev_t device);
/* The kind of terminal behind FD; /dev/console and /dev/tty are followed. */
enum line line_of(int fd);
/* The name in terminfo that suits every terminal of that kind. */
const char *line_terminal(enum line line);

/* Defines the key sequences of other terminals in curses; the keypad must be on. */
void term_define_keys(void);
/* Converts a key of curses, a function key if IS_CODE. */
uint32_t term_key_of(unsigned code, bool is_code);
/* Asks the terminal for the left button and the wheel; false if it has no mouse. */
bool term_start_mouse(void);
/* Converts what curses knows of the mouse. */
struct mouse term_mouse_of(const MEVENT *event);

#endif
