/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reader_cache.h - both ends of a disk, read once: where nearly all tables live */
#ifndef ALIDADE_MODEL_BASE_READER_CACHE_H
#define ALIDADE_MODEL_BASE_READER_CACHE_H

#include "model/base/reader.h"

/* Holds MBR, GPT header and array at the front, array and header at the end, also with
 * 128 entries in sectors of 4096 bytes. */
#define READER_CACHE_BYTES 65536

/* One end, read when first asked for. */
struct reader_end {
    uint64_t offset;
    size_t count;
    uint8_t *bytes; /* owned; NULL: not read yet */
    bool is_broken; /* could not be read as a whole */
};

struct reader_cache {
    const struct reader *parent;
    struct reader_end head;
    struct reader_end tail;
};

/* Reads that lie wholly in one end come from one read of PARENT each; all others, and
 * those in an end that cannot be read whole, go through.  PARENT and CACHE must outlive
 * the result; reader_cache_finish(CACHE) frees. */
struct reader reader_of_cache(struct reader_cache *cache, const struct reader *parent);
void reader_cache_finish(struct reader_cache *cache);

#endif
