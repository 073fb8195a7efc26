/* SPDX-License-Identifier: GPL-3.0-or-later */
/* zones.c - which contents can be moved, and which of their sectors are guarded
 * meanwhile */
#include "model/move/plan/zones.h"

#include <assert.h>
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

/* e2fsprogs, e2fsck/util.c, get_backup_sb(): with an invalid superblock e2fsck takes that
 * of group 1 by itself, for each size of blocks, here in KiB. */
#define EXT(kib)                                                                         \
    {                                                                                    \
        (kib) * (kib)*8 * KIB *KIB + ((kib) == 1 ? KIB : 0) + 56, "\x53\xef", 2          \
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
    EXT(1),
    EXT(2),
    EXT(4),
    EXT(8),
    EXT(16),
    EXT(32),
    EXT(64),
};

/* Before they are merged. */
#define FOUND_MAX 48
/* Of XFS, which has 4 groups on most disks of up to 4 TiB, at least so many beside the
 * first one. */
#define XFS_GROUPS 12U

struct work {
    const struct reader *part;
    const struct inside *inside;
    uint64_t logical;
    struct zone found[FOUND_MAX];
    size_t count;
    bool leaves_copies; /* so many that a tool can take them for a file system */
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
static void add_zone(struct work *work, uint64_t offset, uint64_t count)
{
    uint64_t start = offset / work->logical, sectors = work->part->size / work->logical;
    uint64_t end = (offset + count + work->logical - 1) / work->logical;

    assert(work->count < FOUND_MAX);
    work->found[work->count++] =
        (struct zone){ start, (end < sectors ? end : sectors) - start };
}

/* Adds the page around byte OFFSET, if that is in the partition. */
static void add_page(struct work *work, uint64_t offset)
{
    if (offset < work->part->size)
        add_zone(work, num_round_down(offset, PAGE), PAGE);
}

/* Adds the page at OFFSET if the magic is there. False if it cannot be read. */
static bool add_if_found(struct work *work, uint64_t offset, const char *magic,
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
static bool add_md_at_end(struct work *work)
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

static bool add_fat_backup(struct work *work)
{
    uint8_t boot[512];

    if (!reader_read(work->part, 0, boot, sizeof(boot)))
        return false;
    if (le16_at(boot, 22) == 0) /* FAT32 */
        add_page(work, le16_at(boot, 50) * work->inside->sector);
    return true;
}

/* The sectors of exFAT with the checksums of the boot sector and of its copy, and the
 * copy: the start of the partition is in all of them. The copy has a zone of its own. */
static void add_exfat_boot(struct work *work)
{
    static const unsigned sectors[] = { 11, 12, 23 };
    uint64_t sector = work->inside->sector;

    for (size_t i = 0; i < ARRAY_SIZE(sectors); i++)
        if (work->part->size / sector > sectors[i])
            add_zone(work, sectors[i] * sector, sector);
}

/* xfs_repair, run by hand, looks for the superblocks of other groups by itself, and takes
 * one of them if half of all are there (xfsprogs 6.1, repair/sb.c,
 * verify_set_primary_sb()). The first page and the page of the signature are one. */
static bool add_xfs_groups(struct work *work)
{
    uint32_t used = (uint32_t)work->count - 1;
    uint32_t space = used < ZONES_MAX ? ZONES_MAX - used : 0;
    uint8_t super[512];

    if (!reader_read(work->part, 0, super, sizeof(super)))
        return false;
    uint64_t group = (uint64_t)be32_at(super, 84) * be32_at(super, 4);
    uint32_t count = be32_at(super, 88), half = count / 2 + count % 2;
    uint32_t last = half > XFS_GROUPS ? half : XFS_GROUPS;
    work->leaves_copies = half > space;
    last = last > space ? space : last;
    for (uint32_t i = 1; i < count && i <= last; i++)
        if (!add_if_found(work, i * group, "XFSB", 4))
            return false;
    return true;
}

/* Adds the copies of the header that this kind has. */
static bool add_backup(struct work *work)
{
    const struct inside *inside = work->inside;

    if (inside->kind == INSIDE_FAT)
        return add_fat_backup(work);
    if (inside->kind == INSIDE_XFS)
        return add_xfs_groups(work);
    if (inside->kind == INSIDE_EXFAT)
        add_exfat_boot(work);
    else if (inside->kind == INSIDE_NTFS && inside->volume)
        add_page(work, inside->volume - inside->sector);
    return true;
}

/* False if there are more than the journal has space for. */
static bool merge_zones(struct work *work, struct zones *ret)
{
    struct zone *found = work->found;
    size_t last = 0;

    qsort(found, work->count, sizeof(*found), num_by_first);
    for (size_t i = 1; i < work->count; i++) {
        struct zone *to = &found[last];
        uint64_t end = found[i].start + found[i].length;
        if (found[i].start > to->start + to->length)
            found[++last] = found[i];
        else if (end > to->start + to->length)
            to->length = end - to->start;
    }
    if (last >= ZONES_MAX)
        return false;
    ret->count = last + 1;
    memcpy(ret->at, found, ret->count * sizeof(*found));
    return true;
}

static bool find_zones(struct work *work)
{
    const struct reader *part = work->part;

    add_page(work, 0);
    add_page(work, work->inside->proof_offset);
    add_zone(work, part->size > PAGE ? part->size - PAGE : 0, PAGE);
    for (size_t i = 0; i < ARRAY_SIZE(signatures); i++)
        if (!add_if_found(work, signatures[i].offset, signatures[i].magic,
                          signatures[i].count))
            return false;
    return add_md_at_end(work) && add_backup(work);
}

bool zones_find(const struct content *content, const struct reader *part,
                uint64_t logical, struct zones *ret)
{
    struct zones zones = { .magic = content->inside.proof_offset / logical };
    struct work work = { .part = part, .inside = &content->inside, .logical = logical };

    if (!zones_can_carry(content) || !find_zones(&work) || !merge_zones(&work, &zones))
        return false;
    *ret = zones;
    return true;
}

bool zones_leave_copies(const struct content *content, const struct reader *part,
                        uint64_t logical)
{
    struct work work = { .part = part, .inside = &content->inside, .logical = logical };

    return zones_can_carry(content) && find_zones(&work) && work.leaves_copies;
}

bool zones_overlap(const struct zones *zones, uint64_t first, uint64_t end)
{
    for (size_t i = 0; i < zones->count; i++)
        if (zones->at[i].start < end && first < zones->at[i].start + zones->at[i].length)
            return true;
    return false;
}

bool zones_contain(const struct zones *zones, uint64_t first, uint64_t end)
{
    for (size_t i = 0; i < zones->count; i++)
        if (zones->at[i].start <= first &&
            zones->at[i].start + zones->at[i].length >= end)
            return true;
    return false;
}
