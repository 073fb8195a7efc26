/* SPDX-License-Identifier: GPL-3.0-or-later */
/* place_uuid.h - what a file system or device is known by when it has another path */
#ifndef ALIDADE_DEVICE_SYSTEM_PLACE_UUID_H
#define ALIDADE_DEVICE_SYSTEM_PLACE_UUID_H

#include <stddef.h>

#include "device/io/sys.h"

/* Both write an empty text if it is not known, or has SIZE bytes or more. */

/* Returns the UUID of the file system that contains the file or folder at PLACE. */
void place_uuid_of_file(const struct sys *sys, const char *place, char *ret, size_t size);
/* Returns the UUID of the partition at PATH in its table, as the kernel's PARTUUID; of
 * any other block device its serial number. */
void place_uuid_of_device(const struct sys *sys, const char *path, char *ret,
                          size_t size);

#endif
