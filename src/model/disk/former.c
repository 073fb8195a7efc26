/* SPDX-License-Identifier: GPL-3.0-or-later */
/* former.c - the partitions of a table that edits replace, and which of them stay */
#include "model/disk/former.h"

#include "model/disk/damage.h"
#include "model/disk/layout_private.h"

const struct layout *layout_former(const struct layout *layout)
{
    return layout->former;
}

void layout_builder_set_former(struct layout_builder *builder,
                               const struct layout *former)
{
    struct layout *taken = former ? layout_ref(former) : NULL;

    layout_unref(builder->former);
    builder->former = taken;
}

bool former_is_data(const struct extent *extent)
{
    enum extent_kind kind = extent_entry_kind(extent);

    if (extent_holds_data(extent) || extent->fault == FAULT_NO_ENTRY)
        return true;
    return extent->kind == EXTENT_DAMAGED && extent->fault != FAULT_NO_GPT &&
           !damage_is_of_chain(extent->fault) &&
           (kind == EXTENT_PARTITION || kind == EXTENT_LOGICAL);
}

bool former_is_same(const struct extent *before, const struct extent *after)
{
    bool are_containers = extent_entry_kind(before) == EXTENT_EXTENDED &&
                          extent_entry_kind(after) == EXTENT_EXTENDED;

    return before->start == after->start &&
           (are_containers || (former_is_data(before) && former_is_data(after)));
}
