/* SPDX-License-Identifier: GPL-3.0-or-later */
/* details.h - collects all known properties of a disk from sysfs; sends no command to a
 * drive */
#ifndef ALIDADE_DEVICE_SYSTEM_DETAILS_H
#define ALIDADE_DEVICE_SYSTEM_DETAILS_H

#include "device/io/sys.h"
#include "model/disk/layout.h"
#include "model/report/details.h"

/* Collects rows about the disk or image file at PATH, in display order.  LAYOUT provides
 * limits and table; if it is NULL, because reading failed, only sysfs is used.  Unknown
 * properties have no row.  *ret is overwritten; the caller must details_finish() it. */
void details_read(const struct sys *sys, const char *path, const struct layout *layout,
                  struct details *ret);

#endif
