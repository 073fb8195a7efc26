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

#define FIELDS_MAX 4 /* of the old table, and of the new one */

/* The fields of one sector of a table. */
struct rest_fields {
    struct {
        size_t at, count;
    } field[FIELDS_MAX];
    size_t count;
};

static void add_field(struct rest_fields *fields, size_t at, size_t count)
{
    fields->field[fields->count].at = at;
    fields->field[fields->count++].count = count;
}

/* The disk's id is a field of an msdos table only. */
static void add_mbr(struct rest_fields *fields, const struct layout *layout)
{
    add_field(fields, MBR_AT_ENTRIES, MBR_BYTES - MBR_AT_ENTRIES);
    if (layout_label(layout)->kind == LABEL_MSDOS)
        add_field(fields, MBR_AT_SIGNATURE, 4);
}

static void add_ebr_fields(struct rest_fields *fields)
{
    add_field(fields, MBR_AT_ENTRIES, (size_t)2 * MBR_ENTRY_BYTES);
    add_field(fields, MBR_AT_MAGIC, 2);
}

/* Adds the fields of the header in SECTOR of a GPT.  False if there is none. */
static bool add_header(struct rest_fields *fields, const uint8_t *sector)
{
    if (memcmp(sector, GPT_SIGNATURE, GPT_SIGNATURE_BYTES) != 0)
        return false;
    add_field(fields, 0, write_header_bytes(sector));
    return true;
}

/* Adds the label of BSD in SECTOR, if there is one. */
static void add_bsd(struct rest_fields *fields, const uint8_t *sector)
{
    size_t count = bsd_label_bytes(sector);

    if (count)
        add_field(fields, 0, count);
}

static bool is_bsd(const struct layout *base)
{
    return layout_label(base)->kind == LABEL_BSD;
}

static bool is_place_of_header(const struct write_work *work, uint64_t lba)
{
    return lba == 1 || lba == work->size - 1;
}

/* Adds the fields that the sector at LBA, which contains BEFORE, has in the old table.
 * False if all of it may be written: it is in no table, or of one without such a rest. */
static bool add_old(const struct write_work *work, uint64_t lba, const uint8_t *before,
                    struct rest_fields *fields)
{
    const struct extent *extent = layout_find_lba(work->base, lba);

    if (!extent || extent->kind != EXTENT_METADATA)
        return false;
    if (is_bsd(work->base)) {
        add_bsd(fields, before);
        return true;
    }
    if (extent->role == ROLE_TABLE)
        return false;
    if (extent->role == ROLE_EBR)
        add_ebr_fields(fields);
    else if (extent->role == ROLE_MBR)
        add_mbr(fields, work->preview);
    else
        return add_header(fields, before) || is_place_of_header(work, lba);
    return true;
}

/* Adds the fields of AFTER, which is written as WHAT; likewise. */
static bool add_new(const struct write_work *work, enum write_what what,
                    const uint8_t *after, struct rest_fields *fields)
{
    if (what == WRITE_EBR)
        add_ebr_fields(fields);
    else if (what == WRITE_MBR)
        add_mbr(fields, work->preview);
    else
        return what == WRITE_GPT_OLD || add_header(fields, after);
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
    CLEANUP(freep) uint8_t *kept = NULL;
    struct rest_fields fields = { 0 };

    /* A table for other sector sizes has its fields elsewhere. */
    if (layout_label(work->base)->written_for || !has_rest(work->base, lba) ||
        !add_old(work, lba, before, &fields) || !add_new(work, what, after, &fields))
        return;
    kept = memcpy(xmalloc(work->logical), before, work->logical);
    for (size_t i = 0; i < fields.count; i++)
        memcpy(kept + fields.field[i].at, after + fields.field[i].at,
               fields.field[i].count);
    memcpy(after, kept, work->logical);
}

/* --- what is lost of it --- */

/* Returns the first entry in the sector at LBA of an array of entries. */
static uint64_t first_entry(const struct layout *base, const struct extent *extent,
                            uint64_t lba)
{
    uint64_t array = extent->start + (extent->start == 1);

    return (lba - array) * (layout_limits(base)->logical / GPT_ENTRY_BYTES);
}

void write_drop_entries(const struct layout *base, const struct extent *extent,
                        uint64_t lba, uint8_t *sector)
{
    uint64_t first = first_entry(base, extent, lba);
    size_t count = (size_t)(layout_limits(base)->logical / GPT_ENTRY_BYTES);

    for (size_t i = 0; i < count; i++) {
        uint8_t *entry = sector + i * GPT_ENTRY_BYTES;
        if (first + i < layout_label(base)->entries &&
            !mem_is_zero(entry + GPT_ENTRY_AT_TYPE, GUID_BYTES))
            memset(entry, 0, GPT_ENTRY_BYTES);
    }
}

