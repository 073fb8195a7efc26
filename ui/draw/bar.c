/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bar.c - the disk to scale: one line of cells, every partition at least one of them */
#include "ui/draw/bar.h"

#include <stdio.h>
#include <stdlib.h>

#include "model/align/judge.h"
#include "model/base/mem.h"
#include "model/base/size.h"
#include "model/base/str.h"
#include "model/base/text.h"
#include "model/disk/extent.h"

#define PLACE_TEXT 80

/* Containers and slices lie over other extents; gaps under a grain are the ruler's. */
static bool has_segment(const struct layout *layout, const struct extent *extent)
{
    const struct limits *limits = layout_limits(layout);

    if (extent->kind == EXTENT_FREE)
        return extent->length >= limits->grain / limits->logical;
    return extent->kind == EXTENT_PARTITION || extent->kind == EXTENT_LOGICAL;
}

static struct bar_segment *widest(struct bar_segment *segments, size_t count)
{
    struct bar_segment *best = segments;

    for (size_t i = 1; i < count; i++) {
        if (segments[i].width > best->width)
            best = &segments[i];
    }
    return best;
}

size_t bar_segments(const struct layout *layout, int width, struct bar_segment **ret)
{
    uint64_t size = layout_limits(layout)->size;
    struct bar_segment *segments = xcalloc(layout_count(layout) + 1, sizeof(*segments));
    size_t count = 0;
    int sum = 0;

    LAYOUT_EACH (extent, layout) {
        if (!has_segment(layout, extent))
            continue;
        double share = (double)extent->length / (double)size * width;
        int cells = share < 1 ? 1 : (int)(share + 0.5);
        segments[count++] = (struct bar_segment){ extent, cells };
        sum += cells;
    }
    *ret = NULL;
    if (count == 0 || count > (size_t)width) {
        free(segments);
        return 0;
    }
    /* Rounding is corrected in the largest segment, where it shows least. */
    for (; sum != width; sum += sum < width ? 1 : -1)
        widest(segments, count)->width += sum < width ? 1 : -1;
    *ret = segments;
    return count;
}

struct bar_look bar_look(const struct layout *layout, const struct extent *extent)
{
    static const struct bar_look free_look = { "·", "·", STYLE_FREE, STYLE_FREE };
    static const struct bar_look beyond = { "/", "/", STYLE_NOTE, STYLE_NOTE };
    static const struct bar_look table = { "M", "M", STYLE_TABLE, STYLE_TABLE };
    static const struct bar_look looks[GRADE_COUNT] = {
        [GRADE_GRAIN] = { "│", "█", STYLE_OK, STYLE_BAR_OK },
        [GRADE_PHYSICAL] = { "│", "█", STYLE_OK, STYLE_BAR_OK },
        [GRADE_OFF] = { "!", "▒", STYLE_OFF, STYLE_BAR_OFF },
        [GRADE_HARMLESS] = { "-", "░", STYLE_NOTE, STYLE_NOTE },
    };

    if (extent->role == ROLE_UNADDRESSABLE)
        return beyond;
    if (extent->kind == EXTENT_FREE && extent->role != ROLE_CLAIMED)
        return free_look;
    if (extent->kind == EXTENT_METADATA || extent->kind == EXTENT_KEPT)
        return table;
    return looks[judge_extent(layout, extent).grade];
}

/* The letter that tells contents apart on the map; "" if there is none. */
static const char *content_letter(const struct extent *extent, char buf[2])
{
    static const char letters[INSIDE_COUNT] = {
        [INSIDE_BTRFS] = 'b', [INSIDE_EXFAT] = 'F', [INSIDE_EXT] = 'e',
        [INSIDE_FAT] = 'f',   [INSIDE_LUKS] = 'c',  [INSIDE_LVM] = 'l',
        [INSIDE_MD] = 'r',    [INSIDE_NTFS] = 'n',  [INSIDE_SWAP] = 's',
        [INSIDE_XFS] = 'x',
    };
    const struct content *content = &extent->content;

    buf[0] =
        letters[content->inside.kind] ? letters[content->inside.kind] : content->type[0];
    buf[1] = '\0';
    return content->state == CONTENT_FOUND ? buf : "";
}

/* Appends as many parts of "2 ext4 814.3 GiB" as WIDTH columns hold. */
static void label_of(const struct extent *extent, const struct limits *limits, int width,
                     struct str *out)
{
    char size[SIZE_TEXT], number[16], content[CONTENT_NAME];
    const char *type = extent_word(extent, content);
    const char *parts[3] = { number, type, size };

    (void)snprintf(number, sizeof(number), "%u", extent->number); /* it fits */
    if (extent->kind == EXTENT_FREE) {
        parts[0] = width < 2 ? "·" : "";
    }
    (void)size_format(extent->length * limits->logical, SIZE_IEC, 0, size);
    for (int i = 0; i < 3; i++) {
        int used = text_width(str_text(out));

        if (!*parts[i])
            continue;
        if (used + (used > 0) + text_width(parts[i]) > width)
            return;
        str_printf(out, "%s%s", used ? " " : "", parts[i]);
    }
}

static void draw_labels(struct canvas *canvas, int row, int col,
                        const struct layout *layout, const struct bar_segment *segments,
                        size_t count, uint32_t selected)
{
    int used = col; /* first free column, behind the blank after the last label */

    for (size_t i = 0; i < count; i++) {
        const struct bar_segment *segment = &segments[i];
        int at = used > col ? used : col;
        CLEANUP(str_finish) struct str label = { 0 };

        col += segment->width;
        label_of(segment->extent, layout_limits(layout), col - at, &label);
        int taken = canvas_put(canvas, row, at, -1, STYLE_NORMAL, str_text(&label));
        canvas_put_spot(canvas, row, at, taken, SPOT_EXTENT, segment->extent->id);
        if (segment->extent->id == selected)
            canvas_select(canvas, row, at, taken);
        if (taken)
            used = at + taken + 1;
    }
}

