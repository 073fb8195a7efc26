/* SPDX-License-Identifier: GPL-3.0-or-later */
/* search.c - generates the places where contents may begin, the most likely ones first */
#include <stdlib.h>

#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/found/place.h"
#include "model/found/private.h"
#include "model/table/gpt_layout.h"

#define HINT_ENTRIES     128 /* entries read of a damaged GPT */
#define ENTRY_BYTES      128
#define MIB              (UINT64_C(1) << 20)
#define GIB              (UINT64_C(1) << 30)
#define CYLINDER_SECTORS UINT64_C(16065)
#define TRACK_SECTORS    UINT64_C(63)
#define BIOS_SECTOR      UINT64_C(512) /* unit of cylinders and tracks */

/* Generators of places.  Each returns the byte offset of place INDEX, or false past the
 * last one. */

/* Usual first sectors: after a GPT, after one track, 1 MiB, 4 MiB and values between. */
static bool usual_place(const struct found_search *search, uint64_t index, uint64_t *ret)
{
    static const uint64_t sectors[] = { 34, 40, 63, 64, 128, 256, 2048, 8192 };

    (void)search;
    if (index >= ARRAY_SIZE(sectors))
        return false;
    *ret = sectors[index] * BIOS_SECTOR;
    return true;
}

/* Users often give sizes in GiB; tools may leave 1 MiB before the first partition. */
static bool gib_place(const struct found_search *search, uint64_t index, uint64_t *ret)
{
    uint64_t step = GIB;

    while (search->disk->size / step > FOUND_GIB_MAX)
        step *= 2;
    if (index >= UINT64_C(2) * FOUND_GIB_MAX)
        return false;
    *ret = index / 2 * step + (index % 2 ? 0 : MIB);
    return true;
}

static bool mib_place(const struct found_search *search, uint64_t index, uint64_t *ret)
{
    (void)search;
    *ret = (index + 1) * MIB;
    return index < FOUND_MIB_MAX;
}

/* Old tools start primary partitions at a cylinder and logical ones a track behind it. */
static bool cylinder_place(const struct found_search *search, uint64_t index,
                           uint64_t *ret)
{
    uint64_t sector =
        (index / 2 + 1) * CYLINDER_SECTORS + (index % 2 ? TRACK_SECTORS : 0);

    (void)search;
    *ret = sector * BIOS_SECTOR;
    return index < UINT64_C(2) * FOUND_CYLINDERS_MAX;
}

static uint64_t round_up(uint64_t value, uint64_t step)
{
    return value / step * step + (value % step ? step : 0);
}

/* The next partition starts at the end of the previous one or at the next boundary, or a
 * track or 1 MiB behind that if an EBR is there. */
static uint64_t place_behind(uint64_t end, unsigned index)
{
    uint64_t cylinder = CYLINDER_SECTORS * BIOS_SECTOR,
             track = TRACK_SECTORS * BIOS_SECTOR;
    uint64_t places[] = {
        end,         round_up(end, MIB),      round_up(end, MIB) + MIB,
        end + track, round_up(end, cylinder), round_up(end, cylinder) + track,
    };

    return index < ARRAY_SIZE(places) ? places[index] : 0;
}

static bool (*const stages[STAGE_COUNT])(const struct found_search *search,
                                         uint64_t index, uint64_t *ret) = {
    [STAGE_USUAL] = usual_place,
    [STAGE_GIB] = gib_place,
    [STAGE_MIB] = mib_place,
    [STAGE_CYLINDERS] = cylinder_place,
};

/* Steps of the search. */

static bool search_has_start(const struct found_search *search, uint64_t start)
{
    for (size_t i = 0; i < search->count; i++)
        if (search->at[i].start == start)
            return true;
    return false;
}

/* Contents inside another content belong to it: a disk image, or an old file system. */
static bool search_is_inside(const struct found_search *search, uint64_t start)
{
    for (size_t i = 0; i < search->count; i++)
        if (search->at[i].start < start &&
            start - search->at[i].start < search->at[i].volume)
            return true;
    return false;
}

