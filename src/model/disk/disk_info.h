/* SPDX-License-Identifier: GPL-3.0-or-later */
/* disk_info.h - one row of the list of disks */
#ifndef ALIDADE_MODEL_DISK_DISK_INFO_H
#define ALIDADE_MODEL_DISK_DISK_INFO_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "model/disk/gpt_front.h"
#include "model/disk/layout.h"

/* All fields except layout and front come from sysfs.  Empty text: unknown. */
struct disk_info {
    char path[256]; /* /dev/sda */
    char model[64];
    char serial[64];
    char transport[16]; /* sata, usb, nvme, virtio, mmc, loop, md, dm, scsi ... */
    uint64_t size_bytes;
    uint32_t logical;   /* bytes */
    uint32_t physical;  /* bytes, as reported */
    bool is_rotational; /* as the kernel has it; false also where that is unknown */
    bool is_read_only;
    bool is_forbidden;      /* read-only because this user may not write to it */
    bool is_system;         /* the running system needs it: mounted at /, /usr ... */
    char in_use[128];       /* mount points, holders, programs; empty: not in use */
    char note[160];         /* why it could not be opened: one sentence; empty: it was */
    struct gpt_front front; /* empty until it was read */
    struct layout *layout;  /* owned reference; NULL: could not be read */
};

/* True for an image file. */
static inline bool disk_info_is_file(const struct disk_info *info)
{
    return !strcmp(info->transport, "file");
}

/* Frees what INFO owns; accepts a zeroed struct. */
static inline void disk_info_finish(struct disk_info *info)
{
    layout_unref(info->layout);
    *info = (struct disk_info){ 0 };
}

/* Frees a list of COUNT. */
static inline void disk_info_free(struct disk_info *disks, size_t count)
{
    for (size_t i = 0; i < count; i++)
        disk_info_finish(&disks[i]);
    free(disks);
}

#endif
