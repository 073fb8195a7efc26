/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reader_cache.h - caches both ends of a disk, which contain nearly all tables */
#ifndef ALIDADE_MODEL_BASE_READER_CACHE_H
#define ALIDADE_MODEL_BASE_READER_CACHE_H

#include "model/base/reader.h"

/* Enough for the MBR and each copy of a GPT, also with 4096-byte sectors. */
#define READER_CACHE_BYTES 65536

/* One end, read when first needed. */
struct reader_end {
    uint64_t offset;
    size_t count;
    uint8_t *bytes; /* owned; NULL: not read yet */
    bool is_broken; /* reading it failed */
};

struct reader_cache {
    const struct reader *parent;
    struct reader_end head;
    struct reader_end tail;
};

/* Returns a reader that reads each end of PARENT only once, completely; passes on all
 * other reads, and those in an end that cannot be read completely.  PARENT and CACHE must
 * outlive it; reader_cache_finish(CACHE) frees. */
struct reader reader_of_cache(struct reader_cache *cache, const struct reader *parent);
void reader_cache_finish(struct reader_cache *cache);

#endif
