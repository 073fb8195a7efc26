/* SPDX-License-Identifier: GPL-3.0-or-later */
/* child.h - runs libparted on a shadow in a child process with limits */
#ifndef ALIDADE_DEVICE_PARTED_CHILD_H
#define ALIDADE_DEVICE_PARTED_CHILD_H

#include <stdbool.h>

#include "device/io/store.h"
#include "device/parted/edit.h"
#include "device/parted/reply.h"
#include "model/disk/layout.h"

struct parted_child;

/* Starts a child that copies the sectors of the table of STORE to a shadow (LAYOUT is
 * used as in shadow_take()), closes STORE and reads the shadow with libparted, which so
 * has no access to the disk.  Never returns NULL; parted_receive() reports failures. */
struct parted_child *parted_start(struct store *store, const struct limits *limits,
                                  const struct layout *layout, enum parted_answer answer);
/* Starts a child that makes GOAL in SHADOW, a memory file of the disk's size, and nowhere
 * else.  The caller keeps the descriptor and reads the result there.  Never returns
 * NULL. */
struct parted_child *parted_start_edit(int shadow, const struct limits *limits,
                                       const struct parted_goal *goal);
/* Returns a descriptor that becomes readable when output arrives; -1 if the reply is
 * complete and parted_receive() will not wait. */
int parted_fd(const struct parted_child *child);
/* Reads output without waiting.  Returns false if the reply is not complete yet: poll
 * again. */
bool parted_receive(struct parted_child *child, struct parted_reply *ret);
/* Waits for the complete reply: at most 20 s for the shadow and 20 s for libparted,
 * unless a read hangs in the kernel. */
void parted_wait(struct parted_child *child, struct parted_reply *ret);
void parted_free(struct parted_child *child); /* ends the child; accepts NULL */

/* Returns the version that libparted reports; empty if it cannot be loaded. */
void parted_version(char ret[32]);

#endif
