/* SPDX-License-Identifier: GPL-3.0-or-later */
/* solve.c - the best new starts of partitions that keep their order and sizes
 *
 * In some best solution each partition belongs to a run of neighbours that stand as close
 * together as their grids allow, and one of the run has its present start, or the nearest
 * on its grid below or above, or the lowest usable one: else the run could be shifted as
 * a whole by one grain, nearer to where it was. So the candidates of each partition are
 * the places of such runs, and the best choice among them is found from the last
 * partition to the first. */
#include "model/move/plan/solve.h"

#include <assert.h>
#include <stdlib.h>

#include "model/base/mem.h"
#include "model/base/num.h"

/* Index of no candidate. */
#define NO_NEXT UINT32_MAX

/* Possible starts of one item, ascending. */
struct candidates {
    uint64_t *starts;
    uint32_t *next; /* index of the best start of the next item; NO_NEXT: none */
    size_t count, max;
};

struct solve {
    const struct solve_row *row;
    struct candidates *of; /* for each item */
};

/* Costs of the starts of one item with all items after it. */
struct costs {
    struct solve_cost *of;   /* of each candidate */
    struct solve_cost *best; /* of this candidate and all greater ones */
    uint32_t *index;         /* of the smallest start with that cost */
    size_t count;            /* 0: no solution */
};

static const struct solve_cost impossible = { UINT64_MAX, UINT64_MAX, UINT64_MAX };

static bool is_less(struct solve_cost a, struct solve_cost b)
{
    if (a.sectors != b.sectors)
        return a.sectors < b.sectors;
    return a.ebrs != b.ebrs ? a.ebrs < b.ebrs : a.shift < b.shift;
}

static bool is_possible(struct solve_cost cost)
{
    return cost.sectors != UINT64_MAX;
}

static struct solve_cost plus(struct solve_cost a, struct solve_cost b)
{
    if (!is_possible(a) || !is_possible(b))
        return impossible;
    return (struct solve_cost){ a.sectors + b.sectors, a.ebrs + b.ebrs,
                                a.shift + b.shift };
}

static struct solve_cost own_cost(const struct solve_item *item, uint64_t start)
{
    uint64_t shift = start > item->start ? start - item->start : item->start - start;

    return (struct solve_cost){ shift && !item->is_free ? item->length : 0, 0, shift };
}

/* --- the starts that one item may have --- */

uint64_t solve_start_from(const struct solve_item *item, uint64_t lba)
{
    uint64_t low = lba > item->min ? lba : item->min;
    uint64_t on_grid =
        item->is_pinned || lba == ALIGN_NONE ? ALIGN_NONE : align_next(item->grid, low);

    return item->may_stay && item->start >= lba && item->start < on_grid ? item->start
                                                                         : on_grid;
}

/* Returns the largest one <= LBA, or ALIGN_NONE. */
static uint64_t start_up_to(const struct solve_item *item, uint64_t lba)
{
    if (lba == ALIGN_NONE)
        return ALIGN_NONE;
    uint64_t on_grid = item->is_pinned ? ALIGN_NONE : align_prev(item->grid, lba);
    bool is_better = on_grid == ALIGN_NONE || item->start > on_grid;

    return item->may_stay && item->start <= lba && is_better ? item->start : on_grid;
}

/* The sector after which the next item may begin, its EBR included. */
static uint64_t end_of(const struct solve_item *item, uint64_t start)
{
    return start + item->length;
}

static bool solve_is_inside(const struct solve *solve, const struct solve_item *item,
                            uint64_t start)
{
    const struct solve_row *row = solve->row;

    return start != ALIGN_NONE && start >= row->low &&
           (start >= item->min || start == item->start) &&
           start - row->low >= item->has_ebr && start <= row->high &&
           item->length <= row->high - start;
}

/* --- candidates --- */

static void add_candidate(struct candidates *of, uint64_t start)
{
    if (of->count && of->starts[of->count - 1] == start)
        return;
    if (of->count == of->max) {
        of->max = of->max ? 2 * of->max : 16;
        of->starts = xrealloc(of->starts, of->max, sizeof(*of->starts));
    }
    of->starts[of->count++] = start;
}

/* Adds the places of all items after item AT if that begins at START and they stand as
 * close to it as they may. */
static void spread_right(struct solve *solve, size_t at, uint64_t start)
{
    const struct solve_item *items = solve->row->items;

    for (size_t i = at + 1; i < solve->row->count; i++) {
        start =
            solve_start_from(&items[i], end_of(&items[i - 1], start) + items[i].has_ebr);
        if (!solve_is_inside(solve, &items[i], start))
            return;
        add_candidate(&solve->of[i], start);
    }
}

static void spread_left(struct solve *solve, size_t at, uint64_t start)
{
    const struct solve_item *items = solve->row->items;

    for (size_t i = at; i-- > 0;) {
        uint64_t needed = items[i].length + items[i + 1].has_ebr;
        start = start >= needed ? start_up_to(&items[i], start - needed) : ALIGN_NONE;
        if (!solve_is_inside(solve, &items[i], start))
            return;
        add_candidate(&solve->of[i], start);
    }
}

static void spread(struct solve *solve, size_t at, uint64_t start)
{
    if (!solve_is_inside(solve, &solve->row->items[at], start))
        return;
    add_candidate(&solve->of[at], start);
    spread_right(solve, at, start);
    spread_left(solve, at, start);
}

