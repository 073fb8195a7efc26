/* SPDX-License-Identifier: GPL-3.0-or-later */
/* text.h - how wide UTF-8 is on a screen: cut, pad, wrap */
#ifndef ALIDADE_UI_DRAW_TEXT_H
#define ALIDADE_UI_DRAW_TEXT_H

#include <stddef.h>

/* Columns of the whole text. */
int text_width(const char *text);

/* TEXT in at most WIDTH columns, cut with ".." where it is longer; free(). */
char *text_cut(const char *text, int width);
/* The same in exactly WIDTH columns, set to the left or right; free(). */
char *text_pad(const char *text, int width);
char *text_pad_left(const char *text, int width);

/* The first line of TEXT in WIDTH columns: its bytes in *RET_LENGTH; returns where the
 * next line begins, or NULL after the last one.  Breaks at spaces and line ends, beside
 * wide characters as their scripts allow, and inside a word only where the word alone is
 * too long. */
const char *text_wrap(const char *text, int width, size_t *ret_length);
/* How many lines that makes; 1 for empty text. */
int text_wrap_count(const char *text, int width);

#endif
