/* SPDX-License-Identifier: GPL-3.0-or-later */
/* term.h - the terminal: keys in, canvases out; the only user of curses */
#ifndef ALIDADE_UI_TERM_TERM_H
#define ALIDADE_UI_TERM_TERM_H

#include <stdbool.h>
#include <stdint.h>

#include "model/base/err.h"
#include "ui/draw/canvas.h"
#include "ui/draw/mouse.h"

struct term;

enum color_mode {
    COLOR_AUTO, /* as the terminal can, unless NO_COLOR or terminal-colors.d disable it */
    COLOR_ALWAYS,
    COLOR_NEVER,
};

struct term_options {
    bool is_ascii; /* --ascii or ALIDADE_ASCII; else as terminal and locale can */
    enum color_mode color;
    int rows, cols;    /* --size; 0: as large as the terminal */
    bool has_no_mouse; /* --no-mouse: the terminal keeps it for itself */
};

/* True if terminal-colors.d(5) disables colours for this program on terminal NAME. */
bool term_colors_disabled(const char *name);

#define TERM_SEQUENCE 32

/* Returns the escape sequence that gives text on terminal NAME the look of STYLE, as the
 * screens have it; needs no terminal. */
const char *term_sequence(int style, const char *name, char buf[TERM_SEQUENCE]);

/* "ncurses 6.4.20221231"; needs no terminal. */
const char *term_version(void);

/* Starts full-screen mode on stdin and stdout.  NULL (ERR_REFUSED) with a sentence if the
 * terminal cannot show screens; then nothing is changed.  There can be one at a time. */
struct term *term_start(const struct term_options *options, struct err *err) MUST_USE;
/* Restores the terminal; accepts NULL. */
void term_stop(struct term *term);

/* Restores the terminal for the shell; also called by the signal handler of a crash. */
void term_suspend(void);
/* Starts full-screen mode again. */
void term_resume(struct term *term);

enum level term_level(const struct term *term);
/* True for a real line of at most 38400 baud; what pseudo terminals report is ignored. */
bool term_is_slow(const struct term *term);
/* True for a virtual console or a real line: the kernel may write on it, too. */
bool term_is_shared(const struct term *term);
/* True if the terminal tells what its mouse does. */
bool term_has_mouse(const struct term *term);
/* A sentence about the terminal, or NULL. */
const char *term_note(const struct term *term);

/* Reads the size again; true if it has changed. */
bool term_resize(struct term *term);
/* A column less where the last one cannot be used. */
void term_size(const struct term *term, int *ret_rows, int *ret_cols);

/* Reads the next typed key; false if there is none.  Waits only for the rest of an escape
 * sequence (100 ms). */
bool term_read(uint32_t *ret_key);
/* To be called once after KEY_CODE_MOUSE. */
struct mouse term_mouse(void);

/* Shows CANVAS: sends what differs from the last one, and the cursor. */
void term_paint(struct term *term, const struct canvas *canvas);
/* Waits until the output is sent: a serial line takes seconds for a screen. */
void term_drain(void);
/* Makes the next paint send everything, after other programs wrote on the screen. */
void term_redraw(struct term *term);

#endif
