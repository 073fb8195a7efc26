/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ruler.h - sectors and their boundaries, from a window of the disk to single bytes */
#ifndef ALIDADE_UI_DRAW_RULER_H
#define ALIDADE_UI_DRAW_RULER_H

#include <stdint.h>

#include "model/disk/layout.h"
#include "ui/draw/canvas.h"

/* The edge that ruler and zoom look at. */
struct edge {
    uint64_t lba; /* first sector of what starts, or one past what ends */
    bool is_end;
    const struct extent *extent; /* whose edge; NULL: a place given by hand */
};

/* How many scales the disk has, the whole disk (scale 0) included. */
int ruler_scale_count(const struct limits *limits);
/* Bytes of one cell; 0 for the whole disk. */
uint64_t ruler_scale_bytes(const struct limits *limits, int scale);
/* "1 cell = 4 KiB", "8 cells = 1 sector"; free(). */
char *ruler_scale_text(const struct limits *limits, int scale, int width);

/* Sectors between two lines where every sector is a boundary, as on 4Kn. */
#define RULER_GROUP 8

/* What a line of the ruler is: "4 KiB boundary", or with an offset "boundary at 8n+7";
 * free(). */
char *ruler_boundary_text(const struct limits *limits);

#define RULER_ZOOM_ROWS 4

/* Ticks, cells, bytes below the ticks, and the axis, at a scale > 0 around EDGE. */
void ruler_draw_zoom(struct canvas *canvas, int row, int col, int width,
                     const struct layout *layout, int scale, struct edge edge);

/* The first sector that ruler_draw_sectors shows. */
uint64_t ruler_first_sector(const struct limits *limits, int width, struct edge edge);

/* Offsets, COUNT rows of sectors, and below the one with the edge the sentence TEXT (or
 * BRIEF, where there is no room for it) with an arrow to it: COUNT + 2 rows from ROW. */
void ruler_draw_sectors(struct canvas *canvas, int row, int col, int width, int count,
                        const struct layout *layout, struct edge edge, const char *text,
                        const char *brief);

#endif
