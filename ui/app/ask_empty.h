/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ask_empty.h - the question whether a partition without a signature is empty */
#ifndef ALIDADE_UI_APP_ASK_EMPTY_H
#define ALIDADE_UI_APP_ASK_EMPTY_H

#include "ui/app/state.h"

/* True if it is not known whether EXTENT is empty, so that the user is asked: data of
 * unknown kind, and partitions that were not read to their end. */
bool ask_empty_applies(const struct extent *extent);
/* True if reading the rest of EXTENT can decide: no data was found so far. */
bool ask_empty_can_read(const struct extent *extent);
/* Opens the question for EXTENT.  THEN (or NULL) is done once it is empty. */
void ask_empty_open(struct app *app, const struct extent *extent,
                    const struct edit *then);
/* The extent that the question is about; NULL where it is not there any more. */
const struct extent *ask_empty_extent(const struct app *app);
/* The user calls it empty: that edit, and what the question was opened for. */
void ask_empty_accept(struct app *app);
/* An EVENT_EMPTY. */
void ask_empty_update(struct app *app, const struct event *event);
/* True while the screen is open, perhaps below another one. */
bool ask_empty_is_open(const struct app *app);

#endif
