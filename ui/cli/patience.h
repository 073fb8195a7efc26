/* SPDX-License-Identifier: GPL-3.0-or-later */
/* patience.h - says that a look at disks waits for a drive */
#ifndef ALIDADE_UI_CLI_PATIENCE_H
#define ALIDADE_UI_CLI_PATIENCE_H

#include <stdbool.h>

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

#endif
