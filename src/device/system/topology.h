/* SPDX-License-Identifier: GPL-3.0-or-later */
/* topology.h - what the kernel says of a disk's sectors, made into limits */
#ifndef ALIDADE_DEVICE_SYSTEM_TOPOLOGY_H
#define ALIDADE_DEVICE_SYSTEM_TOPOLOGY_H

#include "device/io/store.h"
#include "model/disk/limits.h"

/* Block devices: ioctl, then sysfs, then libblkid for what is still missing; and what is
 * kept of the drive where nothing measured is given.  Image
 * files: their size and what is given.  False with a sentence that names the store. */
bool topology_read(struct store *store, const struct limits_given *given,
                   struct limits *ret, struct err *err) MUST_USE;

#endif
