/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ruler_area.c - the scales of the zoom with cells of one physical sector or more */
#include "ui/draw/ruler_cell.h"

#include <stdio.h>

#include "ui/draw/bar.h"

#define MIB (UINT64_C(1024) * 1024)

/* Cells of N sectors each, on the grid; FIRST may be negative. */
struct cells {
    int64_t first;
    int64_t n;
    struct alignment grid;
};

static struct cells cells_around(const struct limits *limits, uint64_t bytes,
                                 struct edge edge)
{
    uint64_t n = bytes / limits->logical;
    uint64_t offset = limits->alignment_offset / limits->logical % n;
    struct cells cells = { 0, (int64_t)n, { offset, n } };
    int64_t before = 8 * cells.n;

    cells.first = (int64_t)(edge.lba - align_past(cells.grid, edge.lba)) - before;
    if (edge.lba < (uint64_t)before || cells.first < 0)
        cells.first = -(int64_t)align_past(cells.grid, 0);
    return cells;
}

/* The number of cells between two big ticks: the grain if the disk has one of its own
 * (RAID stripe, erase block), else 8. */
static int64_t big_tick(const struct limits *limits, uint64_t bytes)
{
    uint64_t cells = limits->grain / bytes;

    if (limits->grain_source != SOURCE_DEFAULT && limits->grain % bytes == 0 &&
        cells >= 2 && cells <= 64)
        return (int64_t)cells;
    return 8;
}

/* Labels the cell of [FROM, TO) with the partitions that start in it. */
static void put_numbers(struct ruler_labels *labels, int col, const struct layout *layout,
                        uint64_t from, uint64_t to)
{
    LAYOUT_EACH (extent, layout) {
        char number[16];

        if (!ruler_is_tile(extent) || extent->start < from || extent->start >= to)
            continue;
        (void)snprintf(number, sizeof(number), "%u", extent->number); /* it fits */
        ruler_put_label(labels, col, number);
    }
}

void ruler_draw_areas(struct canvas *canvas, int row, int col, int width,
                      const struct layout *layout, uint64_t bytes, struct edge edge)
{
    const struct limits *limits = layout_limits(layout);
    struct cells cells = cells_around(limits, bytes, edge);
    struct ruler_labels labels = { canvas, row + 2, col + width, col, false };
    struct ruler_labels numbers = { canvas, row, col + width, col, false };
    int64_t big = big_tick(limits, bytes);
    uint64_t unit = limits->alignment_offset ? 1 : ruler_unit_of((uint64_t)big * bytes);
    int64_t base = (int64_t)cells.grid.offset;

    for (int i = 0; i < width; i++) {
        int64_t from = cells.first + i * cells.n, to = from + cells.n;
        uint64_t lba = from < 0 ? 0 : (uint64_t)from;
        bool is_big = from >= 0 && (from - base) / cells.n % big == 0;

        if (lba >= limits->size)
            break;
        ruler_put_cell(
            canvas, row + 1, col + i,
            ruler_area_cell(layout, lba, (uint64_t)to, bytes == limits->physical));
        if (is_big)
            ruler_put_bytes(&labels, col + i, lba * limits->logical, unit);
        if (bytes <= MIB) {
            canvas_put(canvas, row, col + i, 1, STYLE_FRAME,
                       is_big && i == 0            ? "├"
                       : is_big                    ? "┼"
                       : bytes == limits->physical ? "┬"
                                                   : "─");
            continue;
        }
        /* Boundaries cannot be drawn at this scale: the row numbers the starts. */
        put_numbers(&numbers, col + i, layout, lba, (uint64_t)to);
    }
    uint64_t first = cells.first < 0 ? 0 : (uint64_t)cells.first;
    uint64_t last = (uint64_t)(cells.first + width * cells.n);
    bar_axis(canvas, row + 3, col, width, limits, first, last, edge.lba,
             (int)(((int64_t)edge.lba - cells.first) / cells.n));
}
