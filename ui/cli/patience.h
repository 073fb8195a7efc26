/* SPDX-License-Identifier: GPL-3.0-or-later */
/* patience.h - says what is waited for before the first write: a drive, or a lock */
#ifndef ALIDADE_UI_CLI_PATIENCE_H
#define ALIDADE_UI_CLI_PATIENCE_H

#include <stdbool.h>

#include "device/io/sink_disk.h"

/* Zero-initialised: it has ended. */
struct patience {
    struct background *thread; /* owned; NULL: it has ended */
    int ends[2];               /* of a pipe: a byte ends the thread */
    bool is_json;
};

/* From now on what is waited for is told on standard error, or in a note of JSON: after
 * 2 s, and again each minute. Nothing is written meanwhile. */
void patience_begin(struct patience *ret, bool is_json);
void patience_end(struct patience *patience); /* also if it has ended */

struct lock_told {
    bool is_json;
    unsigned tries; /* 0 at first */
};

/* Returns what tells once, in the same way, that another program holds the lock, if that
 * takes longer than half a second; it borrows TOLD. */
struct sink_lock_watch lock_told_watch(struct lock_told *told);

#endif
