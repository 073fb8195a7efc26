/* SPDX-License-Identifier: GPL-3.0-or-later */
/* table.c - creates and converts whole tables */

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/base/refusal.h"
#include "model/disk/types.h"
#include "model/edit/private.h"
#include "model/table/gpt.h"

/* Sets the requested usable range, if it lies between the two copies. */
static bool set_usable(struct edit_work *work, struct err *err)
{
    struct label *label = layout_builder_label(work->builder);
    uint64_t first = work->edit->start ? work->edit->start : label->first_usable;
    uint64_t end = label->last_usable + 1;

    if (work->edit->length && !num_add(first, work->edit->length, &end))
        end = UINT64_MAX;
    if (first < label->first_usable || end > label->last_usable + 1 || first >= end)
        return err_refuse(
            err, REFUSAL_GPT_USABLE_RANGE,
            _("The usable range of this GPT cannot be sectors %1$llu to %2$llu: "
              "it lies within %3$llu to %4$llu."),
            (ull)first, (ull)end - 1, (ull)label->first_usable, (ull)label->last_usable);
    label->first_usable = first;
    label->last_usable = end - 1;
    return true;
}

static bool put_gpt(struct edit_work *work, struct err *err)
{
    const struct edit *edit = work->edit;
    unsigned entries = edit_gpt_entries(edit);

    if (entries > GPT_ENTRIES_NEW_MAX)
        return err_refuse(
            err, REFUSAL_GPT_TOO_MANY_ENTRIES,
            _("A GPT of %1$u entries is more than other systems read: at most "
              "%2$u are made."),
            entries, GPT_ENTRIES_NEW_MAX);
    return edit_init_gpt(work, entries, edit_gpt_lba(edit), err) && set_usable(work, err);
}

static bool check_new_label(const struct edit_work *work, struct err *err)
{
    return label_is_editable(work->edit->label) ||
           err_refuse(err, REFUSAL_NEW_TABLE_KIND,
                      _("A new table is a gpt or an msdos one; other kinds can only be "
                        "viewed."));
}

static void remove_old_table(struct edit_work *work)
{
    for (size_t i = 0; i < layout_count(work->layout); i++)
        layout_builder_remove(work->builder, layout_at(work->layout, i)->id);
    edit_remove_notes(work, "");
}

bool edit_new_table(struct edit_work *work, struct err *err)
{
    enum label_kind kind = work->edit->label;
    struct label *label = layout_builder_label(work->builder);

    if (!check_new_label(work, err) || !edit_check_disk_idle(work->layout, err))
        return false;
    edit_remember(work);
    remove_old_table(work);
    if (kind == LABEL_GPT ? !put_gpt(work, err) : !edit_init_msdos(work, err))
        return false;
    return edit_parse_disk_id(work, kind, work->edit->uuid, label->id, err);
}

/* With more partitions than MBR entries, the first three stay primary; the fourth entry
 * is the extended partition for the others. */
#define PRIMARIES_BESIDE_LOGICALS 3

/* All partitions in the order of the disk. */
struct kept {
    const struct extent *at[EDIT_MAX_MSDOS];
    unsigned count;
};

static void set_type(struct extent *extent, enum label_kind from, enum label_kind to)
{
    /* Types that the other label does not have become plain Linux. */
    if (!type_convert(from, to, extent->type, extent->type))
        copy_text(extent->type, sizeof(extent->type),
                  to == LABEL_GPT ? TYPE_GPT_LINUX : TYPE_MSDOS_LINUX);
}

