/* SPDX-License-Identifier: GPL-3.0-or-later */
/* given.h - limits that a person gives by hand, asked for and checked */
#ifndef ALIDADE_UI_APP_GIVEN_H
#define ALIDADE_UI_APP_GIVEN_H

#include "ui/app/state.h"

/* Asks for what ACTION sets (physical sector, alignment offset, grain).  A disk must be
 * open. */
void given_ask(struct app *app, enum action action);

/* Takes the answer, empty = as found, and has the disk read again; or says on the message
 * line why it cannot be. */
struct effect given_answer(struct app *app, enum ask asked, const char *text);

#endif
