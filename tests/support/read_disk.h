/* SPDX-License-Identifier: GPL-3.0-or-later */
/* read_disk.h - disk_read() of an image file or of a disk in memory */
#ifndef ALIDADE_TESTS_READ_DISK_H
#define ALIDADE_TESTS_READ_DISK_H

#include "device/system/disk.h"
#include "support/image.h"
#include "support/sparse.h"

/* The file, as with --sector-size=LOGICAL; 0: not given. */
struct layout *read_image(const struct image *image, uint64_t logical, struct err *err);
/* A disk that is called memory.img.  RET_READS, how many reads it took, may be NULL. */
struct layout *read_sparse(struct sparse *disk, uint64_t logical, unsigned *ret_reads,
                           struct err *err);

#endif
