/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reader.h - reads bytes from any source, with a cache for both ends of a disk */
#ifndef ALIDADE_MODEL_BASE_READER_H
#define ALIDADE_MODEL_BASE_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/base/must_use.h"

/* read() fills BUF with exactly COUNT bytes from byte OFFSET, or returns false (I/O error
 * or beyond the end) with BUF undefined.  size is in bytes. */
struct reader {
    bool (*read)(void *context, uint64_t offset, void *buf, size_t count);
    void *context;
    uint64_t size;
};

/* Also returns false for ranges that are not completely inside the reader. */
bool reader_read(const struct reader *reader, uint64_t offset, void *buf,
                 size_t count) MUST_USE;

/* A reader of [offset, offset + size) of PARENT, truncated to PARENT's end.  PART and
 * PARENT must outlive it. */
struct reader_part {
    const struct reader *parent;
    uint64_t offset;
};
struct reader reader_of_part(struct reader_part *part, const struct reader *parent,
                             uint64_t offset, uint64_t size);

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
