/* SPDX-License-Identifier: GPL-3.0-or-later */
/* leave.h - the question before pending edits are discarded */
#ifndef ALIDADE_UI_APP_LEAVE_H
#define ALIDADE_UI_APP_LEAVE_H

#include "ui/app/state.h"

/* Handlers of actions.  They leave at once if nothing is pending, else ask first. */
struct effect leave_back(struct app *app);
/* Never quits. */
struct effect leave_cancel(struct app *app);
struct effect leave_quit(struct app *app);
/* Handles the answer: Q leaves, O saves a script first, any other key stays. */
struct effect leave_key(struct app *app, uint32_t key);

/* The title ("3 changes are not written"; free()) and the keys of the question;
 * translated. */
char *leave_title(const struct app *app);
const char *leave_keys(const struct app *app);
/* Draws the question with the edits that would be lost over the lower rows. */
void leave_draw(const struct app *app, struct canvas *canvas);

#endif
