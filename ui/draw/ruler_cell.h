/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ruler_cell.h - the cells of ruler and zoom, and the labels at its ticks */
#ifndef ALIDADE_UI_DRAW_RULER_CELL_H
#define ALIDADE_UI_DRAW_RULER_CELL_H

#include <stdbool.h>
#include <stdint.h>

#include "model/disk/layout.h"
#include "ui/draw/canvas.h"
#include "ui/draw/ruler.h"

struct ruler_cell {
    char text[5];
    int style;
    uint32_t id; /* of the extent it shows, for clicks; 0: none */
};

/* The cell for the sectors [FROM, TO).  It shows a misaligned start in it, else another
 * start, else an end, else its owner.  If it is a physical sector, a digit is the offset
 * of the edge in sectors. */
struct ruler_cell ruler_area_cell(const struct layout *layout, uint64_t from, uint64_t to,
                                  bool is_physical);
/* The cell for one sector: the last digit of its owner, M for tables, · for free space.
 */
struct ruler_cell ruler_sector_cell(const struct layout *layout, uint64_t lba);
void ruler_put_cell(struct canvas *canvas, int row, int col, struct ruler_cell cell);

/* A row of labels at ticks; a label is left out if it would overlap the one before. */
struct ruler_labels {
    struct canvas *canvas;
    int row, end;  /* end: first column behind the row */
    int used;      /* first free column */
    bool has_unit; /* a label has shown the unit */
};

void ruler_put_label(struct ruler_labels *labels, int col, const char *text);
/* Labels a tick with its exact position in UNIT, a power of 1024; only the first label
 * names the unit. */
void ruler_put_bytes(struct ruler_labels *labels, int col, uint64_t bytes, uint64_t unit);
/* The largest power of 1024 up to GiB that divides STEP. */
uint64_t ruler_unit_of(uint64_t step);

/* Draws the scales of one physical sector and more (ruler_area.c). */
void ruler_draw_areas(struct canvas *canvas, int row, int col, int width,
                      const struct layout *layout, uint64_t bytes, struct edge edge);

/* True for what can own a cell: containers are shown by their content. */
static inline bool ruler_is_tile(const struct extent *extent)
{
    return extent->kind == EXTENT_PARTITION || extent->kind == EXTENT_LOGICAL;
}

#endif
