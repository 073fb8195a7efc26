/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ruler_cell.c - the cells of ruler and zoom, and the labels at its ticks */
#include "ui/draw/ruler_cell.h"

#include <stdio.h>

#include "model/base/mem.h"
#include "model/base/size.h"
#include "model/base/text.h"
#include "ui/draw/bar.h"

#define KIB UINT64_C(1024)
#define MIB (KIB * KIB)
#define GIB (MIB * KIB)

static struct ruler_cell make_cell(const char *text, int style, uint32_t id)
{
    struct ruler_cell cell = { "", style, id };

    copy_text(cell.text, sizeof(cell.text), text);
    return cell;
}

/* The offset of an edge in its cell: one digit, or + for more. */
static struct ruler_cell offset_cell(uint64_t past, int style, uint32_t id)
{
    char digit[2] = { past < 10 ? (char)('0' + past) : '+', '\0' };

    return make_cell(digit, style, id);
}

struct ruler_cell ruler_area_cell(const struct layout *layout, uint64_t from, uint64_t to,
                                  bool is_physical)
{
    const struct extent *owner = layout_find_lba(layout, from);
    struct ruler_cell found = { "", STYLE_NORMAL, 0 };

    LAYOUT_EACH (extent, layout) {
        uint64_t end = extent_end(extent);

        if (!ruler_is_tile(extent))
            continue;
        if (is_physical && end > from && end < to && !*found.text)
            found = offset_cell(end - from, STYLE_NOTE, extent->id);
        if (extent->start < from || extent->start >= to)
            continue;
        struct bar_look look = bar_look(layout, extent);
        bool is_off = look.sign_style == STYLE_OFF;
        int style = is_off ? STYLE_OFF_EDGE : look.sign_style;
        found = is_physical && extent->start > from
                    ? offset_cell(extent->start - from, style, extent->id)
                    : make_cell(look.sign, style, extent->id);
        if (is_off)
            return found;
    }
    if (*found.text || !owner)
        return *found.text ? found : make_cell(" ", STYLE_NORMAL, 0);
    struct bar_look look = bar_look(layout, owner);
    return make_cell(look.area, look.area_style, owner->id);
}

struct ruler_cell ruler_sector_cell(const struct layout *layout, uint64_t lba)
{
    const struct extent *owner = layout_find_lba(layout, lba);

    if (!owner)
        return make_cell(" ", STYLE_NORMAL, 0);
    struct bar_look look = bar_look(layout, owner);
    if (!ruler_is_tile(owner))
        return make_cell(look.area, look.area_style, owner->id);
    bool is_off = look.sign_style == STYLE_OFF;
    int style = !is_off               ? look.sign_style
                : lba == owner->start ? STYLE_OFF_EDGE
                                      : STYLE_OFF;
    return offset_cell(owner->number % 10, style, owner->id);
}

void ruler_put_cell(struct canvas *canvas, int row, int col, struct ruler_cell cell)
{
    canvas_put(canvas, row, col, 1, cell.style, cell.text);
    if (cell.id)
        canvas_put_spot(canvas, row, col, 1, SPOT_EXTENT, cell.id);
}

void ruler_put_label(struct ruler_labels *labels, int col, const char *text)
{
    int width = text_width(text);

    if (col < labels->used || col + width > labels->end)
        return;
    labels->used = col + width + 1;
    canvas_put(labels->canvas, labels->row, col, -1, STYLE_NORMAL, text);
}

void ruler_put_bytes(struct ruler_labels *labels, int col, uint64_t bytes, uint64_t unit)
{
    char text[SIZE_TEXT];
    const char *name = unit == GIB   ? "GiB"
                       : unit == MIB ? "MiB"
                       : unit == KIB ? "KiB"
                                     : "B";

    if (bytes == 0)
        copy_text(text, sizeof(text), "0");
    else
        (void)snprintf(text, sizeof(text), "%llu%s%s", (unsigned long long)(bytes / unit),
                       labels->has_unit ? "" : " ", labels->has_unit ? "" : name);
    labels->has_unit = labels->has_unit || bytes > 0;
    ruler_put_label(labels, col, text);
}

uint64_t ruler_unit_of(uint64_t step)
{
    uint64_t unit = step % GIB == 0 ? GIB : step % MIB == 0 ? MIB : KIB;

    return step % unit == 0 ? unit : 1;
}
