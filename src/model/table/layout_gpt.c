/* SPDX-License-Identifier: GPL-3.0-or-later */
/* layout_gpt.c - converts a decoded GPT to a layout */
#include "model/table/layout_gpt.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/disk/kept.h"

/* TRANSLATORS: what is wrong with one copy of a GPT; stands in brackets. */
static const char *const state_words[GPT_STATE_COUNT] = {
    [GPT_OK] = N_("whole"),
    [GPT_UNREADABLE] = N_("cannot be read"),
    [GPT_ABSENT] = N_("no signature"),
    [GPT_BAD_HEADER] = N_("unknown revision or header length"),
    [GPT_BAD_HEADER_CRC] = N_("wrong header checksum"),
    [GPT_BAD_PLACE] = N_("says that it lies elsewhere"),
    [GPT_BAD_RANGE] = N_("usable range or entries where they cannot be"),
    [GPT_BAD_ENTRIES] = N_("count or size of entries that cannot be"),
    [GPT_BAD_ARRAY_CRC] = N_("wrong checksum of the entries"),
};

/* Parameters common to the functions that build one layout. */
struct work {
    const struct gpt_table *table;
    const struct gpt_copy *good;
    const struct mbr_table *mbr;
    const struct iso *iso;
    const struct limits *limits;
    struct layout_builder *builder;
};

static void layout_gpt_add_metadata(struct layout_builder *builder, enum extent_role role,
                                    uint64_t start, uint64_t length)
{
    struct extent extent = {
        .kind = EXTENT_METADATA, .role = role, .start = start, .length = length
    };

    (void)layout_builder_add(builder, &extent);
}

/* Adds header and array, as one extent if they are adjacent. */
static void add_whole_copy(const struct work *work, const struct gpt_copy *copy,
                           enum extent_role role)
{
    uint64_t sectors = gpt_array_sectors(copy, work->limits->logical);

    if (copy->entries_lba == copy->lba + 1) {
        layout_gpt_add_metadata(work->builder, role, copy->lba, 1 + sectors);
    } else if (copy->entries_lba + sectors == copy->lba) {
        layout_gpt_add_metadata(work->builder, role, copy->entries_lba, sectors + 1);
    } else {
        layout_gpt_add_metadata(work->builder, role, copy->lba, 1);
        layout_gpt_add_metadata(work->builder, role, copy->entries_lba, sectors);
    }
}

static bool is_range_used(const struct work *work, uint64_t start, uint64_t length)
{
    const struct gpt_copy *good = work->good;
    uint64_t array = gpt_array_sectors(good, work->limits->logical);

    if (start < good->entries_lba + array && start + length > good->entries_lba)
        return true;
    for (size_t i = 0; i < work->table->count; i++) {
        const struct gpt_entry *entry = &work->table->entries[i];
        if (start <= entry->last_lba && start + length > entry->first_lba)
            return true;
    }
    return false;
}

/* Returns the end of the run of own sectors of a damaged copy's array that begins with
 * sector FROM; FROM if that one is not its own. */
static uint64_t own_end(const struct gpt_rest *rest, uint64_t from)
{
    while (from < rest->sectors && rest->is_own[from])
        from++;
    return from;
}

/* Adds the sectors of a damaged copy in which nothing else lies. */
static void add_damaged_copy(const struct work *work, const struct gpt_copy *copy,
                             enum extent_role role)
{
    const struct gpt_rest *rest = &work->table->rest;
    uint64_t array = rest->entries_lba, header = copy->lba;
    bool has_header =
        rest->has_header && header != work->good->lba && !is_range_used(work, header, 1);
    bool has_array = array && !is_range_used(work, array, rest->sectors);

    for (uint64_t i = 0, end; has_array && i < rest->sectors; i = end + 1) {
        uint64_t start = array + i;
        end = own_end(rest, i);
        if (end == i)
            continue;
        uint64_t length = end - i;
        bool is_before = has_header && start + length == header;
        bool is_after = has_header && start == header + 1;
        has_header &= !is_before && !is_after;
        layout_gpt_add_metadata(work->builder, role, is_after ? header : start,
                                length + (is_before || is_after));
    }
    if (has_header)
        layout_gpt_add_metadata(work->builder, role, header, 1);
}

/* True if the backup was past the end of a disk that was made smaller. */
static bool is_backup_cut_off(const struct work *work)
{
    const struct gpt_table *table = work->table;

    return table->backup.state && !table->primary.state &&
           table->primary.alternate_lba >= work->limits->size;
}

