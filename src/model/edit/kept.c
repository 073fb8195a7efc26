/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kept.c - finds the partition of a replaced table that a new entry describes again */
#include <string.h>

#include "model/disk/former.h"
#include "model/edit/private.h"

void edit_remember(struct edit_work *work)
{
    if (!layout_former(work->layout))
        layout_builder_set_former(work->builder, work->layout);
}

enum {
    SWAP_PAGES_MIN = 10,   /* of an area that can be created again */
    SWAP_PAGE_MAX = 65536, /* bytes, where the size of its pages is not known */
};

static bool is_swap_possible(const struct content *content, uint64_t bytes)
{
    uint64_t page = content->inside.block ? content->inside.block : SWAP_PAGE_MAX;

    return bytes >= SWAP_PAGES_MIN * page;
}

/* A partition that ends inside its content is another one: the loss has to be accepted.
 */
static bool kept_fits(const struct layout *layout, const struct extent *was,
                      uint64_t length)
{
    uint64_t volume = was->content.inside.volume;

    if (length >= was->length || extent_entry_kind(was) == EXTENT_EXTENDED)
        return true;
    if (layout_find_slice(layout, was->id))
        return false;
    if (!strcmp(was->content.type, "swap"))
        return is_swap_possible(&was->content, length * layout_limits(layout)->logical);
    return content_is_empty(&was->content) ||
           (volume && volume <= length * layout_limits(layout)->logical);
}

const struct extent *edit_find_kept(const struct layout *layout, const struct edit *edit)
{
    const struct layout *former = layout_former(layout);
    struct extent wanted = { .kind = edit->extent, .start = edit->start };

    if (!edit->is_kept || !former)
        return NULL;
    LAYOUT_EACH (was, former)
        if (former_is_same(was, &wanted) && !layout_find(layout, was->id) &&
            kept_fits(former, was, edit->length))
            return was;
    return NULL;
}
