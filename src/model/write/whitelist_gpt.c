/* SPDX-License-Identifier: GPL-3.0-or-later */
/* whitelist_gpt.c - permits changes in the copies of a GPT, and in remains of an old
 * one */
#include <string.h>

#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/table/gpt_layout.h"
#include "model/write/whitelist_private.h"

#define ENTRY_BYTES 128

static bool has_gpt_label(const struct layout *layout)
{
    return layout_label(layout)->kind == LABEL_GPT;
}

/* Returns the extent of ROLE that contains LBA; NULL: none. */
static const struct extent *whitelist_copy_at(const struct layout *layout,
                                              enum extent_role role, uint64_t lba)
{
    const struct extent *extent = layout_find_lba(layout, lba);

    return extent && extent->role == role ? extent : NULL;
}

/* True if B has each extent of ROLE of A. */
static bool is_part_of(const struct layout *a, const struct layout *b,
                       enum extent_role role)
{
    LAYOUT_EACH (extent, a) {
        const struct extent *there =
            extent->role == role ? whitelist_copy_at(b, role, extent->start) : NULL;
        if (extent->role == role &&
            (!there || there->start != extent->start || there->length != extent->length))
            return false;
    }
    return true;
}

/* True if the copies differ and the one of ROLE is replaced by the other. */
static bool is_replaced(const struct whitelist *list, enum extent_role role)
{
    enum extent_role kept =
        layout_label(list->preview)->is_from_backup ? ROLE_GPT_BACKUP : ROLE_GPT_PRIMARY;

    return role != kept && whitelist_is_cured(list, NOTE_GPT_COPIES_DIFFER);
}

/* True if the whole copy is written: for a new table, at another position, or for a
 * repair.  A copy leaves its position only if it gets another one. */
static bool is_rewritten(const struct whitelist *list, enum extent_role role)
{
    bool is_primary = role == ROLE_GPT_PRIMARY;

    return whitelist_is_new(list) || whitelist_is_rescaled(list) ||
           !is_part_of(list->preview, list->base, role) ||
           whitelist_is_cured(list, NOTE_GPT_NUMBERS) ||
           whitelist_is_cured(list, is_primary ? NOTE_GPT_PRIMARY_DAMAGED
                                               : NOTE_GPT_BACKUP_DAMAGED) ||
           is_replaced(list, role) ||
           (!is_primary && whitelist_is_cured(list, NOTE_GPT_DISK_SHRUNK));
}

/* True if the copy is damaged and not repaired. */
static bool is_left_damaged_copy(const struct whitelist *list, enum extent_role role)
{
    return layout_note_find(list->preview, role == ROLE_GPT_PRIMARY
                                               ? NOTE_GPT_PRIMARY_DAMAGED
                                               : NOTE_GPT_BACKUP_DAMAGED);
}

static bool is_gpt_header(const uint8_t *sector)
{
    return !memcmp(sector, GPT_SIGNATURE, GPT_SIGNATURE_BYTES);
}

/* Returns how many bytes of its sector HEADER has. */
static size_t header_bytes(const uint8_t *header)
{
    uint32_t length = le32_at(header, GPT_AT_HEADER_BYTES);

    return length > GPT_HEADER_BYTES && length <= 512 ? length : GPT_HEADER_BYTES;
}

static void gpt_allow_header(const struct whitelist *list, enum extent_role role)
{
    const struct label *before = layout_label(list->base);
    const struct label *after = layout_label(list->preview);
    enum extent_role other =
        role == ROLE_GPT_PRIMARY ? ROLE_GPT_BACKUP : ROLE_GPT_PRIMARY;

    whitelist_allow(list, GPT_AT_HEADER_CRC, 4);
    whitelist_allow(list, GPT_AT_ARRAY_CRC, 4);
    if (before->first_usable != after->first_usable)
        whitelist_allow(list, GPT_AT_FIRST_USABLE, 8);
    if (before->last_usable != after->last_usable)
        whitelist_allow(list, GPT_AT_LAST_USABLE, 8);
    if (strcmp(before->id, after->id) != 0)
        whitelist_allow(list, GPT_AT_DISK_GUID, 16);
    if (is_rewritten(list, other))
        whitelist_allow(list, GPT_AT_ALTERNATE, 8);
}

