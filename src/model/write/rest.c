/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rest.c - keeps what shares a sector with a table and is no field of it
 *
 * Boot code, the disk signature beside a GPT, what follows the two entries of an EBR or
 * the header of a GPT, and the end of a sector that is larger than its table. */
#include <string.h>

#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/table/bsd.h"
#include "model/table/gpt.h"
#include "model/table/gpt_layout.h"
#include "model/table/mbr.h"
#include "model/table/mbr_layout.h"
#include "model/write/private.h"

/* A sector, or a mark for each byte of it, and where it is on the disk. */
struct rest_sector {
    uint8_t *bytes;
    uint64_t offset, count;
};

/* Clears the bytes [FROM, FROM + COUNT) of the disk that are in SECTOR. */
static void rest_clear(const struct rest_sector *sector, uint64_t from, uint64_t count)
{
    uint64_t start = num_max(from, sector->offset);
    uint64_t end = num_min(from + count, sector->offset + sector->count);

    if (start < end)
        memset(sector->bytes + (start - sector->offset), 0, (size_t)(end - start));
}

/* --- the fields of a table, in the sector that contains CONTENT --- */

/* The disk's id is a field of an msdos table only. */
static void clear_mbr(const struct rest_sector *sector, const struct layout *layout)
{
    rest_clear(sector, MBR_AT_ENTRIES, MBR_BYTES - MBR_AT_ENTRIES);
    if (layout_label(layout)->kind == LABEL_MSDOS)
        rest_clear(sector, MBR_AT_SIGNATURE, 4);
}

/* Clears those of the EBR at byte AT. */
static void clear_ebr(const struct rest_sector *sector, uint64_t at)
{
    rest_clear(sector, at + MBR_AT_ENTRIES, (uint64_t)2 * MBR_ENTRY_BYTES);
    rest_clear(sector, at + MBR_AT_MAGIC, 2);
}

/* False if it has no header of a GPT. */
static bool clear_header(const struct rest_sector *sector, const uint8_t *content)
{
    if (memcmp(content, GPT_SIGNATURE, GPT_SIGNATURE_BYTES) != 0)
        return false;
    rest_clear(sector, sector->offset, write_header_bytes(content));
    return true;
}

static void clear_bsd(const struct rest_sector *sector, const uint8_t *content)
{
    rest_clear(sector, sector->offset, bsd_label_bytes(content));
}

static bool is_bsd(const struct layout *base)
{
    return layout_label(base)->kind == LABEL_BSD;
}

/* --- what is kept --- */

static bool is_place_of_header(const struct write_work *work, uint64_t lba)
{
    return lba == 1 || lba == work->size - 1;
}

/* Clears the fields that the sector at LBA, which contains BEFORE, has in the old table.
 * False if all of it may be written: it is in no table, or of one without such a rest. */
static bool clear_old(const struct write_work *work, uint64_t lba, const uint8_t *before,
                      const struct rest_sector *sector)
{
    const struct extent *extent = layout_find_lba(work->base, lba);

    if (!extent || extent->kind != EXTENT_METADATA)
        return false;
    if (is_bsd(work->base)) {
        clear_bsd(sector, before);
        return true;
    }
    if (extent->role == ROLE_TABLE)
        return false;
    if (extent->role == ROLE_EBR)
        clear_ebr(sector, sector->offset);
    else if (extent->role == ROLE_MBR)
        clear_mbr(sector, work->preview);
    else
        return clear_header(sector, before) || is_place_of_header(work, lba);
    return true;
}

/* Clears the fields of AFTER, which is written as WHAT; likewise. */
static bool clear_new(const struct write_work *work, enum write_what what,
                      const uint8_t *after, const struct rest_sector *sector)
{
    if (what == WRITE_EBR)
        clear_ebr(sector, sector->offset);
    else if (what == WRITE_MBR)
        clear_mbr(sector, work->preview);
    else
        return what == WRITE_GPT_OLD || clear_header(sector, after);
    return true;
}

/* The boot sector of a file system makes way for the table. */
static bool has_rest(const struct layout *base, uint64_t lba)
{
    return lba || !layout_note_find(base, NOTE_MSDOS_OVER_CONTENT);
}

size_t write_header_bytes(const uint8_t *header)
{
    uint32_t length = le32_at(header, GPT_AT_HEADER_BYTES);

    return length > GPT_HEADER_BYTES && length <= MBR_BYTES ? length : GPT_HEADER_BYTES;
}

void write_keep_rest(const struct write_work *work, enum write_what what, uint64_t lba,
                     const uint8_t *before, uint8_t *after)
{
    CLEANUP(freep) uint8_t *is_kept = memset(xmalloc(work->logical), 1, work->logical);
    const struct rest_sector sector = { is_kept, lba * work->logical, work->logical };

    /* A table for other sector sizes has its fields elsewhere. */
    if (layout_label(work->base)->written_for || !has_rest(work->base, lba) ||
        !clear_old(work, lba, before, &sector) || !clear_new(work, what, after, &sector))
        return;
    for (size_t i = 0; i < work->logical; i++)
        if (is_kept[i])
            after[i] = before[i];
}

