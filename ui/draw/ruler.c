/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ruler.c - rows of sectors with the boundaries between them, and the scales below one
 * physical sector */
#include "ui/draw/ruler.h"

#include <stdio.h>

#include "model/base/text.h"
#include "ui/draw/bar.h"
#include "ui/draw/ruler_cell.h"

/* A row of GROUPS groups, each a separator and N sectors; FIRST may be negative. */
struct strip {
    int64_t first;
    int n, groups;
    struct alignment grid; /* of separators */
};

static struct strip strip_around(const struct limits *limits, int width, struct edge edge)
{
    struct alignment grid = limits_physical_grid(limits);
    bool is_usual = grid.grain >= 2 && grid.grain <= 32 && (int)grid.grain + 2 <= width;
    int n = is_usual ? (int)grid.grain : RULER_GROUP;
    struct strip strip = { 0, n, (width - 1) / (n + 1), { 0, (uint64_t)n } };

    strip.grid.offset = grid.offset % (uint64_t)n;
    int64_t lowest = -(int64_t)align_past(strip.grid, 0);
    uint64_t past = align_past(strip.grid, edge.lba);
    int64_t here = (int64_t)(edge.lba - past);
    /* Near its start the disk is shown from sector 0 on; else the edge is in the last
     * group, so that the sentence fits before its arrow. */
    if ((int64_t)edge.lba < lowest + strip.groups * n)
        strip.first = lowest;
    else
        strip.first = here - (strip.groups - 1) * n;
    return strip;
}

/* The column of sector LBA in the row that begins at FIRST. */
static int strip_col(const struct strip *strip, int64_t first, int64_t lba)
{
    int64_t at = lba - first;

    return (int)(at / strip->n * (strip->n + 1) + 1 + at % strip->n);
}

static void ruler_draw_strip(struct canvas *canvas, int row, int col,
                             const struct layout *layout, const struct strip *strip,
                             int64_t first)
{
    const struct limits *limits = layout_limits(layout);
    struct alignment grid = limits_physical_grid(limits);

    for (int g = 0; g <= strip->groups; g++) {
        int64_t from = first + g * strip->n;
        int at = col + g * (strip->n + 1);
        bool is_boundary = from < 0 || align_contains(grid, (uint64_t)from);

        if (from > (int64_t)limits->size)
            break;
        /* A separator has the style of the next sector: a change of style costs bytes. */
        struct ruler_cell next = ruler_sector_cell(layout, from < 0 ? 0 : (uint64_t)from);
        int style = next.style == STYLE_OFF || next.style == STYLE_OFF_EDGE ? STYLE_OFF
                                                                            : next.style;
        canvas_put(canvas, row, at, 1, style, is_boundary ? "│" : " ");
        for (int i = 0; i < strip->n && g < strip->groups; i++) {
            int64_t lba = from + i;

            if (lba >= 0 && lba < (int64_t)limits->size)
                ruler_put_cell(canvas, row, at + 1 + i,
                               ruler_sector_cell(layout, (uint64_t)lba));
        }
    }
}

static void draw_offsets(struct canvas *canvas, int row, int col, int width,
                         const struct strip *strip)
{
    struct ruler_labels labels = { canvas, row, col + width, col, false };
    int64_t base = strip->first < 0 ? 0 : strip->first;

    for (int g = 0; g < strip->groups; g++) {
        int64_t from = strip->first + g * strip->n;
        char text[24];

        if (from < 0)
            continue;
        (void)snprintf(text, sizeof(text), "+%lld", (long long)(from - base));
        ruler_put_label(&labels, col + g * (strip->n + 1), text);
    }
}

uint64_t ruler_first_sector(const struct limits *limits, int width, struct edge edge)
{
    int64_t first = strip_around(limits, width - 1, edge).first;

    return first < 0 ? 0 : (uint64_t)first;
}

/* Draws the arrow, and the sentence before or after it: BRIEF if TEXT fits on neither
 * side. */
static void draw_pointer(struct canvas *canvas, int row, int col, int width, int arrow,
                         const char *text, const char *brief)
{
    int max_width = arrow > width - arrow ? arrow : width - arrow;
    const char *said = text_width(text) + 6 <= max_width ? text : brief;
    int own = text_width(said);

    canvas_put(canvas, row, col + arrow, 1, STYLE_NORMAL, "↑");
    if (own + 5 <= arrow) {
        canvas_fill(canvas, row, col + arrow - 4, 4, STYLE_NORMAL, "─");
        canvas_put(canvas, row, col + arrow - 5 - own, own, STYLE_NORMAL, said);
    } else if (arrow < width / 2) {
        canvas_fill(canvas, row, col + arrow + 1, 4, STYLE_NORMAL, "─");
        canvas_put(canvas, row, col + arrow + 6, width - arrow - 6, STYLE_NORMAL, said);
    } else {
        canvas_put_right(canvas, row, col, arrow - 1, STYLE_NORMAL, said);
    }
}

