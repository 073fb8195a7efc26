/* SPDX-License-Identifier: GPL-3.0-or-later */
/* needs.h - what has to be there for an action */
#ifndef ALIDADE_UI_APP_NEEDS_H
#define ALIDADE_UI_APP_NEEDS_H

#include "ui/app/state.h"

/* True if ROW's action can begin; else why not is on the message line. */
bool needs_are_met(struct app *app, const struct action_row *row);
/* The sentence of what ROW needs and is not there, a partition or a change; NULL: it is.
 * Translated. */
const char *needs_missing(const struct app *app, const struct action_row *row);

#endif
