/* SPDX-License-Identifier: GPL-3.0-or-later */
/* search.c - looks at the places where contents may begin */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/base/guid.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/found/magic.h"
#include "model/found/place.h"
#include "model/found/private.h"
#include "model/table/gpt_layout.h"
#include "model/table/mbr.h"
#include "model/table/mbr_layout.h"

#define HINT_ENTRIES 128                 /* entries read of a damaged GPT */
#define FRONT_BYTES  UINT64_C(0x40000)   /* each sector of them can begin a content */
#define TAIL_BYTES   UINT64_C(0x20000)   /* and each of them can end a RAID member */
#define TAIL_GRAIN   (UINT64_C(1) << 20) /* before the end of a disk or run, too */
#define ENTRY_BYTES  128

/* Looks at HINT's start. */
static void search_look(struct found_search *search, const struct found_content *hint)
{
    struct found_place found;

    if (hint->start && hint->start <= search->end &&
        !found_search_find(search, hint->start) &&
        found_detect(search->disk, search->logical, hint->start * search->logical,
                     &found))
        found_search_add_place(search, &found, hint);
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
    struct found_content *found = found_search_find(search, hint.start);
    if (!found || (found->ebr && found->ebr != lba) || found->is_followed)
        return 0;
    found->ebr = lba;
    found->how = FOUND_EBR;
    found->number = 0;
    found->length = hint.length;
    found->is_sure = found->is_followed = true;
    copy_text(found->entry_type, sizeof(found->entry_type), hint.entry_type);
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

typedef void search_sniff(struct found_search *search, const uint8_t *sector,
                          uint64_t offset);

/* Sniffs at the sectors of the bytes [FROM, END) that are searched and in no content. */
static void search_sniff_range(struct found_search *search, uint64_t from, uint64_t end,
                               search_sniff *sniff)
{
    from = num_max(from, search->from * search->logical);
    end = num_min(end, search->end * search->logical);
    if (from >= end)
        return;
    size_t count = (size_t)(end - from);
    CLEANUP(freep) uint8_t *bytes = xmalloc(count);

    search->is_strict = true;
    if (reader_read(search->disk, from, bytes, count))
        for (size_t i = 0; i + MBR_BYTES <= count; i += MBR_BYTES)
            if (!found_search_is_inside(search, (from + i) / search->logical))
                sniff(search, bytes + i, from + i);
    search->is_strict = false;
}

/* A neighbour that was moved or shrunk leaves the first EBR some sectors behind the
 * beginning of the run. */
static void step_front(struct found_search *search)
{
    uint64_t from = search->from * search->logical;

    search_sniff_range(search, from, from + FRONT_BYTES, found_search_sniff);
    next_stage(search);
}

static void search_sniff_end(struct found_search *search, const uint8_t *sector,
                             uint64_t offset)
{
    const struct magic *magic = magic_in_sector(sector);
    const struct found_content place = { .start = offset / search->logical };

    if (magic && magic->is_around && offset % search->logical == 0)
        search_look(search, &place);
}

/* Looks for the superblock of a RAID member that ends at byte END. */
static void search_look_before(struct found_search *search, uint64_t end, uint64_t grain)
{
    uint64_t last = num_round_down(end, grain);

    search_sniff_range(search, last > TAIL_BYTES ? last - TAIL_BYTES : 0, end,
                       search_sniff_end);
}

static void step_tail(struct found_search *search)
{
    search_look_before(search, search->end * search->logical, TAIL_GRAIN);
    next_stage(search);
}

static void step_place(struct found_search *search)
{
    uint64_t offset;

    if (!found_place_at(search, search->index++, &offset))
        next_stage(search);
    else if (search->stage == STAGE_USUAL ||
             !found_search_is_inside(search, offset / search->logical))
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
        if (!search->follow_at)
            search_look_before(search, place->start * search->logical, 1);
        if (length && found_place_behind(end, search->follow_at++, &offset)) {
            if (!found_search_is_inside(search, offset / search->logical))
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
    else if (search->stage == STAGE_TAIL || search->stage == STAGE_RUN_TAIL)
        step_tail(search);
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
