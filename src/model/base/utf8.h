/* SPDX-License-Identifier: GPL-3.0-or-later */
/* utf8.h - characters of UTF-8: to and from text, how wide, and safe to print */
#ifndef ALIDADE_MODEL_BASE_UTF8_H
#define ALIDADE_MODEL_BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What stands for bytes that are no character: U+FFFD. */
#define UTF8_BAD 0xfffd

/* The character at TEXT, and in RET how many bytes it has (never 0 before the NUL).  A
 * byte that starts no valid character (also overlong forms, surrogates, beyond U+10FFFF)
 * is UTF8_BAD and one byte long.  At the NUL: 0, and 0 bytes. */
uint32_t utf8_decode(const char *text, size_t *ret_bytes);
/* CHARACTER as text with a NUL; returns its bytes without that.  0 and empty text for the
 * NUL and for what is no character. */
size_t utf8_encode(uint32_t character, char ret[5]);

/* What would move the cursor or turn the line around where a terminal shows it: control
 * characters, marks of direction, characters without width. */
bool utf8_is_harmful(uint32_t character);

/* Columns of one character: 0 for combining marks, 2 for wide ones; 1 where the locale
 * does not know it.  Control characters count as 1: they are never printed as such. */
int utf8_char_columns(uint32_t character);
/* Columns of the whole text. */
size_t utf8_columns(const char *text);

/* A copy with U+FFFD for each harmful character, each byte that is no character and each
 * surrogate written as three bytes; free(). */
char *utf8_shown(const char *text);
/* True if TEXT has nothing that utf8_shown() replaces. */
bool utf8_is_harmless(const char *text);

/* A surrogate at TEXT, written as UTF-8 would if it were a character (sfdisk writes those
 * that have no partner so); 0 where there is none.  It has three bytes. */
uint16_t utf8_surrogate(const char *text);
#define UTF8_SURROGATE_BYTES 3

/* A copy whose harmful characters and invalid bytes are '?': a path or a volume label
 * cannot speak to the terminal; free(). */
char *utf8_clean(const char *text);

#endif
