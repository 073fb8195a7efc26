/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sweep.c - searches all sectors of a disk for contents */
#include "model/found/sweep.h"

#include <stdlib.h>
#include <string.h>

#include "model/base/mem.h"
#include "model/found/private.h"

enum { SNIFF_BYTES = 512 };

struct found_sweep {
    const struct reader *disk;
    struct reader buffered; /* the disk, with the block in memory */
    sweep_next *next;
    void *context;
    struct found_search *search;
    uint64_t at;         /* offset of the block */
    size_t count;        /* bytes in it */
    uint64_t done;       /* the next block begins there */
    uint64_t unreadable; /* bytes */
    uint8_t *bytes;
};

static bool block_read(void *context, uint64_t offset, void *buf, size_t count)
{
    const struct found_sweep *sweep = context;

    if (offset >= sweep->at && offset - sweep->at <= sweep->count &&
        count <= sweep->count - (offset - sweep->at)) {
        memcpy(buf, sweep->bytes + (offset - sweep->at), count);
        return true;
    }
    return reader_read(sweep->disk, offset, buf, count);
}

struct found_sweep *found_sweep_new(const struct reader *disk,
                                    const struct layout *layout, sweep_next *next,
                                    void *context)
{
    struct found_sweep *sweep = xcalloc(1, sizeof(*sweep));

    sweep->disk = disk;
    sweep->buffered = (struct reader){ block_read, sweep, disk->size };
    sweep->next = next;
    sweep->context = context;
    sweep->search = found_search_new(&sweep->buffered, layout);
    sweep->search->limit = SWEEP_MAX;
    sweep->search->is_strict = true;
    sweep->bytes = xmalloc(SWEEP_BYTES);
    return sweep;
}

void found_sweep_free(struct found_sweep *sweep)
{
    if (!sweep)
        return;
    found_search_free(sweep->search);
    free(sweep->bytes);
    free(sweep);
}

void found_sweep_freep(struct found_sweep **sweep)
{
    found_sweep_free(*sweep);
}

uint64_t found_sweep_done(const struct found_sweep *sweep)
{
    return sweep->done;
}

/* What cannot be read holds no signature. */
static void read_pieces(struct found_sweep *sweep)
{
    for (size_t at = 0; at < sweep->count; at += SWEEP_PIECE) {
        size_t rest = sweep->count - at;
        size_t count = rest < SWEEP_PIECE ? rest : SWEEP_PIECE;
        if (reader_read(sweep->disk, sweep->at + at, sweep->bytes + at, count))
            continue;
        memset(sweep->bytes + at, 0, count);
        sweep->unreadable += count;
    }
}

bool found_sweep_step(struct found_sweep *sweep)
{
    uint64_t size = sweep->disk->size;
    uint64_t at = sweep->next && sweep->done < size
                      ? sweep->next(sweep->context, sweep->done, size)
                      : sweep->done;

    if (at >= size) {
        sweep->done = size;
        return false;
    }
    sweep->at = at - at % sweep->search->logical;
    sweep->count =
        size - sweep->at < SWEEP_BYTES ? (size_t)(size - sweep->at) : (size_t)SWEEP_BYTES;
    if (!reader_read(sweep->disk, sweep->at, sweep->bytes, sweep->count))
        read_pieces(sweep);
    for (size_t i = 0; i + SNIFF_BYTES <= sweep->count; i += SNIFF_BYTES)
        found_search_sniff(sweep->search, sweep->bytes + i, sweep->at + i);
    sweep->done = sweep->at + sweep->count;
    return sweep->done < size;
}

void found_places_finish(struct found_places *places)
{
    free(places->at);
    *places = (struct found_places){ 0 };
}

static struct found_content *places_find(const struct found_places *places, size_t count,
                                         uint64_t start)
{
    for (size_t i = 0; i < count; i++)
        if (places->at[i].start == start)
            return &places->at[i];
    return NULL;
}

void found_places_add(struct found_places *places, const struct found_content *at,
                      size_t count)
{
    size_t before = places->count;

    places->at = xrealloc(places->at, before + count + 1, sizeof(*places->at));
    for (size_t i = 0; i < count; i++) {
        struct found_content *old = places_find(places, before, at[i].start);
        if (!old)
            places->at[places->count++] = at[i];
        else if (at[i].is_around && !old->is_around)
            *old = at[i];
    }
}

void found_sweep_take(const struct found_sweep *sweep, struct found_places *ret)
{
    found_places_add(ret, sweep->search->at, sweep->search->count);
    ret->more += sweep->search->more;
    ret->unreadable += sweep->unreadable;
}
