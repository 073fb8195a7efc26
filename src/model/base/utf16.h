/* SPDX-License-Identifier: GPL-3.0-or-later */
/* utf16.h - names in UTF-16LE, as GPT has them, to UTF-8 and back */
#ifndef ALIDADE_MODEL_BASE_UTF16_H
#define ALIDADE_MODEL_BASE_UTF16_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Reads at most UNITS 16-bit units, up to the first 0, into RET of SIZE bytes (SIZE >=
 * 1), cut at a whole character.  Nothing is lost: a lone surrogate becomes three bytes as
 * any other unit does, and control characters stay.  utf8_shown() is for the screen. */
void utf16le_to_utf8(const uint8_t *bytes, size_t units, char *ret, size_t size);

/* Writes TEXT and zeros up to UNITS units, lone surrogates too.  False when TEXT is no
 * UTF-8 but for those, or too long. */
bool utf16le_of_utf8(const char *text, uint8_t *ret, size_t units);

#endif
