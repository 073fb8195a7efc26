/* SPDX-License-Identifier: GPL-3.0-or-later */
/* topology.h - determines the limits of a disk from what the kernel reports */
#ifndef ALIDADE_DEVICE_SYSTEM_TOPOLOGY_H
#define ALIDADE_DEVICE_SYSTEM_TOPOLOGY_H

#include "device/io/store.h"
#include "device/io/sys.h"
#include "device/system/stack.h"
#include "model/disk/limits.h"

/* Determines the limits of STORE.  Block devices: ioctl, then sysfs, then libblkid for
 * missing values, and saved results of the drive if none are given.  Image files: their
 * size, and what is given.  Returns false on failure; the message names the store. */
bool topology_read(struct store *store, const struct limits_given *given,
                   struct limits *ret, struct err *err) MUST_USE;

/* Adds what SYS knows of the block device HIGH:LOW to SAID where that is still 0; for a
 * partition that of its disk. */
void topology_ask_sysfs(const struct sys *sys, unsigned high, unsigned low,
                        struct limits_reported *said);
/* Notes that the minimum I/O of HIGH:LOW is its preferred write granularity: on an NVMe
 * namespace or a partition of one, if it is larger than the reported physical sector. */
void topology_name_nvme(const struct sys *sys, unsigned high, unsigned low,
                        struct limits *limits);

/* Determines where the data of STORE lies; a disk of its own or an image file: at its
 * start. stack_finish(). */
struct stack topology_stack(struct store *store);

#endif
