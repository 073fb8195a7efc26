/* SPDX-License-Identifier: GPL-3.0-or-later */
/* paste.h - text that the terminal says was pasted: it is typed, never obeyed */
#ifndef ALIDADE_UI_APP_PASTE_H
#define ALIDADE_UI_APP_PASTE_H

#include <stdbool.h>
#include <stdint.h>

struct app;

/* What is known of the text that comes in. */
struct paste {
    bool is_on;
    bool is_gap;   /* the end of a line or a tab: a blank, if more follows */
    bool is_typed; /* some of it stands in a field */
    bool is_lost;  /* some of it had no field to go to */
};

/* True: KEY is of a paste, and all is done.  Its characters go to the field that is open;
 * none of them is a command, not even Enter. */
bool paste_key(struct app *app, uint32_t key);

#endif
