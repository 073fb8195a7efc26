/* SPDX-License-Identifier: GPL-3.0-or-later */
/* guard.h - who uses each extent of a disk */
#ifndef ALIDADE_DEVICE_SYSTEM_GUARD_H
#define ALIDADE_DEVICE_SYSTEM_GUARD_H

#include "device/io/sys.h"
#include "model/disk/layout.h"

/* A new layout like LAYOUT whose partitions say who uses them at this moment: mounts,
 * swap, holders, loop devices over them or over the image file at PATH, physical volumes
 * of LVM that nobody holds (once their content is known), and whoever has opened them
 * exclusively.  Wider than what the kernel refuses to write to; where ranges of the
 * kernel's partitions and of the table differ, an overlap counts.  Where PATH is no disk
 * but a partition, a note "disk-is-partition" makes it read-only.  Opens block devices
 * for reading alone.  Never NULL. */
struct layout *guard_mark(const struct sys *sys, const char *path,
                          const struct layout *layout);

/* False (ERR_REFUSED) with a sentence naming the disk where PATH is the node of one of
 * its partitions: a table is not written there. */
bool guard_is_whole(const struct sys *sys, const char *path, struct err *err) MUST_USE;

#endif
