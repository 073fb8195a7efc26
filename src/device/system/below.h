/* SPDX-License-Identifier: GPL-3.0-or-later */
/* below.h - finds the disks that a file or a device is built on */
#ifndef ALIDADE_DEVICE_SYSTEM_BELOW_H
#define ALIDADE_DEVICE_SYSTEM_BELOW_H

#include <stdbool.h>

#include "device/io/sys.h"

/* Finds the kernel's name of the block device with the file system that contains the file
 * or folder at PLACE; false if there is none, such as in memory. */
bool below_device(const struct sys *sys, const char *place, char ret[SYS_NAME]);

/* True if PATH, or the folder in which it will be created, is on the disk DISK (the
 * kernel's name), in a partition of it, or on a device built on these. */
bool below_file_is_on(const struct sys *sys, const char *path, const char *disk);
/* The same for the block device NAME. */
bool below_device_is_on(const struct sys *sys, const char *name, const char *disk);

#endif
