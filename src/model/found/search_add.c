/* SPDX-License-Identifier: GPL-3.0-or-later */
/* search_add.c - the contents that a search has found */
#include <string.h>

#include "model/base/mem.h"
#include "model/found/private.h"

enum { COPIES_MAX = 3 }; /* of a superblock, that are kept */

struct found_content *found_search_find(struct found_search *search, uint64_t start)
{
    for (size_t i = 0; i < search->count; i++)
        if (search->at[i].start == start)
            return &search->at[i];
    return NULL;
}

bool found_search_is_inside(const struct found_search *search, uint64_t start)
{
    for (size_t i = 0; i < search->count; i++)
        if (search->at[i].start < start &&
            start - search->at[i].start < search->at[i].volume)
            return true;
    return false;
}

bool found_repeats(const struct found_content *first, const struct found_content *copy)
{
    return !copy->is_sure && first->kind && copy->kind &&
           !strcmp(first->kind, copy->kind) && first->volume == copy->volume &&
           first->start < copy->start && copy->start < first->start + first->volume;
}

/* Some file systems have a copy in each of their groups. */
static bool has_enough_copies(const struct found_search *search,
                              const struct found_content *copy)
{
    unsigned count = 0;

    for (size_t i = 0; i < search->count && count <= COPIES_MAX; i++)
        count += found_repeats(&search->at[i], copy);
    return count > COPIES_MAX;
}

/* True if a content begins behind INNER and before sector END: a RAID member that would
 * hold both was there before them. */
static bool is_outlived(const struct found_search *search,
                        const struct found_content *inner, uint64_t end)
{
    for (size_t i = 0; i < search->count; i++) {
        uint64_t start = search->at[i].start;
        if (start > inner->start && start - inner->start >= inner->volume && start < end)
            return true;
    }
    return false;
}

/* Returns the content that PLACE is to replace or to be added as; NULL: none. */
static struct found_content *search_slot(struct found_search *search,
                                         const struct found_content *place)
{
    struct found_content *slot = found_search_find(search, place->start);

    if (slot)
        return place->is_around && !slot->is_around &&
                       !is_outlived(search, slot, place->start + place->volume)
                   ? slot
                   : NULL;
    if (has_enough_copies(search, place))
        return NULL;
    if (search->count == search->limit) {
        search->more++;
        return NULL;
    }
    search->at = xrealloc(search->at, search->count + 1, sizeof(*search->at));
    slot = &search->at[search->count++];
    *slot = (struct found_content){ 0 };
    return slot;
}

/* Returns what was FOUND at START in sectors. */
static struct found_content content_of(const struct found_search *search,
                                       const struct found_place *found, uint64_t start)
{
    struct found_content place = { .start = start,
                                   .how = found->how,
                                   .kind = found->kind,
                                   .is_around = found->is_around,
                                   .is_sure = found->proof == PROOF_DECODED };

    if (found->how == FOUND_BACKUP)
        place.type = found->kind;
    place.volume =
        found->volume / search->logical + (found->volume % search->logical != 0);
    place.is_too_large = place.volume > search->size - start;
    if (place.is_too_large)
        place.volume = 0;
    place.length = place.volume;
    return place;
}

/* The entry that names PLACE tells its length. */
static void take_entry(struct found_content *place, const struct found_content *entry)
{
    place->ebr = entry->ebr;
    place->number = entry->number;
    place->length = entry->length;
    place->is_followed = entry->is_followed;
    place->is_sure = true;
    if (place->how != FOUND_BACKUP)
        place->how = entry->how;
    memcpy(place->entry_type, entry->entry_type, sizeof(place->entry_type));
}

void found_search_add_place(struct found_search *search, const struct found_place *found,
                            const struct found_content *hint)
{
    uint64_t start = found->start / search->logical;

    if (found->start % search->logical || start < search->from || start >= search->end ||
        !start || (search->is_strict && found->proof == PROOF_MAGIC))
        return;
    struct found_content place = content_of(search, found, start);
    struct found_content *slot = search_slot(search, &place);
    if (!slot)
        return;
    if (slot->entry_type[0])
        take_entry(&place, slot);
    else if (hint->start == start && hint->length)
        take_entry(&place, hint);
    *slot = place;
}
