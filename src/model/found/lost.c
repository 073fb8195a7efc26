/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lost.c - contents in free space, which no entry of the table names */
#include "model/found/lost.h"

#include <stdlib.h>
#include <string.h>

#include "model/base/mem.h"
#include "model/found/private.h"

/* Copies of superblocks outlive the content that they are of: it does not fit any more,
 * or another one begins in it. */
static bool lost_is_stale(const struct found_search *search, size_t index)
{
    const struct found_content *place = &search->at[index];
    uint64_t end = place->start + place->length;

    if (place->how != FOUND_BACKUP)
        return false;
    if (place->is_too_large || end > search->end)
        return true;
    for (size_t i = 0; i < search->count; i++)
        if (search->at[i].how != FOUND_BACKUP && search->at[i].start < end &&
            place->start < search->at[i].start + search->at[i].length)
            return true;
    return false;
}

size_t found_search_take(const struct found_search *search, struct found_content **ret)
{
    size_t count = 0;

    *ret = xcalloc(search->count + 1, sizeof(**ret));
    for (size_t i = 0; i < search->count; i++)
        if (search->last != STAGE_RUN_END || !lost_is_stale(search, i))
            (*ret)[count++] = search->at[i];
    found_settle(*ret, count, search->end);
    return count;
}

size_t lost_find(const struct reader *disk, const struct layout *layout, uint64_t start,
                 uint64_t length, struct found_content **ret)
{
    CLEANUP(found_search_freep)
    struct found_search *search = found_search_run(disk, layout, start, length);

    while (found_search_step(search))
        ;
    return found_search_take(search, ret);
}

bool lost_find_around(const struct reader *disk, const struct layout *layout,
                      uint64_t lba, const uint8_t *sector, struct found_content *ret)
{
    const struct extent *run = layout_find_lba(layout, lba);
    uint64_t logical = layout_limits(layout)->logical;

    if (!run || run->kind != EXTENT_FREE)
        return false;
    CLEANUP(found_search_freep)
    struct found_search *search = found_search_run(disk, layout, run->start, run->length);
    search->is_strict = true;
    for (uint64_t at = 0; at < logical && !search->count; at += 512)
        found_search_sniff(search, sector + at, lba * logical + at);
    if (!search->count)
        return false;
    found_settle(search->at, 1, search->end);
    *ret = search->at[0];
    return true;
}

bool lost_find_at(const struct reader *disk, const struct layout *layout, uint64_t start,
                  struct found_content *ret)
{
    CLEANUP(found_search_freep)
    struct found_search *search = found_search_run(disk, layout, start, 1);

    found_search_look(search, start);
    if (!search->count)
        return false;
    found_settle(search->at, 1, search->size);
    *ret = search->at[0];
    return true;
}
