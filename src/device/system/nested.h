/* SPDX-License-Identifier: GPL-3.0-or-later */
/* nested.h - reads tables inside msdos partitions with libblkid */
#ifndef ALIDADE_DEVICE_SYSTEM_NESTED_H
#define ALIDADE_DEVICE_SYSTEM_NESTED_H

#include "device/io/store.h"
#include "model/disk/layout.h"

/* Returns LAYOUT with the entries of a table inside a partition (minix, unixware,
 * solaris) as slices, and a note that they are read-only; LAYOUT itself if there are
 * none, or if it is not msdos.  Performs one read for each primary partition of type
 * 82. */
struct layout *nested_add(struct store *store, struct layout *layout);

#endif
