/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reader.h - how pure decoders read bytes without knowing where they come from */
#ifndef ALIDADE_MODEL_BASE_READER_H
#define ALIDADE_MODEL_BASE_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/base/must_use.h"

/* READ fills BUF with exactly COUNT bytes from byte OFFSET, or returns false (I/O error
 * or past the end); then BUF is undefined.  SIZE is how many bytes there are. */
struct reader {
    bool (*read)(void *context, uint64_t offset, void *buf, size_t count);
    void *context;
    uint64_t size;
};

/* False also for ranges that are not wholly inside the reader. */
bool reader_read(const struct reader *reader, uint64_t offset, void *buf,
                 size_t count) MUST_USE;

/* The part [offset, offset + size) of PARENT as a reader of its own, cut to what PARENT
 * has.  PART and PARENT must outlive the result. */
struct reader_part {
    const struct reader *parent;
    uint64_t offset;
};
struct reader reader_of_part(struct reader_part *part, const struct reader *parent,
                             uint64_t offset, uint64_t size);

/* A reader over bytes in memory, which must outlive it. */
struct reader_bytes {
    const uint8_t *bytes;
    size_t count;
};
struct reader reader_of_bytes(struct reader_bytes *memory);

#endif
