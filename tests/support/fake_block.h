/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fake_block.h - an image file that the program which links this takes for a disk
 *
 * open(), stat(), fstat(), ioctl() and fdatasync() of the program are those of
 * fake_block.c: they answer for the files named here as the kernel does for a block
 * device and its partitions, and hand every other call on. */
#ifndef ALIDADE_TESTS_FAKE_BLOCK_H
#define ALIDADE_TESTS_FAKE_BLOCK_H

#include "support/tree.h"

/* One per program.  The fields may be changed at any time. */
struct fake_block {
    uint64_t size_bytes; /* 0: BLKGETSIZE64 fails */
    uint64_t logical;    /* sector size in bytes */
    uint64_t sequence;   /* BLKGETDISKSEQ */
    bool is_read_only;   /* BLKROGET */
    int blkpg_error;     /* BLKPG fails with it; 0: it changes the tree's partitions */
    bool is_blkpg_empty; /* BLKPG succeeds and changes nothing */
    char told[256];      /* what BLKPG was called for: "delete 1, resize 2, add 3" */
    char held[64];       /* what the program had open at the last flush: "sda sda1" */
};

/* The file at PATH, of SIZE_BYTES, becomes the disk "sda" of TREE: 512-byte sectors, no
 * partition that the kernel knows.  Both are borrowed. */
struct fake_block *fake_block_start(struct tree *tree, const char *path,
                                    uint64_t size_bytes);
/* The kernel knows partition NUMBER of it; sectors of 512 bytes. */
void fake_block_partition(unsigned number, uint64_t start, uint64_t length);
/* Another program opens partition NUMBER, or the disk (0), with O_EXCL, or closes it. */
void fake_block_hold(unsigned number, bool is_held);
/* The partition is mounted there: held, and a line of mountinfo. */
void fake_block_mount(unsigned number, const char *where);
/* All files are files again. */
void fake_block_stop(void);

#endif
