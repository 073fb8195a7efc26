/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fix_pages.h - what the steps of the wizard share */
#ifndef ALIDADE_UI_SCREEN_WIZARD_FIX_PAGES_H
#define ALIDADE_UI_SCREEN_WIZARD_FIX_PAGES_H

#include "ui/screen/frame/screen.h"

/* Draws the top row of STEP, from 1. */
void fix_pages_draw_header(const struct app *app, struct canvas *canvas, int step);
/* Returns the effect that looks at the disk again, for the plan that is selected now. */
struct effect fix_pages_look(const struct app *app);

#endif
