/* SPDX-License-Identifier: GPL-3.0-or-later */
/* app.h - the program without its disks: takes events, returns effects, draws */
#ifndef ALIDADE_UI_APP_APP_H
#define ALIDADE_UI_APP_APP_H

#include "ui/app/state.h"

/* Starts on the picker.  UI is borrowed. */
void app_init(struct app *app, const struct ui *ui, enum level level, int rows, int cols);
/* Starts on the main screen instead, still empty; leaving it ends the program. */
void app_skip_picker(struct app *app);
void app_finish(struct app *app);

/* Takes the members of EVENT that enum event_kind passes to the app. */
struct effect app_update(struct app *app, struct event *event);
void app_draw(const struct app *app, struct canvas *canvas);

#endif
