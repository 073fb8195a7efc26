/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fix_run.h - a move that has not ended, and one that runs now */
#ifndef ALIDADE_UI_APP_FIX_RUN_H
#define ALIDADE_UI_APP_FIX_RUN_H

#include "ui/app/state.h"

/* The disk was read: where a move on it has not ended, its screen is shown, once, and the
 * effect that looks at the move returned; in the wizard the one that looks at its plan.
 */
struct effect fix_run_opened(struct app *app);
/* True if the open disk has a move that has not ended. */
bool fix_run_is_unfinished(const struct app *app);

/* Handlers of actions: complete the move, take it back; ask whether to stop it. */
struct effect fix_run_finish(struct app *app);
struct effect fix_run_take_back(struct app *app);
struct effect fix_run_ask_stop(struct app *app);

/* The person has agreed: starts what was rehearsed. */
struct effect fix_run_start(struct app *app);
/* True while a move runs: it is asked whether to stop it, and nothing else is done. */
bool fix_run_keeps_screen(struct app *app);
/* Handles the answer to that. */
struct effect fix_run_key(struct app *app, uint32_t key);
/* Draws the question over the lower rows. */
void fix_run_draw_question(const struct app *app, struct canvas *canvas);
/* Where Ctrl-Z would suspend a move: says why it does not, and returns true. */
bool fix_run_stays_awake(struct app *app);

/* Handlers of EVENT_UNFINISHED, EVENT_FIX and EVENT_FIXED. */
void fix_run_found(struct app *app, const struct event *event);
void fix_run_update(struct app *app, const struct event *event);
struct effect fix_run_ended(struct app *app, struct event *event);

void fix_run_finish_state(struct app *app);

#endif
