/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reader_bytes.h - a reader over bytes in memory, which must outlive it */
#ifndef ALIDADE_TESTS_READER_BYTES_H
#define ALIDADE_TESTS_READER_BYTES_H

#include <string.h>

#include "model/base/reader.h"

struct reader_bytes {
    const uint8_t *bytes;
    size_t count;
};

static inline bool reader_bytes_read(void *context, uint64_t offset, void *buf,
                                     size_t count)
{
    const struct reader_bytes *memory = context;

    memcpy(buf, memory->bytes + offset, count);
    return true;
}

static inline struct reader reader_of_bytes(struct reader_bytes *memory)
{
    return (struct reader){ reader_bytes_read, memory, memory->count };
}

#endif
