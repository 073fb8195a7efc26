/* SPDX-License-Identifier: GPL-3.0-or-later */
/* create.c - creates partitions, containers and logicals */
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/refusal.h"
#include "model/edit/private.h"
#include "model/table/gpt.h"

static bool check_kind(const struct edit_work *work, struct err *err)
{
    enum extent_kind kind = work->edit->extent;
    const struct extent *container = layout_find_container(work->layout);

    if (kind == EXTENT_PARTITION)
        return true;
    if (work->label->kind == LABEL_GPT)
        return err_refuse(err, REFUSAL_EXTENDED_NOT_POSSIBLE,
                          _("A GPT has no extended and no logical partitions."));
    if (kind == EXTENT_EXTENDED && container)
        return err_refuse(
            err, REFUSAL_EXTENDED_NOT_POSSIBLE,
            _("Partition %u is extended already: an msdos table can have only "
              "one."),
            container->number);
    if (kind == EXTENT_LOGICAL && !container)
        return err_refuse(err, REFUSAL_EXTENDED_NOT_POSSIBLE,
                          _("There is no extended partition that a logical one could lie "
                            "in: create that first."));
    return true;
}

static bool check_logical_number(const struct edit_work *work, unsigned number,
                                 struct err *err)
{
    unsigned next = LABEL_FIRST_LOGICAL + edit_logical_count(work->layout);

    if (next > EDIT_MAX_MSDOS)
        return err_refuse(err, REFUSAL_LOGICAL_NUMBER,
                          _("There are logical partitions up to number %u already: more "
                            "than that libparted does not know. Delete one first."),
                          next - 1);
    if (work->edit->number && work->edit->number != number)
        return err_refuse(err, REFUSAL_LOGICAL_NUMBER,
                          _("A new logical partition has the number %1$u here, not %2$u: "
                            "they are counted in the order of their chain."),
                          next, work->edit->number);
    return true;
}

/* What names no sectors can still belong to someone, such as a boot manager. */
static bool refuse_odd_slot(const struct edit_work *work, unsigned number,
                            struct err *err)
{
    if (number)
        return err_refuse(
            err, REFUSAL_ENTRY_NOT_ZERO,
            _("Entry %u of the MBR is no partition, but not all of its bytes "
              "are zero: they are kept, so no new partition can have it."),
            number);
    return err_refuse(
        err, REFUSAL_ENTRY_NOT_ZERO,
        _("No entry of the MBR has only zero bytes: all %u are partitions, or "
          "have other bytes that are kept."),
        (unsigned)work->label->entries);
}

static bool create_refuse_full(const struct edit_work *work, struct err *err)
{
    unsigned entries = work->label->entries;

    if (work->label->odd_slots)
        return refuse_odd_slot(work, 0, err);
    return err_refuse(
        err, REFUSAL_TABLE_FULL,
        work->label->kind == LABEL_GPT
            ? ngettext(
                  "The only entry of this GPT is taken: delete that partition first.",
                  "All %u entries of this GPT are taken: delete a partition first.",
                  entries)
            : _("All %u entries of the MBR are taken; one of them would have "
                "to be an extended partition."),
        entries);
}

static bool check_number(const struct edit_work *work, unsigned number, struct err *err)
{
    unsigned entries = work->label->entries;

    if (work->edit->extent == EXTENT_LOGICAL)
        return check_logical_number(work, number, err);
    if (!number)
        return create_refuse_full(work, err);
    if (number > entries)
        return err_refuse(
            err, REFUSAL_NUMBER_NOT_FREE,
            ngettext("There is no partition number %1$u here: the table has "
                     "%2$u entry.",
                     "There is no partition number %1$u here: the table has "
                     "%2$u entries.",
                     entries),
            number, entries);
    if (layout_find_number(work->layout, number))
        return err_refuse(err, REFUSAL_NUMBER_NOT_FREE,
                          _("There is a partition %u already."), number);
    return layout_is_number_free(work->layout, number) ||
           refuse_odd_slot(work, number, err);
}

static bool set_gpt_fields(struct edit_work *work, struct extent *extent, struct err *err)
{
    const struct edit *edit = work->edit;

    extent->attributes = edit->attributes;
    if (edit->is_bootable)
        extent->attributes |= GPT_ATTRIBUTE_LEGACY_BOOT;
    extent->is_bootable = extent->attributes & GPT_ATTRIBUTE_LEGACY_BOOT;
    return edit_parse_uuid(work, edit->uuid, extent->id, extent->uuid, err);
}

/* The active flag is the only one of msdos.  It may be set on an extended partition,
 * whose EBR can have a boot manager, but not on logicals, which no boot code reads. */
static bool set_msdos_fields(struct edit_work *work, struct extent *extent,
                             struct err *err)
{
    const struct edit *edit = work->edit;

    if ((edit->attributes && !edit_check_field(LABEL_MSDOS, EDIT_ATTRIBUTES, err)) ||
        (edit->uuid[0] && !edit_check_field(LABEL_MSDOS, EDIT_UUID, err)))
        return false;
    if (edit->is_bootable && extent->kind == EXTENT_LOGICAL)
        return edit_refuse_active(err);
    edit_msdos_uuid(work->label->id, extent->number, extent->uuid);
    if (!edit->is_bootable)
        return true;
    extent->is_bootable = true;
    for (unsigned number = 1; number <= work->label->entries; number++) {
        const struct extent *other = layout_find_number(work->layout, number);
        if (other)
            layout_builder_find(work->builder, other->id)->is_bootable = false;
    }
    return true;
}

