/* SPDX-License-Identifier: GPL-3.0-or-later */
/* history_detail.h - what is known of one saved table */
#ifndef ALIDADE_UI_SCREEN_LIST_HISTORY_DETAIL_H
#define ALIDADE_UI_SCREEN_LIST_HISTORY_DETAIL_H

#include "ui/app/state.h"
#include "ui/draw/pager.h"

/* Adds what changed after TABLE, and its file; for NULL what will be in the list. */
void history_detail_add(const struct app *app, const struct saved_table *table,
                        struct pager *ret);

#endif
