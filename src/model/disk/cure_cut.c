/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cure_cut.c - where an entry that is too long can end without a loss */
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/disk/cure_private.h"

static uint64_t entry_end(const struct extent *extent)
{
    uint64_t length = extent_entry_length(extent);

    return length > UINT64_MAX - extent->start ? UINT64_MAX : extent->start + length;
}

/* True for entries, and for EBRs, which end the partition before them. */
static bool is_in_way(const struct extent *extent)
{
    enum extent_kind kind = extent_entry_kind(extent);

    return kind == EXTENT_PARTITION || kind == EXTENT_EXTENDED ||
           kind == EXTENT_LOGICAL ||
           (kind == EXTENT_METADATA && extent->role == ROLE_EBR);
}

static bool has_own_range(const struct extent *extent)
{
    return extent->fault < FAULT_NO_GPT;
}

const struct extent *cure_find_inside(const struct layout *layout,
                                      const struct extent *extent)
{
    const struct extent *first = NULL;

    if (!extent->number || !has_own_range(extent))
        return NULL;
    LAYOUT_EACH (other, layout)
        if (is_in_way(other) && has_own_range(other) && other->parent == extent->parent &&
            other->start > extent->start && other->start < entry_end(extent) &&
            (!first || other->start < first->start))
            first = other;
    return first;
}

/* True if all EBRs and logicals of CONTAINER end before END. */
static bool are_children_before(const struct layout *layout,
                                const struct extent *container, uint64_t end)
{
    LAYOUT_EACH (child, layout)
        if (child->parent == container->id && is_in_way(child) && entry_end(child) > end)
            return false;
    return true;
}

static bool has_slice_past(const struct layout *layout, const struct extent *extent,
                           uint64_t end)
{
    LAYOUT_EACH (slice, layout)
        if (slice->kind == EXTENT_SLICE && slice->parent == extent->id &&
            slice->role == ROLE_NONE && entry_end(slice) > end)
            return true;
    return false;
}

/* Returns where an entry can end before OTHER: libparted needs a sector before a logical,
 * whose EBR may lie elsewhere. */
static uint64_t cut_end_before(const struct extent *other)
{
    return other->start - (extent_entry_kind(other) == EXTENT_LOGICAL);
}

bool cure_ends_before(const struct layout *layout, const struct extent *extent,
                      const struct extent *other)
{
    const struct inside *inside = &extent->content.inside;
    uint64_t end = cut_end_before(other);
    uint64_t bytes = (end - extent->start) * layout_limits(layout)->logical;

    if (extent_entry_kind(extent) == EXTENT_EXTENDED)
        return are_children_before(layout, extent, end);
    return extent->content.state == CONTENT_FOUND && inside->volume &&
           inside->volume <= bytes && inside->proof_offset < bytes &&
           !has_slice_past(layout, extent, end);
}

uint64_t cure_cut_end(const struct layout *layout, const struct extent *extent)
{
    const struct extent *inside = cure_find_inside(layout, extent);
    const struct extent *around = layout_find(layout, extent->parent);

    if (inside && cure_ends_before(layout, extent, inside))
        return cut_end_before(inside);
    return around ? extent_end(around) : layout_limits(layout)->size;
}

/* Returns the number of the logical that EBR describes, or else of its container. */
static unsigned cut_number_of_ebr(const struct layout *layout, const struct extent *ebr)
{
    const struct extent *container = layout_find(layout, ebr->parent);

    LAYOUT_EACH (extent, layout)
        if (extent->ebr == ebr->id && extent->number)
            return extent->number;
    return container ? container->number : 0;
}

char *cure_cut_words(const struct layout *layout, const struct extent *extent)
{
    const struct extent *inside = cure_find_inside(layout, extent);

    if (!inside || !cure_ends_before(layout, extent, inside))
        return repair_words(layout, REPAIR_CUT);
    if (inside->role == ROLE_EBR)
        return xasprintf(_("The entry is made to end before sector %1$llu, where the EBR "
                           "of partition %2$u lies: its content ends before that."),
                         (ull)inside->start, cut_number_of_ebr(layout, inside));
    return xasprintf(extent_entry_kind(extent) == EXTENT_EXTENDED
                         ? _("The entry is made to end before sector %1$llu, where "
                             "partition %2$u begins: all its logical partitions end "
                             "before that.")
                         : _("The entry is made to end before sector %1$llu, where "
                             "partition %2$u begins: its content ends before that."),
                     (ull)inside->start, inside->number);
}

/* Returns what is in the way of the end of EXTENT, in a sentence of its own; free(). */
static char *overlap_words(const struct layout *layout, const struct extent *extent,
                           const struct extent *inside)
{
    ull last = entry_end(extent) - 1, at = inside->start;

    if (inside->role == ROLE_EBR)
        return xasprintf(
            _("Partition %1$u (sectors %2$llu to %3$llu) lies over sector "
              "%4$llu, the EBR of partition %5$u, and nothing shows that its "
              "content ends before that."),
            extent->number, (ull)extent->start, last, at,
            cut_number_of_ebr(layout, inside));
    return xasprintf(_("Partition %1$u (sectors %2$llu to %3$llu) reaches past sector "
                       "%4$llu, where partition %5$u begins, and nothing shows that its "
                       "content ends before that."),
                     extent->number, (ull)extent->start, last, at, inside->number);
}

void cure_add_overlaps(const struct layout *layout, const char *path, struct lines *ret)
{
    LAYOUT_EACH (extent, layout) {
        const struct extent *inside = cure_find_inside(layout, extent);
        if (!inside || cure_ends_before(layout, extent, inside) ||
            !label_is_editable(layout_label(layout)->kind))
            continue;
        CLEANUP(freep) char *words = overlap_words(layout, extent, inside);
        lines_add(
            ret,
            _("%1$s To end it where you know that it ends: alidade dump %2$s > FILE; "
              "in FILE, write the right size in the line of partition %3$u, and "
              "remove the # before entries that are to be kept; then alidade apply "
              "%2$s < FILE."),
            words, path, extent->number);
    }
}
