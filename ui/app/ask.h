/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ask.h - the input field in the last row */
#ifndef ALIDADE_UI_APP_ASK_H
#define ALIDADE_UI_APP_ASK_H

#include "ui/app/state.h"
#include "ui/draw/canvas.h"

/* True if the field asks for the path of a file. */
bool ask_is_path(const struct app *app);
/* Handles a key while the field is open. */
struct effect ask_key(struct app *app, uint32_t key);
/* Types a character into the open field or the screen's own one; false if there is none.
 * */
bool ask_type(struct app *app, uint32_t key);
/* Opens the field that the last key closed, with what was typed.  IS_PATH_GOOD: only what
 * the file has is not, so that its path is still offered later. */
void ask_again(struct app *app, bool is_path_good);
/* Closes the field without an answer; on the consent screen that means no. */
struct effect ask_cancel(struct app *app);
void ask_draw(const struct app *app, struct canvas *canvas);

#endif
