/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pager.h - lines of text that scroll */
#ifndef ALIDADE_UI_DRAW_PAGER_H
#define ALIDADE_UI_DRAW_PAGER_H

#include <stddef.h>

#include "model/base/lines.h"
#include "ui/draw/canvas.h"

struct pager_line {
    char *key; /* drawn in STYLE_KEY before the text; NULL: none */
    char *text;
    int indent; /* columns before the text */
    int style;
    int value; /* what begins here, for the screen; 0: nothing */
};

/* Zero-initialised: empty. */
struct pager {
    struct pager_line *lines;
    int count;
};

/* Adds one line, which is cut if it is too long. */
void pager_add(struct pager *pager, int style, const char *text);
/* Adds TEXT (or nothing for NULL) wrapped to WIDTH columns, each line indented by INDENT
 * columns. */
void pager_add_wrapped(struct pager *pager, int style, int indent, int width,
                       const char *text);
/* Adds KEY in the first INDENT columns and TEXT behind it, wrapped to WIDTH in total. */
void pager_add_pair(struct pager *pager, int indent, int width, const char *key,
                    const char *text);
/* The same for each of LINES in STYLE, with KEY (or NULL) before the first of them. */
void pager_add_lines(struct pager *pager, int style, int indent, int width,
                     const char *key, const struct lines *lines);
/* The indent for the longest of COUNT keys, translated here, and two blanks. */
int pager_indent(const char *const *keys, size_t count);
/* Moves the lines of OTHER behind those of PAGER. */
void pager_append(struct pager *pager, struct pager *other);
/* Returns the line of [FIRST, END) in which TEXT begins, ignoring case, or -1. It may go
 * on in the next lines. */
int pager_find(const struct pager *pager, int first, int end, const char *text);
/* Shows HEIGHT lines from SCROLL on. */
void pager_draw(const struct pager *pager, struct canvas *canvas, int row, int col,
                int width, int height, int scroll);
void pager_finish(struct pager *pager);

/* Arrows for the lines above and below the HEIGHT of COUNT lines shown: "↑ ↓", "↑", "↓",
 * or NULL. */
const char *pager_more(int count, int height, int scroll);

#endif