/* For more partitions than cells: each cell shows the worst one that starts in it. */
static void draw_crowded(struct canvas *canvas, int row, int col, int width,
                         const struct layout *layout, uint32_t selected)
{
    uint64_t size = layout_limits(layout)->size;

    canvas_fill(canvas, row, col, width, STYLE_FREE, "·");
    LAYOUT_EACH (extent, layout) {
        if (!has_segment(layout, extent) || extent->kind == EXTENT_FREE)
            continue;
        struct bar_look look = bar_look(layout, extent);
        int at = (int)((double)extent->start / (double)size * width);
        canvas_put_spot(canvas, row, col + at, 1, SPOT_EXTENT, extent->id);
        int end = (int)((double)extent_end(extent) / (double)size * width);
        bool is_worse = look.sign_style == STYLE_OFF ||
                        canvas_at(canvas, row, col + at)->style != STYLE_OFF;
        if (is_worse)
            canvas_fill(canvas, row, col + at, 1, look.sign_style, look.sign);
        canvas_fill(canvas, row, col + at + 1, end - at - 1, look.area_style, look.area);
        if (extent->id == selected)
            canvas_select(canvas, row, col + at, 1);
    }
}

static void draw_segments(struct canvas *canvas, int row, int col,
                          const struct layout *layout, const struct bar_segment *segments,
                          size_t count, uint32_t selected)
{
    for (size_t i = 0; i < count; i++) {
        struct bar_look look = bar_look(layout, segments[i].extent);
        char letter[2];

        canvas_fill(canvas, row, col, 1, look.sign_style, look.sign);
        canvas_fill(canvas, row, col + 1, segments[i].width - 1, look.area_style,
                    look.area);
        canvas_put_spot(canvas, row, col, segments[i].width, SPOT_EXTENT,
                        segments[i].extent->id);
        if (segments[i].width > 1 && *content_letter(segments[i].extent, letter))
            canvas_put(canvas, row, col + 1, 1, look.area_style, letter);
        if (segments[i].extent->id == selected)
            canvas_select(canvas, row, col, 1);
        col += segments[i].width;
    }
}

void bar_draw_line(struct canvas *canvas, int row, int col, int width,
                   const struct layout *layout, uint32_t selected)
{
    CLEANUP(freep) struct bar_segment *segments = NULL;
    size_t count = bar_segments(layout, width, &segments);

    if (count)
        draw_segments(canvas, row, col, layout, segments, count, selected);
    else
        draw_crowded(canvas, row, col, width, layout, selected);
}

/* "204796620 s ≈ 97.7 GiB", or "=" if the size is not rounded. */
static void axis_place_text(const struct limits *limits, uint64_t lba,
                            char buf[PLACE_TEXT])
{
    char size[SIZE_TEXT];
    uint64_t bytes = lba * limits->logical;
    /* Shown with one decimal at most: exact where a tenth of the unit divides it. */
    uint64_t unit = 1;

    while (bytes / unit >= 1024)
        unit *= 1024;
    bool is_exact = (bytes % unit * 10) % unit == 0;
    if (lba == 0)
        copy_text(buf, PLACE_TEXT, "0");
    else
        (void)snprintf(buf, PLACE_TEXT, "%llu s %s %s", (unsigned long long)lba,
                       is_exact ? "=" : "≈", size_format_iec(bytes, size)); /* it fits */
}

void bar_axis(struct canvas *canvas, int row, int col, int width,
              const struct limits *limits, uint64_t first, uint64_t last, uint64_t at,
              int at_col)
{
    char left[PLACE_TEXT], right[PLACE_TEXT], middle[PLACE_TEXT];

    last = last < limits->size ? last : limits->size;
    axis_place_text(limits, first, left);
    axis_place_text(limits, last, right);
    int left_end = text_width(left) + 2, right_start = width - text_width(right);
    canvas_put(canvas, row, col, width, STYLE_NORMAL, left);
    canvas_put(canvas, row, col + right_start, -1, STYLE_NORMAL, right);
    if (at <= first || at >= last)
        return;
    axis_place_text(limits, at, middle);
    int own = text_width(middle);
    int start = at_col < left_end ? left_end : at_col;
    if (start + own + 2 > right_start)
        start = right_start - 2 - own;
    if (start >= left_end)
        canvas_put(canvas, row, col + start, -1, STYLE_NORMAL, middle);
}

void bar_draw(struct canvas *canvas, int row, int col, int width,
              const struct layout *layout, uint32_t selected)
{
    CLEANUP(freep) struct bar_segment *segments = NULL;
    const struct limits *limits = layout_limits(layout);
    const struct extent *extent = layout_find(layout, selected);
    size_t count = bar_segments(layout, width, &segments);
    int at_col = 0;

    draw_labels(canvas, row, col, layout, segments, count, selected);
    if (count)
        draw_segments(canvas, row + 1, col, layout, segments, count, selected);
    else
        draw_crowded(canvas, row + 1, col, width, layout, selected);
    for (size_t i = 0; extent && i < count && segments[i].extent->start < extent->start;
         i++)
        at_col += segments[i].width;
    if (extent && !count)
        at_col = (int)((double)extent->start / (double)limits->size * width);
    bar_axis(canvas, row + 2, col, width, limits, 0, limits->size,
             extent ? extent->start : UINT64_MAX, at_col);
}
