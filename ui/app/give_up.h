/* SPDX-License-Identifier: GPL-3.0-or-later */
/* give_up.h - asks for each known range that no table names and that would be overwritten
 *
 * What is given up counts while the write screen is shown, and for those ranges only. */
#ifndef ALIDADE_UI_APP_GIVE_UP_H
#define ALIDADE_UI_APP_GIVE_UP_H

#include "ui/app/state.h"

/* Returns the first range that a write is refused for; NULL: none is. */
const struct owner_run *give_up_next(const struct app *app);
/* Handler of the action: asks for that range. */
struct effect give_up_ask(struct app *app);
/* Takes the answer. */
struct effect give_up_answer(struct app *app, const char *text);

/* Rehearses what the write screen shows once more, with what was given up. */
struct effect give_up_rehearse(struct app *app);
/* To be asked before a rehearsal that would overwrite OWNED is shown: false if it was
 * made with what was given up for other ranges, which is now forgotten. */
bool give_up_holds(struct app *app, const struct owner_runs *owned);

#endif
