/* SPDX-License-Identifier: GPL-3.0-or-later */
/* layout_gpt_mbr.c - converts the MBR beside a GPT to notes and kept ranges */
#include "model/table/layout_gpt.h"

#include "model/base/intl.h"
#include "model/disk/kept.h"

struct work {
    const struct gpt_table *table;
    const struct mbr_table *mbr;
    const struct limits *limits;
    struct layout_builder *builder;
};

/* Lengths of 32 bits: a larger disk has the maximum value. */
static void note_protective(const struct work *work, const struct mbr_entry *entry)
{
    uint64_t want = work->limits->size - 1;

    if (want > UINT32_MAX)
        want = UINT32_MAX;
    if (entry->start == 1 && (entry->length == want || entry->length == UINT32_MAX))
        return;
    layout_builder_note(
        work->builder, NOTE_GPT_PMBR_SIZE,
        ngettext("The protective MBR covers %1$llu sector from sector %2$llu on; "
                 "it should cover %3$llu from sector 1 on.",
                 "The protective MBR covers %1$llu sectors from sector %2$llu on; "
                 "it should cover %3$llu from sector 1 on.",
                 entry->length),
        (ull)entry->length, (ull)entry->start, (ull)want);
}

static const struct gpt_entry *find_gpt_entry(const struct gpt_table *table,
                                              const struct mbr_entry *entry)
{
    for (size_t i = 0; i < table->count; i++)
        if (table->entries[i].first_lba == entry->start &&
            table->entries[i].last_lba - entry->start + 1 == entry->length)
            return &table->entries[i];
    return NULL;
}

static void note_hybrid_entry(const struct work *work, unsigned slot)
{
    const struct mbr_entry *entry = &work->mbr->primary[slot];
    const struct gpt_entry *same = find_gpt_entry(work->table, entry);

    if (same)
        layout_builder_note(work->builder, NOTE_GPT_HYBRID_ENTRY,
                            _("MBR entry %1$u (type %2$x, sectors %3$llu + %4$llu) is "
                              "partition %5$u of the GPT."),
                            slot + 1, (unsigned)entry->type, (ull)entry->start,
                            (ull)entry->length, same->slot + 1);
    else
        layout_builder_note(work->builder, NOTE_GPT_HYBRID_MISMATCH,
                            _("MBR entry %1$u (type %2$x, sectors %3$llu + %4$llu) is no "
                              "partition of the GPT."),
                            slot + 1, (unsigned)entry->type, (ull)entry->start,
                            (ull)entry->length);
}

/* Returns the entry by which Linux recognizes a GPT: only one that starts at sector 1
 * (block/partitions/efi.c, pmbr_part_valid).  NULL if there is none. */
static const struct mbr_entry *find_protective(const struct mbr_table *mbr)
{
    for (unsigned i = 0; i < MBR_SLOTS; i++)
        if (mbr->primary[i].type == MBR_TYPE_PROTECTIVE && mbr->primary[i].start == 1)
            return &mbr->primary[i];
    return NULL;
}

void layout_gpt_note_mbr(struct layout_builder *builder, const struct gpt_table *table,
                         const struct mbr_table *mbr, const struct limits *limits)
{
    const struct work work = { table, mbr, limits, builder };

    if (mbr->kind == MBR_HYBRID)
        layout_builder_note(
            builder, NOTE_GPT_HYBRID,
            _("The MBR beside the GPT is a hybrid one: it names partitions "
              "of its own."));
    else if (mbr->kind != MBR_PROTECTIVE)
        layout_builder_note(
            builder, NOTE_GPT_PMBR_MISSING,
            _("The protective MBR is missing: most systems do not see this "
              "GPT."));
    bool is_elsewhere = mbr->kind == MBR_PROTECTIVE && !find_protective(mbr);
    if (is_elsewhere)
        layout_builder_note(builder, NOTE_GPT_PMBR_START,
                            _("The protective MBR does not begin at sector 1: Linux does "
                              "not see this GPT."));
    for (unsigned i = 0; i < MBR_SLOTS; i++) {
        const struct mbr_entry *entry = &mbr->primary[i];
        bool is_protective = entry->type == MBR_TYPE_PROTECTIVE;
        if (mbr->kind == MBR_PROTECTIVE && is_protective && !is_elsewhere)
            note_protective(&work, entry);
        if (mbr->kind == MBR_HYBRID && !is_protective && (entry->type || entry->length))
            note_hybrid_entry(&work, i);
    }
}

/* Systems that boot by the MBR use these partitions: their sectors are not free. */
void layout_gpt_keep_hybrid(struct layout_builder *builder, const struct gpt_table *table,
                            const struct mbr_table *mbr)
{
    for (unsigned i = 0; i < MBR_SLOTS && mbr->kind == MBR_HYBRID; i++) {
        const struct mbr_entry *entry = &mbr->primary[i];
        struct extent kept = { .kind = EXTENT_KEPT,
                               .role = ROLE_HYBRID,
                               .start = entry->start,
                               .length = entry->length };
        if (mbr_entry_is_used(entry) && entry->type != MBR_TYPE_PROTECTIVE &&
            !find_gpt_entry(table, entry))
            kept_add(builder, &kept);
    }
}