/* Checks that both copies of the GPT have free sectors. */
static bool check_gpt_range(const struct layout *layout, const struct extent *extent,
                            const struct label *label, struct err *err)
{
    uint64_t last = extent_end(extent) - 1;

    if (extent->start < label->first_usable)
        return err_refuse(err, REFUSAL_CONVERT_GPT_NO_SPACE,
                          ngettext("A GPT needs sectors 0 to %1$llu, and partition %2$u "
                                   "starts at sector %3$llu: %4$llu sector is missing.",
                                   "A GPT needs sectors 0 to %1$llu, and partition %2$u "
                                   "starts at sector %3$llu: %4$llu sectors are missing.",
                                   label->first_usable - extent->start),
                          (ull)label->first_usable - 1, extent->number,
                          (ull)extent->start, (ull)(label->first_usable - extent->start));
    if (last > label->last_usable)
        return err_refuse(
            err, REFUSAL_CONVERT_GPT_NO_SPACE,
            ngettext("A GPT needs sectors %1$llu to %2$llu, and partition "
                     "%3$u ends at sector %4$llu: %5$llu sector is missing.",
                     "A GPT needs sectors %1$llu to %2$llu, and partition "
                     "%3$u ends at sector %4$llu: %5$llu sectors are missing.",
                     last - label->last_usable),
            (ull)label->last_usable + 1, (ull)layout_limits(layout)->size - 1,
            extent->number, (ull)last, (ull)(last - label->last_usable));
    return true;
}

static bool add_to_gpt(struct edit_work *work, const struct extent *old, struct err *err)
{
    struct extent extent = *old;

    if (!check_gpt_range(work->layout, old, layout_builder_label(work->builder), err) ||
        !edit_parse_uuid(work, "", old->id, extent.uuid, err))
        return false;
    extent.kind = EXTENT_PARTITION;
    extent.parent = extent.ebr = 0;
    extent.attributes = old->is_bootable ? GPT_ATTRIBUTE_LEGACY_BOOT : 0;
    set_type(&extent, LABEL_MSDOS, LABEL_GPT);
    (void)layout_builder_add(work->builder, &extent); /* keeps its id */
    return true;
}

static bool convert_to_gpt(struct edit_work *work, struct err *err)
{
    if (!put_gpt(work, err))
        return false;
    LAYOUT_EACH (extent, work->layout)
        if (extent_holds_data(extent) && !add_to_gpt(work, extent, err))
            return false;
    return true;
}

static bool find_kept(const struct layout *layout, struct kept *ret, struct err *err)
{
    const unsigned max =
        EDIT_MAX_MSDOS - LABEL_FIRST_LOGICAL + 1 + PRIMARIES_BESIDE_LOGICALS;
    uint64_t end = label_addressable(LABEL_MSDOS);

    ret->count = 0;
    LAYOUT_EACH (extent, layout) {
        if (!extent_holds_data(extent))
            continue;
        if (extent_end(extent) > end)
            return err_refuse(err, REFUSAL_CONVERT_MSDOS_NOT_POSSIBLE,
                              _("Partition %1$u ends at sector %2$llu: an msdos table "
                                "addresses sectors up to %3$llu."),
                              extent->number, (ull)extent_end(extent) - 1, (ull)end - 1);
        if (ret->count == max)
            return err_refuse(
                err, REFUSAL_CONVERT_MSDOS_NOT_POSSIBLE,
                _("An msdos table of libparted's has at most %u partitions: "
                  "delete some first."),
                max);
        ret->at[ret->count++] = extent;
    }
    return true;
}

static bool is_number_taken(const struct kept *kept, unsigned primaries,
                            const unsigned *numbers, unsigned number)
{
    for (unsigned i = 0; i < primaries; i++)
        if (numbers[i] == number || kept->at[i]->number == number)
            return true;
    return false;
}

/* Returns the lowest number that no primary has or keeps. */
static unsigned free_number(const struct kept *kept, unsigned primaries,
                            const unsigned *numbers)
{
    unsigned number = 1;

    while (is_number_taken(kept, primaries, numbers, number))
        number++;
    return number;
}

/* Partitions in use keep their number, which the kernel uses. */
static bool add_to_msdos(struct edit_work *work, const struct extent *old,
                         const struct extent *as, struct err *err)
{
    const char *disk_id = layout_builder_label(work->builder)->id;
    struct err why = { 0 };
    struct extent extent = *old;

    if (as->number != old->number && !edit_check_idle(work->layout, old, &why))
        return err_pass(err, &why, _("Partition %1$u would become partition %2$u. %3$s"),
                        old->number, as->number, why.text);
    extent.kind = as->kind;
    extent.number = as->number;
    extent.parent = as->parent;
    extent.ebr = as->ebr;
    extent.is_bootable = as->is_bootable;
    extent.attributes = 0;
    extent.name[0] = '\0';
    set_type(&extent, LABEL_GPT, LABEL_MSDOS);
    edit_msdos_uuid(disk_id, as->number, extent.uuid);
    (void)layout_builder_add(work->builder, &extent); /* keeps its id */
    return true;
}