/* Adds the places nearest to the present one. */
static void anchor(struct solve *solve, size_t at)
{
    const struct solve_item *item = &solve->row->items[at];

    if (item->may_stay)
        spread(solve, at, item->start);
    if (item->is_pinned)
        return;
    spread(solve, at, align_next(item->grid, item->start));
    spread(solve, at, align_prev(item->grid, item->start));
}

static void sort_candidates(struct candidates *of)
{
    size_t kept = 0;

    if (of->count)
        qsort(of->starts, of->count, sizeof(*of->starts), num_by_first);
    for (size_t i = 0; i < of->count; i++)
        if (!kept || of->starts[kept - 1] != of->starts[i])
            of->starts[kept++] = of->starts[i];
    of->count = kept;
    of->next = xcalloc(kept + 1, sizeof(*of->next));
}

static void find_candidates(struct solve *solve)
{
    const struct solve_item *first = &solve->row->items[0];

    solve->of = xcalloc(solve->row->count, sizeof(*solve->of));
    for (size_t i = 0; i < solve->row->count; i++)
        anchor(solve, i);
    /* The present start of the first one may be below the usable sectors. */
    spread(solve, 0, solve_start_from(first, solve->row->low + first->has_ebr));
    for (size_t i = 0; i < solve->row->count; i++)
        sort_candidates(&solve->of[i]);
}

/* Returns the index of the first candidate >= START. */
static size_t first_from(const struct candidates *of, uint64_t start)
{
    size_t low = 0, high = of->count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (of->starts[middle] < start)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* --- the best choice, from the last item to the first --- */

static void costs_init(struct costs *costs, size_t count)
{
    costs->of = xcalloc(count + 1, sizeof(*costs->of));
    costs->best = xcalloc(count + 1, sizeof(*costs->best));
    costs->index = xcalloc(count + 1, sizeof(*costs->index));
    costs->count = count;
    costs->best[count] = impossible;
    costs->index[count] = NO_NEXT;
}

static void costs_finish(struct costs *costs)
{
    free(costs->of);
    free(costs->best);
    free(costs->index);
}

/* Fills in the best of each candidate and all greater ones. */
static void find_best_costs(struct costs *costs)
{
    for (size_t i = costs->count; i-- > 0;) {
        bool is_best =
            is_possible(costs->of[i]) && !is_less(costs->best[i + 1], costs->of[i]);
        costs->best[i] = is_best ? costs->of[i] : costs->best[i + 1];
        costs->index[i] = is_best ? (uint32_t)i : costs->index[i + 1];
    }
}

/* Returns the least cost of ITEM and all after it if the sectors before END are taken,
 * and the index of its start. */
static struct solve_cost cost_behind(const struct solve_item *item,
                                     const struct candidates *of,
                                     const struct costs *costs, uint64_t end,
                                     uint32_t *ret_index)
{
    size_t moved = first_from(of, end + item->has_ebr);
    struct solve_cost cost = costs->best[moved];

    *ret_index = costs->index[moved];
    if (!item->has_ebr)
        return cost;
    cost = plus(cost, (struct solve_cost){ .ebrs = 1 });
    if (end > item->ebr)
        return cost;
    size_t kept = first_from(of, item->ebr + 1);
    if (!is_less(costs->best[kept], cost))
        return cost;
    *ret_index = costs->index[kept];
    return costs->best[kept];
}

/* Fills in COSTS of item AT from those of the NEXT one. */
static void find_costs(struct solve *solve, size_t at, const struct costs *next,
                       struct costs *costs)
{
    const struct solve_item *item = &solve->row->items[at];
    struct candidates *of = &solve->of[at];

    costs_init(costs, of->count);
    for (size_t i = 0; i < of->count; i++) {
        struct solve_cost cost = own_cost(item, of->starts[i]);
        if (at + 1 < solve->row->count)
            cost = plus(cost, cost_behind(item + 1, of + 1, next,
                                          end_of(item, of->starts[i]), &of->next[i]));
        costs->of[i] = cost;
    }
    find_best_costs(costs);
}

static void read_starts(const struct solve *solve, uint32_t index, uint64_t *ret)
{
    for (size_t i = 0; i < solve->row->count; i++) {
        ret[i] = solve->of[i].starts[index];
        index = solve->of[i].next[index];
    }
}

static struct solve_cost choose(struct solve *solve, uint64_t *ret_starts)
{
    struct costs costs = { 0 };
    uint32_t index;

    for (size_t i = solve->row->count; i-- > 0;) {
        struct costs next = costs;
        find_costs(solve, i, &next, &costs);
        costs_finish(&next);
    }
    struct solve_cost cost =
        cost_behind(solve->row->items, solve->of, &costs, solve->row->low, &index);
    if (is_possible(cost))
        read_starts(solve, index, ret_starts);
    costs_finish(&costs);
    return cost;
}

bool solve_starts(const struct solve_row *row, uint64_t *ret_starts,
                  struct solve_cost *ret_cost)
{
    struct solve solve = { .row = row };

    assert(row->count <= SOLVE_MAX);
    *ret_cost = (struct solve_cost){ 0 };
    if (!row->count)
        return true;
    find_candidates(&solve);
    *ret_cost = choose(&solve, ret_starts);
    for (size_t i = 0; i < row->count; i++) {
        free(solve.of[i].starts);
        free(solve.of[i].next);
    }
    free(solve.of);
    return is_possible(*ret_cost);
}
