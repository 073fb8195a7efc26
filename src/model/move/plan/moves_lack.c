/* SPDX-License-Identifier: GPL-3.0-or-later */
/* moves_lack.c - where the partitions of a disk do not fit, and what would free space */

#include "model/align/advice.h"
#include "model/base/mem.h"
#include "model/move/plan/moves_row.h"

/* The part of a row that does not fit. */
struct squeeze {
    size_t from, to; /* items [FROM, TO]: between two that stay */
    size_t at;       /* the first one that does not fit */
    uint64_t end;    /* of the last one, all as far to the left as possible */
    bool is_at_end;
};

/* Packs the items as far to the left as they may be, up to the first obstacle. */
static struct squeeze find_squeeze(const struct moves_row *row)
{
    struct squeeze squeeze = { .at = row->count, .end = row->low, .is_at_end = true };

    for (size_t i = 0; i < row->count; i++) {
        const struct solve_item *item = &row->items[i];
        uint64_t low = squeeze.end + item->has_ebr;
        uint64_t start = solve_start_from(item, low);
        squeeze.to = i;
        if (start == ALIGN_NONE && item->is_pinned) {
            squeeze.end = low;
            squeeze.at = i;
            squeeze.is_at_end = false;
            return squeeze;
        }
        if (item->is_pinned)
            squeeze.from = i;
        squeeze.end = start + item->length;
        if (squeeze.end > row->high && squeeze.at == row->count)
            squeeze.at = i;
    }
    return squeeze;
}

/* True if item AT stays where it is because its start was chosen. */
static bool is_chosen(const struct moves_row *row, size_t at)
{
    return row->items[at].is_pinned && row->spots[at].pin == PIN_NO &&
           extent_holds_data(row->spots[at].extent);
}

struct moves_lack moves_row_lack(const struct moves_row *row)
{
    struct squeeze squeeze = find_squeeze(row);
    uint64_t start = row->items[squeeze.at].start;
    uint64_t high = squeeze.is_at_end ? row->high : start;
    bool has_chosen = !squeeze.is_at_end && is_chosen(row, squeeze.at);

    return (struct moves_lack){ .id = row->spots[squeeze.at].extent->id,
                                .is_at_end = squeeze.is_at_end,
                                .chosen = has_chosen ? start : 0,
                                .sectors = squeeze.end - high };
}

/* Sets how EXTENT could make space; false: not at all. */
static bool find_relief(const struct layout *layout, const struct moves_spot *spot,
                        struct moves_relief *ret)
{
    const struct extent *extent = spot->extent;
    uint64_t logical = layout_limits(layout)->logical;
    struct advice_min min = advice_min(layout, extent);
    uint64_t minimum = min.bytes / logical + (min.bytes % logical != 0);

    *ret = (struct moves_relief){ .id = extent->id };
    if (!extent_holds_data(extent))
        return false;
    if (spot->pin == PIN_IN_USE) {
        ret->kind = RELIEF_UNUSE;
        return true;
    }
    ret->kind = RELIEF_CALL_EMPTY;
    if (pin_asks_empty(spot->pin))
        return true;
    bool is_empty = content_is_empty(&extent->content);
    ret->kind = is_empty ? RELIEF_DELETE : RELIEF_SHRINK;
    ret->sectors = minimum < extent->length ? extent->length - minimum : 0;
    return min.is_known && min.can_shrink && ret->sectors;
}

/* What stays behind the others would begin at the same sector if it was smaller; and it
 * is not to be deleted if its start was chosen. */
static bool does_help(const struct moves_row *row, const struct squeeze *squeeze,
                      size_t at, const struct moves_relief *relief)
{
    return squeeze->is_at_end || at != squeeze->to ||
           (relief->kind != RELIEF_SHRINK && !is_chosen(row, at));
}

struct moves_relief *moves_row_reliefs(const struct layout *layout,
                                       const struct moves_row *row, size_t *ret_count)
{
    struct squeeze squeeze = find_squeeze(row);
    struct moves_relief *reliefs = xcalloc(row->count, sizeof(*reliefs));

    *ret_count = 0;
    for (size_t i = squeeze.from; i <= squeeze.to; i++)
        *ret_count += find_relief(layout, &row->spots[i], &reliefs[*ret_count]) &&
                      does_help(row, &squeeze, i, &reliefs[*ret_count]);
    return reliefs;
}
