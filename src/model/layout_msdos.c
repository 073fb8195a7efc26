/* SPDX-License-Identifier: GPL-3.0-or-later */
/* layout_msdos.c - a decoded MBR with its chain as a layout */
#include "model/layout_msdos.h"

#include <stdio.h>

#include "model/intl.h"
#include "model/layout_bsd.h"
#include "model/mem.h"
#include "model/num.h"
#include "model/size.h"

#define FIRST_LOGICAL 5

struct work {
    const struct mbr_table *table;
    const struct window *disk;
    const struct limits *limits;
    struct layout_builder *builder;
    uint32_t containers[MBR_SLOTS]; /* ids of the extended partitions */
    uint32_t ebrs[MBR_LINKS_MAX];
};

/* What an entry becomes, and who names it. */
struct place {
    enum extent_kind kind;
    uint32_t parent;
    uint32_t ebr; /* of a logical */
    unsigned number;
};

/* Whole sentences for what stops the chain; each takes the LBA of the EBR.  Without its
 * signature an EBR names nothing and hides nothing that others would see: that one is a
 * note.  All else is no table. */
static const char *const fault_sentences[] = {
    [MBR_FAULT_LOOP] =
        N_("The table is broken: the chain of logical partitions comes back "
           "to the EBR at sector %llu."),
    [MBR_FAULT_OUTSIDE] = N_("The table is broken: the chain of logical partitions leads "
                             "to sector %llu, outside the extended partition."),
    [MBR_FAULT_SIGNATURE] = N_("The EBR at sector %llu has no signature: logical "
                               "partitions from there on are unknown."),
    [MBR_FAULT_READ] =
        N_("The EBR at sector %llu cannot be read: logical partitions from "
           "there on are unknown."),
    [MBR_FAULT_TOO_MANY] = N_("The table is broken: the chain of logical partitions does "
                              "not end; it was followed to the EBR at sector %llu."),
};

static bool check_fault(const struct work *work, struct err *err)
{
    enum mbr_fault fault = work->table->fault;

    if (!fault)
        return true;
    const char *sentence = _(fault_sentences[fault]);
    if (fault != MBR_FAULT_SIGNATURE)
        return err_set(err, ERR_UNREADABLE, sentence, (ull)work->table->fault_lba);
    layout_builder_note(work->builder, NOTE_READ_ONLY, "msdos-ebr-signature", sentence,
                        (ull)work->table->fault_lba);
    return true;
}

static void note_entry(const struct work *work, const struct mbr_entry *entry,
                       unsigned number)
{
    if (entry->type && !entry->length)
        layout_builder_note(work->builder, NOTE_WARNING, "msdos-entry-empty",
                            _("MBR entry %1$u has a type (%2$x) but no sectors."), number,
                            (unsigned)entry->type);
    if (!entry->type && entry->length)
        layout_builder_note(work->builder, NOTE_WARNING, "msdos-entry-untyped",
                            _("MBR entry %1$u (sectors %2$llu + %3$llu) has no type: it "
                              "counts as unused."),
                            number, (ull)entry->start, (ull)entry->length);
    if (mbr_entry_is_used(entry) &&
        entry->start + entry->length > label_addressable(LABEL_MSDOS))
        layout_builder_note(work->builder, NOTE_WARNING, "msdos-end-beyond-32-bits",
                            _("Partition %1$u ends at sector %2$llu, past what msdos can "
                              "address: other systems see it cut or not at all."),
                            number, (ull)(entry->start + entry->length - 1));
}

static uint32_t add_entry(const struct work *work, const struct mbr_entry *entry,
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

    /* Both fit: at most two digits, and eight with one more number. */
    (void)snprintf(extent.type, sizeof(extent.type), "%x", entry->type);
    if (work->table->signature)
        (void)snprintf(extent.uuid, sizeof(extent.uuid), "%08x-%02x",
                       (unsigned)work->table->signature, place->number);
    extent.id = layout_builder_add(work->builder, &extent);
    if (bsd_flavour_of_type(entry->type, &flavour))
        layout_add_bsd(work->builder, work->disk, work->limits, &extent, flavour);
    return extent.id;
}

