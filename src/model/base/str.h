/* SPDX-License-Identifier: GPL-3.0-or-later */
/* str.h - a growing string */
#ifndef ALIDADE_MODEL_BASE_STR_H
#define ALIDADE_MODEL_BASE_STR_H

#include <stddef.h>

/* Zero-initialised: empty.  text is NULL or NUL-terminated; owned by the struct. */
struct str {
    char *text;
    size_t length; /* bytes without the NUL */
    size_t room;
};

void str_add(struct str *str, const char *text);
void str_add_bytes(struct str *str, const char *bytes, size_t count);
/* Adds nothing if vsnprintf() fails. */
void str_printf(struct str *str, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Adds the space before the next sentence, except after a full-width full stop and at the
 * start of the text. */
void str_add_gap(struct str *str);
/* Never returns NULL; valid until the next change. */
const char *str_text(const struct str *str);
/* Returns the text (free() it), never NULL; the struct is empty afterwards. */
char *str_take(struct str *str);
/* Adds a member to a list "a, b, c"; nothing for an empty ITEM. */
void str_add_item(struct str *str, const char *item);
void str_clear(struct str *str);
/* Returns TEXT after leading spaces and tabs. */
const char *str_skip_blanks(const char *text);
/* Frees the text; also for CLEANUP(str_finish). */
void str_finish(struct str *str);

#endif