bool write_is_damaged_copy(const struct layout *base, const struct extent *extent)
{
    return (extent->role == ROLE_GPT_PRIMARY &&
            layout_note_find(base, NOTE_GPT_PRIMARY_DAMAGED)) ||
           (extent->role == ROLE_GPT_BACKUP &&
            layout_note_find(base, NOTE_GPT_BACKUP_DAMAGED));
}

/* Clears the fields of the old table in SECTOR, which is at LBA. */
static void drop_fields(const struct layout *base, const struct extent *extent,
                        uint64_t lba, uint8_t *sector)
{
    struct rest_fields fields = { 0 };
    bool is_gpt =
        extent && (extent->role == ROLE_GPT_PRIMARY || extent->role == ROLE_GPT_BACKUP);

    if (is_bsd(base)) {
        add_bsd(&fields, sector);
    } else if (extent && extent->role == ROLE_MBR) {
        add_mbr(&fields, base);
    } else if (extent && extent->role == ROLE_EBR) {
        add_ebr_fields(&fields);
    } else if (is_gpt && !add_header(&fields, sector)) {
        if (write_is_damaged_copy(base, extent))
            add_field(&fields, 0, (size_t)layout_limits(base)->logical);
        else
            write_drop_entries(base, extent, lba, sector);
    }
    for (size_t i = 0; i < fields.count; i++)
        memset(sector + fields.field[i].at, 0, fields.field[i].count);
}

/* --- a table that was written for other sectors --- */

/* The bytes of the disk in SECTOR. */
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

/* Clears the entries that are in use of the array at byte FROM. */
static void rest_clear_entries(const struct rest_sector *sector, uint64_t from,
                               uint64_t count)
{
    for (uint64_t i = 0; i < count; i++) {
        uint64_t at = from + i * GPT_ENTRY_BYTES;
        if (at >= sector->offset && at < sector->offset + sector->count &&
            !mem_is_zero(sector->bytes + (at - sector->offset) + GPT_ENTRY_AT_TYPE,
                         GUID_BYTES))
            rest_clear(sector, at, GPT_ENTRY_BYTES);
    }
}

static void clear_written_gpt(const struct layout *base, const struct rest_sector *sector)
{
    uint64_t written = layout_label(base)->written_for,
             count = layout_label(base)->entries;
    uint64_t size = layout_limits(base)->size * layout_limits(base)->logical;
    uint64_t array = num_round_up(count * GPT_ENTRY_BYTES, written);

    rest_clear(sector, written, GPT_HEADER_BYTES);
    rest_clear_entries(sector, 2 * written, count);
    rest_clear(sector, size - written, GPT_HEADER_BYTES);
    rest_clear_entries(sector, size - written - array, count);
}

/* Clears the fields of the table in BYTES, the sector at LBA: they lie where those of a
 * disk with the other sectors would. */
static void drop_written(const struct layout *base, uint64_t lba, uint8_t *bytes)
{
    uint64_t logical = layout_limits(base)->logical;
    const struct rest_sector sector = { bytes, lba * logical, logical };

    rest_clear(&sector, MBR_AT_ENTRIES, MBR_BYTES - MBR_AT_ENTRIES);
    if (layout_label(base)->kind == LABEL_GPT)
        clear_written_gpt(base, &sector);
    else
        rest_clear(&sector, MBR_AT_SIGNATURE, 4);
    LAYOUT_EACH (extent, base) {
        if (extent->role != ROLE_EBR)
            continue;
        rest_clear(&sector, extent->start * logical + MBR_AT_ENTRIES,
                   (uint64_t)2 * MBR_ENTRY_BYTES);
        rest_clear(&sector, extent->start * logical + MBR_AT_MAGIC, 2);
    }
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
    CLEANUP(freep) uint8_t *rest = NULL;

    if (!has_rest(base, lba) || layout_label(base)->kind == LABEL_NONE ||
        (lba && !is_table_with_rest(base, extent)))
        return false;
    rest = memcpy(xmalloc(logical), before, logical);
    if (layout_label(base)->written_for)
        drop_written(base, lba, rest);
    else
        drop_fields(base, extent, lba, rest);
    for (size_t i = 0; i < logical; i++)
        if (rest[i] && rest[i] != after[i])
            return true;
    return false;
}
