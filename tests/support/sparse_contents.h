/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sparse_contents.h - superblocks and EBRs on a disk in memory */
#ifndef ALIDADE_TESTS_SPARSE_CONTENTS_H
#define ALIDADE_TESTS_SPARSE_CONTENTS_H

#include "support/sparse.h"

/* A superblock of ext2 of BLOCKS blocks of 1 KiB << LOG in block group GROUP. */
void sparse_put_ext(struct sparse *disk, uint64_t at, uint32_t blocks, uint32_t log,
                    uint16_t group);
/* The first superblock of an ext2 of BYTES that begins at byte START. */
void sparse_put_first(struct sparse *disk, uint64_t start, uint64_t bytes);
/* An allocation group of an XFS with BLOCKS blocks of 4 KiB in 4 groups. */
void sparse_put_xfs(struct sparse *disk, uint64_t start, uint32_t blocks, uint32_t group);
void sparse_put_ntfs(struct sparse *disk, uint64_t at, uint64_t sectors);
void sparse_put_fat32(struct sparse *disk, uint64_t at, uint32_t sectors);

/* An EBR; all numbers are sectors. */
struct sparse_ebr {
    uint8_t type;
    uint32_t start; /* from the EBR */
    uint32_t length;
    uint32_t next; /* from the beginning of the container; 0: the last one */
};
void sparse_put_ebr(struct sparse *disk, uint64_t lba, const struct sparse_ebr *ebr);

#endif
