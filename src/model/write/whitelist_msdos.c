/* SPDX-License-Identifier: GPL-3.0-or-later */
/* whitelist_msdos.c - permits changes in the MBR and in EBRs */
#include <string.h>

#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/disk/extent.h"
#include "model/table/mbr.h"
#include "model/table/mbr_layout.h"
#include "model/write/whitelist_private.h"

static size_t slot_at(unsigned slot)
{
    return MBR_AT_ENTRIES + (size_t)slot * MBR_ENTRY_BYTES;
}

static bool is_msdos(const struct layout *layout)
{
    return layout_label(layout)->kind == LABEL_MSDOS;
}

/* Permits the bytes of an entry that differ between two states of a partition; NULL: no
 * entry. */
static void allow_entry(const struct whitelist *list, size_t at,
                        const struct extent *before, const struct extent *after)
{
    if (!before && !after)
        return;
    if (!before || !after || before->id != after->id) {
        whitelist_allow(list, at, MBR_ENTRY_BYTES);
        return;
    }
    if (before->is_bootable != after->is_bootable)
        whitelist_allow(list, at + MBR_ENTRY_AT_FLAG, 1);
    if (strcmp(before->type, after->type) != 0)
        whitelist_allow(list, at + MBR_ENTRY_AT_TYPE, 1);
    /* A converted table has the same bytes in other sectors. */
    bool is_moved = before->start != after->start || whitelist_is_rescaled(list);
    if (is_moved) {
        whitelist_allow(list, at + MBR_ENTRY_AT_START_CHS, 3);
        whitelist_allow(list, at + MBR_ENTRY_AT_START, 4);
    }
    if (is_moved || extent_entry_length(before) != extent_entry_length(after)) {
        whitelist_allow(list, at + MBR_ENTRY_AT_END_CHS, 3);
        whitelist_allow(list, at + MBR_ENTRY_AT_LENGTH, 4);
    }
}

static const struct extent *primary_entry(const struct layout *layout, unsigned slot)
{
    return layout_find_entry(layout, slot + 1);
}

static void allow_msdos_mbr(const struct whitelist *list)
{
    if (strcmp(layout_label(list->base)->id, layout_label(list->preview)->id) != 0)
        whitelist_allow(list, MBR_AT_SIGNATURE, 4);
    for (unsigned slot = 0; slot < MBR_SLOTS; slot++)
        allow_entry(list, slot_at(slot), primary_entry(list->base, slot),
                    primary_entry(list->preview, slot));
}

/* Permits the protective entry; if there is none, all entries. */
static void allow_protective(const struct whitelist *list)
{
    bool has_protective = false;

    for (unsigned slot = 0; slot < MBR_SLOTS; slot++) {
        if (list->was[slot_at(slot) + MBR_ENTRY_AT_TYPE] != MBR_TYPE_PROTECTIVE)
            continue;
        has_protective = true;
        whitelist_allow(list, slot_at(slot), MBR_ENTRY_BYTES);
    }
    if (!has_protective)
        whitelist_allow(list, MBR_AT_ENTRIES, MBR_BYTES - MBR_AT_ENTRIES);
}

/* What is no field of the table is kept; the boot sector of a file system is removed. */
static void allow_new_mbr(const struct whitelist *list)
{
    const struct label *before = layout_label(list->base);

    if (!label_is_editable(before->kind) ||
        layout_note_find(list->base, NOTE_MSDOS_OVER_CONTENT)) {
        whitelist_allow(list, 0, list->logical);
        return;
    }
    whitelist_allow(list, MBR_AT_ENTRIES, MBR_BYTES - MBR_AT_ENTRIES);
    if (is_msdos(list->preview))
        whitelist_allow(list, MBR_AT_SIGNATURE, 4);
    if (before->written_for)
        whitelist_allow(list, MBR_CODE_BYTES, list->logical - MBR_CODE_BYTES);
}

void whitelist_mbr(const struct whitelist *list)
{
    if (list->lba)
        return;
    if (whitelist_is_new(list)) {
        allow_new_mbr(list);
    } else if (is_msdos(list->preview)) {
        allow_msdos_mbr(list);
    } else if (whitelist_is_rescaled(list) ||
               whitelist_is_cured(list, NOTE_GPT_PMBR_MISSING) ||
               whitelist_is_cured(list, NOTE_GPT_PMBR_START) ||
               whitelist_is_cured(list, NOTE_GPT_PMBR_SIZE)) {
        allow_protective(list);
        if (whitelist_is_rescaled(list))
            whitelist_allow(list, MBR_BYTES, list->logical);
    }
}

