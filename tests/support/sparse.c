/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sparse.c - a disk of any size in memory */
#include "support/sparse.h"

#include <stdlib.h>
#include <string.h>

#include "model/base/mem.h"

static bool does_touch(const struct sparse *disk, uint64_t offset, size_t count)
{
    return offset < disk->broken_to && offset + count > disk->broken_from;
}

static void overlay(const struct sparse_piece *piece, uint64_t offset, uint8_t *to,
                    size_t count)
{
    uint64_t end = piece->offset + piece->count;
    uint64_t from = piece->offset > offset ? piece->offset : offset;
    uint64_t until = end < offset + count ? end : offset + count;

    if (from < until)
        memcpy(to + (from - offset), piece->bytes + (from - piece->offset),
               (size_t)(until - from));
}

static bool read_sparse(void *context, uint64_t offset, void *buf, size_t count)
{
    struct sparse *disk = context;

    disk->reads++;
    if (does_touch(disk, offset, count))
        return false;
    memset(buf, 0, count);
    for (size_t i = 0; i < disk->count; i++)
        overlay(&disk->pieces[i], offset, buf, count);
    return true;
}

void sparse_put(struct sparse *disk, uint64_t offset, const void *bytes, size_t count)
{
    disk->pieces = xrealloc(disk->pieces, disk->count + 1, sizeof(*disk->pieces));
    struct sparse_piece *piece = &disk->pieces[disk->count++];
    *piece = (struct sparse_piece){ offset, count, xmalloc(count) };
    memcpy(piece->bytes, bytes, count);
}

struct reader sparse_reader(struct sparse *disk)
{
    return (struct reader){ read_sparse, disk, disk->size_bytes };
}

void sparse_finish(struct sparse *disk)
{
    for (size_t i = 0; i < disk->count; i++)
        free(disk->pieces[i].bytes);
    free(disk->pieces);
    *disk = (struct sparse){ 0 };
}
