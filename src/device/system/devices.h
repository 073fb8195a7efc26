/* SPDX-License-Identifier: GPL-3.0-or-later */
/* devices.h - lists the disks of the machine from sysfs */
#ifndef ALIDADE_DEVICE_SYSTEM_DEVICES_H
#define ALIDADE_DEVICE_SYSTEM_DEVICES_H

#include <stddef.h>

#include "device/io/sys.h"
#include "model/disk/disk_info.h"

/* Lists all disks, without partitions, empty loop devices or card readers, in natural
 * order (sd, vd, nvme, mmcblk, others, md, dm, loop).  layout is NULL in each.  Opens no
 * disk.  The caller must disk_info_free() the list. */
size_t devices_list(const struct sys *sys, struct disk_info **ret);

/* Describes the disk or image file at PATH.  Unknown members stay empty; path is always
 * set. */
void devices_describe(const struct sys *sys, const char *path, struct disk_info *ret);

/* Returns "sata", "ata", "usb", "nvme" ..., from the kernel's name and the device's
 * position in /sys/devices. */
const char *devices_transport(const struct sys *sys, const char *name);

#endif
