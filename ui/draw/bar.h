/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bar.h - the disk to scale: one line of cells, every partition at least one of them */
#ifndef ALIDADE_UI_DRAW_BAR_H
#define ALIDADE_UI_DRAW_BAR_H

#include <stddef.h>
#include <stdint.h>

#include "model/disk/layout.h"
#include "ui/draw/canvas.h"

/* The part of the bar that shows one extent. */
struct bar_segment {
    const struct extent *extent;
    int width; /* cells */
};

/* Lists primary and logical partitions and free space of at least one grain, in disk
 * order; the widths add up to WIDTH.  Returns how many; the caller frees *RET.  0 (and
 * NULL) if there are none, or more than cells. */
size_t bar_segments(const struct layout *layout, int width, struct bar_segment **ret);

/* How an extent is drawn: its first cell (sign), the other cells (area), and their
 * styles. */
struct bar_look {
    const char *sign, *area;
    int sign_style, area_style;
};
struct bar_look bar_look(const struct layout *layout, const struct extent *extent);

#define BAR_ROWS 3

/* Draws BAR_ROWS rows from ROW on: labels, bar, axis.  SELECTED is an extent's id, 0:
 * none; the bar shows it reversed, and the axis names its start. */
void bar_draw(struct canvas *canvas, int row, int col, int width,
              const struct layout *layout, uint32_t selected);
/* Draws only the bar. */
void bar_draw_line(struct canvas *canvas, int row, int col, int width,
                   const struct layout *layout, uint32_t selected);

/* Draws the axis of a map of [FIRST, LAST), cut to the disk: both ends in sectors and
 * bytes, and AT, whose cell is AT_COL, if it lies between them (UINT64_MAX: none). */
void bar_axis(struct canvas *canvas, int row, int col, int width,
              const struct limits *limits, uint64_t first, uint64_t last, uint64_t at,
              int at_col);

#endif
