/* SPDX-License-Identifier: GPL-3.0-or-later */
/* resize.c - resizes and moves partitions, containers and logicals */
#include <string.h>

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/base/refusal.h"
#include "model/edit/private.h"

static bool refuse_slice(const struct extent *target, const struct extent *slice,
                         struct err *err)
{
    if (slice->letter)
        return err_refuse(err, REFUSAL_RESIZE_CUTS_OWN_TABLE,
                          _("Partition %1$u holds a table of its own: its partition %2$c "
                            "would be left outside, and alidade does not edit that "
                            "table."),
                          target->number, slice->letter);
    return err_refuse(
        err, REFUSAL_RESIZE_CUTS_OWN_TABLE,
        _("Partition %1$u holds a table of its own: its partition %2$u would "
          "be left outside, and alidade does not edit that table."),
        target->number, slice->number);
}

static bool check_slices(const struct layout *layout, const struct extent *target,
                         uint64_t start, uint64_t end, struct err *err)
{
    LAYOUT_EACH (slice, layout) {
        if (slice->parent != target->id || slice->kind != EXTENT_SLICE ||
            slice->role != ROLE_NONE)
            continue;
        if (start != target->start || extent_end(slice) > end)
            return refuse_slice(target, slice, err);
    }
    return true;
}

/* True if the content is that of the first slice, which starts with the partition;
 * check_slices() checks its end. */
static bool is_content_of_slice(const struct layout *layout, const struct extent *target)
{
    LAYOUT_EACH (slice, layout)
        if (slice->kind == EXTENT_SLICE && slice->role == ROLE_NONE &&
            slice->parent == target->id && slice->start == target->start &&
            target->content.state == CONTENT_FOUND &&
            !strcmp(slice->content.type, target->content.type))
            return true;
    return false;
}

static bool check_shrink(const struct edit_work *work, struct err *err)
{
    uint64_t logical = layout_limits(work->layout)->logical, bytes;

    if (work->edit->length >= work->target->length ||
        is_content_of_slice(work->layout, work->target))
        return true;
    if (!num_mul(work->edit->length, logical, &bytes))
        bytes = UINT64_MAX;
    return edit_check_content_fits(work->layout, work->target, bytes, err);
}

static bool resize_container(struct edit_work *work, uint64_t start, uint64_t end,
                             struct err *err)
{
    const struct extent *target = work->target;
    const struct extent *head = edit_head_ebr(work->layout);
    bool is_empty = !edit_logical_count(work->layout);

    if (start != target->start && !is_empty)
        return err_refuse(
            err, REFUSAL_RESIZE_EXTENDED,
            _("The chain of logical partitions begins at the first sector of "
              "partition %u: that stays where it is while there are any."),
            target->number);
    LAYOUT_EACH (inner, work->layout) {
        if (inner->kind == EXTENT_LOGICAL && extent_end(inner) > end)
            return err_refuse(err, REFUSAL_RESIZE_EXTENDED,
                              _("Partition %1$u lies in the extended one up to sector "
                                "%2$llu, which has to hold it."),
                              inner->number, (ull)extent_end(inner) - 1);
        if (inner->role == ROLE_EBR && !is_empty && inner->start >= end)
            return err_refuse(err, REFUSAL_RESIZE_EXTENDED,
                              _("At sector %1$llu lies an EBR of the chain: the extended "
                                "partition %2$u has to hold it."),
                              (ull)inner->start, target->number);
        /* Without logicals only the first EBR is needed. */
        if (inner->role == ROLE_EBR && inner != head && is_empty)
            layout_builder_remove(work->builder, inner->id);
    }
    if (head)
        layout_builder_find(work->builder, head->id)->start = start;
    return true;
}

/* Moves the EBR of a moved logical if there is more than free space between them. */
static bool resize_move_ebr(struct edit_work *work, const struct layout *rest,
                            uint64_t start, struct err *err)
{
    const struct extent *ebr = layout_find(work->layout, work->target->ebr);
    uint32_t parent = work->target->parent;
    uint64_t place;

    if (start == work->target->start || !ebr || ebr == edit_head_ebr(work->layout) ||
        (ebr->start < start && ebr->start >= edit_free_start(rest, parent, start)))
        return true;
    if (!edit_place_ebr(rest, parent, start, &place, err))
        return false;
    layout_builder_find(work->builder, ebr->id)->start = place;
    return true;
}

/* Data that is carried along is of a known kind. */
static bool check_start(const struct edit_work *work, struct err *err)
{
    bool is_carried = work->edit->kind == EDIT_MOVE && work->edit->carries_data &&
                      work->target->content.state == CONTENT_FOUND;

    return is_carried || edit_check_start(work->target, err);
}

static bool resize_partition(struct edit_work *work, const struct layout *rest,
                             struct err *err)
{
    const struct extent *target = work->target;
    uint64_t start = work->edit->start, end = start + work->edit->length;

    if (start != target->start && !check_start(work, err))
        return false;
    if (target->kind == EXTENT_LOGICAL && end != extent_end(target) &&
        !edit_check_next_logical(rest, target->parent, end, err))
        return false;
    return check_shrink(work, err) &&
           check_slices(work->layout, target, start, end, err) &&
           resize_move_ebr(work, rest, start, err);
}

bool edit_resize(struct edit_work *work, struct err *err)
{
    const struct extent *target = work->target;
    const struct extent *head = edit_head_ebr(work->layout);
    uint64_t start = work->edit->start, length = work->edit->length;
    bool is_container = target->kind == EXTENT_EXTENDED;
    uint32_t own_ebr = head && target->ebr == head->id ? 0 : target->ebr;
    CLEANUP(layout_unrefp)
    struct layout *rest = edit_layout_without(work->layout, target->id, own_ebr);

    /* A container can change while its logicals are in use. */
    if (!is_container && !edit_check_resize_use(work, err))
        return false;
    if (!edit_check_place(rest, target->parent, start, length, err))
        return false;
    if (is_container ? !resize_container(work, start, start + length, err)
                     : !resize_partition(work, rest, err))
        return false;
    layout_builder_find(work->builder, target->id)->start = start;
    layout_builder_find(work->builder, target->id)->length = length;
    return true;
}
