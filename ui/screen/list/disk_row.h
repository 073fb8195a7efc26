/* SPDX-License-Identifier: GPL-3.0-or-later */
/* disk_row.h - a disk as a row of the picker */
#ifndef ALIDADE_UI_SCREEN_LIST_DISK_ROW_H
#define ALIDADE_UI_SCREEN_LIST_DISK_ROW_H

#include "model/disk/disk_info.h"
#include "ui/draw/canvas.h"

/* Column of the first cell; the marker is before it. */
#define DISK_ROW_COLUMN 4

/* Draw as many columns as fit; on narrow screens the least important ones are left out.
 * */
void disk_row_draw_heads(struct canvas *canvas, int row);
void disk_row_draw(struct canvas *canvas, int row, const struct disk_info *disk);

#endif
