/* SPDX-License-Identifier: GPL-3.0-or-later */
/* paste.h - text that the terminal says was pasted: it is typed, never obeyed */
#ifndef ALIDADE_UI_APP_PASTE_H
#define ALIDADE_UI_APP_PASTE_H

#include "ui/app/state.h"

/* True: KEY is of a paste, and all is done.  Its characters go to the field that is open;
 * none of them is an action, not even Enter. */
bool paste_key(struct app *app, uint32_t key);

#endif
