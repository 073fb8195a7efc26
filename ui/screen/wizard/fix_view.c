/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fix_view.c - what the screens of a move draw: how much is done, and where on the disk
 */
#include "ui/screen/wizard/fix_view.h"

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/base/text.h"
#include "ui/draw/bar.h"

#define PERCENT_COLUMNS 6 /* with the blank before it */

void fix_view_bar(struct canvas *canvas, int row, int col, int width, uint64_t done,
                  uint64_t total)
{
    int cells = width - PERCENT_COLUMNS;
    uint64_t share = total ? num_scale(done, 100, total) : 0;
    int filled = total ? (int)num_scale(done, (uint64_t)cells, total) : 0;

    canvas_fill(canvas, row, col, filled, STYLE_BAR_OK, "█");
    canvas_fill(canvas, row, col + filled, cells - filled, STYLE_NOTE, "░");
    CLEANUP(freep) char *percent = xasprintf(_("%u %%"), (unsigned)share);
    canvas_put_right(canvas, row, col + cells, PERCENT_COLUMNS, STYLE_NORMAL, percent);
}

/* Returns the cell of LBA in a map of WIDTH cells, in which no partition is too small to
 * be seen. */
static int cell_of_sector(const struct layout *layout, int width, uint64_t lba)
{
    CLEANUP(freep) struct bar_segment *segments = NULL;
    size_t count = bar_segments(layout, width, &segments);
    int cell = 0;

    for (size_t i = 0; i < count; i++) {
        const struct extent *extent = segments[i].extent;
        if (lba < extent->start)
            return cell;
        if (lba < extent_end(extent))
            return cell + (int)num_scale(lba - extent->start, (uint64_t)segments[i].width,
                                         extent->length);
        cell += segments[i].width;
    }
    if (!count)
        cell = (int)num_scale(lba, (uint64_t)width, layout_limits(layout)->size);
    return cell < width ? cell : width - 1;
}

void fix_view_place(struct canvas *canvas, int row, int col, int width,
                    const struct layout *layout, uint64_t lba)
{
    int cell = cell_of_sector(layout, width, lba);
    /* TRANSLATORS: behind an arrow to the place on the map that is moved now */
    const char *here = _("here");
    int own = text_width(here) + 2;

    bar_draw_line(canvas, row, col, width, layout, 0);
    canvas_put(canvas, row + 1, col + cell, 1, STYLE_KEY, "↑");
    if (cell + own <= width)
        canvas_put(canvas, row + 1, col + cell + 2, -1, STYLE_NORMAL, here);
    else
        canvas_put_right(canvas, row + 1, col, cell - 1, STYLE_NORMAL, here);
}
