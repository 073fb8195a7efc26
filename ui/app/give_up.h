/* SPDX-License-Identifier: GPL-3.0-or-later */
/* give_up.h - asks one by one for what no number names: known ranges that no table names
 * and that would be overwritten, and a disk that belongs to something as a whole
 *
 * A range that is given up counts until the wizard or the write screen is left, and for
 * what was seen there only; the disk, while it is open and belongs to the same. */
#ifndef ALIDADE_UI_APP_GIVE_UP_H
#define ALIDADE_UI_APP_GIVE_UP_H

#include "ui/app/state.h"

/* Returns the first range that the shown write is refused for; NULL: none is. */
const struct owner_run *give_up_next(const struct app *app);
/* Asks for the disk if it belongs to something, else for RUN; NULL: there is none. */
struct effect give_up_ask(struct app *app, const struct owner_run *run);
/* Takes the answer: checks, or plans, again with what was given up. */
struct effect give_up_answer(struct app *app, const char *text);

/* Returns why the disk cannot be changed before its consent, and which key asks for it;
 * NULL: it can be; free(). */
char *give_up_disk_words(const struct app *app);
/* Tells that; true if the disk can be changed. */
bool give_up_allows_disk(struct app *app);
/* Returns LAYOUT, which passes to the function, with that consent. */
struct layout *give_up_agree(const struct app *app, struct layout *layout);

/* Returns an effect that is made with the ranges that were given up. */
struct effect give_up_effect(const struct app *app, enum effect_kind kind);
/* Rehearses what the write screen shows once more, with what was given up. */
struct effect give_up_rehearse(struct app *app);
/* To be asked before a rehearsal that would overwrite OWNED is shown: false if something
 * else was given up in those places, which is now forgotten. */
bool give_up_holds(struct app *app, const struct owner_runs *owned);
void give_up_forget_ranges(struct app *app);
void give_up_forget(struct app *app); /* and the disk */

#endif
