/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fix_view.h - what the screens of a move draw: how much is done, and where on the disk
 */
#ifndef ALIDADE_UI_SCREEN_WIZARD_FIX_VIEW_H
#define ALIDADE_UI_SCREEN_WIZARD_FIX_VIEW_H

#include <stdint.h>

#include "model/disk/layout.h"
#include "ui/draw/canvas.h"

/* Draws a bar of WIDTH columns, DONE of TOTAL filled, and the percentage behind it. */
void fix_view_bar(struct canvas *canvas, int row, int col, int width, uint64_t done,
                  uint64_t total);
/* Draws the disk in two rows: the map, and an arrow below the cell of sector LBA. */
void fix_view_place(struct canvas *canvas, int row, int col, int width,
                    const struct layout *layout, uint64_t lba);

#endif
