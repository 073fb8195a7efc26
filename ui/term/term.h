/* SPDX-License-Identifier: GPL-3.0-or-later */
/* term.h - the terminal: keys in, canvases out; the only room that knows curses */
#ifndef ALIDADE_UI_TERM_TERM_H
#define ALIDADE_UI_TERM_TERM_H

#include <stdbool.h>
#include <stdint.h>

#include "model/base/err.h"
#include "ui/draw/canvas.h"

struct term;

enum color_mode {
    COLOR_AUTO, /* what the terminal has, unless NO_COLOR or terminal-colors.d say no */
    COLOR_ALWAYS,
    COLOR_NEVER,
};

struct term_options {
    bool is_ascii; /* --ascii or ALIDADE_ASCII; else what terminal and locale can */
    enum color_mode color;
    int rows, cols; /* --size; 0: what the terminal says */
};

/* The rules of terminal-colors.d(5) for this program on a terminal called NAME. */
bool term_colors_disabled(const char *name);

/* "ncurses 6.4.20221231"; needs no terminal. */
const char *term_version(void);

/* Takes the terminal on stdin and stdout over.  NULL (ERR_REFUSED) with a sentence where
 * it cannot show screens; then nothing was changed.  There can be one at a time. */
struct term *term_start(const struct term_options *options, struct err *err) MUST_USE;
/* Gives the terminal back as it was; accepts NULL. */
void term_stop(struct term *term);
/* The same from a handler of a crash: frees nothing. */
void term_abandon(void);

/* Gives the terminal to the shell and takes it again. */
void term_suspend(struct term *term);
void term_resume(struct term *term);

enum level term_level(const struct term *term);
/* 38400 baud or less on a real line; what pseudo terminals say is not believed. */
bool term_is_slow(const struct term *term);
/* What there is to say about the terminal, or NULL. */
const char *term_note(const struct term *term);

/* Asks for the size anew; true when it has changed. */
bool term_resize(struct term *term);
void term_size(const struct term *term, int *ret_rows, int *ret_cols);

/* The next key that has been typed; false when there is none.  Never waits, but for the
 * rest of an escape sequence (100 ms). */
bool term_read(struct term *term, uint32_t *ret_key);

/* Puts CANVAS out: what differs from the last one, and the cursor. */
void term_paint(struct term *term, const struct canvas *canvas);
/* Waits until what was painted has left: a serial line takes seconds for a screen. */
void term_drain(struct term *term);
/* The next paint sends everything: after others have written on the screen. */
void term_redraw(struct term *term);

#endif