static void allow_fields(const struct whitelist *list, size_t at,
                         const struct extent *before, const struct extent *after)
{
    if (strcmp(before->type, after->type) != 0)
        whitelist_allow(list, at + GPT_ENTRY_AT_TYPE, 16);
    if (strcmp(before->uuid, after->uuid) != 0)
        whitelist_allow(list, at + GPT_ENTRY_AT_UNIQUE, 16);
    if (before->start != after->start)
        whitelist_allow(list, at + GPT_ENTRY_AT_FIRST, 8);
    if (extent_end(before) != extent_end(after))
        whitelist_allow(list, at + GPT_ENTRY_AT_LAST, 8);
    if (before->attributes != after->attributes)
        whitelist_allow(list, at + GPT_ENTRY_AT_ATTRIBUTES, 8);
    if (strcmp(before->name, after->name) != 0)
        whitelist_allow(list, at + GPT_ENTRY_AT_NAME, ENTRY_BYTES - GPT_ENTRY_AT_NAME);
}

static void allow_slot(const struct whitelist *list, size_t at, unsigned number)
{
    const struct extent *before = layout_find_entry(list->base, number);
    const struct extent *after = layout_find_entry(list->preview, number);

    if (before && after && before->id == after->id)
        allow_fields(list, at, before, after);
    else if (before || after)
        whitelist_allow(list, at, ENTRY_BYTES);
}

/* Before a table is replaced, partitions that are removed or shrink may be removed or
 * shrunk in it. */
static void allow_reduced(const struct whitelist *list, size_t at, unsigned number)
{
    const struct extent *before = layout_find_number(list->base, number);
    const struct extent *after = before ? layout_find(list->preview, before->id) : NULL;

    if (before && !after)
        whitelist_allow(list, at, ENTRY_BYTES);
    if (before && after && before->start != after->start)
        whitelist_allow(list, at + GPT_ENTRY_AT_FIRST, 8);
    if (before && after && extent_end(before) != extent_end(after))
        whitelist_allow(list, at + GPT_ENTRY_AT_LAST, 8);
}

/* Permits changes if the sector is part of the entry array of HEADER, read from the
 * disk. */
static void allow_array(const struct whitelist *list, const uint8_t *header,
                        void (*allow)(const struct whitelist *list, size_t at,
                                      unsigned number))
{
    uint64_t first = le64_at(header, GPT_AT_ENTRIES_LBA);
    uint64_t count = le32_at(header, GPT_AT_ENTRY_COUNT);
    uint64_t each = list->logical / ENTRY_BYTES;

    if (list->lba < first || le32_at(header, GPT_AT_ENTRY_BYTES) != ENTRY_BYTES)
        return;
    for (uint64_t i = 0; i < each; i++) {
        uint64_t slot = (list->lba - first) * each + i;
        if (slot < count)
            allow(list, (size_t)(i * ENTRY_BYTES), (unsigned)slot + 1);
    }
}

/* Reads the header on the disk of a copy that does not move. */
static bool gpt_find_header(const struct whitelist *list, enum extent_role role,
                            uint8_t *ret)
{
    LAYOUT_EACH (extent, list->base) {
        if (extent->role != role)
            continue;
        if (whitelist_read(list, extent->start, 1, ret) && is_gpt_header(ret))
            return true;
        if (whitelist_read(list, extent_end(extent) - 1, 1, ret) && is_gpt_header(ret))
            return true;
    }
    return false;
}

/* Before a new table replaces the old one, a damaged copy may be repaired, and partitions
 * that are removed may be removed from it. */
static void allow_reduced_copy(const struct whitelist *list, enum extent_role role)
{
    CLEANUP(freep) uint8_t *header = xmalloc(list->logical);
    enum note_id damage =
        role == ROLE_GPT_PRIMARY ? NOTE_GPT_PRIMARY_DAMAGED : NOTE_GPT_BACKUP_DAMAGED;

    if (!has_gpt_label(list->base) || !whitelist_is_new(list) ||
        !whitelist_copy_at(list->base, role, list->lba))
        return;
    if (layout_note_find(list->base, damage) ||
        layout_note_find(list->base, NOTE_GPT_COPIES_DIFFER)) {
        whitelist_allow(list, 0, list->logical);
    } else if (is_gpt_header(list->was)) {
        whitelist_allow(list, GPT_AT_HEADER_CRC, 4);
        whitelist_allow(list, GPT_AT_ARRAY_CRC, 4);
        whitelist_allow(list, GPT_AT_ALTERNATE, 8);
    } else if (gpt_find_header(list, role, header)) {
        allow_array(list, header, allow_reduced);
    }
}

