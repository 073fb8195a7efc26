/* SPDX-License-Identifier: GPL-3.0-or-later */
/* disk_map.h - the map of the disk below other things, only to look at */
#ifndef ALIDADE_UI_SCREEN_FRAME_DISK_MAP_H
#define ALIDADE_UI_SCREEN_FRAME_DISK_MAP_H

#include "ui/app/state.h"
#include "ui/draw/canvas.h"

#define DISK_MAP_ROWS 4 /* with the divider */

/* Draws the map of the shown layout in DISK_MAP_ROWS rows from ROW on, below a divider
 * with TITLE; SELECTED is an extent's id, 0: none.  A click on it means nothing. */
void disk_map_draw(const struct app *app, struct canvas *canvas, int row,
                   const char *title, uint32_t selected);

#endif
