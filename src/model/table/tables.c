/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tables.c - reads the GPT or MBR of a disk and converts it to a layout */
#include "model/table/tables.h"

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/base/reader.h"
#include "model/table/layout_dedicated.h"
#include "model/table/layout_gpt.h"
#include "model/table/layout_msdos.h"
#include "model/table/layout_sectors.h"

/* The kernel's DISK_MAX_PARTS, less the whole disk. */
#define KERNEL_NUMBER_MAX 255u

/* True if the header of the primary GPT still has its signature, so nothing else was
 * written over it. */
static bool has_signature(const struct gpt_copy *copy)
{
    return copy->state != GPT_OK && copy->state != GPT_ABSENT &&
           copy->state != GPT_UNREADABLE;
}

/* True if the GPT is the table of this disk.  Systems require that the MBR announces it.
 * If the MBR has no entries, one valid copy is accepted, and a note reports the missing
 * protective MBR.  A backup alone often survives from an earlier use of the disk: without
 * the signature of its primary it is accepted only if there is no MBR either, as on a
 * disk whose first sectors were zeroed. */
static bool is_gpt_meant(const struct mbr_table *mbr, const struct gpt_table *gpt)
{
    if (mbr->kind == MBR_PROTECTIVE || mbr->kind == MBR_HYBRID)
        return true;
    if (gpt->primary.state == GPT_OK)
        return mbr->kind == MBR_ABSENT ||
               (mbr->kind == MBR_TABLE && !mbr_has_entries(mbr));
    if (gpt->backup.state != GPT_OK)
        return false;
    return mbr->kind == MBR_ABSENT || (mbr->kind == MBR_TABLE && !mbr_has_entries(mbr) &&
                                       has_signature(&gpt->primary));
}

/* Returns a sector size that explains the tables better than that of the disk; 0: none.
 * A table for another sector size is a better explanation than a damaged primary GPT. */
static uint64_t other_sector_size(const struct reader *disk, const struct limits *limits,
                                  const struct mbr_table *mbr,
                                  const struct gpt_table *gpt)
{
    bool is_other_table =
        mbr->kind == MBR_BOOT_SECTOR || (mbr->kind == MBR_TABLE && mbr_has_entries(mbr));
    uint64_t other = 0;

    if (gpt->primary.state != GPT_OK && !is_other_table)
        other = gpt_other_sector_size(disk, limits->logical);
    if (!other && mbr->kind == MBR_TABLE)
        other = mbr_other_sector_size(mbr, disk, limits->logical, limits->size);
    return other;
}

/* The decoded tables of a disk. */
struct found {
    struct mbr_table mbr;
    struct gpt_table gpt;
    bool has_gpt; /* at least one valid copy */
    struct iso iso;
    struct bsd_label bsd;
    bool is_dedicated; /* dedicated to BSD, with the label above */
};

static bool tables_decode(const struct reader *disk, const struct limits *limits,
                          struct found *ret, struct err *err)
{
    if (!mbr_decode(disk, limits->logical, &ret->mbr, err))
        return false;
    ret->has_gpt = gpt_decode(disk, limits->logical, limits->size, &ret->gpt);
    ret->is_dedicated = ret->mbr.kind == MBR_TABLE &&
                        dedicated_decode(&ret->mbr, disk, limits->logical, &ret->bsd);
    bool is_gpt = ret->has_gpt && is_gpt_meant(&ret->mbr, &ret->gpt);
    if (is_gpt || ret->mbr.kind == MBR_TABLE)
        iso_decode(disk, limits, &ret->mbr, is_gpt ? &ret->gpt : NULL, &ret->iso);
    return true;
}

/* Returns what the entries of a GPT are worth that no copy confirms; translated. */
static const char *numbers_words(enum gpt_numbers numbers)
{
    if (numbers == GPT_NUMBERS_DIFFER)
        return _("Both list partitions, but not the same ones.");
    return numbers == GPT_NUMBERS_UNCONFIRMED
               ? _("One of them lists partitions, but without the right checksum, so "
                   "nothing confirms them.")
               : "";
}

/* Linux uses the MBR if there is no GPT. */
static struct layout *layout_without_gpt(const struct found *found,
                                         const struct reader *disk,
                                         const struct limits *limits,
                                         enum gpt_numbers numbers, struct err *err)
{
    const char *more = numbers_words(numbers);
    CLEANUP(freep)
    char *words = xasprintf(_("The MBR announces a GPT, but neither copy of it can be "
                              "used (primary: %1$s; backup: %2$s)."),
                            gpt_state_words(found->gpt.primary.state),
                            gpt_state_words(found->gpt.backup.state));
    CLEANUP(layout_unrefp)
    struct layout *layout =
        layout_of_msdos(&found->mbr, disk, &found->iso, false, limits, err);

    if (!layout)
        return NULL;
    return layout_with_note(layout, NOTE_GPT_BOTH_DAMAGED, "%s%s%s", words,
                            *more ? " " : "", more);
}

