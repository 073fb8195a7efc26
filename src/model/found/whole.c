/* SPDX-License-Identifier: GPL-3.0-or-later */
/* whole.c - signatures that say that the whole disk belongs to something */
#include "model/found/whole.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/num.h"

#define KIB UINT64_C(1024)

enum { SECTOR = 512, PAGE = 4096 };

enum from {
    FROM_NOTHING,
    FROM_PAGE,      /* the 4096 bytes with the magic */
    FROM_MAGIC,     /* the sector of 512 bytes with the magic */
    FROM_START,     /* of the disk */
    FROM_LAST_256K, /* the end of the disk, rounded down to 256 KiB */
};

/* LENGTH bytes from BACK bytes before a place; 0: all to the end of the disk. */
struct area {
    enum from from;
    uint64_t back;
    uint64_t length;
};

/* Superblocks of RAIDs of firmware: dmraid 1.0, lib/format/ataraid; mdadm, super-intel.c
 * and super-ddf.c. All of these are at a fixed distance from the end of the whole disk
 * only. */
static const struct row {
    const char *type;
    const char *version; /* how it begins; NULL: any */
    const char *word;    /* for the kind of RAID */
    bool is_absolute;    /* its place is that on a whole disk, or it names that itself */
    struct area areas[WHOLE_RANGES_MAX];
} rows[] = {
    /* clang-format off */
    { "linux_raid_member", "1.0", "md 1.0", true, { { FROM_MAGIC, 0, 0 } } },
    { "linux_raid_member", "1.1", "md 1.1", true, { { FROM_PAGE, 0, PAGE } } },
    { "linux_raid_member", "1.2", "md 1.2", true, { { FROM_PAGE, 0, PAGE } } },
    { "linux_raid_member", NULL, "md 0.90", false, { { FROM_MAGIC, 0, 64 * KIB } } },
    { "isw_raid_member", NULL, "isw", true, { { FROM_MAGIC, 16 * SECTOR, 0 } } },
    { "ddf_raid_member", NULL, "ddf", true, { { FROM_MAGIC, 0, 0 } } },
    { "nvidia_raid_member", NULL, "nvidia", true, { { FROM_MAGIC, 0, 0 } } },
    { "promise_fasttrack_raid_member", NULL, "promise", true,
      { { FROM_MAGIC, 0, 4 * SECTOR } } },
    { "silicon_medley_raid_member", NULL, "silicon", true,
      { { FROM_MAGIC, 1536 * SECTOR, SECTOR }, { FROM_MAGIC, 1024 * SECTOR, SECTOR },
        { FROM_MAGIC, 512 * SECTOR, SECTOR }, { FROM_MAGIC, 0, SECTOR } } },
    { "jmicron_raid_member", NULL, "jmicron", true, { { FROM_MAGIC, 0, 0 } } },
    { "lsi_mega_raid_member", NULL, "lsi", true, { { FROM_MAGIC, 0, 0 } } },
    { "via_raid_member", NULL, "via", true, { { FROM_MAGIC, 0, 0 } } },
    { "adaptec_raid_member", NULL, "adaptec", true, { { FROM_MAGIC, 17 * SECTOR, 0 } } },
    { "hpt45x_raid_member", NULL, "highpoint", true, { { FROM_MAGIC, 0, 0 } } },
    { "hpt37x_raid_member", NULL, "highpoint", true, { { FROM_MAGIC, 0, SECTOR } } },
    { "zfs_member", NULL, "ZFS", false,
      { { FROM_START, 0, 512 * KIB }, { FROM_LAST_256K, 512 * KIB, 512 * KIB } } },
    { "LVM2_member", NULL, "LVM", false, { { FROM_PAGE, 0, PAGE } } },
    { "LVM1_member", NULL, "LVM", false, { { FROM_PAGE, 0, PAGE } } },
    { "crypto_LUKS", NULL, "LUKS", false, { { FROM_PAGE, 0, PAGE } } },
    { "", NULL, NULL, false, { { FROM_PAGE, 0, PAGE } } }, /* all others */
    /* clang-format on */
};

static const struct row *row_of(const struct whole_sign *sign)
{
    const struct row *row = rows;

    while (row->type[0] && (strcmp(row->type, sign->type) != 0 ||
                            (row->version && strncmp(row->version, sign->version,
                                                     strlen(row->version)) != 0)))
        row++;
    return row;
}

/* --- of the disk, or of a partition --- */

/* Returns the bytes of each member that a RAID of version 0.90 uses; 0: unknown. */
static uint64_t old_md_bytes(const struct whole_sign *sign, const struct reader *disk)
{
    static const uint32_t magic = 0xA92B4EFC;
    uint8_t super[36];

    if (!reader_read(disk, sign->magic, super, sizeof(super)))
        return 0;
    return (le32_at(super, 0) == magic ? le32_at(super, 32) : be32_at(super, 32)) * KIB;
}

/* True if EXTENT has all that SIGN needs. */
static bool has_sign(const struct extent *extent, uint64_t logical,
                     const struct whole_sign *sign, uint64_t data)
{
    uint64_t start = extent->start * logical, end = extent_end(extent) * logical;

    return start <= sign->magic && sign->magic < end && sign->magic - start >= data;
}

