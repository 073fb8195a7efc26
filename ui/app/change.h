/* SPDX-License-Identifier: GPL-3.0-or-later */
/* change.h - undo, write, scripts, backups: what is done with pending edits anywhere */
#ifndef ALIDADE_UI_APP_CHANGE_H
#define ALIDADE_UI_APP_CHANGE_H

#include "ui/app/state.h"

/* Handlers of actions, on whatever screen. */
struct effect change_undo(struct app *app);
struct effect change_redo(struct app *app);
struct effect change_write(struct app *app);
struct effect change_hint(struct app *app);
struct effect change_save_script(struct app *app);
struct effect change_load_script(struct app *app);
struct effect change_backup(struct app *app);
struct effect change_restore(struct app *app);

/* True for what is asked here. */
bool change_asks(enum ask what);
struct effect change_answer(struct app *app, enum ask asked, const char *text);

/* True while the consent screen is to be announced by EVENT_SHOWN once it stands on the
 * terminal. */
bool change_awaits_shown(const struct app *app);
/* The consent screen is visible on the terminal since MS; earlier keys were discarded. */
void change_shown(struct app *app, uint64_t ms);
/* Another program used the terminal meanwhile: the consent screen has to be drawn again
 * before keys count. */
void change_hidden(struct app *app);
/* True if KEY, read at MS, was typed too early to be an answer; then it is thrown away.
 * Escape goes back at any time. */
bool change_ignores(struct app *app, uint32_t key, uint64_t ms);

/* What the shell says; each takes what EVENT hands over. */
void change_rehearsed(struct app *app, struct event *event);
struct effect change_committed(struct app *app, struct event *event);
void change_script(struct app *app, const char *text);
void change_named(struct app *app, const char *path);

#endif
