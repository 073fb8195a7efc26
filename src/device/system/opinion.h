/* SPDX-License-Identifier: GPL-3.0-or-later */
/* opinion.h - libparted's second opinion on a table that our own decoders read */
#ifndef ALIDADE_DEVICE_SYSTEM_OPINION_H
#define ALIDADE_DEVICE_SYSTEM_OPINION_H

#include "device/io/store.h"
#include "model/disk/layout.h"

struct opinion;

/* Starts libparted for msdos and GPT tables written for this sector size; for others the
 * result is LAYOUT itself.  Takes a reference to LAYOUT; STORE may be closed afterwards.
 * Never NULL. */
struct opinion *opinion_start(struct store *store, struct layout *layout);
/* Returns a descriptor that is readable when there is a result; -1: take it at once. */
int opinion_fd(const struct opinion *opinion);
/* Returns the result without waiting; NULL while it is not complete.  Must not be called
 * again after a result.  NOW is the current version of the layout, possibly with contents
 * and users added.  Returns NOW itself with a new reference if both agree, or a new
 * layout with the same ids and an additional note of level NOTE_READ_ONLY:
 * NOTE_PARTED_DIFFERS, NOTE_PARTED_LIMIT, NOTE_PARTED_REFUSED, NOTE_PARTED_CRASHED,
 * NOTE_PARTED_TIMEOUT or NOTE_PARTED_FAILED; or the warning NOTE_PARTED_MISSING. */
struct layout *opinion_take(struct opinion *opinion, struct layout *now);
/* Does the same but waits (limited by the timeouts of the child). */
struct layout *opinion_wait(struct opinion *opinion, struct layout *now);
void opinion_free(struct opinion *opinion); /* accepts NULL; ends a running child */

#endif