static struct layout *note_numbers(const struct found *found, enum gpt_numbers numbers,
                                   const struct layout *layout)
{
    return layout_with_note(
        layout, NOTE_GPT_NUMBERS,
        numbers == GPT_NUMBERS_AGREE
            ? _("Neither copy of the GPT is valid (primary: %1$s; backup: %2$s), so no "
                "system uses it. Both list the same partitions, which are shown.")
            : _("Neither copy of the GPT is valid (primary: %1$s; backup: %2$s), so no "
                "system uses it. One lists partitions with the right checksum, which "
                "are shown."),
        gpt_state_words(found->gpt.primary.state),
        gpt_state_words(found->gpt.backup.state));
}

/* The MBR announces a GPT, and no copy of it is valid. */
static struct layout *layout_of_numbers(const struct found *found,
                                        const struct reader *disk,
                                        const struct limits *limits, struct err *err)
{
    CLEANUP(layout_unrefp) struct layout *layout = NULL;
    struct gpt_table table;
    enum gpt_numbers numbers =
        gpt_decode_numbers(disk, limits->logical, limits->size, &table);

    if (numbers >= GPT_NUMBERS_CONFIRMED) {
        layout = layout_of_gpt(&table, &found->mbr, &found->iso, limits, ERR_IGNORED);
        gpt_finish(&table);
    }
    return layout ? note_numbers(found, numbers, layout)
                  : layout_without_gpt(found, disk, limits, numbers, err);
}

static bool build(const struct found *found, const struct reader *disk,
                  const struct limits *limits, struct layout **ret, struct err *err)
{
    const struct gpt_table *gpt = &found->gpt;

    *ret = NULL;
    if (is_gpt_meant(&found->mbr, gpt) && !found->has_gpt)
        *ret = layout_of_numbers(found, disk, limits, err);
    else if (is_gpt_meant(&found->mbr, gpt))
        *ret = layout_of_gpt(gpt, &found->mbr, &found->iso, limits, err);
    else if (found->is_dedicated)
        *ret = layout_of_dedicated(
            &found->bsd, limits, NOTE_BSD_DEDICATED,
            _("The only entry of the MBR begins at sector 0, over the MBR itself: the "
              "disk is given to BSD as a whole ('dangerously dedicated'). Its BSD label "
              "counts; it can be viewed but not edited."),
            err);
    else if (found->mbr.kind == MBR_TABLE)
        *ret =
            layout_of_msdos(&found->mbr, disk, &found->iso, found->has_gpt, limits, err);
    else
        return true;
    return *ret != NULL;
}

/* Returns the layout read with sectors of OTHER bytes; NULL if that is no valid table
 * either. */
static struct layout *read_written(const struct reader *disk, const struct limits *limits,
                                   uint64_t other)
{
    CLEANUP(freep) struct found *found = xcalloc(1, sizeof(*found));
    struct limits written = *limits;
    struct layout *layout = NULL;

    written.logical = other;
    written.physical = num_max(limits->physical, other);
    written.grain = num_max(limits->grain, other);
    written.size = limits->size * limits->logical / other;
    if (tables_decode(disk, &written, found, ERR_IGNORED) &&
        !build(found, disk, &written, &layout, ERR_IGNORED))
        layout = NULL;
    gpt_finish(&found->gpt);
    if (!layout || !layout_damaged_count(layout))
        return layout;
    layout_unref(layout);
    return NULL;
}

static bool tables_read_other(const struct reader *disk, const struct limits *limits,
                              uint64_t other, struct layout **ret, struct err *err)
{
    CLEANUP(layout_unrefp) struct layout *written = read_written(disk, limits, other);

    if (!written)
        return layout_refuse_other_sectors(other, limits->logical, err);
    *ret = layout_of_other_sectors(written, limits, err);
    return *ret != NULL;
}

static bool read_tables(const struct reader *disk, const struct limits *limits,
                        struct found *found, struct layout **ret, struct err *err)
{
    if (!tables_decode(disk, limits, found, err))
        return false;
    uint64_t other = found->is_dedicated
                         ? 0
                         : other_sector_size(disk, limits, &found->mbr, &found->gpt);
    return other ? tables_read_other(disk, limits, other, ret, err)
                 : build(found, disk, limits, ret, err);
}

/* Consumes LAYOUT, which may be NULL. */
static struct layout *note_kernel_limit(struct layout *layout)
{
    unsigned highest = 0;

    for (size_t i = 0; layout && i < layout_count(layout); i++)
        if (layout_at(layout, i)->number > highest)
            highest = layout_at(layout, i)->number;
    if (highest <= KERNEL_NUMBER_MAX)
        return layout;
    CLEANUP(layout_unrefp) struct layout *before = layout;
    return layout_with_note(before, NOTE_KERNEL_LIMIT,
                            _("Linux makes devices for partitions up to number %1$u, and "
                              "this table has numbers up to %2$u."),
                            KERNEL_NUMBER_MAX, highest);
}

bool tables_read(const struct reader *disk, const struct limits *limits,
                 struct layout **ret, struct err *err)
{
    struct reader_cache cache;
    struct reader reader = reader_of_cache(&cache, disk);
    CLEANUP(freep) struct found *found = xcalloc(1, sizeof(*found));
    struct layout *layout;
    bool is_good = read_tables(&reader, limits, found, &layout, err);

    if (is_good)
        *ret = note_kernel_limit(layout);
    gpt_finish(&found->gpt);
    reader_cache_finish(&cache);
    return is_good;
}
