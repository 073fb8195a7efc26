/* SPDX-License-Identifier: GPL-3.0-or-later */
/* move.c - moves an extent by its start alone, in a step of its own */
#include "model/edit/move.h"

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/refusal.h"
#include "model/edit/private.h"

void move_container_start(struct layout_builder *builder, const struct layout *layout,
                          uint32_t container, uint64_t start)
{
    struct extent *changed = layout_builder_find(builder, container);
    uint64_t old = changed->start;
    bool is_empty = true;

    LAYOUT_EACH (extent, layout) {
        if (extent->parent != container || extent->kind == EXTENT_FREE)
            continue;
        struct extent *inner = layout_builder_find(builder, extent->id);
        is_empty &= inner->role == ROLE_EBR;
        if (inner->role == ROLE_EBR && inner->start == old)
            inner->start = start;
    }
    if (!is_empty)
        changed->length = extent_end(changed) - start;
    changed->start = start;
}

/* Returns the first extent in the container that is not its first EBR; NULL: none. */
static const struct extent *first_inside(const struct edit_work *work)
{
    const struct extent *head = edit_head_ebr(work->layout);

    LAYOUT_EACH (extent, work->layout)
        if (extent->parent == work->target->id && extent->kind != EXTENT_FREE &&
            extent != head)
            return extent;
    return NULL;
}

static bool move_container(struct edit_work *work, struct err *err)
{
    const struct extent *target = work->target, *first = first_inside(work);
    uint64_t start = work->edit->start;
    CLEANUP(layout_unrefp)
    struct layout *rest = edit_layout_without(work->layout, target->id, 0);

    if (start >= first->start)
        return err_refuse(
            err, REFUSAL_EXTENDED_START,
            _("The extended partition %1$u can begin at sector %2$llu at most: "
              "its first EBR lies before all that is in it."),
            target->number, (ull)first->start - 1);
    if (!edit_check_place(rest, 0, start, extent_end(target) - start, err))
        return false;
    move_container_start(work->builder, work->layout, target->id, start);
    return true;
}

static bool move_ebr(struct edit_work *work, struct err *err)
{
    const struct extent *target = work->target;
    const struct extent *logical = layout_find_logical(work->layout, target->id);
    uint64_t start = work->edit->start;
    CLEANUP(layout_unrefp)
    struct layout *rest = edit_layout_without(work->layout, target->id, 0);

    if (!logical || target == edit_head_ebr(work->layout))
        return err_refuse(err, REFUSAL_EBR_PLACE,
                          _("The EBR at sector %llu does not move by itself."),
                          (ull)target->start);
    if (start >= logical->start ||
        start < edit_free_start(rest, target->parent, logical->start))
        return err_refuse(err, REFUSAL_EBR_PLACE,
                          _("The EBR of partition %1$u lies in the free sectors directly "
                            "before it: %2$llu is not one of them."),
                          logical->number, (ull)start);
    layout_builder_find(work->builder, target->id)->start = start;
    return edit_check_place(rest, target->parent, start, 1, err);
}

/* An extent that moves as a whole. */
static bool move_whole(struct edit_work *work, struct err *err)
{
    struct edit edit = *work->edit;
    struct edit_work whole = *work;

    edit.length = work->target->length;
    whole.edit = &edit;
    return edit_resize(&whole, err);
}

bool edit_move(struct edit_work *work, struct err *err)
{
    if (work->target->role == ROLE_EBR)
        return move_ebr(work, err);
    if (work->target->kind == EXTENT_EXTENDED && edit_logical_count(work->layout))
        return move_container(work, err);
    return move_whole(work, err);
}
