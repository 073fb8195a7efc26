/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stack.h - the way from a partition, loop device, mapped device or array down to the
 * disk that its data lies on */
#ifndef ALIDADE_DEVICE_SYSTEM_STACK_H
#define ALIDADE_DEVICE_SYSTEM_STACK_H

#include "device/io/sys.h"
#include "model/base/lines.h"
#include "model/disk/limits.h"

/* Adds the table of the device-mapper device NAME ("dm-0") to RET, a target a line, as
 * dmsetup(8) prints it: "0 204800 linear 8:1 2048". False if it cannot be had. */
typedef bool stack_dm_table(const struct sys *sys, const char *name, struct lines *ret);

struct stack {
    char disk[SYS_NAME];     /* the kernel's name; empty: an image file, or not known */
    struct limits_base base; /* bytes from the start of that disk or file */
    bool is_partition;       /* the device is a partition's own node */
    char *words; /* a translated sentence on the way; NULL for a disk of its own */
};

/* Follows the block device NAME ("sda1") down by sysfs, and by DM_TABLE for the device
 * mapper. A way that is not known, or that ends on disks that differ in their sectors,
 * has base.is_unknown and the reason in the sentence. stack_finish() frees it. */
struct stack stack_read(const struct sys *sys, const char *name,
                        stack_dm_table *dm_table);
void stack_finish(struct stack *stack);

#endif
