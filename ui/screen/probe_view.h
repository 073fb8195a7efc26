/* SPDX-License-Identifier: GPL-3.0-or-later */
/* probe_view.h - one write at eight shifted places, as bars, and what drive and clock say
 */
#ifndef ALIDADE_UI_SCREEN_PROBE_VIEW_H
#define ALIDADE_UI_SCREEN_PROBE_VIEW_H

#include "ui/app/state.h"

/* The bars in COLUMNS (1 or 2) side by side; PROBE_BARS / COLUMNS rows. */
void probe_draw_bars(const struct app *app, struct canvas *canvas, int row, int columns);
/* "Writes of 4 KiB per second, by their place"; free() */
char *probe_bars_title(const struct app *app);

/* Two rows: what the drive says, what was measured, and whether they differ. */
void probe_draw_words(const struct app *app, struct canvas *canvas, int row);

#endif
