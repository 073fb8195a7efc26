/* SPDX-License-Identifier: GPL-3.0-or-later */
/* place.c - where partitions, EBRs and tables can be placed */
#include <string.h>

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/base/refusal.h"
#include "model/edit/private.h"
#include "model/table/gpt.h"

/* A sentence about a range: of one sector, and of several. */
struct range_words {
    const char *one;
    const char *several;
};

static struct range_words taken_words(const struct extent *taken)
{
    if (taken->kind == EXTENT_EXTENDED)
        return (struct range_words){
            N_("Sector %1$llu is not free: the extended partition %2$u lies at %3$llu to "
               "%4$llu, and inside it there are only logical ones."),
            N_("Sectors %1$llu to %2$llu are not free: the extended partition %3$u lies "
               "at %4$llu to %5$llu, and inside it there are only logical ones."),
        };
    if (taken->number)
        return (struct range_words){
            N_("Sector %1$llu is not free: partition %2$u lies at %3$llu to %4$llu."),
            N_("Sectors %1$llu to %2$llu are not free: partition %3$u lies at %4$llu to "
               "%5$llu."),
        };
    if (taken->role == ROLE_EBR)
        return (struct range_words){
            N_("Sector %1$llu is not free: sector %2$llu holds an EBR, a link of the "
               "chain of logical partitions."),
            N_("Sectors %1$llu to %2$llu are not free: sector %3$llu holds an EBR, a "
               "link "
               "of the chain of logical partitions."),
        };
    return (struct range_words){
        N_("Sector %1$llu is not free: the partition table itself lies at %2$llu to "
           "%3$llu."),
        N_("Sectors %1$llu to %2$llu are not free: the partition table itself lies at "
           "%3$llu to %4$llu."),
    };
}

bool edit_refuse_kept(const struct extent *kept, uint64_t start, uint64_t end,
                      struct err *err)
{
    const char *sentence =
        kept->role == ROLE_ISO
            ? _("Sectors %1$llu to %2$llu are not free: an ISO 9660 image, which is "
                "written as a whole, lies there up to sector %3$llu.")
            : _("Sectors %1$llu to %2$llu are not free: the MBR beside the GPT names a "
                "partition of its own there, up to sector %3$llu.");

    return err_refuse(err, REFUSAL_SECTORS_KEPT, sentence, (ull)start, (ull)end - 1,
                      (ull)extent_end(kept) - 1);
}

static bool refuse_taken(const struct extent *taken, uint64_t start, uint64_t end,
                         struct err *err)
{
    struct range_words words = taken_words(taken);
    ull from = start, to = end - 1;
    ull first = taken->start, last = extent_end(taken) - 1;

    if (taken->number && from == to)
        return err_refuse(err, REFUSAL_SECTORS_TAKEN, _(words.one), from, taken->number,
                          first, last);
    if (taken->number)
        return err_refuse(err, REFUSAL_SECTORS_TAKEN, _(words.several), from, to,
                          taken->number, first, last);
    if (from == to)
        return err_refuse(err, REFUSAL_SECTORS_TAKEN, _(words.one), from, first, last);
    return err_refuse(err, REFUSAL_SECTORS_TAKEN, _(words.several), from, to, first,
                      last);
}

static struct range_words unusable_words(const struct layout *layout)
{
    if (layout_label(layout)->kind != LABEL_GPT)
        return (struct range_words){
            N_("Sector %1$llu lies outside the range that an msdos table can address "
               "here, %2$llu to %3$llu."),
            N_("Sectors %1$llu to %2$llu leave the range that an msdos table can address "
               "here, %3$llu to %4$llu."),
        };
    if (repair_is_wanted(layout, REPAIR_GPT_MOVE_BACKUP))
        return (struct range_words){
            N_("Sector %1$llu lies outside the range that this GPT has for partitions, "
               "%2$llu to %3$llu: its backup has to be moved to the end of the disk "
               "first."),
            N_("Sectors %1$llu to %2$llu leave the range that this GPT has for "
               "partitions, %3$llu to %4$llu: its backup has to be moved to the end of "
               "the disk first."),
        };
    return (struct range_words){
        N_("Sector %1$llu lies outside the range that this GPT has for partitions, "
           "%2$llu to %3$llu."),
        N_("Sectors %1$llu to %2$llu leave the range that this GPT has for partitions, "
           "%3$llu to %4$llu."),
    };
}

static bool check_usable(const struct layout *layout, uint64_t start, uint64_t end,
                         struct err *err)
{
    struct range_words words = unusable_words(layout);
    ull first = layout_label(layout)->first_usable;
    ull last = layout_label(layout)->last_usable;
    ull from = start, to = end - 1;

    if (from >= first && to <= last)
        return true;
    if (from == to)
        return err_refuse(err, REFUSAL_SECTORS_NOT_USABLE, _(words.one), from, first,
                          last);
    return err_refuse(err, REFUSAL_SECTORS_NOT_USABLE, _(words.several), from, to, first,
                      last);
}

