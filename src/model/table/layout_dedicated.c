/* SPDX-License-Identifier: GPL-3.0-or-later */
/* layout_dedicated.c - layout of a disk dedicated to BSD, whose label covers the MBR
 * too */
#include "model/table/layout_dedicated.h"

#include <stdio.h>

#include "model/base/intl.h"
#include "model/base/mem.h"

/* Returns the only used entry; NULL if there is none or more than one. */
static const struct mbr_entry *only_entry(const struct mbr_table *mbr)
{
    const struct mbr_entry *only = NULL;

    for (unsigned i = 0; i < MBR_SLOTS; i++) {
        if (!mbr_entry_is_used(&mbr->primary[i]))
            continue;
        if (only)
            return NULL;
        only = &mbr->primary[i];
    }
    return only;
}

/* Entries that represent the whole disk or are unused would only overlap the others. */
static bool is_shown_entry(const struct bsd_label *label, unsigned index,
                           const struct limits *limits)
{
    return label->entries[index].length && label->entries[index].type &&
           !bsd_entry_is_raw(label, index, 0, limits->size, limits->size,
                             limits->logical);
}

static bool dedicated_add_entry(struct layout_builder *builder,
                                const struct bsd_label *label, unsigned index,
                                const struct limits *limits, struct err *err)
{
    const struct bsd_entry *entry = &label->entries[index];
    const char *word = bsd_type_word(label->flavour, entry->type);
    struct extent extent = { .kind = EXTENT_PARTITION,
                             .number = index + 1,
                             .letter = (char)('a' + index) };

    if (!bsd_entry_range(label, index, 0, limits->logical, &extent.start, &extent.length))
        return err_set(err, ERR_UNREADABLE,
                       _("The table is broken: entry %c of the BSD label ends past every "
                         "disk or in the middle of a sector."),
                       extent.letter);
    if (word)
        copy_text(extent.type, sizeof(extent.type), word);
    else
        /* cannot be truncated */
        (void)snprintf(extent.type, sizeof(extent.type), "%u", entry->type);
    (void)layout_builder_add(builder, &extent);
    return true;
}

/* Adds MBR and BSD label, unless a partition includes these sectors, as in old
 * layouts. */
static void dedicated_add_metadata(struct layout_builder *builder,
                                   const struct bsd_label *label,
                                   const struct limits *limits)
{
    uint64_t bytes = MBR_BYTES + BSD_LABEL_BYTES;
    struct extent extent = { .kind = EXTENT_METADATA,
                             .role = ROLE_TABLE,
                             .length = limits->logical < bytes ? 2 : 1 };
    uint64_t start, length;

    for (unsigned i = 0; i < label->count; i++)
        if (is_shown_entry(label, i, limits) &&
            bsd_entry_range(label, i, 0, limits->logical, &start, &length) &&
            start < extent.length)
            return;
    (void)layout_builder_add(builder, &extent);
}

bool dedicated_decode(const struct mbr_table *mbr, const struct reader *disk,
                      uint64_t logical, struct bsd_label *ret)
{
    const struct mbr_entry *only = only_entry(mbr);
    enum bsd_flavour flavour;

    return only && !only->start && bsd_flavour_of_type(only->type, &flavour) &&
           bsd_decode(disk, logical, flavour, ret);
}

bool dedicated_decode_bare(const struct reader *disk, uint64_t logical,
                           struct bsd_label *ret)
{
    if (!bsd_decode(disk, logical, BSD_OPENBSD, ret))
        return false;
    if (!ret->is_wide)
        ret->flavour = BSD_FREEBSD;
    return true;
}

struct layout *layout_of_dedicated(const struct bsd_label *label,
                                   const struct limits *limits, enum note_id note,
                                   const char *words, struct err *err)
{
    struct label whole = { .kind = LABEL_BSD, .last_usable = limits->size - 1 };
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_new(limits, &whole);

    dedicated_add_metadata(builder, label, limits);
    for (unsigned i = 0; i < label->count; i++)
        if (is_shown_entry(label, i, limits) &&
            !dedicated_add_entry(builder, label, i, limits, err))
            return NULL;
    layout_builder_note(builder, note, "%s", words);
    layout_builder_settle(builder);
    return layout_builder_finish(builder, err);
}
