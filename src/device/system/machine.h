/* SPDX-License-Identifier: GPL-3.0-or-later */
/* machine.h - what a rescue system lacks */
#ifndef ALIDADE_DEVICE_SYSTEM_MACHINE_H
#define ALIDADE_DEVICE_SYSTEM_MACHINE_H

#include "device/io/sys.h"
#include "model/base/lines.h"

/* Adds a translated sentence with the cure for each file system of the kernel that is not
 * mounted and that is needed to look at PATH: only a block device needs /sys.  PATH
 * NULL: at any disk, or to change one. */
void machine_lacks(const struct sys *sys, const char *path, struct lines *ret);

#endif
