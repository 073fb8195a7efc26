/* SPDX-License-Identifier: GPL-3.0-or-later */
/* paint.c - converts a canvas to what the terminal can show, and sends the changes */
#include "ui/term/private.h"

#include <limits.h>
#include <string.h>
#include <wchar.h>

#include "model/base/glyph.h"
#include "model/base/mem.h"
#include "model/base/utf8.h"

/* Line drawing by terminfo, as letters of the vt100.  In its map curses has replaced what
 * the terminal lacks by ASCII.  Its wide map cannot be used: in a UTF-8 locale it holds
 * UTF-8 for every terminal. */
static bool acs_of(const char *text, wchar_t *ret, attr_t *attributes)
{
    static const struct {
        const char *glyph;
        unsigned char letter;
    } glyphs[] = {
        { "─", 'q' }, { "│", 'x' }, { "┌", 'l' }, { "┐", 'k' }, { "└", 'm' },
        { "┘", 'j' }, { "├", 't' }, { "┤", 'u' }, { "┬", 'w' }, { "┴", 'v' },
        { "┼", 'n' }, { "▒", 'a' }, { "·", '~' }, { "±", 'g' }, { "°", 'f' },
        { "≤", 'y' }, { "≥", 'z' },
    };

    for (size_t i = 0; i < ARRAY_SIZE(glyphs); i++) {
        if (strcmp(glyphs[i].glyph, text) != 0)
            continue;
        chtype acs = NCURSES_ACS(glyphs[i].letter);
        *ret = (wchar_t)(acs & A_CHARTEXT);
        *attributes |= acs & A_ALTCHARSET;
        return true;
    }
    return false;
}

/* Converts the characters of a cell to wide characters; '?' for those that the locale
 * does not have. */
static void wide_of(const char *text, wchar_t ret[CCHARW_MAX + 1])
{
    size_t count = 0, bytes;

    for (uint32_t c; (c = utf8_decode(text, &bytes)) != 0 && count < CCHARW_MAX;
         text += bytes) {
        char encoded[MB_LEN_MAX];
        mbstate_t state = { 0 };
        bool is_known = wcrtomb(encoded, (wchar_t)c, &state) != (size_t)-1;

        if (is_known)
            ret[count++] = (wchar_t)c;
        else if (count == 0)
            ret[count++] = L'?';
    }
    ret[count] = L'\0';
}

/* Converts the text of a cell to the terminal's level. */
static void glyph_of(const struct term *term, const char *text,
                     wchar_t ret[CCHARW_MAX + 1], attr_t *attributes)
{
    char ascii = term->level == LEVEL_ACS ? glyph_ascii(text, strlen(text)) : 0;

    ret[1] = L'\0';
    if (term->level == LEVEL_ACS && acs_of(text, &ret[0], attributes))
        return;
    if (ascii)
        ret[0] = (wchar_t)ascii;
    else
        wide_of(text, ret);
}

static void put_cell(const struct term *term, int row, int col, const struct cell *cell)
{
    int style = cell->style & ~STYLE_SELECTED;
    bool is_solid = style == STYLE_BAR_OK && term->has_reverse;
    attr_t attributes = term->attributes[style];
    wchar_t wide[CCHARW_MAX + 1] = L" ";
    cchar_t out;

    if (cell->style & STYLE_SELECTED)
        attributes ^= A_REVERSE;
    /* A solid area is reversed space at every level: not every font has a block. */
    if (is_solid)
        attributes ^= A_REVERSE;
    if (!is_solid || strcmp(cell->text, "█") != 0)
        glyph_of(term, cell->text, wide, &attributes);
    if (setcchar(&out, wide, attributes, term->pairs[style], NULL) == OK)
        (void)mvadd_wch(row, col, &out); /* fails in the last cell only, which is set */
}

static bool is_same_cell(const struct cell *a, const struct cell *b)
{
    return a->style == b->style && !strcmp(a->text, b->text);
}

void term_paint(struct term *term, const struct canvas *canvas)
{
    int row, col, cols = term->cols;
    bool is_new = !term->shown;

    if (is_new) {
        term->shown = xcalloc((size_t)term->rows * (size_t)cols, sizeof(*term->shown));
        (void)erase(); /* cannot fail on stdscr */
    }
    for (row = 0; row < term->rows && row < canvas_rows(canvas); row++) {
        for (col = 0; col < cols && col < canvas_cols(canvas); col++) {
            const struct cell *cell = canvas_at(canvas, row, col);
            struct cell *was = &term->shown[row * cols + col];

            if (!is_new && is_same_cell(cell, was))
                continue;
            *was = *cell;
            /* The right half of a wide character is drawn with the left one. */
            if (cell->text[0] != '\0')
                put_cell(term, row, col, cell);
        }
    }
    canvas_cursor(canvas, &row, &col);
    (void)move(row, col); /* fails outside the screen: the cursor stays */
    (void)refresh();      /* the next poll reports a terminal that is gone */
}
