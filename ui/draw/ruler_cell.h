/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ruler_cell.h - what one cell of ruler and zoom shows, and the labels at its ticks */
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
};

/* What the cell of the sectors [FROM, TO) shows.  A start inside comes before an end,
 * and one that is off before one that is not; where the cell is a physical sector, the
 * digit says how many sectors into it the edge lies. */
struct ruler_cell ruler_area_cell(const struct layout *layout, uint64_t from, uint64_t to,
                                  bool is_physical);
/* One sector: the digit of its owner, M for tables, · for what is free. */
struct ruler_cell ruler_sector_cell(const struct layout *layout, uint64_t lba);
void ruler_put_cell(struct canvas *canvas, int row, int col, struct ruler_cell cell);

/* Labels over or under ticks; one is left out where the one before it needs the room. */
struct ruler_labels {
    struct canvas *canvas;
    int row, col, end; /* where they begin, and where nothing may reach */
    int used;          /* first column that is free; starts as col */
    bool has_unit;     /* the first one named the unit already */
};

void ruler_put_label(struct ruler_labels *labels, int col, const char *text);
/* The exact byte of a tick in UNIT, a power of 1024; the first one names it. */
void ruler_put_bytes(struct ruler_labels *labels, int col, uint64_t bytes, uint64_t unit);
/* The largest such unit that divides STEP. */
uint64_t ruler_unit_of(uint64_t step);

/* The scales above one sector (ruler_area.c). */
void ruler_draw_areas(struct canvas *canvas, int row, int col, int width,
                      const struct layout *layout, uint64_t bytes, struct edge edge);

/* True for what can own a cell: containers are shown by what is in them. */
static inline bool ruler_is_tile(const struct extent *extent)
{
    return extent->kind == EXTENT_PARTITION || extent->kind == EXTENT_LOGICAL;
}

#endif
