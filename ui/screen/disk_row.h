/* SPDX-License-Identifier: GPL-3.0-or-later */
/* disk_row.h - one disk as a row of the picker */
#ifndef ALIDADE_UI_SCREEN_DISK_ROW_H
#define ALIDADE_UI_SCREEN_DISK_ROW_H

#include <stdbool.h>

#include "model/disk/disk_info.h"
#include "ui/draw/canvas.h"

/* Where the first column stands; a marker has room before it. */
#define DISK_ROW_COLUMN 4

/* As many columns as the canvas has room for: two of its borders, and on narrow screens
 * what is least needed, are left out. */
void disk_row_draw_heads(struct canvas *canvas, int row);
void disk_row_draw(struct canvas *canvas, int row, const struct disk_info *disk);

#endif
