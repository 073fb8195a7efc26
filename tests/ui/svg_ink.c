/* SPDX-License-Identifier: GPL-3.0-or-later */
/* svg_ink.c - the colours of cells on a terminal of 256, as classes of a picture */
#include "ui/svg_ink.h"

#include <stdlib.h>
#include <string.h>

#include "ui/term/term.h"

/* --- cells --- */

/* Reads the numbers of an escape sequence: 1 bold, 7 reverse, 38;5;N and 48;5;N. */
struct ink ink_of(const struct cell *cell)
{
    int style = cell->style & ~STYLE_SELECTED;
    struct ink ink = { .text = INK_FORE, .paper = INK_BACK };
    bool is_reverse = cell->style & STYLE_SELECTED;
    char buf[TERM_SEQUENCE], *at = buf + 1;

    (void)term_sequence(style, "xterm-256color", buf); /* it is BUF */
    while (*at != 'm') {
        long number = strtol(at + 1, &at, 10);
        ink.is_bold |= number == 1;
        is_reverse ^= number == 7;
        if (number == 38 || number == 48)
            *(number == 38 ? &ink.text : &ink.paper) = (int)strtol(at + 3, &at, 10);
    }
    if (style == STYLE_BAR_OK) { /* an area is reversed space */
        is_reverse = !is_reverse;
        ink.is_blank = !strcmp(cell->text, "█");
    }
    if (is_reverse) {
        int text = ink.text;
        ink.text = ink.paper;
        ink.paper = text;
    }
    return ink;
}

/* --- classes --- */

static const char letters[FILL_COUNT] = { 'c', 'k', 'o' };

static void add_name(struct str *out, enum fill fill, int color)
{
    if (color < INK_FORE)
        str_printf(out, "%c%d", letters[fill], color);
    else
        str_printf(out, "%c%c", letters[fill], color == INK_FORE ? 'f' : 'b');
}

void palette_add_class(struct palette *palette, struct str *out, enum fill fill,
                       int color, bool is_bold)
{
    bool is_default = fill == FILL_PLAIN && color == INK_FORE;

    if (is_default && !is_bold)
        return;
    str_add(out, " class=\"");
    if (!is_default)
        add_name(out, fill, color);
    if (is_bold)
        str_add(out, is_default ? "h" : " h");
    str_add(out, "\"");
    palette->is_used[fill][color] = true;
    palette->is_used[FILL_PLAIN][color] = true; /* a pattern is drawn with it */
}

/* xterm's palette: a cube of 6 x 6 x 6, then 24 greys. */
static unsigned rgb_of(int color)
{
    static const unsigned steps[] = { 0, 95, 135, 175, 215, 255 };
    int at = color - 16;

    if (color >= 232)
        return (unsigned)(8 + 10 * (color - 232)) * 0x10101;
    return steps[at / 36] << 16 | steps[at / 6 % 6] << 8 | steps[at % 6];
}

static void add_rule(struct str *out, enum fill fill, int color)
{
    str_add(out, ".");
    add_name(out, fill, color);
    if (fill == FILL_PLAIN) {
        str_printf(out, "{fill:#%06x}\n", rgb_of(color));
        return;
    }
    str_add(out, "{fill:url(#");
    add_name(out, fill, color);
    str_add(out, ")}\n");
}

/* Those of the terminal's own colours depend on the page. */
void palette_add_rules(const struct palette *palette, struct str *out)
{
    for (enum fill fill = FILL_PLAIN; fill < FILL_COUNT; fill++)
        for (int color = 0; color < (fill ? INK_COUNT : INK_FORE); color++)
            if (palette->is_used[fill][color])
                add_rule(out, fill, color);
}

/* Columns are 9 wide and rows 18 high: neighbours in a row share one pattern, and rows
 * begin with a new one. */
static void add_pattern(struct str *out, enum fill fill, int color)
{
    static const char *const shapes[FILL_COUNT] = {
        [FILL_CHECK] = "M0 0h3v3h-3zM3 3h3v3h-3z",
        [FILL_DOTS] = "M0 0h2v2h-2zM3 3h2v2h-2z",
    };
    struct palette ignored = { 0 };

    str_add(out, "<pattern id=\"");
    add_name(out, fill, color);
    str_add(out, "\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\"><path");
    palette_add_class(&ignored, out, FILL_PLAIN, color, false);
    str_printf(out, " d=\"%s\"/></pattern>\n", shapes[fill]);
}

void palette_add_patterns(const struct palette *palette, struct str *out)
{
    for (enum fill fill = FILL_CHECK; fill < FILL_COUNT; fill++)
        for (int color = 0; color < INK_COUNT; color++)
            if (palette->is_used[fill][color])
                add_pattern(out, fill, color);
}