static bool check_container(const struct extent *container, uint64_t start, uint64_t end,
                            struct err *err)
{
    if (start >= container->start && end <= extent_end(container))
        return true;
    return err_refuse(
        err, REFUSAL_LOGICAL_OUTSIDE,
        end - start == 1
            ? _("A logical partition lies inside the extended one, sectors %1$llu to "
                "%2$llu: %3$llu does not.")
            : _("A logical partition lies inside the extended one, sectors %1$llu to "
                "%2$llu: %3$llu to %4$llu do not."),
        (ull)container->start, (ull)extent_end(container) - 1, (ull)start, (ull)end - 1);
}

bool edit_check_place(const struct layout *layout, uint32_t parent, uint64_t start,
                      uint64_t length, struct err *err)
{
    uint64_t size = layout_limits(layout)->size, end;

    if (!length)
        return err_refuse(err, REFUSAL_PARTITION_WITHOUT_SECTORS,
                          _("A partition has at least one sector."));
    if (!num_add(start, length, &end) || end > size)
        return err_refuse(
            err, REFUSAL_SECTORS_BEYOND_DISK,
            ngettext("%1$llu sector from sector %2$llu on does not fit: the "
                     "disk ends at sector %3$llu.",
                     "%1$llu sectors from sector %2$llu on do not fit: the "
                     "disk ends at sector %3$llu.",
                     length),
            (ull)length, (ull)start, (ull)size - 1);
    if (parent && !check_container(layout_find(layout, parent), start, end, err))
        return false;
    if (!parent && !check_usable(layout, start, end, err))
        return false;
    LAYOUT_EACH (extent, layout) {
        if (extent->parent != parent || extent->kind == EXTENT_SLICE ||
            extent->kind == EXTENT_FREE)
            continue;
        if (extent_overlaps(extent, start, end))
            return extent->kind == EXTENT_KEPT ? edit_refuse_kept(extent, start, end, err)
                                               : refuse_taken(extent, start, end, err);
    }
    return true;
}

uint64_t edit_free_start(const struct layout *layout, uint32_t parent, uint64_t start)
{
    uint64_t free_start = 0;

    LAYOUT_EACH (extent, layout)
        if (extent->parent == parent && extent->kind != EXTENT_FREE &&
            extent->kind != EXTENT_SLICE && extent_end(extent) <= start)
            free_start = extent_end(extent);
    return free_start;
}

uint64_t edit_ebr_before(const struct limits *limits, uint64_t free_start, uint64_t start)
{
    uint64_t grain = limits->grain / limits->logical;

    return start - free_start >= grain ? start - grain : start - 1;
}

bool edit_place_ebr(const struct layout *layout, uint32_t parent, uint64_t start,
                    uint64_t *ret, struct err *err)
{
    uint64_t free_start = edit_free_start(layout, parent, start);

    if (free_start >= start)
        return err_refuse(
            err, REFUSAL_NO_SECTOR_FOR_EBR,
            _("A logical partition needs a free sector before it for its EBR: "
              "here it can start at sector %llu."),
            (ull)start + 1);
    *ret = edit_ebr_before(layout_limits(layout), free_start, start);
    return true;
}

bool edit_check_next_logical(const struct layout *layout, uint32_t parent, uint64_t end,
                             struct err *err)
{
    LAYOUT_EACH (extent, layout)
        if (extent->kind == EXTENT_LOGICAL && extent->parent == parent &&
            extent->start == end)
            return err_refuse(
                err, REFUSAL_LOGICAL_TOUCHES_NEXT,
                _("libparted wants a free sector before logical partition "
                  "%1$u, though its EBR lies elsewhere: this one can end at "
                  "sector %2$llu."),
                extent->number, (ull)end - 2);
    return true;
}

struct layout *edit_layout_without(const struct layout *layout, uint32_t id, uint32_t ebr)
{
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(layout);

    layout_builder_remove(builder, id);
    layout_builder_remove(builder, ebr);
    for (size_t i = 0; i < layout_count(layout); i++)
        if (layout_at(layout, i)->parent == id)
            layout_builder_remove(builder, layout_at(layout, i)->id);
    /* Removing extents never makes a layout invalid. */
    return layout_builder_refinish(builder);
}

const struct extent *edit_head_ebr(const struct layout *layout)
{
    const struct extent *container = layout_find_container(layout);

    for (size_t i = 0; container && i < layout_count(layout); i++) {
        const struct extent *extent = layout_at(layout, i);
        if (extent->role == ROLE_EBR && extent->start == container->start)
            return extent;
    }
    return NULL;
}

unsigned edit_logical_count(const struct layout *layout)
{
    unsigned count = 0;

    for (size_t i = 0; i < layout_count(layout); i++)
        count += layout_at(layout, i)->kind == EXTENT_LOGICAL;
    return count;
}

const struct extent *edit_next_logical(const struct layout *layout, unsigned number)
{
    const struct extent *next = NULL;

    LAYOUT_EACH (extent, layout)
        if (extent->kind == EXTENT_LOGICAL && extent->number > number &&
            (!next || extent->number < next->number))
            next = extent;
    return next;
}