static void add_copies(const struct work *work)
{
    const struct gpt_copy *copies[] = { &work->table->primary, &work->table->backup };
    static const enum extent_role roles[] = { ROLE_GPT_PRIMARY, ROLE_GPT_BACKUP };

    for (size_t i = 0; i < ARRAY_SIZE(copies); i++) {
        if (!copies[i]->state)
            add_whole_copy(work, copies[i], roles[i]);
        else if (roles[i] == ROLE_GPT_PRIMARY || !is_backup_cut_off(work))
            add_damaged_copy(work, copies[i], roles[i]);
    }
}

/* Returns 0 if the entry ends before it starts; the end cannot overflow. */
static uint64_t gpt_entry_length(const struct gpt_entry *entry)
{
    if (entry->last_lba < entry->first_lba)
        return 0;
    return entry->last_lba - entry->first_lba + (entry->last_lba < UINT64_MAX);
}

static void layout_gpt_add_entry(const struct work *work, const struct gpt_entry *entry)
{
    struct extent extent = {
        .kind = EXTENT_PARTITION,
        .start = entry->first_lba,
        .length = gpt_entry_length(entry),
        .number = entry->slot + 1,
        .attributes = entry->attributes,
        .is_bootable = entry->attributes & GPT_ATTRIBUTE_LEGACY_BOOT,
    };

    (void)guid_format(&entry->type, extent.type);
    (void)guid_format(&entry->unique, extent.uuid);
    (void)gpt_entry_name(entry, extent.name);
    (void)layout_builder_add(work->builder, &extent);
    if (extent.length && entry->last_lba < work->limits->size &&
        (entry->first_lba < work->good->first_usable ||
         entry->last_lba > work->good->last_usable))
        layout_builder_note(
            work->builder, NOTE_GPT_ENTRY_OUTSIDE,
            _("Partition %1$u (sectors %2$llu to %3$llu) lies outside the "
              "range that the GPT calls usable (%4$llu to %5$llu)."),
            extent.number, (ull)entry->first_lba, (ull)entry->last_lba,
            (ull)work->good->first_usable, (ull)work->good->last_usable);
}

static void note_copies(const struct work *work)
{
    const struct gpt_copy *primary = &work->table->primary;
    const struct gpt_copy *backup = &work->table->backup;

    if (primary->state)
        layout_builder_note(
            work->builder, NOTE_GPT_PRIMARY_DAMAGED,
            _("The primary GPT at sector 1 is damaged (%s); what is shown "
              "comes from the backup."),
            gpt_state_words(primary->state));
    if (backup->state && !is_backup_cut_off(work))
        layout_builder_note(
            work->builder, NOTE_GPT_BACKUP_DAMAGED,
            _("The backup GPT at sector %1$llu is damaged (%2$s); what is "
              "shown comes from the primary."),
            (ull)backup->lba, gpt_state_words(backup->state));
    if (work->table->do_copies_differ)
        layout_builder_note(work->builder, NOTE_GPT_COPIES_DIFFER,
                            _("The primary and the backup GPT are both whole but say "
                              "different things; what is shown comes from the primary."));
}

static void note_ends(const struct work *work)
{
    const struct gpt_copy *primary = &work->table->primary;
    uint64_t last = work->limits->size - 1;
    uint64_t backup = work->table->backup.lba;

    if (is_backup_cut_off(work))
        layout_builder_note(work->builder, NOTE_GPT_DISK_SHRUNK,
                            _("The GPT was written for a larger disk, with its backup at "
                              "sector %1$llu: this one ends at sector %2$llu."),
                            (ull)primary->alternate_lba, (ull)last);
    else if (work->good->last_usable >= last ||
             (!primary->state && primary->alternate_lba > last))
        layout_builder_note(work->builder, NOTE_GPT_DISK_SHRUNK,
                            _("The GPT was written for a larger disk: this one ends at "
                              "sector %llu."),
                            (ull)last);
    else if (backup != last)
        layout_builder_note(
            work->builder, NOTE_GPT_BACKUP_NOT_AT_END,
            _("The backup GPT lies at sector %1$llu, not at the end of the "
              "disk, which is sector %2$llu: the disk has grown."),
            (ull)backup, (ull)last);
}

static void note_format(const struct work *work)
{
    if (work->good->entry_bytes != GPT_ENTRY_BYTES)
        layout_builder_note(work->builder, NOTE_GPT_ENTRY_SIZE,
                            _("The entries of the GPT have %1$u bytes instead of %2$u: "
                              "it can be viewed but not edited. It gets entries of %2$u "
                              "bytes with alidade dump DISK >TABLE and sfdisk DISK "
                              "<TABLE."),
                            (unsigned)work->good->entry_bytes, GPT_ENTRY_BYTES);
}

