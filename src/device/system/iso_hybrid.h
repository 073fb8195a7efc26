/* SPDX-License-Identifier: GPL-3.0-or-later */
/* iso_hybrid.h - detects isohybrid images: ISO 9660 from sector 0 on, with a bootable
 * MBR */
#ifndef ALIDADE_DEVICE_SYSTEM_ISO_HYBRID_H
#define ALIDADE_DEVICE_SYSTEM_ISO_HYBRID_H

#include "device/io/store.h"
#include "model/disk/layout.h"

/* True if an entry of the MBR begins at sector 0, as only isohybrid writes it, and the
 * disk has an ISO 9660 volume descriptor.  Performs at most two reads. */
bool iso_hybrid_is(const struct reader *disk);

/* Returns the layout of STORE as a file system without a table, with the other entries
 * of the MBR as slices, which are not judged.  NULL if libblkid finds no such file
 * system. */
struct layout *iso_hybrid_read(struct store *store, const struct limits *limits) MUST_USE;

#endif
