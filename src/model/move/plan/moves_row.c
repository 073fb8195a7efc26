/* SPDX-License-Identifier: GPL-3.0-or-later */
/* moves_row.c - the partitions of a disk as a row that can be solved
 *
 * A container starts at its first EBR and ends behind its last logical partition, so it
 * is no item of its own, unless it is empty or has to stay as it is. */
#include "model/move/plan/moves_row.h"

#include <assert.h>
#include <stdlib.h>

#include "model/align/suggest.h"
#include "model/align/suggest_place.h"
#include "model/align/suggest_unit.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/base/refusal.h"
#include "model/edit/edit.h"

struct row_maker {
    const struct layout *layout;
    const struct moves_want *want;
    uint64_t usable_low, usable_high;
    uint64_t period; /* the grain of all grids, in sectors */
    uint64_t min; /* behind what no table names and is between an EBR and its logical */
    struct moves_row row;
};

/* --- grids --- */

/* Returns the grain of the starts that are aimed at. */
static uint64_t grid_period(const struct limits *limits, enum moves_aim aim)
{
    uint64_t physical = limits_physical_grid(limits).grain;
    struct alignment every = { 0, physical }, both;

    if (aim == MOVES_MIB &&
        align_meet(every, (struct alignment){ 0, limits_grain_grid(limits).grain },
                   &both))
        return both.grain;
    return physical;
}

/* Sets the starts that EXTENT may have instead, and whether its start should change. */
static void find_grid(const struct row_maker *maker, const struct extent *extent,
                      struct solve_item *item, struct moves_spot *spot)
{
    const struct limits *limits = layout_limits(maker->layout);
    struct alignment good, grain = limits_grain_grid(limits);
    bool is_judged = judge_extent(maker->layout, extent).grade != GRADE_HARMLESS;

    item->grid = (struct alignment){ extent->start % maker->period, maker->period };
    if (!is_judged || !suggest_good_starts(maker->layout, extent, &good))
        return;
    if (maker->want->aim == MOVES_NUDGE || !align_meet(grain, good, &item->grid))
        item->grid =
            (struct alignment){ align_nearest(good, extent->start) % maker->period,
                                maker->period };
    spot->should_move = !align_contains(item->grid, extent->start);
}

/* --- items --- */

static struct solve_item *row_add_item(struct row_maker *maker, struct moves_spot spot)
{
    struct moves_row *row = &maker->row;
    const struct extent *extent = spot.extent;

    row->spots[row->count] = spot;
    row->items[row->count] = (struct solve_item){ .start = extent->start,
                                                  .length = extent->length,
                                                  .is_pinned = true,
                                                  .may_stay = true };
    return &row->items[row->count++];
}

/* Adds the part of EXTENT that is in the usable range as what stays; it may have no
 * sector there. */
static void row_add_obstacle(struct row_maker *maker, const struct extent *extent,
                             enum pin pin)
{
    uint64_t low = maker->usable_low, high = maker->usable_high;
    uint64_t start = extent->start > low ? extent->start : low;
    uint64_t end = extent_end(extent) < high ? extent_end(extent) : high;

    if (start >= end)
        return;
    struct solve_item *item =
        row_add_item(maker, (struct moves_spot){ .extent = extent, .pin = pin });
    item->start = start;
    item->length = end - start;
}

static bool is_usable(const struct row_maker *maker, const struct extent *extent)
{
    return extent->start >= maker->usable_low && extent_end(extent) <= maker->usable_high;
}

/* True if EXTENT stays for the sake of what no table names. */
static bool does_stay(const struct row_maker *maker, const struct extent *extent)
{
    for (size_t i = 0; i < maker->want->stay_count; i++)
        if (maker->want->stays[i] == extent->id)
            return true;
    return false;
}

/* Adds a partition or logical. */
static void row_add_partition(struct row_maker *maker, const struct extent *extent)
{
    struct moves_spot spot = { .extent = extent,
                               .ebr = layout_find(maker->layout, extent->ebr),
                               .pin = pin_of(maker->layout, extent) };

    if (spot.pin == PIN_NO && does_stay(maker, extent))
        spot.pin = PIN_OWNED;
    if (!is_usable(maker, extent)) {
        row_add_obstacle(maker, extent, PIN_OUTSIDE);
        return;
    }
    struct solve_item *item = row_add_item(maker, spot);
    find_grid(maker, extent, item, &maker->row.spots[maker->row.count - 1]);
    item->is_pinned = spot.pin != PIN_NO;
    item->may_stay =
        item->is_pinned || !maker->row.spots[maker->row.count - 1].should_move;
    item->is_free = content_is_empty(&extent->content);
    item->has_ebr = spot.ebr != NULL;
    item->ebr = spot.ebr ? spot.ebr->start : 0;
    item->min = num_max(item->min, maker->min);
    maker->min = 0;
}

/* --- containers --- */

/* What a container holds. */
struct chain {
    size_t ebrs, logicals;
    bool is_regular; /* it begins with an EBR, and each logical follows its own */
};

