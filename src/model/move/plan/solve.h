/* SPDX-License-Identifier: GPL-3.0-or-later */
/* solve.h - the best new starts of partitions that keep their order and sizes
 *
 * Exact: fewest sectors of data moved, then the fewest EBRs moved, then the least sum of
 * distances, then the earliest starts. */
#ifndef ALIDADE_MODEL_MOVE_PLAN_SOLVE_H
#define ALIDADE_MODEL_MOVE_PLAN_SOLVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/base/align.h"

/* A partition; a container stands for itself only where it is empty: the first EBR inside
 * is its start, so it follows its first logical partition. All numbers are sectors. */
struct solve_item {
    uint64_t start;
    uint64_t length; /* not 0 */
    struct alignment
        grid;       /* where it may begin instead; all grids of a row have one grain */
    uint64_t min;   /* no smaller start but the present one */
    bool may_stay;  /* the present start is allowed, on the grid or not */
    bool is_pinned; /* only the present start is allowed, which it may keep */
    bool is_free;   /* its data need not be moved: it is empty, or made again */
    bool has_ebr;   /* a logical partition, with a sector before it for its EBR */
    uint64_t ebr;   /* LBA of its EBR, < start */
};

struct solve_cost {
    uint64_t sectors; /* of data that is moved */
    uint64_t ebrs;    /* number of EBRs that are moved */
    uint64_t shift;   /* sum of the distances */
};

/* ITEMS are in the order of their starts and do not overlap, except one whose start was
 * chosen and is pinned; only the first may begin below LOW.  COUNT <= SOLVE_MAX. */
struct solve_row {
    const struct solve_item *items;
    size_t count;
    uint64_t low, high; /* the usable sectors, [low, high); none if low >= high */
};

#define SOLVE_MAX 1024

/* Sets RET_STARTS, one for each item, and *RET_COST. False if there is no solution. Takes
 * time in proportion to the square of the count. */
bool solve_starts(const struct solve_row *row, uint64_t *ret_starts,
                  struct solve_cost *ret_cost);

/* Returns the smallest start >= LBA that ITEM may have, or ALIGN_NONE. */
uint64_t solve_start_from(const struct solve_item *item, uint64_t lba);

#endif
