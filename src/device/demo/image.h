/* SPDX-License-Identifier: GPL-3.0-or-later */
/* image.h - writes contents to a demo image */
#ifndef ALIDADE_DEVICE_DEMO_IMAGE_H
#define ALIDADE_DEVICE_DEMO_IMAGE_H

#include <stddef.h>
#include <stdint.h>

#include "model/table/mbr.h"

/* A demo image being written.  The file has the size of the disk and is sparse. */
struct demo_image {
    int fd;
    int error; /* errno of the first failed write; 0: none */
};

/* Writes COUNT bytes at byte OFFSET; does nothing after a failed write. */
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

/* A content to write, with all parameters that a mkfs program gets. */
struct demo_content {
    enum demo_fs fs;
    const char *label; /* "": none */
    uint8_t uuid[16];
    uint64_t logical; /* bytes of a sector */
    uint64_t start;   /* LBA, for boot sectors that contain it */
    uint64_t offset;  /* byte of the image */
    uint64_t size;    /* bytes */
};

/* Writes the parts that identify the content and contain its sizes: superblocks, boot
 * sectors, first records.  The rest stays a hole, so the file system cannot be
 * mounted. */
void demo_content_put(struct demo_image *image, const struct demo_content *content);

/* Writers of the single formats, called by demo_content_put(). */
void demo_put_ext4(struct demo_image *image, const struct demo_content *content);
void demo_put_fat32(struct demo_image *image, const struct demo_content *content);
void demo_put_ffs(struct demo_image *image, const struct demo_content *content);
void demo_put_lvm(struct demo_image *image, const struct demo_content *content);
void demo_put_md(struct demo_image *image, const struct demo_content *content);
void demo_put_ntfs(struct demo_image *image, const struct demo_content *content);
void demo_put_swap(struct demo_image *image, const struct demo_content *content);
void demo_put_xfs(struct demo_image *image, const struct demo_content *content);

/* Fills BYTES with COUNT pseudo-random bytes that are the same on each run. */
void demo_fill(uint8_t *bytes, size_t count, uint64_t seed);
/* Copies LABEL to a field of COUNT bytes, padded with FILLER. */
void demo_put_text(uint8_t *field, size_t count, const char *label, char filler);

/* Write the boot code of a GRUB boot record (the caller adds the table), and a core image
 * of SECTORS sectors of 512 bytes from LBA 1 on. */
void demo_fill_grub(uint8_t code[MBR_CODE_BYTES]);
void demo_put_grub_core(struct demo_image *image, unsigned sectors);

#endif