static struct chain chain_of(const struct layout *layout, const struct extent *container)
{
    struct chain chain = { .is_regular = false };
    const struct extent *before = NULL;

    LAYOUT_EACH (extent, layout) {
        if (extent->parent != container->id || extent->kind == EXTENT_FREE)
            continue;
        if (!before)
            chain.is_regular =
                extent->role == ROLE_EBR && extent->start == container->start;
        else if (extent->kind == EXTENT_LOGICAL && extent->ebr != before->id)
            chain.is_regular = false;
        chain.ebrs += extent->role == ROLE_EBR;
        chain.logicals += extent->kind == EXTENT_LOGICAL;
        before = extent;
    }
    return chain;
}

static bool is_pinned_container(const struct row_maker *maker,
                                const struct extent *container)
{
    struct chain chain = chain_of(maker->layout, container);

    return !chain.is_regular || (!chain.logicals && chain.ebrs > 1) ||
           !is_usable(maker, container);
}

static void row_add_container(struct row_maker *maker, const struct extent *container)
{
    if (is_pinned_container(maker, container)) {
        row_add_obstacle(maker, container, PIN_CHAIN);
    } else if (chain_of(maker->layout, container).logicals) {
        maker->row.container = container;
    } else {
        struct solve_item *item =
            row_add_item(maker, (struct moves_spot){ .extent = container });
        item->is_pinned = false;
        item->is_free = true;
        find_grid(maker, container, item, &maker->row.spots[maker->row.count - 1]);
    }
}

/* Adds EXTENT, which is inside another one. */
static void row_add_inner(struct row_maker *maker, const struct extent *extent)
{
    const struct extent *container = maker->row.container;

    if (!container || extent->parent != container->id)
        return;
    if (extent->kind == EXTENT_LOGICAL)
        row_add_partition(maker, extent);
    else if (extent->role == ROLE_EBR && !layout_find_logical(maker->layout, extent->id))
        row_add_obstacle(maker, extent, PIN_NO);
}

/* True if the extent before FREE is an EBR of a logical partition, which would follow it.
 */
static bool is_behind_ebr(const struct row_maker *maker, const struct extent *free_space)
{
    const struct extent *before =
        free_space->start ? layout_find_lba(maker->layout, free_space->start - 1) : NULL;

    return before && before->role == ROLE_EBR &&
           layout_find_logical(maker->layout, before->id);
}

/* Adds the part of RUN, which no table names, in FREE_SPACE as what stays. */
static void row_add_owned(struct row_maker *maker, const struct extent *free_space,
                          const struct owner_run *run)
{
    uint64_t start = num_max(run->start, free_space->start);
    uint64_t end = num_min(run->start + run->length, extent_end(free_space));
    struct extent *owned = &maker->row.owned[maker->row.owned_count];

    if (start >= end)
        return;
    /* An EBR need not move because of what is behind it. */
    if (is_behind_ebr(maker, free_space)) {
        maker->min = end;
        return;
    }
    *owned = (struct extent){ .kind = EXTENT_METADATA,
                              .parent = free_space->parent,
                              .start = start,
                              .length = end - start };
    maker->row.owned_count++;
    row_add_obstacle(maker, owned, PIN_NO);
}

/* What is in front of the first partition is below all that may be moved there, or keeps
 * it from going there. */
static void row_add_free(struct row_maker *maker, const struct extent *free_space)
{
    bool is_inside = free_space->parent != 0;

    if (is_inside &&
        (!maker->row.container || free_space->parent != maker->row.container->id))
        return;
    for (size_t i = 0; i < maker->want->owned_count; i++)
        if (maker->row.count || is_inside)
            row_add_owned(maker, free_space, &maker->want->owned[i]);
        else if (extent_overlaps(free_space, maker->want->owned[i].start,
                                 maker->want->owned[i].start +
                                     maker->want->owned[i].length))
            maker->min =
                num_min(extent_end(free_space),
                        maker->want->owned[i].start + maker->want->owned[i].length);
}

static void row_add_extent(struct row_maker *maker, const struct extent *extent)
{
    if (extent->kind == EXTENT_SLICE)
        return;
    if (extent->kind == EXTENT_FREE) {
        row_add_free(maker, extent);
        return;
    }
    if (extent->parent)
        row_add_inner(maker, extent);
    else if (extent->kind == EXTENT_METADATA || extent->kind == EXTENT_KEPT)
        row_add_obstacle(maker, extent, PIN_NO);
    else if (extent->kind == EXTENT_EXTENDED)
        row_add_container(maker, extent);
    else
        row_add_partition(maker, extent);
}

/* --- the front of the disk --- */

/* The first partition stays behind the boot loader, or where it is. */
static void find_low(struct row_maker *maker)
{
    struct moves_row *row = &maker->row;
    uint64_t boot = suggest_boot_end(maker->layout, maker->want->grub_sectors);

    row->low = boot > maker->usable_low ? boot : maker->usable_low;
    row->high = maker->usable_high;
    if (!row->count)
        return;
    const struct solve_item *first = &row->items[0];
    uint64_t low = first->start - first->has_ebr;
    uint64_t front = first->has_ebr && first->ebr < low ? first->ebr : low;
    if (front < row->low && (first->has_ebr || first->may_stay))
        row->low = front;
}

