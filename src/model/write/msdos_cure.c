/* SPDX-License-Identifier: GPL-3.0-or-later */
/* msdos_cure.c - plans repairs of damaged entries of an msdos table, one sector each
 *
 * A repair changes one entry of one sector and is independent of all others: after each
 * write the table is the old one with some of the repairs. */
#include <string.h>

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/base/refusal.h"
#include "model/disk/damage.h"
#include "model/disk/extent.h"
#include "model/table/mbr_layout.h"
#include "model/write/msdos_private.h"

/* Returns EXTENT's entry in the table at LBA; NULL: not found. */
static uint8_t *cure_find_entry(uint8_t *sector, const struct extent *extent,
                                uint64_t lba)
{
    if (!lba)
        return mbr_slot(sector, extent->number - 1);
    for (unsigned i = 0; i < MBR_SLOTS; i++) {
        uint8_t *entry = mbr_slot(sector, i);
        if (!mbr_type_is_extended(entry[MBR_ENTRY_AT_TYPE]) &&
            le32_at(entry, MBR_ENTRY_AT_START) + lba == extent->start &&
            le32_at(entry, MBR_ENTRY_AT_LENGTH) == extent_entry_length(extent))
            return entry;
    }
    return NULL;
}

/* Changes only the end: the start and its CHS address are kept. */
static void put_length(uint8_t *entry, const struct extent *extent, uint64_t lba)
{
    uint8_t chs[3];

    memcpy(chs, entry + MBR_ENTRY_AT_START_CHS, sizeof(chs));
    mbr_put_range(entry, extent->start, extent_entry_length(extent), lba);
    memcpy(entry + MBR_ENTRY_AT_START_CHS, chs, sizeof(chs));
}

/* AFTER is NULL if the entry or link is removed. */
static bool put_cure(struct write_work *work, const struct extent *before,
                     const struct extent *after, struct err *err)
{
    const struct extent *ebr = layout_find(work->base, before->ebr);
    uint64_t lba = ebr ? ebr->start : 0;
    CLEANUP(freep) uint8_t *sector = xmalloc(work->logical);
    uint8_t *entry;

    if (!write_read(work, lba, 1, sector, err))
        return false;
    entry = damage_is_of_chain(before->fault) ? ebr_link(sector)
                                              : cure_find_entry(sector, before, lba);
    if (!entry)
        return err_refuse(
            err, REFUSAL_WRITE_CURE_MOVED,
            _("The entry of partition %u is not where it was read: nothing is "
              "written. Read the disk again."),
            before->number);
    if (after)
        put_length(entry, after, lba);
    else
        memset(entry, 0, MBR_ENTRY_BYTES);
    bool is_put = write_put(work, lba ? WRITE_EBR : WRITE_MBR, lba, 1, sector, err);
    write_flush(work);
    return is_put;
}

/* Entries in a chain or container that is removed need no write. */
static bool is_unlinked(const struct write_work *work, const struct extent *extent)
{
    return (extent->parent && !layout_find(work->preview, extent->parent)) ||
           (extent->ebr && !layout_find(work->preview, extent->ebr));
}

bool msdos_put_cures(struct write_work *work, struct err *err)
{
    write_flush(work);
    LAYOUT_EACH (before, work->base) {
        const struct extent *after = layout_find(work->preview, before->id);
        bool is_entry = extent_is_damaged(before) || extent_is_entry(before);
        if (!is_entry ||
            (after && extent_entry_length(after) == extent_entry_length(before)) ||
            is_unlinked(work, before))
            continue;
        if (!put_cure(work, before, after, err))
            return false;
    }
    return true;
}
