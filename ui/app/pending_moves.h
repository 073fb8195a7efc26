/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pending_moves.h - pending edits that move data, which no write of a table does */
#ifndef ALIDADE_UI_APP_PENDING_MOVES_H
#define ALIDADE_UI_APP_PENDING_MOVES_H

#include "ui/app/state.h"

/* False if data would have to be moved; the message line says which key does that. */
bool pending_moves_allow_write(struct app *app);
/* The same before the table is saved as a script. */
bool pending_moves_allow_script(struct app *app);

#endif
