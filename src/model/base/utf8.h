/* SPDX-License-Identifier: GPL-3.0-or-later */
/* utf8.h - decodes, measures and sanitizes UTF-8 */
#ifndef ALIDADE_MODEL_BASE_UTF8_H
#define ALIDADE_MODEL_BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The replacement character U+FFFD, for invalid bytes. */
#define UTF8_BAD 0xfffd

/* Returns the character at TEXT, and in RET_BYTES its length: 0 only at the NUL.  An
 * invalid byte (also of overlong forms, surrogates, beyond U+10FFFF) is UTF8_BAD with
 * length 1. */
uint32_t utf8_decode(const char *text, size_t *ret_bytes);
/* Encodes CHARACTER with a NUL; returns its length without that.  Returns 0 and "" for 0
 * and invalid characters. */
size_t utf8_encode(uint32_t character, char ret[5]);

#define UTF8_SURROGATE_BYTES 3

/* Returns the lone surrogate at TEXT, encoded in UTF8_SURROGATE_BYTES like a character,
 * as sfdisk does; 0: none. */
uint16_t utf8_surrogate(const char *text);

/* Returns the columns of a character: 0 for combining, 2 for wide ones, 1 if the locale
 * does not know it, and for control characters, which are replaced. */
int utf8_char_columns(uint32_t character);
size_t utf8_columns(const char *text);

bool utf8_is_ascii(const char *text);

/* Returns a copy with U+FFFD for each harmful character, invalid byte, and surrogate of
 * three bytes; free(). */
char *utf8_shown(const char *text);
/* True if TEXT has nothing that utf8_shown() replaces. */
bool utf8_is_harmless(const char *text);

/* Returns a copy with '?' for harmful characters and invalid bytes; free(). */
char *utf8_clean(const char *text);

#endif
