/* SPDX-License-Identifier: GPL-3.0-or-later */
/* moves_row.h - the partitions of a disk as a row that can be solved */
#ifndef ALIDADE_MODEL_MOVE_PLAN_MOVES_ROW_H
#define ALIDADE_MODEL_MOVE_PLAN_MOVES_ROW_H

#include "model/move/plan/moves.h"
#include "model/move/plan/solve.h"

/* What an item of the row stands for. */
struct moves_spot {
    const struct extent *extent; /* partition, logical, empty container; or what is in
                                  * the way: a table, an EBR, a container that stays */
    const struct extent *ebr;    /* logical: its EBR; else NULL */
    enum pin pin;                /* of a partition or logical */
    bool should_move;            /* its start is not as aimed at, and could be */
};

struct moves_row {
    struct solve_item *items;
    struct moves_spot *spots; /* for each item */
    size_t count;
    struct extent *owned; /* in place of ranges that no table names; owned */
    size_t owned_count;
    uint64_t low, high;             /* where moved partitions can be, [low, high) */
    const struct extent *container; /* with logicals, and not pinned; else NULL */
};

/* Returns false (ERR_REFUSED) if the table cannot be edited or is damaged, or if WANT has
 * a start that cannot be.  LAYOUT must outlive RET. */
bool moves_row_make(const struct layout *layout, const struct moves_want *want,
                    struct moves_row *ret, struct err *err) MUST_USE;
void moves_row_finish(struct moves_row *row);

/* Makes the plan that has WANT's owned ranges, all of them, and its stays in the way. */
bool moves_make_once(const struct layout *layout, const struct moves_want *want,
                     struct moves *ret, struct err *err) MUST_USE;

/* Returns why EXTENT, a partition or logical, stays where it is. */
enum pin moves_row_pin(const struct moves_row *row, const struct extent *extent);
/* True if its start is not as aimed at, and could be. */
bool moves_row_should_move(const struct moves_row *row, const struct layout *layout,
                           const struct extent *extent);

/* Finds the first place of a ROW without a solution where the partitions do not fit. */
struct moves_lack moves_row_lack(const struct moves_row *row);
/* Returns what would free space there; free(). */
struct moves_relief *moves_row_reliefs(const struct layout *layout,
                                       const struct moves_row *row, size_t *ret_count);

#endif