bool whole_is_of_disk(const struct whole_sign *sign, const struct layout *layout,
                      const struct reader *disk)
{
    uint64_t logical = layout_limits(layout)->logical;
    bool is_old_md = !strcmp(sign->type, "linux_raid_member");
    uint64_t data = is_old_md ? old_md_bytes(sign, disk) : 0;

    if (row_of(sign)->is_absolute)
        return true;
    LAYOUT_EACH (extent, layout)
        if (extent_holds_data(extent) && has_sign(extent, logical, sign, data))
            return false;
    return true;
}

/* --- its metadata --- */

static const char *whole_word(const struct whole_sign *sign)
{
    const struct row *row = row_of(sign);

    return row->word ? row->word : sign->type;
}

static bool is_raid(const struct whole_sign *sign)
{
    return !strcmp(sign->usage, "raid") && strcmp(whole_word(sign), "LVM") != 0;
}

/* Returns the byte from which AREA counts. */
static uint64_t area_base(const struct area *area, const struct whole_sign *sign,
                          uint64_t bytes)
{
    if (area->from == FROM_START)
        return 0;
    if (area->from == FROM_LAST_256K)
        return num_round_down(bytes, 256 * KIB);
    return num_round_down(sign->magic, area->from == FROM_PAGE ? PAGE : SECTOR);
}

/* Returns false if it is not on the disk. */
static bool area_range(const struct area *area, const struct whole_sign *sign,
                       const struct limits *limits, struct known_range *ret)
{
    uint64_t bytes = limits->size * limits->logical;
    uint64_t base = area_base(area, sign, bytes);

    if (area->back > base)
        return false;
    uint64_t start = base - area->back;
    if (sign->first && sign->first < start)
        start = sign->first;
    uint64_t end = area->length ? start + area->length : bytes;
    if (area->from == FROM_PAGE && sign->data > end)
        end = sign->data;
    end = num_min(end, bytes);
    if (start >= end)
        return false;
    ret->start = start / limits->logical;
    ret->length = num_round_up(end, limits->logical) / limits->logical - ret->start;
    return true;
}

size_t whole_ranges(const struct whole_sign *sign, const struct limits *limits,
                    struct known_range ret[WHOLE_RANGES_MAX])
{
    const struct row *row = row_of(sign);
    size_t count = 0;

    for (size_t i = 0; i < WHOLE_RANGES_MAX && row->areas[i].from; i++) {
        struct known_range *range = &ret[count];
        if (!area_range(&row->areas[i], sign, limits, range))
            continue;
        CLEANUP(freep)
        char *name = is_raid(sign)
                         ? xasprintf(_("metadata of a RAID (%s)"), whole_word(sign))
                         : xasprintf(_("header of %s"), whole_word(sign));
        range->id = is_raid(sign) ? "raid" : "whole-disk";
        copy_text(range->name, sizeof(range->name), name);
        count++;
    }
    return count;
}

/* --- the note about it --- */

enum note_id whole_note_id(const struct whole_sign *sign)
{
    return is_raid(sign) ? NOTE_DISK_IN_RAID : NOTE_DISK_HAS_CONTENT;
}

char *whole_describe(const struct whole_sign *sign, const char *path)
{
    if (is_raid(sign))
        return xasprintf(_("%1$s is a member of a RAID (%2$s): changing it alone would "
                           "break the mirror. Assemble it, and work on the assembled "
                           "device."),
                         path, whole_word(sign));
    if (!strcmp(whole_word(sign), "LVM"))
        return xasprintf(_("%s as a whole is a physical volume of LVM, beside its "
                           "partition table: changing the table could destroy the "
                           "volumes."),
                         path);
    if (!strcmp(sign->usage, "crypto"))
        return xasprintf(_("%1$s as a whole is encrypted (%2$s), beside its partition "
                           "table: changing the table could make the data "
                           "unreadable."),
                         path, whole_word(sign));
    return xasprintf(_("%1$s as a whole holds %2$s, beside its partition table: changing "
                       "the table could destroy it."),
                     path, whole_word(sign));
}

static bool is_whole_note(enum note_id id)
{
    return id == NOTE_DISK_IN_RAID || id == NOTE_DISK_HAS_CONTENT;
}

const struct note *whole_note_find(const struct layout *layout)
{
    for (size_t i = 0; i < layout_note_count(layout); i++)
        if (is_whole_note(layout_note_at(layout, i)->id))
            return layout_note_at(layout, i);
    return NULL;
}

struct layout *whole_note_agree(const struct layout *layout, const struct lines *texts)
{
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(layout);

    layout_builder_drop_note(builder, NOTE_DISK_IN_RAID);
    layout_builder_drop_note(builder, NOTE_DISK_HAS_CONTENT);
    for (size_t i = 0; i < layout_note_count(layout); i++) {
        const struct note *note = layout_note_at(layout, i);
        bool is_agreed = !texts || lines_index(texts, note->text) < texts->count;
        if (is_whole_note(note->id))
            layout_builder_note(builder, is_agreed ? NOTE_DISK_AGREED : note->id, "%s",
                                note->text);
    }
    return layout_builder_refinish(builder);
}
