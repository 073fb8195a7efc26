/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ask.h - the field in the last row of a screen that asks for something */
#ifndef ALIDADE_UI_APP_ASK_H
#define ALIDADE_UI_APP_ASK_H

#include "ui/app/state.h"
#include "ui/draw/canvas.h"

/* True if what is asked for is the path of a file. */
bool ask_is_path(const struct app *app);
/* A key while the field is open. */
struct effect ask_key(struct app *app, uint32_t key);
/* Types a character into the field that is open, which may be one of the screen's own;
 * false: there is none. */
bool ask_type(struct app *app, uint32_t key);
/* Closes the field without an answer, which on the consent is an answer. */
struct effect ask_cancel(struct app *app);
void ask_draw(const struct app *app, struct canvas *canvas);

#endif
