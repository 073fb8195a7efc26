/* SPDX-License-Identifier: GPL-3.0-or-later */
/* given.h - limits that a person gives by hand, asked for and checked */
#ifndef ALIDADE_UI_APP_GIVEN_H
#define ALIDADE_UI_APP_GIVEN_H

#include "ui/app/state.h"

/* Handlers of actions: each asks for one limit of the open disk. */
struct effect given_ask_physical(struct app *app);
struct effect given_ask_offset(struct app *app);
struct effect given_ask_grain(struct app *app);

/* Takes the answer, empty = as found, and has the disk read again; or says on the message
 * line why it cannot be. */
struct effect given_answer(struct app *app, enum ask asked, const char *text);

#endif
