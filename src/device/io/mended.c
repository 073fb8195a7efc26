/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mended.c - what sectors contain that a power cut has left unreadable */
#include "device/io/mended.h"

#include <stdlib.h>
#include <string.h>

#include "model/base/mem.h"

enum { FIRST_MAX = 4096 };

void mended_add(struct mended *mended, uint64_t lba, uint64_t count, const uint8_t *bytes)
{
    size_t all = (size_t)(count * mended->logical);
    struct sector_run run = { lba, count, xmalloc(all) };

    memcpy(run.bytes, bytes, all);
    mended->runs = xrealloc(mended->runs, mended->count + 1, sizeof(*mended->runs));
    mended->runs[mended->count++] = run;
}

void mended_lose(struct mended *mended, const uint8_t *first)
{
    free(mended->lost);
    mended->lost = first ? xmalloc((size_t)mended->logical) : NULL;
    if (first)
        memcpy(mended->lost, first, (size_t)mended->logical);
}

void mended_finish(struct mended *mended)
{
    free(mended->lost);
    for (size_t i = 0; i < mended->count; i++)
        free(mended->runs[i].bytes);
    free(mended->runs);
    *mended = (struct mended){ 0 };
}

/* Returns the content of sector LBA; NULL: not known. */
static const uint8_t *mended_at(const struct mended *mended, uint64_t lba)
{
    for (size_t i = 0; i < mended->count; i++) {
        const struct sector_run *run = &mended->runs[i];
        if (lba >= run->lba && lba - run->lba < run->count)
            return run->bytes + (lba - run->lba) * mended->logical;
    }
    return NULL;
}

/* A part of the sector can be the same when it is written again. */
static bool first_is_lost(const struct mended_disk *disk, uint64_t offset)
{
    const struct mended *mended = disk->mended;
    uint8_t first[FIRST_MAX];

    return mended->lost && offset < mended->logical &&
           reader_read(&disk->reader, 0, first, (size_t)mended->logical) &&
           !memcmp(first, mended->lost, (size_t)mended->logical);
}

static bool read_disk(const struct mended_disk *disk, uint64_t offset, uint8_t *bytes,
                      size_t count)
{
    return !first_is_lost(disk, offset) &&
           reader_read(&disk->reader, offset, bytes, count);
}

/* Sector by sector where not all can be read at once. */
static bool mended_read(void *context, uint64_t offset, void *buf, size_t count)
{
    const struct mended_disk *disk = context;
    uint8_t *bytes = buf;
    const struct mended *mended = disk->mended;
    bool is_read = read_disk(disk, offset, bytes, count);

    if (is_read || !mended->count)
        return is_read;
    is_read = true;
    for (size_t at = 0, part; at < count && is_read; at += part) {
        size_t before = (size_t)((offset + at) % mended->logical);
        part = (size_t)mended->logical - before;
        part = part < count - at ? part : count - at;
        const uint8_t *found = mended_at(mended, (offset + at) / mended->logical);
        is_read = read_disk(disk, offset + at, bytes + at, part);
        if (!is_read && found)
            memcpy(bytes + at, found + before, part);
        is_read |= found != NULL;
    }
    return is_read;
}

struct reader mended_reader(struct mended_disk *ret, const struct mended *mended,
                            const struct reader *disk)
{
    *ret = (struct mended_disk){ mended, *disk };
    return (struct reader){ mended_read, ret, disk->size };
}
