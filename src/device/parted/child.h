/* SPDX-License-Identifier: GPL-3.0-or-later */
/* child.h - runs libparted on a shadow in a child process with limits */
#ifndef ALIDADE_DEVICE_PARTED_CHILD_H
#define ALIDADE_DEVICE_PARTED_CHILD_H

#include <stdbool.h>

#include "device/io/store.h"
#include "device/parted/asking.h"
#include "device/parted/reply.h"
#include "model/disk/layout.h"

struct parted_child;

/* Starts a child that copies the sectors of the table of STORE to a shadow (LAYOUT is
 * used as in shadow_take()), closes STORE and reads the shadow with libparted, which so
 * has no access to the disk.  Never returns NULL; parted_receive() reports failures. */
struct parted_child *parted_start(struct store *store, const struct limits *limits,
                                  const struct layout *layout, enum parted_answer answer);
/* Starts a child that is asked about SHADOW, a memory file of the disk's size, as often
 * as needed.  The caller keeps the descriptor: before each question it puts a table
 * there, and reads there what libparted has made of it.  Never returns NULL. */
struct parted_child *parted_start_shadow(int shadow, const struct limits *limits);
/* Asks, with the same geometry of the disk each time; the reply to the question before
 * has been received.  parted_receive() reports failures. */
void parted_ask(struct parted_child *child, const struct parted_asked *asked);
/* Returns a descriptor that becomes readable when output arrives; -1 if the reply is
 * complete and parted_receive() will not wait. */
int parted_fd(const struct parted_child *child);
/* Reads output without waiting.  Returns false if the reply is not complete yet: poll
 * again. */
bool parted_receive(struct parted_child *child, struct parted_reply *ret);
/* Waits for the complete reply to a question: at most 20 s for the shadow and 20 s for
 * libparted, unless a read hangs in the kernel. */
void parted_wait(struct parted_child *child, struct parted_reply *ret);
void parted_free(struct parted_child *child); /* ends the child; accepts NULL */

/* Returns the version that libparted reports; empty if it cannot be loaded. */
void parted_version(char ret[32]);

#endif
