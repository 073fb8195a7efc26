/* SPDX-License-Identifier: GPL-3.0-or-later */
/* guard_search.c - where a partition can have a signature, and a guard in its place */
#include "model/move/log/guard_search.h"

#include "model/base/frame.h"
#include "model/base/mem.h"
#include "model/base/num.h"

/* Of each version. */
enum { KIND_GUARD = 4, GUARD_AT_INDEX = 192 };
/* The head is in the first block of the journal or in the second one. */
enum { KIND_HEAD = 7, HEAD_BYTES = 512, BLOCK_MIN = 4096, BLOCK_MAX = 1 << 20 };

/* Bytes from the start of the partition. */
struct guard_place {
    uint64_t at, count;
};

enum {
    GUARD_PLACES = 3,
    GUARD_PLACE_BYTES = 131072, /* the most that one has */
};

/* Returns how many places of RET are in a partition of BYTES. */
static size_t guard_places(uint64_t bytes, struct guard_place ret[GUARD_PLACES])
{
    static const struct {
        uint32_t at, count;
        bool is_tail; /* AT is counted from the end */
    } places[GUARD_PLACES] = {
        { 0, 8192, false },                             /* of most kinds */
        { 65536, 4096, false },                         /* btrfs */
        { GUARD_PLACE_BYTES, GUARD_PLACE_BYTES, true }, /* md 0.90 and 1.0 */
    };
    size_t used = 0;

    for (size_t i = 0; i < ARRAY_SIZE(places); i++) {
        uint64_t at = places[i].at, count = places[i].count;
        if (places[i].is_tail)
            at = bytes > at ? bytes - at : 0;
        if (at >= bytes)
            continue;
        count = bytes - at < count ? bytes - at : count;
        ret[used++] = (struct guard_place){ at, count };
    }
    return used;
}

/* Old journals contain copies of guards: INDEX is that of the sector. */
static bool is_guard_of(const uint8_t *bytes, size_t count, uint64_t index)
{
    return frame_get(bytes, count).kind == KIND_GUARD &&
           le64_at(bytes, GUARD_AT_INDEX) == index;
}

static bool place_has_guard(const struct reader *part, uint64_t logical,
                            const struct guard_place *place, uint8_t *bytes)
{
    if (!reader_read(part, place->at, bytes, (size_t)place->count))
        return false;
    for (uint64_t at = 0; at + logical <= place->count; at += logical)
        if (is_guard_of(bytes + at, (size_t)logical, (place->at + at) / logical))
            return true;
    return false;
}

bool guard_search(const struct reader *part, uint64_t logical)
{
    struct guard_place places[GUARD_PLACES];
    size_t count = guard_places(part->size, places);
    CLEANUP(freep) uint8_t *bytes = xmalloc(GUARD_PLACE_BYTES);
    bool is_found = false;

    for (size_t i = 0; i < count && !is_found; i++)
        is_found = place_has_guard(part, logical, &places[i], bytes);
    return is_found;
}

bool guard_search_journal(const struct reader *part)
{
    uint8_t head[HEAD_BYTES];

    for (uint64_t at = 0; at <= BLOCK_MAX && at + sizeof(head) <= part->size;
         at = at ? 2 * at : BLOCK_MIN)
        if (reader_read(part, at, head, sizeof(head)) &&
            frame_get(head, sizeof(head)).kind == KIND_HEAD &&
            frame_is_whole(head, sizeof(head)))
            return true;
    return false;
}
