/* SPDX-License-Identifier: GPL-3.0-or-later */
/* text.h - the width of UTF-8 on a screen: cut, pad, wrap */
#ifndef ALIDADE_MODEL_BASE_TEXT_H
#define ALIDADE_MODEL_BASE_TEXT_H

#include <stddef.h>

#include "model/base/str.h"

/* Returns the columns that TEXT takes. */
int text_width(const char *text);

/* Returns TEXT in at most WIDTH columns, cut with ".." if it is longer; free(). */
char *text_cut(const char *text, int width);
/* Returns what is behind the last slash of PATH. */
const char *text_file_name(const char *path);
/* Returns PATH in at most WIDTH columns: without its first folders ("...": they are left
 * out), or its last name alone, cut in the middle; free(). */
char *text_cut_path(const char *path, int width);
/* Return it in exactly WIDTH columns, aligned to the left or right; free(). */
char *text_pad(const char *text, int width);
char *text_pad_left(const char *text, int width);

/* Sets *RET_LENGTH to the bytes of the first line of TEXT in WIDTH columns; returns the
 * start of the next line, or NULL after the last one.  Breaks at spaces and line ends,
 * beside wide characters as their scripts allow, and inside words that are too long. */
const char *text_wrap(const char *text, int width, size_t *ret_length);
/* Appends these lines, each ended by '\n', behind INDENT spaces; those after the first
 * are indented by HANG spaces more.  WIDTH includes the spaces. */
void text_add_wrapped(struct str *ret, const char *text, int indent, int hang, int width);
/* Returns the number of these lines; 1 for empty text. */
int text_wrap_count(const char *text, int width);

#endif