/* What follows a header in its sector is no field of the table, and stays. */
static void allow_rewritten(const struct whitelist *list)
{
    const struct extent *before = layout_find_lba(list->base, list->lba);
    bool is_header = has_gpt_label(list->base) && before &&
                     before->kind == EXTENT_METADATA && is_gpt_header(list->was) &&
                     is_gpt_header(list->is) && !layout_label(list->base)->written_for;

    whitelist_allow(list, 0,
                    is_header ? num_max(header_bytes(list->was), header_bytes(list->is))
                              : list->logical);
}

static void allow_copy(const struct whitelist *list, enum extent_role role)
{
    CLEANUP(freep) uint8_t *header = xmalloc(list->logical);

    if (!has_gpt_label(list->preview) ||
        !whitelist_copy_at(list->preview, role, list->lba))
        return;
    if (is_rewritten(list, role))
        allow_rewritten(list);
    else if (is_left_damaged_copy(list, role) || !gpt_find_header(list, role, header))
        return;
    else if (is_gpt_header(list->was))
        gpt_allow_header(list, role);
    else
        allow_array(list, header, allow_slot);
}

void whitelist_gpt(const struct whitelist *list)
{
    static const enum extent_role roles[] = { ROLE_GPT_PRIMARY, ROLE_GPT_BACKUP };

    for (size_t i = 0; i < ARRAY_SIZE(roles); i++) {
        allow_reduced_copy(list, roles[i]);
        allow_copy(list, roles[i]);
    }
}

static bool is_zeroed(const struct whitelist *list, size_t from, size_t count)
{
    for (size_t i = from; i < from + count; i++)
        if (list->is[i])
            return false;
    return true;
}

/* True if OFFSET is LBA 1 with some sector size. */
static bool is_lba_one(uint64_t offset)
{
    return offset == 512 || offset == 1024 || offset == 2048 || offset == 4096;
}

/* A backup is found in the last sector without the primary. */
static bool is_last_sector(const struct whitelist *list)
{
    return list->lba == layout_limits(list->base)->size - 1;
}

/* True if no valid GPT has its header here any more. */
static bool is_obsolete_header(const struct whitelist *list, size_t at)
{
    if (has_gpt_label(list->preview))
        return !whitelist_copy_at(list->preview, ROLE_GPT_PRIMARY, list->lba) &&
               !whitelist_copy_at(list->preview, ROLE_GPT_BACKUP, list->lba) &&
               is_rewritten(list, ROLE_GPT_BACKUP);
    return layout_label(list->preview)->kind == LABEL_MSDOS &&
           (whitelist_is_new(list) || is_last_sector(list) ||
            is_lba_one(list->lba * list->logical + at));
}

/* Entries of a copy that the preview has no more may be cleared. */
static void allow_gone_entries(const struct whitelist *list, enum extent_role role)
{
    const struct extent *copy = whitelist_copy_at(list->base, role, list->lba);

    if (!copy || !has_gpt_label(list->base) ||
        whitelist_copy_at(list->preview, ROLE_GPT_PRIMARY, list->lba) ||
        whitelist_copy_at(list->preview, ROLE_GPT_BACKUP, list->lba))
        return;
    for (size_t at = 0; at < list->logical && !is_gpt_header(list->was);
         at += ENTRY_BYTES)
        if (is_zeroed(list, at, ENTRY_BYTES))
            whitelist_allow(list, at, ENTRY_BYTES);
}

void whitelist_old_gpt(const struct whitelist *list)
{
    allow_gone_entries(list, ROLE_GPT_PRIMARY);
    allow_gone_entries(list, ROLE_GPT_BACKUP);
    for (size_t at = 0; at < list->logical; at += 512) {
        size_t count = at ? GPT_HEADER_BYTES : header_bytes(list->was);
        if (is_obsolete_header(list, at) && is_gpt_header(list->was + at) &&
            is_zeroed(list, at, count))
            whitelist_allow(list, at, count);
    }
}
