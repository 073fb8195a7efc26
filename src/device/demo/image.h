/* SPDX-License-Identifier: GPL-3.0-or-later */
/* image.h - a demo image while it is written, and the contents put into it */
#ifndef ALIDADE_DEVICE_DEMO_IMAGE_H
#define ALIDADE_DEVICE_DEMO_IMAGE_H

#include <stddef.h>
#include <stdint.h>

#include "model/table/mbr.h"

/* The file is as long as the disk and a hole where nothing was put. */
struct demo_image {
    int fd;
    int error; /* errno of the first write that failed; 0: none */
};

/* Writes COUNT bytes at byte OFFSET; nothing more after a failure. */
void demo_put(struct demo_image *image, uint64_t offset, const void *bytes, size_t count);

enum demo_fs {
    DEMO_FS_NONE,
    DEMO_FS_EXT4,
    DEMO_FS_FAT32,
    DEMO_FS_FFS, /* BSD */
    DEMO_FS_LVM,
    DEMO_FS_MD,
    DEMO_FS_NTFS,
    DEMO_FS_SWAP,
    DEMO_FS_XFS,
    DEMO_FS_COUNT,
};

/* One content to be put; all that a maker of file systems would be told. */
struct demo_content {
    enum demo_fs fs;
    const char *label; /* "": none */
    uint8_t uuid[16];
    uint64_t logical; /* bytes of a sector */
    uint64_t start;   /* LBA, for the boot sectors that say it */
    uint64_t offset;  /* byte of the image */
    uint64_t size;    /* bytes */
};

/* Puts what identifies the content and carries its numbers: superblocks, boot sectors,
 * first records; the rest stays a hole.  No file system that could be mounted. */
void demo_content_put(struct demo_image *image, const struct demo_content *content);

/* The makers behind it, one room each. */
void demo_put_ext4(struct demo_image *image, const struct demo_content *content);
void demo_put_fat32(struct demo_image *image, const struct demo_content *content);
void demo_put_ffs(struct demo_image *image, const struct demo_content *content);
void demo_put_lvm(struct demo_image *image, const struct demo_content *content);
void demo_put_md(struct demo_image *image, const struct demo_content *content);
void demo_put_ntfs(struct demo_image *image, const struct demo_content *content);
void demo_put_swap(struct demo_image *image, const struct demo_content *content);
void demo_put_xfs(struct demo_image *image, const struct demo_content *content);

/* Fills BYTES with COUNT bytes that look like code and are the same on each run. */
void demo_fill(uint8_t *bytes, size_t count, uint64_t seed);
/* LABEL in a field of COUNT bytes, filled up with FILLER. */
void demo_put_text(uint8_t *field, size_t count, const char *label, char filler);

/* A GRUB boot record's code (the table is the caller's) and its core image, which reaches
 * from LBA 1 of 512 bytes over SECTORS. */
void demo_fill_grub(uint8_t code[MBR_CODE_BYTES]);
void demo_put_grub_core(struct demo_image *image, unsigned sectors);

#endif
