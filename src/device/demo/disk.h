/* SPDX-License-Identifier: GPL-3.0-or-later */
/* disk.h - descriptions of the demo disks */
#ifndef ALIDADE_DEVICE_DEMO_DISK_H
#define ALIDADE_DEVICE_DEMO_DISK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "device/demo/demo.h"
#include "device/demo/image.h"

struct demo_part {
    unsigned number; /* partition number of Linux; 0: an entry of the BSD label */
    char letter;     /* 'a' to 'p' if number is 0 */
    uint8_t type;    /* type of an msdos or BSD entry */
    bool is_bootable;
    const char *guid; /* type GUID of a GPT entry */
    const char *name; /* name of a GPT entry, ASCII */
    uint64_t start;
    uint64_t length;
    enum demo_fs fs;
    const char *label;
    bool is_filled; /* with some data, in addition to FS */
};

struct demo_disk {
    const char *name;
    const char *about;   /* untranslated */
    const char *options; /* command-line options needed to open the image */
    struct limits_given given;
    uint64_t size; /* sectors */
    uint64_t logical;
    bool is_gpt;
    uint32_t signature;    /* disk signature of an msdos label */
    unsigned grub_sectors; /* size of the GRUB core image after the MBR; 0: none */
    unsigned moving;       /* number of the partition whose move has not ended; 0: none */
    const struct demo_part *parts;
    size_t count;
};

const struct demo_disk *demo_disk_at(enum demo_kind kind);

/* Write the partition table of DISK, and the contents of its partitions. */
void demo_put_label(struct demo_image *image, const struct demo_disk *disk);
void demo_put_contents(struct demo_image *image, const struct demo_disk *disk);

#endif
