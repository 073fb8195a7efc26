/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sparse.h - a disk of any size in memory: zeros, and what a test put on it */
#ifndef ALIDADE_TESTS_SPARSE_H
#define ALIDADE_TESTS_SPARSE_H

#include "model/base/reader.h"

struct sparse_piece {
    uint64_t offset;
    size_t count;
    uint8_t *bytes; /* owned */
};

/* Zero-initialised but for size_bytes: all zeros. */
struct sparse {
    uint64_t size_bytes;
    struct sparse_piece *pieces;
    size_t count;
    unsigned reads;       /* that came through the reader */
    uint64_t broken_from; /* reads that touch [broken_from, broken_to) fail */
    uint64_t broken_to;
};

/* Later bytes lie over earlier ones. */
void sparse_put(struct sparse *disk, uint64_t offset, const void *bytes, size_t count);
/* The reader of all that: DISK must outlive the reader. */
struct reader sparse_reader(struct sparse *disk);
void sparse_finish(struct sparse *disk);

#endif
