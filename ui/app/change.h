/* SPDX-License-Identifier: GPL-3.0-or-later */
/* change.h - undo, redo, write, scripts and backups, on every screen */
#ifndef ALIDADE_UI_APP_CHANGE_H
#define ALIDADE_UI_APP_CHANGE_H

#include "ui/app/state.h"

/* Handlers of actions. */
struct effect change_undo(struct app *app);
struct effect change_redo(struct app *app);
struct effect change_write(struct app *app);
struct effect change_hint(struct app *app);
struct effect change_save_script(struct app *app);
struct effect change_load_script(struct app *app);
struct effect change_backup(struct app *app);
struct effect change_restore(struct app *app);
/* Starts the restore of the backup FILE, which must stay valid; not a handler. */
struct effect change_restore_file(struct app *app, const char *file);

/* True if the field WHAT is answered by change_answer(). */
bool change_asks(enum ask what);
struct effect change_answer(struct app *app, enum ask asked, const char *text);

/* True while the consent screen waits for EVENT_SHOWN: it is not known to be visible yet.
 * */
bool change_awaits_shown(const struct app *app);
/* The consent screen is visible on the terminal since MS; earlier keys were discarded,
 * IS_EARLY: there were some. */
void change_shown(struct app *app, uint64_t ms, bool is_early);
/* Another program has used the terminal: the consent screen must be shown again before
 * keys count. */
void change_hidden(struct app *app);
/* True if KEY, read at MS, was typed before the consent screen was visible; it is then
 * ignored.  Escape always counts. */
bool change_ignores(struct app *app, uint32_t key, uint64_t ms);

/* Handlers of events; each takes ownership of what EVENT carries. */
struct effect change_rehearsed(struct app *app, struct event *event);
struct effect change_committed(struct app *app, struct event *event);
void change_script(struct app *app, const char *text);
void change_named(struct app *app, struct event *event);
void change_history(struct app *app, struct event *event);

#endif
