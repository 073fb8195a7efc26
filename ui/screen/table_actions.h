/* SPDX-License-Identifier: GPL-3.0-or-later */
/* table_actions.h - what keys do on the main screen without changing the disk */
#ifndef ALIDADE_UI_SCREEN_TABLE_ACTIONS_H
#define ALIDADE_UI_SCREEN_TABLE_ACTIONS_H

#include "ui/app/state.h"

/* What struct screen asks for. */
struct effect table_handle(struct app *app, enum action action);
struct effect table_answer(struct app *app, enum ask asked, const char *text);

/* Handlers of actions; a disk is open. */
struct effect table_pane(struct app *app);
struct effect table_zoom_in(struct app *app);
struct effect table_zoom_out(struct app *app);
struct effect table_zoom_all(struct app *app);
struct effect table_next_off(struct app *app);
struct effect table_other_end(struct app *app);
struct effect table_next_columns(struct app *app);
struct effect table_go(struct app *app);
struct effect table_verify(struct app *app);

#endif
