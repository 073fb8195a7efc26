/* SPDX-License-Identifier: GPL-3.0-or-later */
/* given.h - limits of a disk that a person gives by hand */
#ifndef ALIDADE_UI_APP_GIVEN_H
#define ALIDADE_UI_APP_GIVEN_H

#include "ui/app/state.h"

/* Handlers of actions: each asks for one limit of the open disk. */
struct effect given_ask_physical(struct app *app);
struct effect given_ask_offset(struct app *app);
struct effect given_ask_grain(struct app *app);

/* Sets the limit that was asked for (empty: as detected) and has the disk read again; the
 * message line says why a value is refused. */
struct effect given_answer(struct app *app, enum ask asked, const char *text);

#endif
