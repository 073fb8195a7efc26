/* SPDX-License-Identifier: GPL-3.0-or-later */
/* opinion.h - libparted's second opinion on a table that our own decoders have read */
#ifndef ALIDADE_DEVICE_SYSTEM_OPINION_H
#define ALIDADE_DEVICE_SYSTEM_OPINION_H

#include "device/io/store.h"
#include "model/disk/layout.h"

struct opinion;

/* Asks for msdos and gpt that were written for the sectors of this disk; for all else the
 * answer is LAYOUT itself, at once.  Takes a reference to LAYOUT.  Never NULL; STORE may
 * be closed afterwards. */
struct opinion *opinion_start(struct store *store, struct layout *layout);
/* Readable when there is something to take; -1: take at once. */
int opinion_fd(const struct opinion *opinion);
/* NOW is the layout as it is known by now: the one of the start, perhaps with contents
 * and users filled in meanwhile.  Never waits: NULL while the answer is not complete, and
 * is to be called until it answers, not again.  Then a reference to NOW itself where both
 * agree, or to a new layout with the same ids and one more note, of level NOTE_READ_ONLY:
 * "parted-differs", "parted-limit", "parted-refused", "parted-crashed", "parted-timeout",
 * "parted-missing". */
struct layout *opinion_take(struct opinion *opinion, struct layout *now);
/* The same, waiting (bounded by the limits of the child). */
struct layout *opinion_wait(struct opinion *opinion, struct layout *now);
void opinion_free(struct opinion *opinion); /* accepts NULL; ends a child that runs */

#endif
