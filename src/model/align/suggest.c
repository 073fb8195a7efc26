/* SPDX-License-Identifier: GPL-3.0-or-later */
/* suggest.c - better starts for one extent, best first, with their cost */
#include "model/align/suggest.h"

#include <assert.h>
#include <string.h>

#include "model/align/suggest_place.h"
#include "model/align/suggest_unit.h"

#define MIB       (UINT64_C(1) << 20)
#define BOOT_GAP  32 /* sectors that stay for a boot loader without a core image */
#define MSDOS_LOW 63 /* the first start of old tools; boot loaders fit before it */

/* Returns the end of the table's own sectors at the front. */
static uint64_t front_metadata_end(const struct layout *layout)
{
    uint64_t end = 0;

    LAYOUT_EACH (extent, layout) {
        if (extent->kind != EXTENT_METADATA || extent->start != end)
            break;
        end = extent_end(extent);
    }
    return end;
}

static bool is_first_partition(const struct layout *layout, const struct extent *extent)
{
    LAYOUT_EACH (other, layout)
        if (extent_is_partition(other) && other->role == ROLE_NONE)
            return other->id == extent->id;
    return false;
}

static struct boot_effect boot_of(const struct suggest_place *p, uint64_t start,
                                  struct suggest_context context)
{
    struct boot_effect boot = {
        .is_first = is_first_partition(p->layout, p->extent),
        .does_grub_fit = true,
    };
    uint64_t front = front_metadata_end(p->layout);

    if (!boot.is_first || front > p->extent->start || front > start)
        return boot;
    boot.gap_before = p->extent->start - front;
    boot.gap_after = start - front;
    boot.grub_sectors = context.gap.grub_sectors;
    boot.does_grub_fit = context.gap.grub_sectors <= boot.gap_after;
    return boot;
}

uint64_t suggest_boot_end(const struct layout *layout, uint64_t used)
{
    uint64_t gap = used > BOOT_GAP ? used : BOOT_GAP;

    return layout_label(layout)->kind == LABEL_MSDOS ? front_metadata_end(layout) + gap
                                                     : 0;
}

/* True if START would leave the boot loader of an msdos disk too little space. */
static bool is_in_boot_gap(const struct suggest_place *p, uint64_t start,
                           struct suggest_context context)
{
    return is_first_partition(p->layout, p->extent) &&
           start < suggest_boot_end(p->layout, context.gap.owned_sectors);
}

static enum grade grade_at(const struct suggest_place *p, uint64_t start)
{
    struct extent moved = *p->extent;

    moved.start = start;
    return judge_extent(p->layout, &moved).grade;
}

static int64_t shift_of(uint64_t from, uint64_t to)
{
    uint64_t by = to > from ? to - from : from - to;

    /* A grain is at most as large as the disk. */
    assert(by <= INT64_MAX);
    return to > from ? (int64_t)by : -(int64_t)by;
}

static uint64_t suggest_distance(const struct suggestion *s)
{
    return s->shift < 0 ? (uint64_t)-s->shift : (uint64_t)s->shift;
}

/* Of two equal candidates the lower one is better.  The other rules are in suggest.h. */
static bool suggest_is_better(const struct suggestion *a, const struct suggestion *b)
{
    if (a->fit != b->fit)
        return a->fit < b->fit;
    if (a->data_bytes != b->data_bytes)
        return a->data_bytes < b->data_bytes;
    if (a->grade != b->grade)
        return a->grade < b->grade;
    if (suggest_distance(a) != suggest_distance(b))
        return suggest_distance(a) < suggest_distance(b);
    return a->start < b->start;
}

/* Inserts the candidate at START by its rank, unless it is in LIST or impossible. */
static size_t suggest_insert(const struct suggest_place *p, uint64_t start,
                             struct suggest_context context, struct suggestion *list,
                             size_t count)
{
    if (start == ALIGN_NONE || is_in_boot_gap(p, start, context))
        return count;
    for (size_t i = 0; i < count; i++)
        if (list[i].start == start)
            return count;
    struct suggestion s = { .start = start };
    if (!suggest_find_fit(p, &s))
        return count;
    s.grade = grade_at(p, start);
    s.shift = shift_of(p->extent->start, start);
    s.data_bytes = content_is_empty(&p->extent->content)
                       ? 0
                       : suggest_bytes(p->layout, p->extent->length);
    s.boot = boot_of(p, start, context);
    size_t at = count;
    for (; at > 0 && suggest_is_better(&s, &list[at - 1]); at--)
        list[at] = list[at - 1];
    list[at] = s;
    return count + 1;
}

/* A file system straight on the disk cannot move. */
static bool suggest_has_table(const struct layout *layout)
{
    enum label_kind kind = layout_label(layout)->kind;

    return kind != LABEL_NONE && kind != LABEL_LOOP;
}

/* Returns the index of the nearest candidate on one side, of any grade; else COUNT. */
static size_t suggest_nearest(const struct suggestion *list, size_t count, bool is_below)
{
    size_t best = count;

    for (size_t i = 0; i < count; i++)
        if ((list[i].shift < 0) == is_below &&
            (best == count || suggest_distance(&list[i]) < suggest_distance(&list[best])))
            best = i;
    return best;
}

/* Returns the new start of EXTENT in the default plan; ALIGN_NONE if there is none. */
static uint64_t suggest_planned(const struct extent *extent,
                                struct suggest_context context)
{
    const struct extent *then =
        context.planned ? layout_find(context.planned, extent->id) : NULL;

    return then && then->start != extent->start ? then->start : ALIGN_NONE;
}

/* Moves START, of the default plan, to the front; if it is not in LIST, the nearest
 * one below, else above.  The plan keeps the size. */
