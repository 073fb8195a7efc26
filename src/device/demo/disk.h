/* SPDX-License-Identifier: GPL-3.0-or-later */
/* disk.h - what each demo disk is made of */
#ifndef ALIDADE_DEVICE_DEMO_DISK_H
#define ALIDADE_DEVICE_DEMO_DISK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "device/demo/demo.h"
#include "device/demo/image.h"

struct demo_part {
    unsigned number; /* as Linux counts; 0: an entry of the BSD label */
    char letter;     /* 'a' .. 'p' where number is 0 */
    uint8_t type;    /* of an msdos or BSD entry */
    bool is_bootable;
    const char *guid; /* of a GPT entry */
    const char *name; /* of a GPT entry, ASCII */
    uint64_t start;
    uint64_t length;
    enum demo_fs fs;
    const char *label;
};

struct demo_disk {
    const char *name;
    const char *about;   /* untranslated */
    const char *options; /* what has to be said when it is opened */
    struct limits_given given;
    uint64_t size; /* sectors */
    uint64_t logical;
    bool is_gpt;
    uint32_t signature;    /* of an msdos label */
    unsigned grub_sectors; /* core image behind the boot record; 0: none */
    const struct demo_part *parts;
    size_t count;
};

const struct demo_disk *demo_disk_at(enum demo_kind kind);

/* The disk label of DISK, whichever it is; and what lies in its partitions. */
void demo_put_label(struct demo_image *image, const struct demo_disk *disk);
void demo_put_contents(struct demo_image *image, const struct demo_disk *disk);

#endif
