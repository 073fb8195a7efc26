/* SPDX-License-Identifier: GPL-3.0-or-later */
/* search.c - looks at the places where contents may begin */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/base/guid.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/found/place.h"
#include "model/found/private.h"
#include "model/table/gpt_layout.h"
#include "model/table/mbr.h"
#include "model/table/mbr_layout.h"

#define HINT_ENTRIES 128          /* entries read of a damaged GPT */
#define FRONT_BYTES  (256 * 1024) /* each sector of them can begin a content */
#define ENTRY_BYTES  128

static struct found_content *search_find(struct found_search *search, uint64_t start)
{
    for (size_t i = 0; i < search->count; i++)
        if (search->at[i].start == start)
            return &search->at[i];
    return NULL;
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

/* Adds what was FOUND; the values of HINT count only if it begins there. */
static void search_add_place(struct found_search *search, const struct found_place *found,
                             const struct found_content *hint)
{
    uint64_t start = found->start / search->logical;

    if (found->start % search->logical || start < search->from || start >= search->end ||
        !start || search_find(search, start) || (search->is_strict && !found->is_proven))
        return;
    if (search->count == search->limit) {
        search->more++;
        return;
    }
    struct found_content place = { .how = found->how };
    if (hint->start == start && hint->length)
        place = *hint;
    if (found->how == FOUND_BACKUP)
        place.how = FOUND_BACKUP;
    place.start = start;
    place.type = found->type;
    place.volume =
        found->volume / search->logical + (found->volume % search->logical != 0);
    if (place.volume > search->size - start)
        place.volume = 0;
    if (!place.length)
        place.length = place.volume;
    search->at = xrealloc(search->at, search->count + 1, sizeof(*search->at));
    search->at[search->count++] = place;
}

/* Looks at HINT's start. */
static void search_look(struct found_search *search, const struct found_content *hint)
{
    struct found_place found;

    if (hint->start && hint->start <= search->end && !search_find(search, hint->start) &&
        found_detect(search->disk, search->logical, hint->start * search->logical,
                     &found))
        search_add_place(search, &found, hint);
}

/* Looks where the EBR at LBA says that a content begins.  Returns the next EBR; 0 if
 * there is none, or no content. */
static uint64_t search_look_at_ebr(struct found_search *search, uint64_t lba)
{
    struct found_content hint = { .ebr = lba, .how = FOUND_EBR };
    struct found_ebr ebr;

    if (lba < search->from || lba >= search->end || !lba ||
        !found_read_ebr(search->disk, search->logical, lba * search->logical, &ebr) ||
        ebr.length > search->size || lba + ebr.start > search->size - ebr.length)
        return 0;
    hint.start = lba + ebr.start;
    hint.length = ebr.length;
    (void)snprintf(hint.entry_type, sizeof(hint.entry_type), "%x", ebr.type);
    search_look(search, &hint);
    struct found_content *found = search_find(search, hint.start);
    if (!found || (found->ebr && found->ebr != lba) || found->is_followed)
        return 0;
    hint.volume = found->volume;
    hint.type = found->type;
    hint.is_followed = true;
    *found = hint;
    if (!search->chain)
        search->chain = lba;
    return ebr.next ? search->chain + ebr.next : 0;
}

/* An EBR leads to the next one, which lies behind it in most chains. */
static void search_follow_ebrs(struct found_search *search, uint64_t lba)
{
    while (lba)
        lba = search_look_at_ebr(search, lba);
}

void found_search_look(struct found_search *search, uint64_t lba)
{
    const struct found_content place = { .start = lba };

    search_follow_ebrs(search, lba);
    search_look(search, &place);
}

void found_search_sniff(struct found_search *search, const uint8_t *sector,
                        uint64_t offset)
{
    uint64_t back = 0;
    bool is_ebr = le16_at(sector, MBR_AT_MAGIC) == MBR_MAGIC;
    bool is_content = found_sniff(sector, &back);

    if (!is_content && !is_ebr)
        return;
    if (search->count == search->limit) {
        search->more += is_content;
        return;
    }
    if (!is_content)
        back = 0;
    if (offset >= back && (offset - back) % search->logical == 0)
        found_search_look(search, (offset - back) / search->logical);
}

static void search_look_at_bytes(struct found_search *search, uint64_t offset)
{
    uint64_t lba = offset / search->logical;

    if (offset % search->logical == 0 && lba >= search->from && lba <= search->end)
        found_search_look(search, lba);
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
    struct found_content place = { .start = first,
                                   .length = last - first + 1,
                                   .how = FOUND_GPT_COPY,
                                   .number = (unsigned)search->index };
    struct guid type;
    memcpy(type.bytes, entry + GPT_ENTRY_AT_TYPE, sizeof(type.bytes));
    guid_format(&type, place.entry_type);
    if (last >= first && last < search->size)
        search_look(search, &place);
}

/* A neighbour that was moved or shrunk leaves the first EBR some sectors behind the
 * beginning of the run. */
static void step_front(struct found_search *search)
{
    uint64_t from = search->from * search->logical, end = search->end * search->logical;
    size_t count = end - from < FRONT_BYTES ? (size_t)(end - from) : (size_t)FRONT_BYTES;
    CLEANUP(freep) uint8_t *bytes = xmalloc(count);

    search->is_strict = true;
    if (reader_read(search->disk, from, bytes, count))
        for (size_t i = 0; i + 512 <= count; i += 512)
            found_search_sniff(search, bytes + i, from + i);
    search->is_strict = false;
    next_stage(search);
}

static void step_place(struct found_search *search)
{
    uint64_t offset;

    if (!found_place_at(search, search->index++, &offset))
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
        uint64_t offset;
        if (length && found_place_behind(end, search->follow_at++, &offset)) {
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
    if (search->stage == STAGE_HINTS_FRONT || search->stage == STAGE_HINTS_BACK)
        step_hint(search);
    else if (search->stage == STAGE_RUN_FRONT)
        step_front(search);
    else
        step_place(search);
    return true;
}

bool found_search_near(struct found_search *search)
{
    return step_behind(search) || step_stage(search, STAGE_GIB);
}

bool found_search_step(struct found_search *search)
{
    return step_behind(search) || step_stage(search, search->last);
}

struct found_search *found_search_new(const struct reader *disk,
                                      const struct layout *layout)
{
    struct found_search *search = xcalloc(1, sizeof(*search));

    search->disk = disk;
    search->size = layout_limits(layout)->size;
    search->logical = layout_limits(layout)->logical;
    search->end = search->size;
    search->last = STAGE_WHOLE_END;
    search->limit = FOUND_MAX;
    search->reach = 1;
    return search;
}

struct found_search *found_search_run(const struct reader *disk,
                                      const struct layout *layout, uint64_t start,
                                      uint64_t length)
{
    struct found_search *search = found_search_new(disk, layout);
    const struct extent *container = layout_find_container(layout);

    search->from = start;
    search->end = start + length;
    search->stage = STAGE_RUN_FRONT;
    search->last = STAGE_RUN_END;
    if (container && start >= container->start && start < extent_end(container))
        search->chain = container->start;
    return search;
}

void found_search_free(struct found_search *search)
{
    if (!search)
        return;
    free(search->hints);
    free(search->at);
    free(search);
}

void found_search_freep(struct found_search **search)
{
    found_search_free(*search);
}
