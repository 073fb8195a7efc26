/* SPDX-License-Identifier: GPL-3.0-or-later */
/* table_edit.h - the edits of the main screen: at once, or through a form */
#ifndef ALIDADE_UI_SCREEN_TABLE_EDIT_H
#define ALIDADE_UI_SCREEN_TABLE_EDIT_H

#include "ui/app/state.h"

/* Handlers of actions; their needs are met. */
struct effect table_new(struct app *app);
struct effect table_delete(struct app *app);
struct effect table_resize(struct app *app);
struct effect table_move(struct app *app);
/* Gives the start of the Suggest column, where that costs no data. */
struct effect table_align(struct app *app);
/* Asks whether the selected partition is empty; on the screen that asks, calls it so.
 * What has a known content says so itself: the edit is refused with the reason. */
struct effect table_empty(struct app *app);
struct effect table_boot(struct app *app);
struct effect table_sort(struct app *app);
struct effect table_disk_id(struct app *app);
struct effect table_convert(struct app *app);
struct effect table_repair(struct app *app);

#endif
