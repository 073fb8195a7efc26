/* SPDX-License-Identifier: GPL-3.0-or-later */
/* glyph.h - the drawing glyphs that every console font has, and their ASCII twins */
#ifndef ALIDADE_MODEL_BASE_GLYPH_H
#define ALIDADE_MODEL_BASE_GLYPH_H

#include <stddef.h>

/* The ASCII character (one column, as the glyph is) for the UTF-8 glyph of LENGTH bytes
 * at TEXT; 0 where it is none of the table. */
char glyph_ascii(const char *text, size_t length);

/* A copy of TEXT with every glyph of the table in ASCII; all else stays.  free(). */
char *glyph_ascii_text(const char *text);

/* Walks the table: the glyph at INDEX, or NULL past its end. */
const char *glyph_at(size_t index);

#endif
