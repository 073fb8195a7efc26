/* SPDX-License-Identifier: GPL-3.0-or-later */
/* layout_msdos.c - converts a decoded MBR and its EBR chain to a layout */
#include "model/table/layout_msdos.h"

#include <stdio.h>

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/size.h"
#include "model/disk/damage.h"
#include "model/disk/kept.h"
#include "model/table/layout_bsd.h"

struct work {
    const struct mbr_table *table;
    const struct reader *disk;
    const struct iso *iso;
    const struct limits *limits;
    struct layout_builder *builder;
    uint32_t containers[MBR_SLOTS]; /* ids of the extended partitions, by slot */
    uint32_t ebrs[MBR_LINKS_MAX];
};

/* How an entry is added to the layout. */
struct place {
    enum extent_kind kind;
    uint32_t parent;
    uint32_t ebr; /* id of the EBR of a logical partition */
    unsigned number;
};

static void note_entry(const struct work *work, const struct mbr_entry *entry,
                       unsigned number)
{
    if (entry->type && !entry->length)
        layout_builder_note(work->builder, NOTE_MSDOS_ENTRY_EMPTY,
                            _("MBR entry %1$u has a type (%2$x) but no sectors."), number,
                            (unsigned)entry->type);
    if (!entry->type && entry->length && entry->start >= work->iso->length)
        layout_builder_note(work->builder, NOTE_MSDOS_ENTRY_UNTYPED,
                            _("Partition %1$u (sectors %2$llu + %3$llu) has type 00: "
                              "Linux uses it, but other systems and libparted take its "
                              "sectors for free space."),
                            number, (ull)entry->start, (ull)entry->length);
    if (mbr_entry_is_used(entry) &&
        entry->start + entry->length > label_addressable(LABEL_MSDOS))
        layout_builder_note(work->builder, NOTE_MSDOS_END_BEYOND_32_BITS,
                            _("Partition %1$u ends at sector %2$llu, past what msdos can "
                              "address: other systems see it cut or not at all."),
                            number, (ull)(entry->start + entry->length - 1));
}

static uint32_t layout_msdos_add_entry(const struct work *work,
                                       const struct mbr_entry *entry,
                                       const struct place *place)
{
    struct extent extent = {
        .kind = place->kind,
        .parent = place->parent,
        .ebr = place->ebr,
        .start = entry->start,
        .length = entry->length,
        .number = place->number,
        .is_bootable = entry->flag == 0x80,
    };
    enum bsd_flavour flavour;

    if (entry->type == MBR_TYPE_PROTECTIVE) {
        extent.kind = EXTENT_DAMAGED;
        extent.claimed_kind = place->kind;
        extent.fault = FAULT_NO_GPT;
        extent.claimed = entry->length;
    }

    /* Both texts fit: at most two digits, and eight digits with a number. */
    (void)snprintf(extent.type, sizeof(extent.type), "%x", entry->type);
    if (work->table->signature)
        (void)snprintf(extent.uuid, sizeof(extent.uuid), "%08x-%02x",
                       (unsigned)work->table->signature, place->number);
    extent.id = layout_builder_add(work->builder, &extent);
    if (bsd_flavour_of_type(entry->type, &flavour))
        layout_add_bsd(work->builder, work->disk, work->limits, &extent, flavour);
    return extent.id;
}

static void layout_msdos_add_primaries(struct work *work)
{
    unsigned extended = 0;

    for (unsigned i = 0; i < MBR_SLOTS; i++) {
        const struct mbr_entry *entry = &work->table->primary[i];
        bool is_extended = mbr_type_is_extended(entry->type);
        note_entry(work, entry, i + 1);
        if (!mbr_entry_is_used(entry))
            continue;
        extended += is_extended;
        struct place place = { .kind = is_extended ? EXTENT_EXTENDED : EXTENT_PARTITION,
                               .number = i + 1 };
        work->containers[i] = layout_msdos_add_entry(work, entry, &place);
    }
    if (extended > 1)
        layout_builder_note(
            work->builder, NOTE_MSDOS_TWO_EXTENDED,
            _("The MBR has %u extended partitions; systems differ in which "
              "of them they read."),
            extended);
}

static void note_stray(const struct work *work, const struct mbr_link *link)
{
    if (link->has_stray)
        layout_builder_note(work->builder, NOTE_MSDOS_EBR_CROWDED,
                            _("The third or fourth entry of the EBR at sector %llu names "
                              "sectors outside its range: Linux ignores it."),
                            (ull)link->lba);
}

static void add_chain(struct work *work)
{
    const struct mbr_table *table = work->table;
    unsigned number = LABEL_FIRST_LOGICAL;

    for (size_t i = 0; i < table->link_count; i++) {
        struct extent ebr = { .kind = EXTENT_METADATA,
                              .role = ROLE_EBR,
                              .length = 1,
                              .start = table->links[i].lba,
                              .parent = work->containers[table->links[i].slot] };
        work->ebrs[i] = layout_builder_add(work->builder, &ebr);
        note_stray(work, &table->links[i]);
    }
    for (size_t i = 0; i < table->logical_count; i++) {
        const struct mbr_logical *logical = &table->logicals[i];
        const struct mbr_link *link = &table->links[logical->link];
        if (i && table->logicals[i - 1].link == logical->link)
            layout_builder_note(work->builder, NOTE_MSDOS_EBR_CROWDED,
                                _("The EBR at sector %llu names more than one logical "
                                  "partition; many systems read only the first."),
                                (ull)link->lba);
        note_entry(work, &logical->entry, number);
        struct place place = { EXTENT_LOGICAL, work->containers[link->slot],
                               work->ebrs[logical->link], number++ };
        (void)layout_msdos_add_entry(work, &logical->entry, &place);
    }
}

