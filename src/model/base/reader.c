/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reader.c - reads bytes from any source, with a cache for both ends of a disk */
#include "model/base/reader.h"

#include <stdlib.h>
#include <string.h>

#include "model/base/mem.h"

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

static bool has_range(const struct reader_end *end, uint64_t offset, size_t count)
{
    return offset >= end->offset && offset - end->offset <= end->count &&
           count <= end->count - (offset - end->offset);
}

/* Returns false if END cannot be read completely, because of a bad sector. */
static bool cache_fill(const struct reader *parent, struct reader_end *end)
{
    if (end->bytes || end->is_broken)
        return !end->is_broken;
    CLEANUP(freep) uint8_t *bytes = xmalloc(end->count);
    end->is_broken = !reader_read(parent, end->offset, bytes, end->count);
    if (!end->is_broken)
        end->bytes = TAKE(bytes);
    return !end->is_broken;
}

static bool read_cached(void *context, uint64_t offset, void *buf, size_t count)
{
    struct reader_cache *cache = context;
    struct reader_end *ends[] = { &cache->head, &cache->tail };

    for (size_t i = 0; i < ARRAY_SIZE(ends); i++) {
        if (!has_range(ends[i], offset, count) || !cache_fill(cache->parent, ends[i]))
            continue;
        memcpy(buf, ends[i]->bytes + (offset - ends[i]->offset), count);
        return true;
    }
    return reader_read(cache->parent, offset, buf, count);
}

struct reader reader_of_cache(struct reader_cache *cache, const struct reader *parent)
{
    uint64_t size = parent->size;
    size_t head = size < READER_CACHE_BYTES ? (size_t)size : READER_CACHE_BYTES;
    size_t tail =
        size - head < READER_CACHE_BYTES ? (size_t)(size - head) : READER_CACHE_BYTES;

    *cache = (struct reader_cache){
        .parent = parent,
        .head = { .offset = 0, .count = head },
        .tail = { .offset = size - tail, .count = tail },
    };
    return (struct reader){ read_cached, cache, size };
}

void reader_cache_finish(struct reader_cache *cache)
{
    free(cache->head.bytes);
    free(cache->tail.bytes);
    *cache = (struct reader_cache){ 0 };
}
