/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bar.h - the disk to scale: one line of cells, every partition at least one of them */
#ifndef ALIDADE_UI_DRAW_BAR_H
#define ALIDADE_UI_DRAW_BAR_H

#include <stddef.h>
#include <stdint.h>

#include "model/disk/layout.h"
#include "ui/draw/canvas.h"

/* What one extent takes of the bar. */
struct bar_segment {
    const struct extent *extent;
    int width; /* cells */
};

/* Partitions, logical ones, and free space of at least one grain, in disk order; their
 * widths sum up to WIDTH.  Returns how many; *RET is to be freed.  0 (and NULL) where
 * there are more of them than cells, or none. */
size_t bar_segments(const struct layout *layout, int width, struct bar_segment **ret);

/* How an extent is drawn: its first cell, the rest, and in which style. */
struct bar_look {
    const char *sign, *area;
    int sign_style, area_style;
};
struct bar_look bar_look(const struct layout *layout, const struct extent *extent);

/* Three rows from ROW on: labels, bar, axis.  SELECTED is an extent's id, 0 = none: the
 * bar shows it reversed and the axis names its start. */
void bar_draw(struct canvas *canvas, int row, int col, int width,
              const struct layout *layout, uint32_t selected);
/* The bar alone. */
void bar_draw_line(struct canvas *canvas, int row, int col, int width,
                   const struct layout *layout, uint32_t selected);

/* The line below a map of [FIRST, LAST) that names both ends and, where AT lies inside
 * and is not UINT64_MAX, that place, in sectors and bytes; AT_COL is AT's cell. */
void bar_axis(struct canvas *canvas, int row, int col, int width,
              const struct limits *limits, uint64_t first, uint64_t last, uint64_t at,
              int at_col);

#endif
