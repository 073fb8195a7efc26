/* SPDX-License-Identifier: GPL-3.0-or-later */
/* step_detail.h - what one pending edit does: to the table, and to which sectors */
#ifndef ALIDADE_UI_SCREEN_STEP_DETAIL_H
#define ALIDADE_UI_SCREEN_STEP_DETAIL_H

#include "ui/app/state.h"
#include "ui/draw/pager.h"

/* All that is to be said of pending edit INDEX, wrapped to WIDTH; its words only where
 * the SHOWN columns of the list cut them. */
void step_detail_add(const struct app *app, size_t index, int width, int shown,
                     struct pager *ret);

#endif