static const struct extent *whitelist_ebr_at(const struct layout *layout, uint64_t lba)
{
    for (size_t i = 0; is_msdos(layout) && i < layout_count(layout); i++)
        if (layout_at(layout, i)->role == ROLE_EBR && layout_at(layout, i)->start == lba)
            return layout_at(layout, i);
    return NULL;
}

static const struct extent *logical_of_ebr(const struct layout *layout,
                                           const struct extent *ebr)
{
    for (size_t i = 0; ebr && i < layout_count(layout); i++)
        if (extent_entry_kind(layout_at(layout, i)) == EXTENT_LOGICAL &&
            layout_at(layout, i)->ebr == ebr->id)
            return layout_at(layout, i);
    return NULL;
}

/* Returns the LBA to which the link of EBR leads in LAYOUT; 0: none. */
static uint64_t next_ebr_lba(const struct layout *layout, const struct extent *ebr)
{
    const struct extent *logical = logical_of_ebr(layout, ebr);
    const struct extent *next =
        logical ? layout_find_number(layout, logical->number + 1) : NULL;
    const struct extent *there = next ? layout_find(layout, next->ebr) : NULL;

    return there ? there->start : 0;
}

/* True if the link written at AT leads to a temporary position of the chain. */
static bool is_detour(const struct whitelist *list, size_t at, const struct extent *ebr)
{
    const struct extent *container = layout_find(list->preview, ebr->parent);

    return container &&
           whitelist_is_spare(list, container->start +
                                        le32_at(list->is, at + MBR_ENTRY_AT_START));
}

/* True if the chain was broken behind this EBR and now ends at it. */
static bool is_chain_ended(const struct whitelist *list, const struct extent *ebr)
{
    LAYOUT_EACH (extent, list->base)
        if (extent->fault >= FAULT_CHAIN_LOOP && extent->ebr == ebr->id)
            return !layout_find(list->preview, extent->id);
    return false;
}

/* Links count from the start of the container. */
static bool has_moved_container(const struct whitelist *list, const struct extent *ebr)
{
    const struct extent *before = layout_find(list->base, ebr->parent);
    const struct extent *after = layout_find(list->preview, ebr->parent);

    return before && after && before->start != after->start;
}

static bool is_link_needed(const struct whitelist *list, const struct extent *before,
                           const struct extent *after)
{
    /* An EBR without a logical partition has no number to compare. */
    return has_moved_container(list, before) || !logical_of_ebr(list->base, before) ||
           !logical_of_ebr(list->preview, after) ||
           next_ebr_lba(list->base, before) != next_ebr_lba(list->preview, after);
}

/* Permits the data entry and the link of an EBR that is kept or removed. */
static void allow_old_ebr(const struct whitelist *list, const struct extent *before,
                          const struct extent *after)
{
    bool has_data = false, has_link = false;

    for (unsigned slot = 0; slot < MBR_SLOTS; slot++) {
        size_t at = slot_at(slot);
        bool is_used = le32_at(list->was, at + MBR_ENTRY_AT_LENGTH);
        bool is_link = is_used && mbr_type_is_extended(list->was[at + MBR_ENTRY_AT_TYPE]);
        if (is_used && !is_link && !has_data)
            allow_entry(list, at, logical_of_ebr(list->base, before),
                        logical_of_ebr(list->preview, after));
        if (is_link && !has_link && after &&
            (is_link_needed(list, before, after) || is_chain_ended(list, before) ||
             is_detour(list, at, after)))
            whitelist_allow(list, at, MBR_ENTRY_BYTES);
        has_data |= is_used && !is_link;
        has_link |= is_link;
    }
    /* A missing entry may be added as the first or second one. */
    if (after && ((!has_data && logical_of_ebr(list->preview, after)) ||
                  (!has_link && is_link_needed(list, before, after))))
        for (unsigned slot = 0; slot < 2; slot++)
            if (mem_is_zero(list->was + slot_at(slot), MBR_ENTRY_BYTES))
                whitelist_allow(list, slot_at(slot), MBR_ENTRY_BYTES);
}

void whitelist_ebr(const struct whitelist *list)
{
    bool is_kept = !whitelist_is_new(list) && !whitelist_is_rescaled(list);
    const struct extent *before =
        is_kept ? whitelist_ebr_at(list->base, list->lba) : NULL;
    const struct extent *after = whitelist_ebr_at(list->preview, list->lba);

    if (before)
        allow_old_ebr(list, before, after);
    else if (after)
        whitelist_allow(list, 0, list->logical);
}
