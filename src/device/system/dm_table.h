/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dm_table.h - the table of a mapped device, from the kernel */
#ifndef ALIDADE_DEVICE_SYSTEM_DM_TABLE_H
#define ALIDADE_DEVICE_SYSTEM_DM_TABLE_H

#include "device/io/sys.h"
#include "model/base/lines.h"
#include "model/base/must_use.h"

/* Adds the targets of NAME ("dm-0") to RET, one a line, as `dmsetup table` prints them:
 * start and length in sectors of 512 bytes, kind, and its arguments; keys are left
 * out. False if the kernel does not tell, as to other users than root.
 * Source: DM_TABLE_STATUS of linux/dm-ioctl.h. */
bool dm_table_read(const struct sys *sys, const char *name, struct lines *ret) MUST_USE;

#endif
