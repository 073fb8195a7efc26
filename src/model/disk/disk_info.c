/* SPDX-License-Identifier: GPL-3.0-or-later */
/* disk_info.c - one disk of the machine */
#include "model/disk/disk_info.h"

void disk_info_finish(struct disk_info *info)
{
    layout_unref(info->layout);
    *info = (struct disk_info){ 0 };
}