/* --- what is lost of it --- */

/* Clears the entries that are in use of the array at byte FROM; 0: it is unknown. */
static void clear_entries(const struct rest_sector *sector, uint64_t from, uint64_t count)
{
    for (uint64_t i = 0; i < count && from; i++) {
        uint64_t at = from + i * GPT_ENTRY_BYTES;
        if (at >= sector->offset && at < sector->offset + sector->count &&
            !mem_is_zero(sector->bytes + (at - sector->offset) + GPT_ENTRY_AT_TYPE,
                         GUID_BYTES))
            rest_clear(sector, at, GPT_ENTRY_BYTES);
    }
}

bool write_is_damaged_copy(const struct layout *base, const struct extent *extent)
{
    return (extent->role == ROLE_GPT_PRIMARY &&
            layout_note_find(base, NOTE_GPT_PRIMARY_DAMAGED)) ||
           (extent->role == ROLE_GPT_BACKUP &&
            layout_note_find(base, NOTE_GPT_BACKUP_DAMAGED));
}

/* Clears the entries of the copy of a GPT in EXTENT that are in use.  Of a damaged copy
 * clears all, unless unused ones have bytes that belong to no table, and what is left of
 * its header. */
static void drop_entries(const struct layout *base, const struct extent *extent,
                         const struct rest_sector *sector)
{
    const struct label *label = layout_label(base);
    uint64_t lba =
        extent->role == ROLE_GPT_PRIMARY ? label->entries_lba : label->backup_lba;
    uint64_t array = lba * sector->count;
    uint64_t bytes = (uint64_t)label->entries * GPT_ENTRY_BYTES;

    bool is_array = sector->offset >= array && sector->offset - array < bytes;
    if (!write_is_damaged_copy(base, extent) || (is_array && label->has_unused_bytes))
        clear_entries(sector, array, label->entries);
    else if (is_array)
        rest_clear(sector, array, bytes);
    else
        rest_clear(sector, sector->offset, sector->count);
}

void write_drop_entries(const struct layout *base, const struct extent *extent,
                        uint64_t lba, uint8_t *sector)
{
    uint64_t logical = layout_limits(base)->logical;

    drop_entries(base, extent, &(struct rest_sector){ sector, lba * logical, logical });
}

/* Clears the fields of the old table in SECTOR, which is in EXTENT. */
static void drop_fields(const struct layout *base, const struct extent *extent,
                        const struct rest_sector *sector)
{
    if (is_bsd(base))
        clear_bsd(sector, sector->bytes);
    else if (extent && extent->role == ROLE_MBR)
        clear_mbr(sector, base);
    else if (extent && extent->role == ROLE_EBR)
        clear_ebr(sector, sector->offset);
    else if (extent && extent_is_gpt(extent) && !clear_header(sector, sector->bytes))
        drop_entries(base, extent, sector);
}

static void drop_written_gpt(const struct layout *base, const struct rest_sector *sector)
{
    const struct label *label = layout_label(base);
    uint64_t written = label->written_for;
    uint64_t size = layout_limits(base)->size * layout_limits(base)->logical;

    rest_clear(sector, written, GPT_HEADER_BYTES);
    rest_clear(sector, size - written, GPT_HEADER_BYTES);
    clear_entries(sector, label->entries_lba * written, label->entries);
    clear_entries(sector, label->backup_lba * written, label->entries);
}

/* Does the same for a table that was written for other sectors: its fields lie where
 * those of a disk with such ones would. */
static void drop_written(const struct layout *base, const struct rest_sector *sector)
{
    clear_mbr(sector, base);
    if (layout_label(base)->kind == LABEL_GPT)
        drop_written_gpt(base, sector);
    LAYOUT_EACH (extent, base)
        if (extent->role == ROLE_EBR)
            clear_ebr(sector, extent->start * sector->count);
}

/* True if EXTENT is of a table that shares its sectors with other bytes. */
static bool is_table_with_rest(const struct layout *base, const struct extent *extent)
{
    return extent && extent->kind == EXTENT_METADATA &&
           (extent->role != ROLE_TABLE || is_bsd(base));
}

bool write_takes_rest(const struct layout *base, uint64_t lba, const uint8_t *before,
                      const uint8_t *after)
{
    const struct extent *extent = layout_find_lba(base, lba);
    size_t logical = (size_t)layout_limits(base)->logical;

    if (!has_rest(base, lba) || layout_label(base)->kind == LABEL_NONE ||
        (lba && !is_table_with_rest(base, extent)))
        return false;
    CLEANUP(freep) uint8_t *rest = memcpy(xmalloc(logical), before, logical);
    const struct rest_sector sector = { rest, lba * logical, logical };
    if (layout_label(base)->written_for)
        drop_written(base, &sector);
    else
        drop_fields(base, extent, &sector);
    for (size_t i = 0; i < logical; i++)
        if (rest[i] && rest[i] != after[i])
            return true;
    return false;
}
