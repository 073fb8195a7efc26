/* SPDX-License-Identifier: GPL-3.0-or-later */
/* content_check.h - the checkers of the file systems that the wizard moves */
#ifndef ALIDADE_UI_APP_CONTENT_CHECK_H
#define ALIDADE_UI_APP_CONTENT_CHECK_H

#include "ui/app/state.h"

/* Handler of the action: runs them, or stops them; in the wizard's last step, and after a
 * move that is complete. */
struct effect content_check_toggle(struct app *app);
/* True while a screen is open, also below another one, whose checkers go on. */
bool content_check_is_open(const struct app *app);
/* A look has found LIST, which is taken; results for the same partitions are kept. */
void content_check_offer(struct app *app, struct checker_list *list);
/* Handles EVENT_CHECKED. */
void content_check_update(struct app *app, struct event *event);
/* Forgets everything, as for another disk. */
void content_check_reset(struct app *app);

#endif
