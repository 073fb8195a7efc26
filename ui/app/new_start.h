/* SPDX-License-Identifier: GPL-3.0-or-later */
/* new_start.h - gives a partition another start where no data has to move */
#ifndef ALIDADE_UI_APP_NEW_START_H
#define ALIDADE_UI_APP_NEW_START_H

#include "model/align/suggest.h"
#include "ui/app/state.h"

/* True if EXTENT has a known content that another start would leave behind.  Content that
 * has not been read is refused by the edit itself; the user is asked where it may be
 * empty. */
bool new_start_leaves_data(const struct extent *extent);
/* Gives EXTENT the start of SUGGESTION if no data has to move; else reports why not. */
bool new_start_apply(struct app *app, const struct extent *extent,
                     const struct suggestion *suggestion);

#endif