static bool add_primaries(struct edit_work *work, const struct kept *kept, unsigned count,
                          unsigned *ret_free, struct err *err)
{
    unsigned numbers[MBR_NUMBERS] = { 0 };
    bool is_active = false;

    for (unsigned i = 0; i < count; i++) {
        const struct extent *old = kept->at[i];
        struct extent as = { .kind = EXTENT_PARTITION, .number = old->number };
        if (as.number >= MBR_NUMBERS)
            as.number = free_number(kept, count, numbers);
        numbers[i] = as.number;
        as.is_bootable = old->is_bootable && !is_active;
        is_active |= as.is_bootable;
        if (!add_to_msdos(work, old, &as, err))
            return false;
    }
    *ret_free = free_number(kept, count, numbers);
    return true;
}

/* Chooses the sector for the EBR of logical INDEX: one grain before it, or else the one
 * just before it. */
static bool place_ebr(const struct edit_work *work, const struct kept *kept,
                      unsigned index, uint64_t *ret, struct err *err)
{
    uint64_t start = kept->at[index]->start;
    uint64_t free_start = extent_end(kept->at[index - 1]);

    if (free_start == start)
        return err_refuse(
            err, REFUSAL_CONVERT_NO_SECTOR_FOR_EBR,
            _("There are %1$u partitions and the MBR has %2$u entries: "
              "partition %3$u would become a logical one, but no sector before "
              "it is free for its EBR."),
            kept->count, MBR_NUMBERS - 1, kept->at[index]->number);
    *ret = edit_ebr_before(layout_limits(work->layout), free_start, start);
    return true;
}

static bool add_logicals(struct edit_work *work, const struct kept *kept, unsigned number,
                         struct err *err)
{
    unsigned first = PRIMARIES_BESIDE_LOGICALS;
    const struct extent *last = kept->at[kept->count - 1];
    struct extent container = { .kind = EXTENT_EXTENDED, .number = number };

    if (!place_ebr(work, kept, first, &container.start, err))
        return false;
    container.length = extent_end(last) - container.start;
    copy_text(container.type, sizeof(container.type), TYPE_MSDOS_EXTENDED);
    edit_msdos_uuid(layout_builder_label(work->builder)->id, number, container.uuid);
    container.id = layout_builder_add(work->builder, &container);
    for (unsigned i = first; i < kept->count; i++) {
        uint64_t ebr;
        struct extent as = { .kind = EXTENT_LOGICAL,
                             .number = LABEL_FIRST_LOGICAL + i - first,
                             .parent = container.id };
        if (!place_ebr(work, kept, i, &ebr, err))
            return false;
        as.ebr = edit_add_ebr(work, container.id, ebr);
        if (!add_to_msdos(work, kept->at[i], &as, err))
            return false;
    }
    return true;
}

static bool convert_to_msdos(struct edit_work *work, struct err *err)
{
    struct kept kept;
    unsigned number;

    if (!edit_init_msdos(work, err) || !find_kept(work->layout, &kept, err))
        return false;
    if (kept.count < MBR_NUMBERS)
        return add_primaries(work, &kept, kept.count, &number, err);
    return add_primaries(work, &kept, PRIMARIES_BESIDE_LOGICALS, &number, err) &&
           add_logicals(work, &kept, number, err);
}

bool edit_convert(struct edit_work *work, struct err *err)
{
    enum label_kind kind = work->edit->label;
    struct label *label = layout_builder_label(work->builder);

    if (!check_new_label(work, err))
        return false;
    if (kind == work->label->kind)
        return err_refuse(err, REFUSAL_CONVERT_SAME_KIND,
                          _("The table is of kind %s already."), label_name(label));
    remove_old_table(work);
    if (!edit_parse_disk_id(work, kind, work->edit->uuid, label->id, err))
        return false;
    return kind == LABEL_GPT ? convert_to_gpt(work, err) : convert_to_msdos(work, err);
}
