/* SPDX-License-Identifier: GPL-3.0-or-later */
/* utf16.h - little-endian UTF-16 to UTF-8 and back, as GPT keeps names */
#ifndef ALIDADE_MODEL_BASE_UTF16_H
#define ALIDADE_MODEL_BASE_UTF16_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Converts at most UNITS 16-bit units, up to the first 0, to RET of SIZE >= 1 bytes,
 * truncated to whole characters.  Keeps control characters, and lone surrogates as three
 * bytes; see utf8_shown() for display. */
void utf16le_to_utf8(const uint8_t *bytes, size_t units, char *ret, size_t size);

/* Converts TEXT, which may have lone surrogates, and fills up to UNITS units with zeros.
 * Returns false if TEXT is otherwise invalid or too long. */
bool utf16le_of_utf8(const char *text, uint8_t *ret, size_t units);

#endif
