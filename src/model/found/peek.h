/* SPDX-License-Identifier: GPL-3.0-or-later */
/* peek.h - the bytes around a place of a disk */
#ifndef ALIDADE_MODEL_FOUND_PEEK_H
#define ALIDADE_MODEL_FOUND_PEEK_H

#include <stddef.h>
#include <stdint.h>

#include "model/base/reader.h"

enum {
    PEEK_BYTES = 20480, /* read from the place on */
    PEEK_MIN = 8192,    /* where a sector of these cannot be read */
    SECTOR_MAX = 4096,  /* read before the place, to see the backup of a preceding NTFS */
};

/* The bytes around a place, read at once. */
struct peek {
    uint8_t bytes[SECTOR_MAX + PEEK_BYTES];
    size_t front; /* bytes before the place */
    size_t count; /* bytes read, including front */
    uint64_t offset;
    const struct reader *disk;
};

/* Returns COUNT bytes OFFSET bytes behind the place; NULL: they were not read. */
static inline const uint8_t *peek_at(const struct peek *peek, size_t offset, size_t count)
{
    size_t from = peek->front + offset;

    return from + count <= peek->count ? peek->bytes + from : NULL;
}

#endif
