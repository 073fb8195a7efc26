/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lines.h - a list of sentences */
#ifndef ALIDADE_MODEL_BASE_LINES_H
#define ALIDADE_MODEL_BASE_LINES_H

#include <stddef.h>

/* Zero-initialised: empty.  Each text is one line of UTF-8 without '\n'; owned. */
struct lines {
    char **at;
    size_t count;
};

void lines_add(struct lines *lines, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Takes ownership of TEXT. */
void lines_take(struct lines *lines, char *text);
/* Adds copies of the lines of OTHER. */
void lines_append(struct lines *lines, const struct lines *other);
/* Returns the index of TEXT; the count if it is none of them. */
size_t lines_index(const struct lines *lines, const char *text);
/* Returns the texts with SEPARATOR between them; free(). */
char *lines_join(const struct lines *lines, const char *separator);
/* Frees all texts; LINES is empty afterwards. */
void lines_finish(struct lines *lines);

#endif