static void suggest_put_first(const struct suggest_place *p, uint64_t start,
                              struct suggestion *list, size_t count)
{
    size_t at = 0;

    while (at < count && list[at].start != start)
        at++;
    if (at < count && list[at].fit == FIT_SHRINK)
        (void)suggest_find_moves(p, &list[at]); /* the plan is possible */
    if (at == count)
        at = suggest_nearest(list, count, true);
    if (at == count)
        at = suggest_nearest(list, count, false);
    struct suggestion first = list[at];
    memmove(list + 1, list, at * sizeof(*list));
    list[0] = first;
}

/* Inserts the nearest starts on GRID. */
static size_t suggest_insert_grid(const struct suggest_place *p, struct alignment grid,
                                  struct suggest_context context, struct suggestion *list,
                                  size_t count)
{
    uint64_t start = p->extent->start;

    count = suggest_insert(p, align_prev(grid, start), context, list, count);
    return suggest_insert(p, align_next(grid, start), context, list, count);
}

/* Suggests starts for EXTENT alone, whatever else moves with it. */
static size_t suggest_alone(const struct layout *layout, const struct extent *extent,
                            struct suggest_context context,
                            struct suggestion ret[SUGGEST_MAX])
{
    struct alignment good, grain;

    if (!suggest_good_starts(layout, extent, &good))
        return 0;
    struct suggest_place p = suggest_place_of(layout, extent);
    size_t count = suggest_insert_grid(&p, good, context, ret, 0);
    if (align_meet(limits_grain_grid(layout_limits(layout)), good, &grain))
        count = suggest_insert_grid(&p, grain, context, ret, count);
    uint64_t planned = suggest_planned(extent, context);
    if (planned == ALIGN_NONE && count && ret[0].fit == FIT_FREE)
        return count;
    count = suggest_insert(&p, planned, context, ret, count);
    if (count)
        suggest_put_first(&p, planned, ret, count);
    return count;
}

/* Suggests for EXTENT, in the BSD label of SLICE, what is suggested for SLICE: each shift
 * takes all its partitions along. */
static size_t suggest_with_slice(const struct layout *layout, const struct extent *extent,
                                 const struct extent *slice,
                                 struct suggest_context context,
                                 struct suggestion ret[SUGGEST_MAX])
{
    size_t count = suggest_alone(layout, slice, context, ret);
    struct suggest_place p = suggest_place_of(layout, extent);

    for (size_t i = 0; i < count; i++) {
        ret[i].start = extent->start + (uint64_t)ret[i].shift; /* modulo 2^64 */
        ret[i].grade = grade_at(&p, ret[i].start);
        ret[i].fit = FIT_MOVES;
        ret[i].shrink = 0;
        ret[i].first_moved = ret[i].last_moved = slice->number;
        ret[i].boot = (struct boot_effect){ .does_grub_fit = true };
    }
    return count;
}

size_t suggest_starts(const struct layout *layout, const struct extent *extent,
                      struct suggest_context context, struct suggestion ret[SUGGEST_MAX])
{
    if (judge_extent(layout, extent).grade != GRADE_OFF || !suggest_has_table(layout))
        return 0;
    const struct extent *slice = suggest_unit(layout, extent);
    return slice && slice != extent
               ? suggest_with_slice(layout, extent, slice, context, ret)
               : suggest_alone(layout, extent, context, ret);
}

bool suggest_best(const struct layout *layout, const struct extent *extent,
                  struct suggest_context context, struct suggestion *ret)
{
    struct suggestion list[SUGGEST_MAX];

    if (!suggest_starts(layout, extent, context, list))
        return false;
    *ret = list[0];
    return true;
}

bool suggest_nearest_free(const struct layout *layout, const struct extent *extent,
                          struct suggest_context context, struct suggestion *ret)
{
    struct suggestion list[SUGGEST_MAX];
    size_t count = suggest_starts(layout, extent, context, list);
    const struct suggestion *best = NULL;

    for (size_t i = 0; i < count; i++)
        if (list[i].fit == FIT_FREE &&
            (!best || suggest_distance(&list[i]) < suggest_distance(best)))
            best = &list[i];
    if (best)
        *ret = *best;
    return best;
}

/* Returns the first start on GRID in [LOW, HIGH) from MIN on, or ALIGN_NONE. */
static uint64_t first_start_from(struct alignment grid, uint64_t min, uint64_t low,
                                 uint64_t high)
{
    uint64_t start = align_next(grid, low > min ? low : min);

    return start < high ? start : ALIGN_NONE;
}

uint64_t suggest_new_start(const struct limits *limits, enum label_kind label,
                           struct alignment grid, uint64_t low, uint64_t high)
{
    uint64_t min = label == LABEL_MSDOS ? MSDOS_LOW : 0;
    uint64_t start = first_start_from(grid, MIB / limits->logical, low, high);

    return start != ALIGN_NONE ? start : first_start_from(grid, min, low, high);
}

struct first_starts suggest_first_starts(const struct layout *layout)
{
    const struct limits *limits = layout_limits(layout);
    uint64_t low, high, mib = MIB / limits->logical;

    suggest_usable(layout, &low, &high);
    struct first_starts first = {
        .legal = low,
        .physical = align_next(limits_physical_grid(limits), low),
        .grain = align_next(limits_grain_grid(limits), mib > low ? mib : low),
    };
    if (first.physical >= high)
        first.physical = ALIGN_NONE;
    if (first.grain >= high)
        first.grain = ALIGN_NONE;
    return first;
}

const char *suggest_fit_id(enum suggest_fit fit)
{
    static const char *const ids[FIT_COUNT] = {
        [FIT_FREE] = "free",
        [FIT_SHRINK] = "shrink",
        [FIT_MOVES] = "moves",
    };

    return ids[fit];
}