static void search_add_place(struct found_search *search, const struct found_place *found,
                             const struct found_content *hint)
{
    uint64_t start = found->start / search->logical;

    if (found->start % search->logical || !start || search_has_start(search, start) ||
        search->count == FOUND_MAX)
        return;
    struct found_content place = { .start = start, .type = found->type };
    place.volume =
        found->volume / search->logical + (found->volume % search->logical != 0);
    if (place.volume > search->size - start)
        place.volume = 0;
    place.length = place.volume;
    if (hint->length && hint->start == start) {
        place.length = hint->length;
        place.number = hint->number;
    }
    search->at[search->count++] = place;
}

/* Looks at HINT's start.  HINT's length and number are used only if a content begins
 * there. */
static void search_look(struct found_search *search, const struct found_content *hint)
{
    struct found_place found;

    if (hint->start && hint->start < search->size &&
        !search_has_start(search, hint->start) &&
        found_detect(search->disk, search->logical, hint->start * search->logical,
                     &found))
        search_add_place(search, &found, hint);
}

static void search_look_at_bytes(struct found_search *search, uint64_t offset)
{
    struct found_content place = { .start = offset / search->logical };

    if (offset % search->logical == 0)
        search_look(search, &place);
}

static bool read_hints(struct found_search *search)
{
    uint64_t sectors = HINT_ENTRIES * ENTRY_BYTES / search->logical;
    uint64_t lba = 2;

    if (search->stage == STAGE_HINTS_BACK)
        lba = search->size > sectors + 1 ? search->size - sectors - 1 : search->size;
    search->hints = xmalloc(HINT_ENTRIES * ENTRY_BYTES);
    return reader_read(search->disk, lba * search->logical, search->hints,
                       HINT_ENTRIES * ENTRY_BYTES);
}

static void next_stage(struct found_search *search)
{
    free(search->hints);
    search->hints = NULL;
    search->stage++;
    search->index = 0;
}

/* Entries are checked for plausibility only: no checksum protects these bytes. */
static void step_hint(struct found_search *search)
{
    if (search->index == HINT_ENTRIES || (!search->hints && !read_hints(search))) {
        next_stage(search);
        return;
    }
    const uint8_t *entry = search->hints + search->index++ * ENTRY_BYTES;
    uint64_t first = le64_at(entry, GPT_ENTRY_AT_FIRST);
    uint64_t last = le64_at(entry, GPT_ENTRY_AT_LAST);
    struct found_content place = { .start = first, .length = last - first + 1 };
    place.number = (unsigned)search->index;
    if (last >= first && last < search->size)
        search_look(search, &place);
}

static void step_place(struct found_search *search)
{
    uint64_t offset;

    if (!stages[search->stage](search, search->index++, &offset) ||
        (search->stage > STAGE_GIB && offset >= search->disk->size))
        next_stage(search);
    else if (search->stage == STAGE_USUAL ||
             !search_is_inside(search, offset / search->logical))
        search_look_at_bytes(search, offset);
}

/* Returns false if no more places follow the contents found so far. */
static bool step_behind(struct found_search *search)
{
    while (search->follow < search->count) {
        const struct found_content *place = &search->at[search->follow];
        uint64_t length = place->volume ? place->volume : place->length;
        uint64_t end = (place->start + length) * search->logical;
        uint64_t offset = length ? place_behind(end, search->follow_at++) : 0;
        if (offset) {
            if (!search_is_inside(search, offset / search->logical))
                search_look_at_bytes(search, offset);
            return true;
        }
        search->follow++;
        search->follow_at = 0;
    }
    return false;
}

static bool step_stage(struct found_search *search, enum found_stage end)
{
    if (search->stage >= end)
        return false;
    if (stages[search->stage])
        step_place(search);
    else
        step_hint(search);
    return true;
}

bool found_search_near(struct found_search *search)
{
    return step_behind(search) || step_stage(search, STAGE_GIB);
}

bool found_search_step(struct found_search *search)
{
    return step_behind(search) || step_stage(search, STAGE_COUNT);
}

struct found_search *found_search_new(const struct reader *disk,
                                      const struct layout *layout)
{
    struct found_search *search = xcalloc(1, sizeof(*search));

    search->disk = disk;
    search->size = layout_limits(layout)->size;
    search->logical = layout_limits(layout)->logical;
    return search;
}

void found_search_free(struct found_search *search)
{
    if (search)
        free(search->hints);
    free(search);
}

void found_search_freep(struct found_search **search)
{
    found_search_free(*search);
}
