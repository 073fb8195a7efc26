/* SPDX-License-Identifier: GPL-3.0-or-later */
/* leave.h - the question before pending edits are forgotten */
#ifndef ALIDADE_UI_APP_LEAVE_H
#define ALIDADE_UI_APP_LEAVE_H

#include "ui/app/state.h"

/* Handlers of actions.  They leave at once where nothing is pending; else the person is
 * asked first. */
struct effect leave_back(struct app *app);
/* Never quits. */
struct effect leave_cancel(struct app *app);
struct effect leave_quit(struct app *app);
/* The answer: q leaves, O saves a script first, any other key stays. */
struct effect leave_key(struct app *app, uint32_t key);

/* "3 changes are not written", and which keys there are; translated; free(). */
char *leave_title(const struct app *app);
const char *leave_keys(const struct app *app);
/* The question over the lower rows of the screen, with the edits that would be lost. */
void leave_draw(const struct app *app, struct canvas *canvas);

#endif
