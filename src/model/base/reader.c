/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reader.c - reads bytes from any source */
#include "model/base/reader.h"

#include <string.h>

bool reader_read(const struct reader *reader, uint64_t offset, void *buf, size_t count)
{
    if (offset > reader->size || count > reader->size - offset)
        return false;
    return reader->read(reader->context, offset, buf, count);
}

static bool read_part(void *context, uint64_t offset, void *buf, size_t count)
{
    const struct reader_part *part = context;

    return reader_read(part->parent, part->offset + offset, buf, count);
}

struct reader reader_of_part(struct reader_part *part, const struct reader *parent,
                             uint64_t offset, uint64_t size)
{
    uint64_t rest = offset < parent->size ? parent->size - offset : 0;

    *part = (struct reader_part){ parent, offset };
    return (struct reader){ read_part, part, size < rest ? size : rest };
}

static bool read_bytes(void *context, uint64_t offset, void *buf, size_t count)
{
    const struct reader_bytes *memory = context;

    memcpy(buf, memory->bytes + offset, count);
    return true;
}

struct reader reader_of_bytes(struct reader_bytes *memory)
{
    return (struct reader){ read_bytes, memory, memory->count };
}