static void add_primaries(struct work *work)
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
        work->containers[i] = add_entry(work, entry, &place);
    }
    if (extended > 1)
        layout_builder_note(
            work->builder, NOTE_READ_ONLY, "msdos-two-extended",
            _("The MBR has %u extended partitions; systems differ in which "
              "of them they read."),
            extended);
}

static void add_chain(struct work *work)
{
    const struct mbr_table *table = work->table;
    unsigned number = FIRST_LOGICAL;

    for (size_t i = 0; i < table->link_count; i++) {
        struct extent ebr = { .kind = EXTENT_METADATA,
                              .role = ROLE_EBR,
                              .length = 1,
                              .start = table->links[i].lba,
                              .parent = work->containers[table->links[i].slot] };
        work->ebrs[i] = layout_builder_add(work->builder, &ebr);
    }
    for (size_t i = 0; i < table->logical_count; i++) {
        const struct mbr_logical *logical = &table->logicals[i];
        const struct mbr_link *link = &table->links[logical->link];
        if (i && table->logicals[i - 1].link == logical->link)
            layout_builder_note(work->builder, NOTE_READ_ONLY, "msdos-ebr-crowded",
                                _("The EBR at sector %llu names more than one logical "
                                  "partition; many systems read only the first."),
                                (ull)link->lba);
        note_entry(work, &logical->entry, number);
        struct place place = { EXTENT_LOGICAL, work->containers[link->slot],
                               work->ebrs[logical->link], number++ };
        (void)add_entry(work, &logical->entry, &place); /* its id is not needed */
    }
}

static struct label label_of(const struct mbr_table *table, const struct limits *limits)
{
    struct label label = { .kind = LABEL_MSDOS, .first_usable = 1, .entries = MBR_SLOTS };
    uint64_t addressable = label_addressable(LABEL_MSDOS);

    label.last_usable = (limits->size < addressable ? limits->size : addressable) - 1;
    /* Fits: "0x" and eight digits. */
    (void)snprintf(label.id, sizeof(label.id), "0x%08x", (unsigned)table->signature);
    return label;
}

/* The sum is what people look for who find a disk cut at 2 TiB. */
static void note_unaddressable(const struct work *work)
{
    uint64_t most = label_addressable(LABEL_MSDOS);
    uint64_t logical = work->limits->logical;
    char size[SIZE_TEXT];

    if (work->limits->size <= most)
        return;
    /* Fits: sectors have at most 64 KiB. */
    (void)size_format(most * logical, SIZE_IEC, 0, size);
    layout_builder_note(work->builder, NOTE_WARNING, "msdos-not-addressable",
                        _("%1$llu sectors at the end of the disk are not addressable by "
                          "msdos: it ends at %2$llu x 2^32 bytes = %3$s."),
                        (ull)(work->limits->size - most), (ull)logical, size);
}

struct layout *layout_of_msdos(const struct mbr_table *table, const struct window *disk,
                               bool has_gpt, const struct limits *limits, struct err *err)
{
    struct label label = label_of(table, limits);
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_new(limits, &label);
    struct work work = {
        .table = table, .disk = disk, .limits = limits, .builder = builder
    };
    struct extent mbr = { .kind = EXTENT_METADATA, .role = ROLE_MBR, .length = 1 };

    if (!check_fault(&work, err))
        return NULL;
    (void)layout_builder_add(builder, &mbr); /* nobody asks for its id */
    add_primaries(&work);
    add_chain(&work);
    note_unaddressable(&work);
    if (has_gpt)
        layout_builder_note(builder, NOTE_WARNING, "msdos-stale-gpt",
                            _("There is a GPT on this disk too, but the MBR does not "
                              "announce it: the MBR counts."));
    return layout_builder_finish(builder, err);
}
