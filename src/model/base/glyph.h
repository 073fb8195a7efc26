/* SPDX-License-Identifier: GPL-3.0-or-later */
/* glyph.h - ASCII replacements of drawing characters */
#ifndef ALIDADE_MODEL_BASE_GLYPH_H
#define ALIDADE_MODEL_BASE_GLYPH_H

#include <stddef.h>

/* Returns the ASCII character for the UTF-8 glyph of LENGTH bytes at TEXT, both one
 * column wide; 0: not in the table. */
char glyph_ascii(const char *text, size_t length);

/* Returns a copy of TEXT with all glyphs of the table in ASCII; free(). */
char *glyph_ascii_text(const char *text);

/* Returns the glyph at INDEX of the table; NULL after its end. */
const char *glyph_at(size_t index);

#endif
