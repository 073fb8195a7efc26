/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plan_draw.h - draws a plan for the whole disk: aims, maps, steps, text */
#ifndef ALIDADE_UI_SCREEN_WIZARD_PLAN_DRAW_H
#define ALIDADE_UI_SCREEN_WIZARD_PLAN_DRAW_H

#include "ui/screen/wizard/plan_view.h"

/* Draws VIEW in a box with TITLE above a foot of one row. */
void plan_draw_box(const struct app *app, struct canvas *canvas,
                   const struct plan_view *view, const char *title);

#endif
