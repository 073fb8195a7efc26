/* SPDX-License-Identifier: GPL-3.0-or-later */
/* found.h - the search for contents on a disk without a table, behind the screen */
#ifndef ALIDADE_UI_LOOP_FOUND_H
#define ALIDADE_UI_LOOP_FOUND_H

#include "device/system/found_work.h"

/* Zero-initialised: nothing is searched. */
struct loop_found {
    struct found_work *work;
    struct job *job;
    bool is_complete; /* the layout has all that the whole search finds */
};

/* Searches the disk open at FD where LAYOUT has no table that can be read. */
void loop_found_start(struct loop_found *found, int fd, const struct layout *layout);
/* Readable when there is news; -1 while nothing is searched. */
int loop_found_fd(const struct loop_found *found);
/* When the search has ended: LAYOUT with what was found, or itself with a reference.
 * NULL while it is at work, and where none is. */
struct layout *loop_found_take(struct loop_found *found, struct layout *layout);
/* Stops it and forgets what it found; a read that hangs is left to the program's end. */
void loop_found_leave(struct loop_found *found);

#endif
