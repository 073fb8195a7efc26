/* SPDX-License-Identifier: GPL-3.0-or-later */
/* new_start.h - another start for a partition, where no data has to move */
#ifndef ALIDADE_UI_APP_NEW_START_H
#define ALIDADE_UI_APP_NEW_START_H

#include "model/align/suggest.h"
#include "ui/app/state.h"

/* True where EXTENT holds a known content that another start would leave behind; what has
 * not been read yet, or cannot be read, the edit itself refuses; where it is not known
 * whether it is empty, the user is asked. */
bool new_start_leaves_data(const struct extent *extent);
/* Gives EXTENT the start of SUGGESTION where no data has to move; else says so. */
bool new_start_apply(struct app *app, const struct extent *extent,
                     const struct suggestion *suggestion);

#endif
