/* SPDX-License-Identifier: GPL-3.0-or-later */
/* zones.c - which contents can be moved, and which of their sectors are guarded
 * meanwhile */
#include "model/move/zones.h"

#include <stdlib.h>
#include <string.h>

#include "model/base/mem.h"
#include "model/base/num.h"

#define KIB UINT64_C(1024)

enum { PAGE = 4096, MAGIC_MAX = 8 };

/* A signature away from the first page. It is looked for in all contents: below a RAID
 * with its superblock at the end lies another content, and an older one may remain. */
struct signature {
    uint64_t offset;
    const char *magic;
    size_t count;
};

/* cryptsetup, lib/luks2/luks2.h, LUKS2_HDR2_OFFSETS: it repairs the first header from a
 * second one at any of these places. */
#define LUKS2(kib)                                                                       \
    {                                                                                    \
        (kib) * KIB, "SKUL\xba\xbe", 6                                                   \
    }

static const struct signature signatures[] = {
    { 4 * KIB, "\xfc\x4e\x2b\xa9", 4 },       /* md 1.2 */
    { 64 * KIB + 64, "_BHRfS_M", MAGIC_MAX }, /* btrfs */
    LUKS2(16),
    LUKS2(32),
    LUKS2(64),
    LUKS2(128),
    LUKS2(256),
    LUKS2(512),
    LUKS2(1024),
    LUKS2(2048),
    LUKS2(4096),
};

struct work {
    const struct reader *part;
    const struct inside *inside;
    uint64_t logical;
    struct zones *zones;
};

enum zones_refusal zones_refusal(const struct content *content)
{
    static const enum zones_refusal states[] = {
        [CONTENT_UNKNOWN] = ZONES_NOT_READ,    [CONTENT_NONE] = ZONES_UNKNOWN,
        [CONTENT_FOUND] = ZONES_CARRIED,       [CONTENT_AMBIVALENT] = ZONES_TWO_KINDS,
        [CONTENT_UNREADABLE] = ZONES_NOT_READ,
    };
    const struct inside *inside = &content->inside;

    if (states[content->state] != ZONES_CARRIED)
        return states[content->state];
    /* All contents with a decoder use offsets from their own start, except in fields. */
    if (inside->kind == INSIDE_NONE)
        return ZONES_KIND;
    if (inside->kind == INSIDE_SWAP && !inside->is_remakeable)
        return ZONES_SWAP;
    return inside->claimed && !inside->volume ? ZONES_LARGER : ZONES_CARRIED;
}

bool zones_can_carry(const struct content *content)
{
    return zones_refusal(content) == ZONES_CARRIED;
}

/* Adds the whole sectors that contain some of the COUNT bytes at OFFSET. */
static void add_zone(const struct work *work, uint64_t offset, uint64_t count)
{
    uint64_t start = offset / work->logical, sectors = work->part->size / work->logical;
    uint64_t end = (offset + count + work->logical - 1) / work->logical;

    work->zones->at[work->zones->count++] =
        (struct zone){ start, (end < sectors ? end : sectors) - start };
}

/* Adds the page around byte OFFSET, if that is in the partition. */
static void add_page(const struct work *work, uint64_t offset)
{
    if (offset < work->part->size)
        add_zone(work, num_round_down(offset, PAGE), PAGE);
}

/* Adds the page at OFFSET if the magic is there. False if it cannot be read. */
static bool add_if_found(const struct work *work, uint64_t offset, const char *magic,
                         size_t count)
{
    uint8_t bytes[MAGIC_MAX];

    if (work->part->size < count || offset > work->part->size - count)
        return true;
    if (!reader_read(work->part, offset, bytes, count))
        return false;
    if (!memcmp(bytes, magic, count))
        add_page(work, offset);
    return true;
}

/* Superblocks of md 0.90 (in the byte order of its host) and of 1.0. */
static bool add_md_at_end(const struct work *work)
{
    uint64_t size = work->part->size;

    if (size < 128 * KIB)
        return true;
    uint64_t old = num_round_down(size, 64 * KIB) - 64 * KIB;
    uint64_t later = num_round_down(size - 8 * KIB, 4 * KIB);
    return add_if_found(work, old, "\xfc\x4e\x2b\xa9", 4) &&
           add_if_found(work, old, "\xa9\x2b\x4e\xfc", 4) &&
           add_if_found(work, later, "\xfc\x4e\x2b\xa9", 4);
}

static bool add_fat_backup(const struct work *work)
{
    uint8_t boot[512];

    if (!reader_read(work->part, 0, boot, sizeof(boot)))
        return false;
    if (le16_at(boot, 22) == 0) /* FAT32 */
        add_page(work, le16_at(boot, 50) * work->inside->sector);
    return true;
}

/* Adds the copy of the boot sector, from which some systems repair the first one. */
static bool add_backup(const struct work *work)
{
    const struct inside *inside = work->inside;

    if (inside->kind == INSIDE_FAT)
        return add_fat_backup(work);
    if (inside->kind == INSIDE_EXFAT)
        add_page(work, 12 * inside->sector);
    else if (inside->kind == INSIDE_NTFS && inside->volume)
        add_page(work, inside->volume - inside->sector);
    return true;
}

static int compare_zones(const void *a, const void *b)
{
    const struct zone *x = a, *y = b;

    return (x->start > y->start) - (x->start < y->start);
}

static void merge_zones(struct zones *zones)
{
    size_t last = 0;

    qsort(zones->at, zones->count, sizeof(*zones->at), compare_zones);
    for (size_t i = 1; i < zones->count; i++) {
        struct zone *to = &zones->at[last];
        uint64_t end = zones->at[i].start + zones->at[i].length;
        if (zones->at[i].start > to->start + to->length)
            zones->at[++last] = zones->at[i];
        else if (end > to->start + to->length)
            to->length = end - to->start;
    }
    zones->count = last + 1;
}

bool zones_find(const struct content *content, const struct reader *part,
                uint64_t logical, struct zones *ret)
{
    struct zones zones = { .magic = content->inside.proof_offset / logical };
    struct work work = { part, &content->inside, logical, &zones };

    if (!zones_can_carry(content))
        return false;
    add_page(&work, 0);
    add_page(&work, content->inside.proof_offset);
    add_zone(&work, part->size > PAGE ? part->size - PAGE : 0, PAGE);
    for (size_t i = 0; i < ARRAY_SIZE(signatures); i++)
        if (!add_if_found(&work, signatures[i].offset, signatures[i].magic,
                          signatures[i].count))
            return false;
    if (!add_md_at_end(&work) || !add_backup(&work))
        return false;
    merge_zones(&zones);
    *ret = zones;
    return true;
}

bool zones_overlap(const struct zones *zones, uint64_t first, uint64_t end)
{
    for (size_t i = 0; i < zones->count; i++)
        if (zones->at[i].start < end && first < zones->at[i].start + zones->at[i].length)
            return true;
    return false;
}
