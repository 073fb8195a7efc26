/* SPDX-License-Identifier: GPL-3.0-or-later */
/* glyph.c - ASCII replacements of drawing characters */
#include "model/base/glyph.h"

#include <string.h>

#include "model/base/mem.h"
#include "model/base/str.h"

/* Glyphs that these console fonts have: the kernel's CP437, Debian's Lat15, eurlatgr; and
 * quotation marks of translations, which CP437 lacks. */
static const struct {
    const char *glyph;
    char ascii;
} glyphs[] = {
    { "─", '-' }, { "│", '|' }, { "┌", '+' }, { "┐", '+' }, { "└", '+' }, { "┘", '+' },
    { "├", '+' }, { "┤", '+' }, { "┬", '+' }, { "┴", '+' }, { "┼", '+' }, { "█", '#' },
    { "▒", '%' }, { "░", ':' }, { "■", '#' }, { "·", '.' }, { "•", '*' }, { "←", '<' },
    { "→", '>' }, { "↑", '^' }, { "↓", 'v' }, { "≈", '~' }, { "±", '~' }, { "°", 'o' },
    { "µ", 'u' }, { "«", '"' }, { "»", '"' }, { "„", '"' }, { "“", '"' }, { "”", '"' },
    { "≤", '<' }, { "≥", '>' },
};

char glyph_ascii(const char *text, size_t length)
{
    for (size_t i = 0; i < ARRAY_SIZE(glyphs); i++) {
        if (strlen(glyphs[i].glyph) == length && !memcmp(glyphs[i].glyph, text, length))
            return glyphs[i].ascii;
    }
    return 0;
}

/* Returns the length of the character at TEXT with its continuation bytes. */
static size_t character_bytes(const char *text)
{
    size_t n = 1;

    while (((unsigned char)text[n] & 0xc0) == 0x80)
        n++;
    return n;
}

char *glyph_ascii_text(const char *text)
{
    struct str out = { 0 };

    while (*text) {
        size_t n = character_bytes(text);
        char ascii = glyph_ascii(text, n);

        if (ascii)
            str_add_bytes(&out, &ascii, 1);
        else
            str_add_bytes(&out, text, n);
        text += n;
    }
    return str_take(&out);
}

const char *glyph_at(size_t index)
{
    return index < ARRAY_SIZE(glyphs) ? glyphs[index].glyph : NULL;
}
