/* SPDX-License-Identifier: GPL-3.0-or-later */
/* svg_ink.h - the colours of cells on a terminal of 256, as classes of a picture */
#ifndef ALIDADE_TESTS_SVG_INK_H
#define ALIDADE_TESTS_SVG_INK_H

#include <stdbool.h>

#include "model/base/str.h"
#include "ui/draw/canvas.h"

enum {
    INK_FORE = 256, /* the terminal's own colours: others for a light and a dark page */
    INK_BACK,
    INK_COUNT,
};

/* How a cell is drawn: xterm's colours, or the terminal's own. */
struct ink {
    int text, paper;
    bool is_bold;
    bool is_blank; /* as term_paint() has it: an area, whose glyph is not drawn */
};

/* How a shape is filled. */
enum fill {
    FILL_PLAIN,
    FILL_CHECK, /* every other point */
    FILL_DOTS,  /* every fourth */
    FILL_COUNT,
};

/* The classes that a picture has used.  Zero-initialised: none. */
struct palette {
    bool is_used[FILL_COUNT][INK_COUNT];
};

struct ink ink_of(const struct cell *cell);

/* Adds the attribute for that class, with BOLD also that for bold text; nothing for what
 * is the default. */
void palette_add_class(struct palette *palette, struct str *out, enum fill fill,
                       int color, bool is_bold);
/* Adds the rules of the classes, and the patterns that they need. */
void palette_add_rules(const struct palette *palette, struct str *out);
void palette_add_patterns(const struct palette *palette, struct str *out);

#endif
