/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reader.h - reads bytes from any source */
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

/* A reader over bytes in memory, which must outlive it. */
struct reader_bytes {
    const uint8_t *bytes;
    size_t count;
};
struct reader reader_of_bytes(struct reader_bytes *memory);

#endif
