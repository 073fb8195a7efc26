/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gpt_mbr.c - makes the MBR of a GPT: a protective one; hybrid ones stay unchanged */
#include <string.h>

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/base/refusal.h"
#include "model/table/gpt_layout.h"
#include "model/table/mbr.h"
#include "model/table/mbr_layout.h"
#include "model/write/gpt_private.h"

/* Repairs the protective entry; the rest of the sector is kept, unless there was no such
 * entry: then all entries are replaced. */
static void put_repaired(const struct write_work *work, uint8_t *sector)
{
    unsigned slot = 0;

    while (slot < MBR_SLOTS &&
           mbr_slot(sector, slot)[MBR_ENTRY_AT_TYPE] != MBR_TYPE_PROTECTIVE)
        slot++;
    if (slot == MBR_SLOTS) {
        slot = 0;
        memset(mbr_slot(sector, 0), 0, MBR_SLOTS * MBR_ENTRY_BYTES);
    }
    mbr_put_protective(mbr_slot(sector, slot), work->size);
    put_le16(sector, MBR_AT_MAGIC, MBR_MAGIC);
    /* Removes a header at byte 512 of the sector, which systems could still find. */
    if (layout_label(work->base)->written_for && work->logical > MBR_BYTES)
        memset(sector + MBR_BYTES, 0, GPT_HEADER_BYTES);
}

static bool entry_overlaps(const struct extent *extent, const struct mbr_entry *entry)
{
    return extent->kind == EXTENT_PARTITION &&
           extent->start < entry->start + entry->length &&
           entry->start < extent_end(extent);
}

/* Returns the first partition of A that overlaps the MBR's ENTRY and is not at the same
 * place in B. */
static const struct extent *find_moved(const struct layout *a, const struct layout *b,
                                       const struct mbr_entry *entry)
{
    LAYOUT_EACH (extent, a)
        if (entry_overlaps(extent, entry) &&
            !write_is_same_range(extent, write_same(b, extent)))
            return extent;
    return NULL;
}

static bool check_entry(const struct write_work *work, const struct mbr_entry *entry,
                        struct err *err)
{
    const struct extent *moved = NULL;

    if (mbr_entry_is_used(entry) && entry->type != MBR_TYPE_PROTECTIVE)
        moved = find_moved(work->base, work->preview, entry);
    if (!moved && mbr_entry_is_used(entry) && entry->type != MBR_TYPE_PROTECTIVE)
        moved = find_moved(work->preview, work->base, entry);
    if (!moved)
        return true;
    return err_refuse(
        err, REFUSAL_WRITE_HYBRID_ENTRY,
        _("The hybrid MBR names sectors %1$llu to %2$llu, where partition %3$u "
          "would change: both would have to change at once."),
        (ull)entry->start, (ull)(entry->start + entry->length - 1), moved->number);
}

bool gpt_check_hybrid(const struct write_work *work, struct err *err)
{
    CLEANUP(freep) struct mbr_table *mbr = xmalloc(sizeof(*mbr));

    if (!mbr_decode(&work->now, work->logical, mbr, err))
        return false;
    for (unsigned i = 0; i < MBR_SLOTS && mbr->kind == MBR_HYBRID; i++)
        if (!check_entry(work, &mbr->primary[i], err))
            return false;
    if (mbr->kind != MBR_HYBRID || !layout_label(work->base)->written_for)
        return true;
    return err_refuse(err, REFUSAL_WRITE_HYBRID_SECTORS,
                      _("The table has a hybrid MBR, which cannot be written anew for "
                        "another sector size."));
}

bool gpt_make_mbr(const struct write_work *work, uint8_t **ret, struct err *err)
{
    bool is_new = write_is_new_table(work->base, work->preview);
    bool is_repaired = write_is_repaired(work, NOTE_GPT_PMBR_MISSING) ||
                       write_is_repaired(work, NOTE_GPT_PMBR_START) ||
                       write_is_repaired(work, NOTE_GPT_PMBR_SIZE) ||
                       layout_label(work->base)->written_for;

    *ret = NULL;
    if (!is_new && !is_repaired)
        return true;
    CLEANUP(freep) uint8_t *sector = xmalloc(work->logical);
    if (!(is_new ? write_blank_mbr(work, sector, err)
                 : write_read(work, 0, 1, sector, err)))
        return false;
    if (is_new)
        mbr_put_protective(mbr_slot(sector, 0), work->size);
    else
        put_repaired(work, sector);
    *ret = TAKE(sector);
    return true;
}
