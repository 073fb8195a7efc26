/* SPDX-License-Identifier: GPL-3.0-or-later */
/* disk_users.h - finds other users of a disk that need not have claimed it */
#ifndef ALIDADE_DEVICE_SYSTEM_DISK_USERS_H
#define ALIDADE_DEVICE_SYSTEM_DISK_USERS_H

#include <stdbool.h>

#include "device/io/sys.h"
#include "model/disk/layout.h"

/* Size of the names of users of a disk. */
#define DISK_USERS 128

/* True if the disk or image file at PATH, with the table LAYOUT, is used by a program
 * that need not have claimed it; claims show when this program opens it. NAME is the
 * kernel's, empty for a file. RET always lists the users of the disk or a part of it. */
bool disk_users_find(const struct sys *sys, const char *path, const char *name,
                     const struct layout *layout, char ret[DISK_USERS]);

#endif
