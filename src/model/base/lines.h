/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lines.h - a list of sentences */
#ifndef ALIDADE_MODEL_BASE_LINES_H
#define ALIDADE_MODEL_BASE_LINES_H

#include <stddef.h>

/* Zero-initialised: empty.  Each is one line without '\n', UTF-8; owned. */
struct lines {
    char **at;
    size_t count;
};

void lines_add(struct lines *lines, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* TEXT passes to it. */
void lines_take(struct lines *lines, char *text);
/* Frees; LINES is empty afterwards. */
void lines_finish(struct lines *lines);

#endif
