/* SPDX-License-Identifier: GPL-3.0-or-later */
/* table_image.h - sectors of a partition table in memory, and which of them it uses */
#ifndef ALIDADE_MODEL_MOVE_LOG_TABLE_IMAGE_H
#define ALIDADE_MODEL_MOVE_LOG_TABLE_IMAGE_H

#include "model/base/reader.h"
#include "model/write/plan.h"

/* Some sectors of a disk, ascending; each run is one sector, whose bytes are owned.  All
 * other sectors read as those of BELOW, or as zeros if that is NULL. */
struct table_image {
    uint64_t logical; /* bytes of a sector */
    uint64_t sectors; /* of the disk */
    struct sector_run *at;
    size_t count;
    const struct reader *below; /* borrowed */
};

struct table_image table_image_copy(const struct table_image *image);
void table_image_finish(struct table_image *image);
/* Returns the bytes of sector LBA; NULL if it is not in IMAGE. */
uint8_t *table_image_find(const struct table_image *image, uint64_t lba);
/* Sets sector LBA, which is added if it is not there, to a copy of BYTES. */
void table_image_put(struct table_image *image, uint64_t lba, const uint8_t *bytes);
/* Returns a reader of the whole disk; IMAGE must outlive it. */
struct reader table_image_reader(const struct table_image *image);

/* A copy of a GPT, whose header has the checksums of its entries and of itself. */
struct table_seal {
    uint64_t header_lba, array_lba;
    uint32_t array_bytes, header_bytes;
};

enum table_part {
    TABLE_NONE,   /* not used by the table */
    TABLE_MBR,    /* LBA 0 */
    TABLE_EBR,    /* one that a link leads to */
    TABLE_HEADER, /* of a valid copy of a GPT */
    TABLE_ARRAY,  /* its entries */
};

/* A sector that a system reads for its table: [first, end) of its bytes, and of an MBR
 * or EBR also the last two of the first 512. */
struct table_used {
    uint64_t lba;
    enum table_part part;
    uint32_t first, end; /* bytes */
};

/* Sets *RET to the sectors of the table on DISK, ascending; returns their number, at
 * least 1: LBA 0.  The caller must free() them. */
size_t table_used_find(const struct reader *disk, uint64_t logical,
                       struct table_used **ret);

/* Adds to *SEALS those of the valid copies in IMAGE that are not in it yet; *COUNT is
 * their number. */
void table_seals_add(const struct table_image *image, struct table_seal **seals,
                     size_t *count);
/* Computes both checksums of SEAL's header again.  Returns false, and does nothing, if
 * there is another header, or none. */
bool table_seal_put(struct table_image *image, const struct table_seal *seal);

#endif