static bool create_place_ebr(const struct edit_work *work, const struct layout *layout,
                             const struct extent *logical, uint64_t *ret, struct err *err)
{
    if (!edit_place_ebr(layout, logical->parent, logical->start, ret, err))
        return false;
    if (work->edit->is_ebr_near)
        *ret = logical->start - 1;
    return true;
}

/* The EBR at the container's start describes the first logical: the previous first one
 * gets another EBR, outside EXTENT. */
static bool move_first_link(struct edit_work *work, struct extent *extent,
                            struct err *err)
{
    const struct extent *first = layout_find_number(work->layout, LABEL_FIRST_LOGICAL);
    uint64_t start;
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(work->layout);

    (void)layout_builder_add(builder, extent); /* keeps its id */
    CLEANUP(layout_unrefp) struct layout *with = layout_builder_finish(builder, err);
    if (!with || !create_place_ebr(work, with, first, &start, err))
        return false;
    extent->ebr = first->ebr;
    uint32_t id = edit_add_ebr(work, extent->parent, start);
    layout_builder_find(work->builder, first->id)->ebr = id;
    return true;
}

static bool add_own_ebr(struct edit_work *work, struct extent *extent, struct err *err)
{
    uint64_t start;

    if (!create_place_ebr(work, work->layout, extent, &start, err))
        return false;
    extent->ebr = edit_add_ebr(work, extent->parent, start);
    return true;
}

static bool place_logical(struct edit_work *work, struct extent *extent, struct err *err)
{
    const struct extent *head = edit_head_ebr(work->layout);
    bool is_first = extent->number == LABEL_FIRST_LOGICAL;

    /* Without logicals the EBR at the container's start is unused. */
    if (head && !edit_logical_count(work->layout)) {
        extent->ebr = head->id;
        return true;
    }
    return edit_check_next_logical(work->layout, extent->parent, extent_end(extent),
                                   err) &&
           edit_shift_logicals(work, extent->number, true, err) &&
           (is_first ? move_first_link(work, extent, err)
                     : add_own_ebr(work, extent, err));
}

static bool create_fill(struct edit_work *work, struct extent *extent, struct err *err)
{
    const struct edit *edit = work->edit;
    const struct label *label = work->label;

    if (!edit_parse_type(label->kind, extent->kind, edit->type, extent->type, err) ||
        !edit_parse_name(label, edit, extent->name, err))
        return false;
    return label->kind == LABEL_GPT ? set_gpt_fields(work, extent, err)
                                    : set_msdos_fields(work, extent, err);
}

static bool create_in_free_space(struct edit_work *work, struct extent *extent,
                                 struct err *err)
{
    if (extent->kind == EXTENT_LOGICAL)
        extent->parent = layout_find_container(work->layout)->id;
    return check_number(work, extent->number, err) &&
           edit_check_place(work->layout, extent->parent, extent->start, extent->length,
                            err) &&
           create_fill(work, extent, err) &&
           (extent->kind != EXTENT_LOGICAL || place_logical(work, extent, err));
}

/* The new partition has the same start and keeps the EBR. */
static bool create_in_place_of(struct edit_work *work, struct extent *extent,
                               struct err *err)
{
    const struct extent *old = layout_find(work->layout, work->edit->replaced);
    CLEANUP(layout_unrefp)
    struct layout *rest = edit_layout_without(work->layout, work->edit->replaced, 0);

    if (!old || !extent_holds_data(old) || old->kind != extent->kind ||
        old->start != extent->start)
        return edit_refuse_gone(err);
    extent->parent = old->parent;
    extent->ebr = old->ebr;
    if (!edit_check_idle(work->layout, old, err) ||
        !edit_check_place(rest, extent->parent, extent->start, extent->length, err) ||
        (extent->ebr &&
         !edit_check_next_logical(rest, extent->parent, extent_end(extent), err)) ||
        !create_fill(work, extent, err))
        return false;
    edit_remove_children(work, old->id);
    layout_builder_remove(work->builder, old->id);
    return true;
}

bool edit_create(struct edit_work *work, struct err *err)
{
    const struct edit *edit = work->edit;
    struct extent extent = {
        .id = edit->id,
        .kind = edit->extent,
        .start = edit->start,
        .length = edit->length,
        /* Old data in free space does not count as content. */
        .content = { .state = CONTENT_NONE, .zeros = ZEROS_NEW },
    };
    const struct extent *kept = edit_find_kept(work->layout, edit);

    if (!check_kind(work, err))
        return false;
    if (kept) {
        extent.id = kept->id;
        extent.content = kept->content;
        extent.use = kept->use;
    }
    extent.number = edit_number(work->layout, edit);
    if (edit->replaced ? !create_in_place_of(work, &extent, err)
                       : !create_in_free_space(work, &extent, err))
        return false;
    extent.id = layout_builder_add(work->builder, &extent);
    if (extent.kind == EXTENT_EXTENDED)
        (void)edit_add_ebr(work, extent.id, extent.start);
    return true;
}
