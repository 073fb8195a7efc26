/* SPDX-License-Identifier: GPL-3.0-or-later */
/* found.h - the search for contents on a disk without a table, in the background */
#ifndef ALIDADE_UI_LOOP_FOUND_H
#define ALIDADE_UI_LOOP_FOUND_H

#include "device/system/found_work.h"

/* Zero-initialised: nothing is searched. */
struct loop_found {
    struct found_work *work;
    struct job *job;  /* NULL: nothing runs */
    bool is_complete; /* the layout has everything that the search finds */
};

/* Starts to search the disk open at FD if LAYOUT has no readable table. */
void loop_found_start(struct loop_found *found, int fd, const struct layout *layout);
/* Returns LAYOUT with what was found, or a reference to LAYOUT itself, when the search
 * has ended; NULL while it runs, or if there is none. */
struct layout *loop_found_take(struct loop_found *found, struct layout *layout);
/* Stops the search and drops its results; a read that hangs is not waited for. */
void loop_found_leave(struct loop_found *found);

#endif
