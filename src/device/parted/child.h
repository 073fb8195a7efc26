/* SPDX-License-Identifier: GPL-3.0-or-later */
/* child.h - libparted in a child with limits, on a shadow: asked, and heard */
#ifndef ALIDADE_DEVICE_PARTED_CHILD_H
#define ALIDADE_DEVICE_PARTED_CHILD_H

#include <stdbool.h>

#include "device/io/store.h"
#include "device/parted/edit.h"
#include "device/parted/reply.h"
#include "model/disk/layout.h"

struct parted_child;

/* Forks.  The child takes the shadow of STORE itself (LAYOUT as for shadow_take()), then
 * closes STORE: libparted never has a way to the disk.  Never NULL. */
struct parted_child *parted_start(struct store *store, const struct limits *limits,
                                  const struct layout *layout, enum parted_answer answer);
/* Forks.  The child makes GOAL in SHADOW, a memory file of the disk's size, and nowhere
 * else; the caller keeps its descriptor and reads there what has become of it.  PATH is
 * what the disk is called.  Never NULL. */
struct parted_child *parted_start_edit(int shadow, const char *path,
                                       const struct limits *limits,
                                       const struct parted_goal *goal);
/* Readable when there is something to hear; -1: all is known, hear at once. */
int parted_fd(const struct parted_child *child);
/* Never waits.  False: not all is said yet, poll again. */
bool parted_hear(struct parted_child *child, struct parted_reply *ret);
/* The same, waiting: at most 20 s for the shadow and 20 s for libparted, but for a read
 * that the kernel itself does not give up. */
void parted_wait(struct parted_child *child, struct parted_reply *ret);
void parted_free(struct parted_child *child); /* ends it; accepts NULL */

/* libparted's version as the library itself says; empty where it cannot be loaded. */
void parted_version(char ret[32]);

#endif
