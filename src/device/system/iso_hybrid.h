/* SPDX-License-Identifier: GPL-3.0-or-later */
/* iso_hybrid.h - a live-ISO stick: ISO 9660 from sector 0 on, with an MBR that boots it
 */
#ifndef ALIDADE_DEVICE_SYSTEM_ISO_HYBRID_H
#define ALIDADE_DEVICE_SYSTEM_ISO_HYBRID_H

#include "device/io/store.h"
#include "model/disk/layout.h"

/* True where an entry of the MBR begins at sector 0, as only isohybrid writes it, and a
 * volume descriptor of ISO 9660 lies behind: at most two reads. */
bool iso_hybrid_is(const struct reader *disk);

/* STORE as a file system straight on the disk, with the other entries of the MBR as
 * slices of it, which are shown and not judged.  NULL where libblkid finds no such file
 * system. */
struct layout *iso_hybrid_read(struct store *store, const struct limits *limits) MUST_USE;

#endif
