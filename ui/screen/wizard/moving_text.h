/* SPDX-License-Identifier: GPL-3.0-or-later */
/* moving_text.h - what the screen of a running move tells, as sentences */
#ifndef ALIDADE_UI_SCREEN_WIZARD_MOVING_TEXT_H
#define ALIDADE_UI_SCREEN_WIZARD_MOVING_TEXT_H

#include "ui/app/state.h"

/* Return one translated sentence each; free(). */

/* What is done now: "Partition 2: moving its data". */
char *moving_text_phase(const struct app *app);
/* How much of it, and how fast; without a rate while the drive does not answer. */
char *moving_text_bytes(const struct app *app);
/* How long so far, how long still, and when it is done; or how long the drive has not
 * answered. The time of day only where WIDTH columns hold it. */
char *moving_text_time(const struct app *app, int width);
bool moving_text_is_waiting(const struct app *app);
/* Whether the plug may be pulled now, and what would follow. */
char *moving_text_unplug(const struct app *app);
/* How often something failed and was done again; "": never. */
char *moving_text_retries(const struct app *app);
/* Where the journal is, and how it is used. */
char *moving_text_journal(const struct app *app);

/* Returns step INDEX of the plan: "Partition 2: 208845 -> 208840", and in RET_STATE
 * "done", "now" or "-", translated. */
char *moving_text_step(const struct app *app, size_t index, const char **ret_state);

#endif
