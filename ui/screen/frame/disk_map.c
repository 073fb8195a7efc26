/* SPDX-License-Identifier: GPL-3.0-or-later */
/* disk_map.c - the map of the disk below other things, only to look at */
#include "ui/screen/frame/disk_map.h"

#include "ui/draw/bar.h"
#include "ui/screen/frame/frame.h"

void disk_map_draw(const struct app *app, struct canvas *canvas, int row,
                   const char *title, uint32_t selected)
{
    canvas_divider(canvas, row, title, NULL);
    bar_draw(canvas, row + 1, 2, frame_width(app), app->layout, selected);
    for (int i = 1; i < DISK_MAP_ROWS; i++)
        canvas_put_spot(canvas, row + i, 0, app->cols, SPOT_NONE, 0);
}
