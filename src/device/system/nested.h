/* SPDX-License-Identifier: GPL-3.0-or-later */
/* nested.h - tables inside msdos partitions that only libblkid reads */
#ifndef ALIDADE_DEVICE_SYSTEM_NESTED_H
#define ALIDADE_DEVICE_SYSTEM_NESTED_H

#include "device/io/store.h"
#include "model/disk/layout.h"

/* LAYOUT with the entries of a table inside one of its partitions that libblkid lists
 * (minix, unixware, solaris) as slices, and a note that makes it read-only; LAYOUT itself
 * where there are none, and where it is not msdos.  One read for each primary partition
 * of type 82. */
struct layout *nested_add(struct store *store, struct layout *layout);

#endif
