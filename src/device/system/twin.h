/* SPDX-License-Identifier: GPL-3.0-or-later */
/* twin.h - finds a second way to the same drive */
#ifndef ALIDADE_DEVICE_SYSTEM_TWIN_H
#define ALIDADE_DEVICE_SYSTEM_TWIN_H

#include <stdbool.h>

#include "device/io/sys.h"

/* Finds another disk of the same size that the kernel identifies as the drive NAME (the
 * kernel's name): with the same world-wide name, or, where one of them has none, with the
 * same model, serial number and unit. Device-mapper devices over NAME are none. RET is
 * the kernel's name. */
bool twin_find(const struct sys *sys, const char *name, char ret[SYS_NAME]);

#endif