/* --- chosen starts --- */

static bool refuse_start(const struct extent *extent, uint64_t start, uint64_t low,
                         uint64_t high, struct err *err)
{
    return err_refuse(
        err, REFUSAL_START_OUT_OF_RANGE,
        _("Partition %1$u cannot begin at sector %2$llu: with its size it can "
          "begin at %3$llu to %4$llu."),
        extent->number, (ull)start, (ull)low,
        (ull)(high > extent->length ? high - extent->length : 0));
}

static size_t find_spot(const struct moves_row *row, uint32_t id)
{
    size_t at = 0;

    while (at < row->count && row->spots[at].extent->id != id)
        at++;
    return at;
}

enum pin moves_row_pin(const struct moves_row *row, const struct extent *extent)
{
    size_t at = find_spot(row, extent->id);

    if (at < row->count)
        return row->spots[at].pin;
    return extent->kind == EXTENT_LOGICAL ? PIN_CHAIN : PIN_OUTSIDE;
}

bool moves_row_should_move(const struct moves_row *row, const struct layout *layout,
                           const struct extent *extent)
{
    size_t at = find_spot(row, extent->id);

    if (at < row->count && row->spots[at].pin != PIN_OUTSIDE)
        return row->spots[at].should_move;
    return judge_extent(layout, extent).grade == GRADE_OFF;
}

static bool apply_start(struct row_maker *maker, const struct moves_start *chosen,
                        struct err *err)
{
    size_t at = find_spot(&maker->row, chosen->id);
    uint64_t low = maker->usable_low + (at ? 0 : maker->want->grub_sectors), end;

    const struct extent *extent = layout_find(maker->layout, chosen->id);
    assert(extent && extent_holds_data(extent));
    enum pin pin = moves_row_pin(&maker->row, extent);
    bool is_kept = chosen->start == extent->start;
    if (is_kept && at == maker->row.count)
        return true;
    if (pin != PIN_NO && !is_kept) {
        CLEANUP(freep) char *why = pin_words(maker->layout, extent, pin);
        return err_refuse(err, REFUSAL_START_PARTITION_STAYS, "%s", why);
    }
    struct solve_item *item = &maker->row.items[at];
    if (chosen->start < low + item->has_ebr ||
        !num_add(chosen->start, item->length, &end) || end > maker->usable_high)
        return refuse_start(extent, chosen->start, low + item->has_ebr,
                            maker->usable_high, err);
    item->start = chosen->start;
    item->is_pinned = item->may_stay = true;
    maker->row.spots[at].should_move = false;
    return true;
}

static bool apply_starts(struct row_maker *maker, struct err *err)
{
    const struct moves_want *want = maker->want;

    for (size_t i = 0; i < want->start_count; i++) {
        for (size_t j = 0; j < i; j++)
            if (want->starts[j].id == want->starts[i].id)
                return err_refuse(err, REFUSAL_START_CHOSEN_TWICE,
                                  _("Two starts are chosen for partition %u."),
                                  layout_find(maker->layout, want->starts[i].id)->number);
        if (!apply_start(maker, &want->starts[i], err))
            return false;
    }
    return true;
}

/* --- the whole row --- */

static bool check_layout(const struct layout *layout, size_t owned_count, struct err *err)
{
    if (!edit_check_table(layout, EDIT_RESIZE, err))
        return false;
    if (layout_damaged_count(layout))
        return err_refuse(
            err, REFUSAL_PLAN_TABLE_NOT_POSSIBLE, "%s",
            _("Damaged entries of the table have to be repaired first: alidade repair"));
    if (layout_count(layout) + owned_count > SOLVE_MAX)
        return err_refuse(err, REFUSAL_PLAN_TABLE_NOT_POSSIBLE, "%s",
                          _("The table has too many entries for a plan."));
    return true;
}

bool moves_row_make(const struct layout *layout, const struct moves_want *want,
                    struct moves_row *ret, struct err *err)
{
    struct row_maker maker = { .layout = layout, .want = want };

    if (!check_layout(layout, want->owned_count, err))
        return false;
    suggest_usable(layout, &maker.usable_low, &maker.usable_high);
    maker.period = grid_period(layout_limits(layout), want->aim);
    /* Ranges are split by what lies in them: at most once for each extent. */
    size_t max = layout_count(layout) + want->owned_count;
    maker.row.owned = xcalloc(max, sizeof(*maker.row.owned));
    maker.row.items = xcalloc(max, sizeof(*maker.row.items));
    maker.row.spots = xcalloc(max, sizeof(*maker.row.spots));
    LAYOUT_EACH (extent, layout)
        row_add_extent(&maker, extent);
    if (!apply_starts(&maker, err)) {
        moves_row_finish(&maker.row);
        return false;
    }
    find_low(&maker);
    *ret = maker.row;
    return true;
}

void moves_row_finish(struct moves_row *row)
{
    free(row->items);
    free(row->spots);
    free(row->owned);
    *row = (struct moves_row){ 0 };
}
