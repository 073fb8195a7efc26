/* SPDX-License-Identifier: GPL-3.0-or-later */
/* empty_notes.c - empty partitions that come to lie where data was */
#include "model/report/empty_notes.h"

#include "model/base/intl.h"

/* Returns the first other partition with data in SECTORS sectors from START on; NULL:
 * none. */
static const struct extent *data_at(const struct layout *layout, const struct extent *own,
                                    uint64_t start, uint64_t sectors)
{
    LAYOUT_EACH (other, layout)
        if (other->id != own->id && extent_holds_data(other) &&
            !content_is_empty(&other->content) && other->start < start + sectors &&
            extent_end(other) > start)
            return other;
    return NULL;
}

void empty_notes_lines(const struct layout *layout, const struct moves *moves,
                       struct lines *ret)
{
    for (size_t i = 0; i < moves->step_count; i++) {
        const struct moves_step *step = &moves->steps[i];
        const struct extent *extent = layout_find(layout, step->id);
        if (step->is_end || !extent || !extent_holds_data(extent) ||
            !content_is_empty(&extent->content))
            continue;
        const struct extent *other = data_at(layout, extent, step->to, extent->length);
        if (other)
            lines_add(ret,
                      _("Partition %1$u is empty, and comes to lie where data of "
                        "partition %2$u is now. Old bytes of that stay there until "
                        "something is written over them."),
                      extent->number, other->number);
    }
}
