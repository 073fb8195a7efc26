/* SPDX-License-Identifier: GPL-3.0-or-later */
/* devices.h - which disks the machine has, from sysfs alone */
#ifndef ALIDADE_DEVICE_SYSTEM_DEVICES_H
#define ALIDADE_DEVICE_SYSTEM_DEVICES_H

#include <stdbool.h>
#include <stddef.h>

#include "device/io/sys.h"
#include "model/disk/disk_info.h"

/* All disks, no partitions, no empty loop devices or card readers.  In natural order
 * (sd, vd, nvme, mmcblk, others, md, dm, loop).  layout stays NULL.  The caller frees
 * with devices_free().  Opens no disk. */
size_t devices_list(const struct sys *sys, struct disk_info **ret);
void devices_free(struct disk_info *disks, size_t count);

/* The disk or image file at PATH.  What is not known stays empty; path is always set. */
void devices_describe(const struct sys *sys, const char *path, struct disk_info *ret);

/* sata, ata, usb, nvme ...; by the kernel's name and its place in the tree of devices. */
const char *devices_transport(const struct sys *sys, const char *name);

#endif
