/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pager.h - lines of text that may be more than their room, and scroll */
#ifndef ALIDADE_UI_DRAW_PAGER_H
#define ALIDADE_UI_DRAW_PAGER_H

#include <stdbool.h>
#include <stddef.h>

#include "model/base/lines.h"
#include "ui/draw/canvas.h"

struct pager_line {
    char *key; /* set in STYLE_KEY before the text; NULL: none */
    char *text;
    int indent; /* columns before the text */
    int style;
};

/* Zero-initialised: empty. */
struct pager {
    struct pager_line *lines;
    int count;
};

/* One line as it is; it is cut where it is too long. */
void pager_add(struct pager *pager, int style, const char *text);
/* TEXT in as many lines as it takes in WIDTH columns, each INDENT columns in. */
void pager_add_wrapped(struct pager *pager, int style, int indent, int width,
                       const char *text);
/* KEY in the first INDENT columns, TEXT behind it, wrapped to WIDTH in all. */
void pager_add_pair(struct pager *pager, int indent, int width, const char *key,
                    const char *text);
/* The same for each of LINES in STYLE, with KEY (or NULL) before the first of them. */
void pager_add_lines(struct pager *pager, int style, int indent, int width,
                     const char *key, const struct lines *lines);
/* The INDENT that the longest of COUNT keys takes, translated here, with two blanks. */
int pager_indent(const char *const *keys, size_t count);
/* The lines of OTHER, which is empty afterwards. */
void pager_append(struct pager *pager, struct pager *other);
/* Shows HEIGHT lines from SCROLL on. */
void pager_draw(const struct pager *pager, struct canvas *canvas, int row, int col,
                int width, int height, int scroll);
void pager_finish(struct pager *pager);

/* What is above and below the HEIGHT of COUNT lines that are shown: "↑ ↓", "↑", "↓", or
 * NULL. */
const char *pager_more(int count, int height, int scroll);

#endif