/* Of the same GUID, in the order of their slots. */
static int by_unique(const void *a, const void *b)
{
    const struct gpt_entry *x = *(const struct gpt_entry *const *)a;
    const struct gpt_entry *y = *(const struct gpt_entry *const *)b;
    int order = memcmp(x->unique.bytes, y->unique.bytes, GUID_BYTES);

    return order ? order : x->slot < y->slot ? -1 : x->slot > y->slot;
}

/* Finds the first entry with the GUID of an earlier one, and the first of these; NULL:
 * all GUIDs differ. */
static const struct gpt_entry *find_same_guid(const struct gpt_table *table,
                                              const struct gpt_entry **ret_earlier)
{
    CLEANUP(freep)
    const struct gpt_entry **sorted = xcalloc(table->count + 1, sizeof(*sorted));
    const struct gpt_entry *later = NULL;

    for (size_t i = 0; i < table->count; i++)
        sorted[i] = &table->entries[i];
    qsort(sorted, table->count, sizeof(*sorted), by_unique);
    for (size_t i = 1, first = 0; i < table->count; i++) {
        if (!guid_equal(&sorted[i]->unique, &sorted[first]->unique)) {
            first = i;
        } else if (!later || sorted[i]->slot < later->slot) {
            later = sorted[i];
            *ret_earlier = sorted[first];
        }
    }
    return later;
}

/* Names one pair: notes are few. */
static void note_same_guid(const struct work *work)
{
    const struct gpt_entry *earlier = NULL, *later;

    later = find_same_guid(work->table, &earlier);
    if (later)
        layout_builder_note(work->builder, NOTE_GPT_SAME_GUID,
                            _("Partitions %1$u and %2$u have the same GUID: PARTUUID= "
                              "finds only one of them. Partition %2$u gets a new one in "
                              "the editor (c, with an empty GUID), or with another uuid= "
                              "in the script of alidade dump and alidade apply."),
                            earlier->slot + 1, later->slot + 1);
}

static struct label layout_gpt_label(const struct gpt_table *table,
                                     const struct limits *limits)
{
    const struct gpt_copy *good = gpt_good_copy(table), *primary = &table->primary;
    const struct gpt_copy *backup = &table->backup;
    struct label label = {
        .kind = LABEL_GPT,
        .entries = good->entry_count,
        .entries_lba = primary->state ? table->rest.entries_lba : primary->entries_lba,
        .backup_lba = backup->state ? table->rest.entries_lba : backup->entries_lba,
        .has_unused_bytes = table->rest.has_bytes,
        .first_usable = good->first_usable,
        .last_usable = good->last_usable
    };
    uint64_t last = limits->size - 1;

    /* The disk may have been made smaller. */
    if (label.last_usable > last)
        label.last_usable = last;
    if (label.first_usable > last)
        label.first_usable = last;
    (void)guid_format(&good->disk_guid, label.id);
    return label;
}

/* Returns the layout of the backup; NULL if its entries make no valid layout. */
static struct layout *layout_of_backup(const struct work *work)
{
    struct gpt_table table = *work->table;

    table.is_from_backup = true;
    table.do_copies_differ = false;
    table.entries = table.others;
    table.count = table.other_count;
    return layout_of_gpt(&table, work->mbr, work->iso, work->limits, ERR_IGNORED);
}

struct layout *layout_of_gpt(const struct gpt_table *table, const struct mbr_table *mbr,
                             const struct iso *iso, const struct limits *limits,
                             struct err *err)
{
    const struct gpt_copy *good = gpt_good_copy(table);
    struct label label = layout_gpt_label(table, limits);
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_new(limits, &label);
    struct work work = { table, good, mbr, iso, limits, builder };
    uint32_t image = 0;

    assert(good->state == GPT_OK);
    layout_gpt_add_metadata(builder, ROLE_MBR, 0, 1);
    add_copies(&work);
    for (size_t i = 0; i < table->count; i++)
        layout_gpt_add_entry(&work, &table->entries[i]);
    if (iso->length)
        image = iso_enclose(builder, iso);
    layout_builder_settle(builder);
    if (iso->length)
        kept_fit(builder, image);
    layout_gpt_keep_hybrid(builder, table, mbr);
    note_copies(&work);
    note_ends(&work);
    note_format(&work);
    note_same_guid(&work);
    layout_gpt_note_mbr(builder, table, mbr, limits);
    if (table->do_copies_differ) {
        CLEANUP(layout_unrefp) struct layout *other = layout_of_backup(&work);
        layout_builder_set_other(builder, other);
    }
    return layout_builder_finish(builder, err);
}

const char *gpt_state_words(enum gpt_state state)
{
    return _(state_words[state]);
}
