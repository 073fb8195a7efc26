/* SPDX-License-Identifier: GPL-3.0-or-later */
/* guard_search.c - where a partition can have a signature, and a guard in its place */
#include "model/move/journal/guard_search.h"

#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/move/journal/journal_private.h"

size_t guard_places(uint64_t bytes, struct guard_place ret[GUARD_PLACES])
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
    return journal_record_kind(bytes, count) == JOURNAL_GUARD &&
           le64_at(bytes, JOURNAL_GUARD_INDEX_AT) == index;
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