/* Returns the id of the EBR before the faulty one in the same chain; 0 if that is the
 * first. */
static uint32_t find_linking(const struct work *work)
{
    const struct mbr_table *table = work->table;
    uint32_t found = 0;

    for (size_t i = 0; i < table->link_count; i++) {
        if (table->links[i].slot != table->fault_slot)
            continue;
        if (table->links[i].lba == table->fault_lba && table->fault != MBR_FAULT_LOOP)
            return found;
        found = work->ebrs[i];
    }
    return found;
}

/* Adds a damaged entry at the LBA where the chain breaks.  Its ebr is the EBR with the
 * link to it; 0 if that is the extended partition itself. */
static void add_fault(const struct work *work)
{
    static const enum entry_fault faults[] = {
        [MBR_FAULT_LOOP] = FAULT_CHAIN_LOOP,
        [MBR_FAULT_OUTSIDE] = FAULT_CHAIN_OUTSIDE,
        [MBR_FAULT_SIGNATURE] = FAULT_CHAIN_SIGNATURE,
        [MBR_FAULT_READ] = FAULT_CHAIN_READ,
        [MBR_FAULT_TOO_MANY] = FAULT_CHAIN_LENGTH,
    };
    const struct mbr_table *table = work->table;
    struct extent extent = { .kind = EXTENT_DAMAGED,
                             .parent = work->containers[table->fault_slot],
                             .start = table->fault_lba,
                             .fault = faults[table->fault] };
    enum note_id id = table->fault == MBR_FAULT_SIGNATURE ? NOTE_MSDOS_EBR_SIGNATURE
                                                          : NOTE_MSDOS_CHAIN_BROKEN;

    if (!table->fault)
        return;
    extent.ebr = find_linking(work);
    CLEANUP(freep) char *words = damage_words(work->limits, &extent);
    (void)layout_builder_add(work->builder, &extent);
    layout_builder_note(work->builder, id, "%s", words);
}

static struct label layout_msdos_label(const struct mbr_table *table,
                                       const struct limits *limits)
{
    struct label label = { .kind = LABEL_MSDOS,
                           .first_usable = 1,
                           .entries = MBR_SLOTS,
                           .odd_slots = table->odd_slots };
    uint64_t addressable = label_addressable(LABEL_MSDOS);

    label.last_usable = (limits->size < addressable ? limits->size : addressable) - 1;
    /* Fits: "0x" and eight digits. */
    (void)snprintf(label.id, sizeof(label.id), "0x%08x", (unsigned)table->signature);
    return label;
}

/* The note shows the calculation, because users search for the limit of 2 TiB. */
static void note_unaddressable(const struct work *work)
{
    uint64_t max = label_addressable(LABEL_MSDOS);
    uint64_t logical = work->limits->logical;
    char size[SIZE_TEXT];

    if (work->limits->size <= max)
        return;
    /* Fits: sectors have at most 64 KiB. */
    (void)size_format_iec(max * logical, size);
    layout_builder_note(
        work->builder, NOTE_MSDOS_NOT_ADDRESSABLE,
        ngettext("%1$llu sector at the end of the disk is not addressable "
                 "by msdos: it ends at %2$llu x 2^32 bytes = %3$s.",
                 "%1$llu sectors at the end of the disk are not "
                 "addressable by msdos: it ends at %2$llu x 2^32 bytes = "
                 "%3$s.",
                 work->limits->size - max),
        (ull)(work->limits->size - max), (ull)logical, size);
}

struct layout *layout_of_msdos(const struct mbr_table *table, const struct reader *disk,
                               const struct iso *iso, bool has_gpt,
                               const struct limits *limits, struct err *err)
{
    struct label label = layout_msdos_label(table, limits);
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_new(limits, &label);
    struct work work = {
        .table = table, .disk = disk, .iso = iso, .limits = limits, .builder = builder
    };
    struct extent mbr = { .kind = EXTENT_METADATA, .role = ROLE_MBR, .length = 1 };

    (void)layout_builder_add(builder, &mbr);
    layout_msdos_add_primaries(&work);
    add_chain(&work);
    add_fault(&work);
    uint32_t image = iso->length ? iso_enclose(builder, iso) : 0;
    layout_builder_settle(builder);
    if (image)
        kept_fit(builder, image);
    note_unaddressable(&work);
    if (has_gpt)
        layout_builder_note(builder, NOTE_MSDOS_STALE_GPT,
                            _("There is a GPT on this disk too, but the MBR does not "
                              "announce it: the MBR counts."));
    return layout_builder_finish(builder, err);
}
