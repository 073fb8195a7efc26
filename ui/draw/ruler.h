/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ruler.h - sectors and their boundaries around an edge, at several scales */
#ifndef ALIDADE_UI_DRAW_RULER_H
#define ALIDADE_UI_DRAW_RULER_H

#include <stdint.h>

#include "model/disk/layout.h"
#include "ui/draw/canvas.h"

/* The edge that ruler and zoom show. */
struct edge {
    uint64_t lba; /* first sector of what starts, or first one after what ends */
    bool is_end;
    const struct extent *extent; /* its owner; NULL: a position given by hand */
};

/* The number of scales, with the whole disk as scale 0. */
int ruler_scale_count(const struct limits *limits);
/* Bytes of one cell; 0 for the whole disk. */
uint64_t ruler_scale_bytes(const struct limits *limits, int scale);
/* "1 cell = 4 KiB", "8 cells = 1 sector"; free(). */
char *ruler_scale_text(const struct limits *limits, int scale, int width);

/* Sectors between two lines if every sector is a boundary, as on 4Kn. */
#define RULER_GROUP 8

/* What a line of the ruler means: "4 KiB boundary", or with an offset "4 KiB boundary at
 * 8n+7"; free(). */
char *ruler_boundary_text(const struct limits *limits);

#define RULER_ZOOM_ROWS 4

/* Draws ticks, cells, bytes below the ticks, and the axis, at a scale > 0 around EDGE. */
void ruler_draw_zoom(struct canvas *canvas, int row, int col, int width,
                     const struct layout *layout, int scale, struct edge edge);

/* The first sector that ruler_draw_sectors shows. */
uint64_t ruler_first_sector(const struct limits *limits, int width, struct edge edge);

/* Draws COUNT + 2 rows: offsets, COUNT rows of sectors, and below the first of them TEXT
 * (or BRIEF, if TEXT is too long) with an arrow to the edge. */
void ruler_draw_sectors(struct canvas *canvas, int row, int col, int width, int count,
                        const struct layout *layout, struct edge edge, const char *text,
                        const char *brief);

#endif
