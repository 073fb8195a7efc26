/* SPDX-License-Identifier: GPL-3.0-or-later */
/* guard_search.c - where a partition can have a signature, and a guard in its place */
#include "model/move/guard_search.h"

#include <stdbool.h>

#include "model/base/mem.h"

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
