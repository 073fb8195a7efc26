/* SPDX-License-Identifier: GPL-3.0-or-later */
/* found.h - the search for contents without an entry, in the background */
#ifndef ALIDADE_UI_LOOP_FOUND_H
#define ALIDADE_UI_LOOP_FOUND_H

#include "device/system/found_work.h"

/* Zero-initialised: nothing is searched. */
struct loop_found {
    struct found_work *work;
    struct job *job;        /* NULL: nothing runs */
    struct found_news news; /* complete: LIST has everything that the search finds */
    bool is_impossible;     /* it could not be started */
    struct found_list list; /* owned */
};

/* Starts to search the disk open at FD for contents that LAYOUT has no entry for. */
void loop_found_start(struct loop_found *found, int fd, const struct layout *layout);
/* Takes the list when the search has ended; false while it runs, or if there is none. */
bool loop_found_take(struct loop_found *found);
/* Stops the search and drops its results; a read that hangs is not waited for. */
void loop_found_leave(struct loop_found *found);

#endif