void ruler_draw_sectors(struct canvas *canvas, int row, int col, int width, int count,
                        const struct layout *layout, struct edge edge, const char *text,
                        const char *brief)
{
    struct strip strip = strip_around(layout_limits(layout), width - 1, edge);
    int64_t step = strip.groups * strip.n;
    /* For an end the arrow points at the last sector. */
    int64_t pointed = (int64_t)edge.lba - (edge.is_end && edge.lba > 0);
    int64_t at = pointed < strip.first ? strip.first : pointed;

    draw_offsets(canvas, row, col + 1, width - 1, &strip);
    ruler_draw_strip(canvas, row + 1, col + 1, layout, &strip, strip.first);
    draw_pointer(canvas, row + 2, col, width, 1 + strip_col(&strip, strip.first, at),
                 text, brief);
    for (int i = 1; i < count; i++)
        ruler_draw_strip(canvas, row + 2 + i, col + 1, layout, &strip,
                         strip.first + i * step);
}

static void draw_sector_zoom(struct canvas *canvas, int row, int col, int width,
                             const struct layout *layout, struct edge edge)
{
    const struct limits *limits = layout_limits(layout);
    struct strip strip = strip_around(limits, width - 1, edge);
    int at = col + 1;
    struct ruler_labels labels = { canvas, row + 2, col + width, at, false };
    int64_t last = strip.first + strip.groups * strip.n;
    uint64_t first = strip.first < 0 ? 0 : (uint64_t)strip.first;

    draw_offsets(canvas, row, col + 1, width - 1, &strip);
    ruler_draw_strip(canvas, row + 1, col + 1, layout, &strip, strip.first);
    for (int g = 0; g < strip.groups; g++) {
        int64_t from = strip.first + g * strip.n;

        if (from >= 0 && from <= (int64_t)limits->size)
            ruler_put_bytes(&labels, col + 1 + g * (strip.n + 1),
                            (uint64_t)from * limits->logical, 1);
    }
    bar_axis(canvas, row + 3, col, width, limits, first, (uint64_t)last, edge.lba,
             1 + strip_col(&strip, strip.first, (int64_t)edge.lba));
}

static void draw_byte_zoom(struct canvas *canvas, int row, int col, int width,
                           const struct layout *layout, struct edge edge)
{
    const struct limits *limits = layout_limits(layout);
    struct alignment grid = limits_physical_grid(limits);
    uint64_t past = align_past(grid, edge.lba);
    uint64_t count = (uint64_t)(width - 1) / 8;
    struct ruler_labels numbers = { canvas, row, col + width, col, false };
    struct ruler_labels bytes = { canvas, row + 2, col + width, col, false };

    /* Starts at the boundary, unless the edge would then be outside. */
    uint64_t back = past + 1 < count ? past : count / 2;
    uint64_t first = edge.lba < back ? 0 : edge.lba - back;
    if (first + count > limits->size)
        first = limits->size > count ? limits->size - count : 0;
    for (uint64_t i = 0; i <= count && first + i <= limits->size; i++) {
        uint64_t lba = first + i;
        int at = col + (int)i * 8;
        char text[24];

        canvas_put(canvas, row + 1, at, 1, STYLE_FRAME,
                   align_contains(grid, lba) ? "│" : "┬");
        ruler_put_bytes(&bytes, at, lba * limits->logical, 1);
        if (i == count || lba == limits->size)
            continue;
        (void)snprintf(text, sizeof(text), "%llu", (unsigned long long)lba);
        ruler_put_label(&numbers, at, text);
        struct ruler_cell cell = ruler_sector_cell(layout, lba);
        canvas_fill(canvas, row + 1, at + 1, 7, cell.style, cell.text);
    }
    bar_axis(canvas, row + 3, col, width, limits, first, first + count, edge.lba,
             (int)(edge.lba - first) * 8);
}

void ruler_draw_zoom(struct canvas *canvas, int row, int col, int width,
                     const struct layout *layout, int scale, struct edge edge)
{
    const struct limits *limits = layout_limits(layout);
    uint64_t bytes = ruler_scale_bytes(limits, scale);

    if (bytes < limits->logical)
        draw_byte_zoom(canvas, row, col, width, layout, edge);
    else if (bytes == limits->logical)
        draw_sector_zoom(canvas, row, col, width, layout, edge);
    else
        ruler_draw_areas(canvas, row, col, width, layout, bytes, edge);
}
