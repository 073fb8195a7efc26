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
/* Adds nothing where the C library cannot format it. */
void str_printf(struct str *str, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* The space before the next sentence; none after a full-width stop, which is wide itself,
 * and none where nothing stands before it. */
void str_add_gap(struct str *str);
/* Never NULL; valid until the next change. */
const char *str_text(const struct str *str);
/* Gives the text away (free() it); the struct is empty afterwards.  Never NULL. */
char *str_take(struct str *str);
void str_clear(struct str *str);
/* TEXT from its first character on that is neither a space nor a tab. */
const char *str_skip_blanks(const char *text);
/* Frees; for CLEANUP(str_finish) too. */
void str_finish(struct str *str);

#endif
