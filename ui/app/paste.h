/* SPDX-License-Identifier: GPL-3.0-or-later */
/* paste.h - pasted text is typed into a field, never run as actions */
#ifndef ALIDADE_UI_APP_PASTE_H
#define ALIDADE_UI_APP_PASTE_H

#include "ui/app/state.h"

/* True if KEY belongs to a paste and was handled: its characters go to the open field,
 * none of them is an action, not even Enter. */
bool paste_key(struct app *app, uint32_t key);

#endif
