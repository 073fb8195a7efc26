/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mended.c - what sectors contain that a power cut has left unreadable */
#include "device/io/mended.h"

#include <errno.h>
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

static uint8_t *mended_find(const struct mended *mended, uint64_t lba)
{
    for (size_t i = 0; i < mended->count; i++) {
        const struct sector_run *run = &mended->runs[i];
        if (lba >= run->lba && lba - run->lba < run->count)
            return run->bytes + (lba - run->lba) * mended->logical;
    }
    return NULL;
}

const uint8_t *mended_at(const struct mended *mended, uint64_t lba)
{
    return mended_find(mended, lba);
}

void mended_set(struct mended *mended, uint64_t lba, const uint8_t *bytes)
{
    memcpy(mended_find(mended, lba), bytes, (size_t)mended->logical);
}

static int read_raw(const struct mended_disk *disk, uint64_t offset, uint8_t *bytes,
                    size_t count)
{
    if (disk->sink.read_back)
        return disk->sink.read_back(disk->sink.context, offset, bytes, count);
    return reader_read(&disk->reader, offset, bytes, count) ? 0 : EIO;
}

/* A part of the sector can be the same when it is written again. */
static int check_first(const struct mended_disk *disk)
{
    size_t count = (size_t)disk->mended->logical;
    CLEANUP(freep) uint8_t *first = xaligned(FIRST_MAX, FIRST_MAX);
    int error = read_raw(disk, 0, first, count);

    return error || memcmp(first, disk->mended->lost, count) != 0 ? error : EIO;
}

static int read_disk(const struct mended_disk *disk, uint64_t offset, uint8_t *bytes,
                     size_t count)
{
    bool is_first = disk->mended->lost && offset < disk->mended->logical;
    int error = is_first ? check_first(disk) : 0;

    return error ? error : read_raw(disk, offset, bytes, count);
}

/* Sector by sector where not all can be read at once. */
static int mended_read(void *context, uint64_t offset, void *buf, size_t count)
{
    const struct mended_disk *disk = context;
    uint8_t *bytes = buf;
    const struct mended *mended = disk->mended;
    int error = read_disk(disk, offset, bytes, count), why = 0;

    if (!error || !mended->count || disk->is_bare)
        return error;
    for (size_t at = 0, part; at < count && !why; at += part) {
        size_t before = (size_t)((offset + at) % mended->logical);
        part = (size_t)mended->logical - before;
        part = part < count - at ? part : count - at;
        const uint8_t *found = mended_at(mended, (offset + at) / mended->logical);
        why = read_disk(disk, offset + at, bytes + at, part);
        if (why && found) {
            memcpy(bytes + at, found + before, part);
            why = 0;
        }
    }
    return why;
}

static bool reader_of_mended(void *context, uint64_t offset, void *bytes, size_t count)
{
    return !mended_read(context, offset, bytes, count);
}

struct reader mended_reader(struct mended_disk *ret, const struct mended *mended,
                            const struct reader *disk)
{
    *ret = (struct mended_disk){ .mended = mended, .reader = *disk };
    return (struct reader){ reader_of_mended, ret, disk->size };
}

static int sink_of_mended_write(void *context, uint64_t offset, const void *bytes,
                                size_t count)
{
    const struct mended_disk *disk = context;

    return disk->sink.write(disk->sink.context, offset, bytes, count);
}

static int sink_of_mended_flush(void *context)
{
    const struct mended_disk *disk = context;

    return disk->sink.flush(disk->sink.context);
}

struct sink mended_sink(struct mended_disk *ret, const struct mended *mended,
                        const struct sink *disk)
{
    *ret = (struct mended_disk){ .mended = mended, .sink = *disk };
    return (struct sink){ sink_of_mended_write, sink_of_mended_flush, mended_read, ret };
}

struct sink mended_bare_sink(struct mended_disk *ret, const struct mended *mended,
                             const struct sink *disk)
{
    struct sink sink = mended_sink(ret, mended, disk);

    ret->is_bare = true;
    return sink;
}
