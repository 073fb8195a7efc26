/* SPDX-License-Identifier: GPL-3.0-or-later */
/* step_detail.h - the details of a pending edit: changes, sectors, commands */
#ifndef ALIDADE_UI_SCREEN_WIZARD_STEP_DETAIL_H
#define ALIDADE_UI_SCREEN_WIZARD_STEP_DETAIL_H

#include "ui/app/state.h"
#include "ui/draw/pager.h"

/* Adds the details of pending edit INDEX, wrapped to WIDTH.  Its description is added
 * only if the list, with SHOWN columns, cuts it. */
void step_detail_add(const struct app *app, size_t index, int width, int shown,
                     struct pager *ret);

#endif