bool edit_shift_logicals(struct edit_work *work, unsigned number, bool is_up,
                         struct err *err)
{
    const struct extent *next = edit_next_logical(work->layout, number - 1);

    for (; next; next = edit_next_logical(work->layout, next->number))
        if (!edit_renumber(work, next, is_up ? next->number + 1 : next->number - 1, err))
            return false;
    return true;
}

void edit_remove_children(struct edit_work *work, uint32_t id)
{
    LAYOUT_EACH (extent, work->layout) {
        if (extent->parent != id || extent->kind == EXTENT_FREE)
            continue;
        edit_remove_children(work, extent->id);
        layout_builder_remove(work->builder, extent->id);
    }
}

void edit_remove_notes(struct edit_work *work, const char *prefix)
{
    for (size_t i = 0; i < layout_note_count(work->layout); i++) {
        enum note_id id = layout_note_at(work->layout, i)->id;
        if (!strncmp(note_id_text(id), prefix, strlen(prefix)))
            layout_builder_drop_note(work->builder, id);
    }
}

void edit_add_metadata(struct edit_work *work, enum extent_role role, uint64_t start,
                       uint64_t length)
{
    struct extent extent = {
        .kind = EXTENT_METADATA, .role = role, .start = start, .length = length
    };

    (void)layout_builder_add(work->builder, &extent);
}

uint32_t edit_add_ebr(struct edit_work *work, uint32_t parent, uint64_t start)
{
    struct extent ebr = { .kind = EXTENT_METADATA,
                          .role = ROLE_EBR,
                          .parent = parent,
                          .start = start,
                          .length = 1 };

    return layout_builder_add(work->builder, &ebr);
}

void edit_add_gpt_primary(struct edit_work *work, uint64_t sectors)
{
    uint64_t lba = layout_builder_label(work->builder)->entries_lba;

    edit_add_metadata(work, ROLE_GPT_PRIMARY, 1, lba == 2 ? 1 + sectors : 1);
    if (lba != 2)
        edit_add_metadata(work, ROLE_GPT_PRIMARY, lba, sectors);
}

bool edit_refuse_small_gpt(uint64_t size, struct err *err)
{
    return err_refuse(err, REFUSAL_DISK_TOO_SMALL_FOR_GPT,
                      ngettext("This disk is too small for a GPT: it has %llu sector.",
                               "This disk is too small for a GPT: it has %llu sectors.",
                               size),
                      (ull)size);
}

/* Puts the primary's entries at LBA; the usable range begins behind them. */
static bool move_entries(struct gpt_table *table, uint64_t lba, struct err *err)
{
    uint64_t sectors = gpt_array_sectors(&table->primary, table->logical);
    uint64_t last = table->primary.last_usable;

    if (lba < 2 || lba > last || last - lba < sectors)
        return err_refuse(err, REFUSAL_GPT_ENTRIES_PLACE,
                          _("The entries of this GPT cannot begin at sector %1$llu: they "
                            "lie within sectors 2 to %2$llu."),
                          (ull)lba, (ull)last - 1);
    table->primary.entries_lba = lba;
    table->primary.first_usable = lba + sectors;
    return true;
}

bool edit_init_gpt(struct edit_work *work, unsigned entries, uint64_t lba,
                   struct err *err)
{
    const struct limits *limits = layout_limits(work->layout);
    struct label *label = layout_builder_label(work->builder);
    struct gpt_table table;

    if (!gpt_init(&table, limits->logical, limits->size, &(struct guid){ { 0 } },
                  entries))
        return edit_refuse_small_gpt(limits->size, err);
    if (!move_entries(&table, lba, err))
        return false;
    edit_add_metadata(work, ROLE_MBR, 0, 1);
    label->entries_lba = table.primary.entries_lba;
    label->backup_lba = table.backup.entries_lba;
    edit_add_gpt_primary(work, gpt_array_sectors(&table.primary, limits->logical));
    edit_add_metadata(work, ROLE_GPT_BACKUP, table.backup.entries_lba,
                      limits->size - table.backup.entries_lba);
    label->kind = LABEL_GPT;
    label->name[0] = '\0';
    label->first_usable = table.primary.first_usable;
    label->last_usable = table.primary.last_usable;
    label->entries = entries;
    label->odd_slots = 0;
    label->written_for = 0;
    return true;
}

bool edit_init_msdos(struct edit_work *work, struct err *err)
{
    struct label *label = layout_builder_label(work->builder);
    uint64_t size = layout_limits(work->layout)->size;
    uint64_t max = label_addressable(LABEL_MSDOS);

    if (size < 2)
        return err_refuse(
            err, REFUSAL_DISK_TOO_SMALL_FOR_MSDOS,
            _("This disk is too small for an msdos table: it has one sector."));
    edit_add_metadata(work, ROLE_MBR, 0, 1);
    label->kind = LABEL_MSDOS;
    label->name[0] = '\0';
    label->first_usable = 1;
    label->last_usable = (size < max ? size : max) - 1;
    label->entries = MBR_NUMBERS - 1;
    label->entries_lba = label->backup_lba = 0;
    label->odd_slots = 0;
    label->written_for = 0;
    return true;
}
