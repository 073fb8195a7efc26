/* SPDX-License-Identifier: GPL-3.0-or-later */
/* shadow_device.h - the shadow as a device of libparted, in the child process */
#ifndef ALIDADE_DEVICE_PARTED_SHADOW_DEVICE_H
#define ALIDADE_DEVICE_PARTED_SHADOW_DEVICE_H

#include "device/parted/call.h"

/* Returns the shadow as a device of HOW's size, sector size and geometry.  It has no
 * node: libparted reads and writes it by its descriptor alone, so neither /proc nor /dev
 * is needed.  PARTED must outlive it. */
PedDevice *shadow_device_new(const struct parted *parted, const struct parted_how *how);
/* Only without a disk that was made from it. */
void shadow_device_free(PedDevice *device);

#endif
