/* SPDX-License-Identifier: GPL-3.0-or-later */
/* details.h - everything known of one disk, from sysfs: no command is sent to a drive */
#ifndef ALIDADE_DEVICE_SYSTEM_DETAILS_H
#define ALIDADE_DEVICE_SYSTEM_DETAILS_H

#include "device/io/sys.h"
#include "model/disk/layout.h"
#include "model/report/details.h"

/* Rows about the disk or image file at PATH, in the order they are shown.  LAYOUT says
 * its limits and its table; NULL where it could not be read: then only sysfs speaks.
 * What is not known has no row.  *ret is overwritten; details_finish() it. */
void details_read(const struct sys *sys, const char *path, const struct layout *layout,
                  struct details *ret);

#endif
