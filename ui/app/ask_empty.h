/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ask_empty.h - the question whether a partition without a signature is empty */
#ifndef ALIDADE_UI_APP_ASK_EMPTY_H
#define ALIDADE_UI_APP_ASK_EMPTY_H

#include "ui/app/state.h"

/* True if the user has to be asked whether EXTENT is empty: its content is of an unknown
 * kind, or has not been read to the end. */
bool ask_empty_applies(const struct extent *extent);
/* True if reading the rest of EXTENT can answer: no data was found so far. */
bool ask_empty_can_read(const struct extent *extent);
/* Opens the question about EXTENT.  THEN is applied once it is empty; may be NULL. */
void ask_empty_open(struct app *app, const struct extent *extent,
                    const struct edit *then);
/* Returns the extent in question; NULL if it does not exist any more. */
const struct extent *ask_empty_extent(const struct app *app);
/* Applies the user's answer that it is empty, then the pending THEN. */
void ask_empty_accept(struct app *app);
/* Handles EVENT_EMPTY. */
void ask_empty_update(struct app *app, const struct event *event);
/* True while the screen is open, also below another one. */
bool ask_empty_is_open(const struct app *app);

#endif
