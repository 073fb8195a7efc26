/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cure.c - repairs one entry: drops it, cuts it, or ends the chain before it */
#include "model/disk/cure.h"
#include "model/base/intl.h"
#include "model/base/refusal.h"
#include "model/edit/private.h"

/* Systems number the logicals in the order of the chain without gaps. */
static bool renumber_after(struct edit_work *work, unsigned number, struct err *err)
{
    LAYOUT_EACH (extent, work->layout)
        if (extent_entry_kind(extent) == EXTENT_LOGICAL && extent->number > number &&
            !edit_renumber(work, extent, extent->number - 1, err))
            return false;
    return true;
}

static bool cure_drop(struct edit_work *work, const struct extent *extent,
                      struct err *err)
{
    if (!edit_check_idle(work->layout, extent, err))
        return false;
    edit_remove_children(work, extent->id);
    layout_builder_remove(work->builder, extent->id);
    return extent_entry_kind(extent) != EXTENT_LOGICAL ||
           renumber_after(work, extent->number, err);
}

static bool cure_cut(struct edit_work *work, const struct extent *extent, struct err *err)
{
    struct extent *cut = layout_builder_find(work->builder, extent->id);
    uint64_t length = cure_cut_end(work->layout, extent) - extent->start;

    if (!edit_check_idle(work->layout, extent, err))
        return false;
    *(extent->fault ? &cut->claimed : &cut->length) = length;
    return true;
}

/* Removes the EBRs and logicals that come after LINK in the chain; their ids are in the
 * order of the chain, as they were read. */
static bool remove_rest_of_chain(struct edit_work *work, const struct extent *link,
                                 struct err *err)
{
    LAYOUT_EACH (extent, work->layout) {
        bool is_ebr = extent->role == ROLE_EBR && extent->id > link->ebr;
        if (extent->parent != link->parent ||
            !(is_ebr ||
              (extent_entry_kind(extent) == EXTENT_LOGICAL && extent->ebr > link->ebr)))
            continue;
        if (!edit_check_idle(work->layout, extent, err))
            return false;
        layout_builder_remove(work->builder, extent->id);
    }
    return true;
}

static bool cure_end_chain(struct edit_work *work, const struct extent *extent,
                           struct err *err)
{
    if (!remove_rest_of_chain(work, extent, err))
        return false;
    layout_builder_remove(work->builder, extent->id);
    layout_builder_drop_note(work->builder, NOTE_MSDOS_CHAIN_BROKEN);
    layout_builder_drop_note(work->builder, NOTE_MSDOS_EBR_SIGNATURE);
    return true;
}

/* Drops the note about two extended partitions if fewer than two are left. */
static void drop_note_of_two(struct edit_work *work)
{
    unsigned count = 0;

    LAYOUT_EACH (extent, work->layout)
        count += extent_entry_kind(extent) == EXTENT_EXTENDED &&
                 layout_builder_find(work->builder, extent->id);
    if (count < 2)
        layout_builder_drop_note(work->builder, NOTE_MSDOS_TWO_EXTENDED);
}

/* A write plan with cures cannot contain other changes. */
static void note_cured(struct edit_work *work)
{
    edit_remove_notes(work, "parted-");
    layout_builder_drop_note(work->builder, NOTE_TABLE_CURED);
    layout_builder_note(work->builder, NOTE_TABLE_CURED, "%s",
                        _("The cures of the table have to be written before anything "
                          "else is changed."));
}

bool edit_cure(struct edit_work *work, struct err *err)
{
    static bool (*const rows[REPAIR_COUNT])(struct edit_work *, const struct extent *,
                                            struct err *) = {
        [REPAIR_DROP] = cure_drop,
        [REPAIR_CUT] = cure_cut,
        [REPAIR_END_CHAIN] = cure_end_chain,
    };
    struct entry_cure cure = { work->edit->repair, work->edit->id };

    if (!cure_is_possible(work->layout, cure))
        return err_refuse(
            err, REFUSAL_ENTRY_CURED_ALREADY,
            _("This entry is not damaged any more: another of these repairs has "
              "already cut or removed it."));
    if (!rows[cure.repair](work, layout_find(work->layout, cure.id), err))
        return false;
    layout_builder_settle(work->builder);
    drop_note_of_two(work);
    note_cured(work);
    return true;
}
