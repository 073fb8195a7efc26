/* SPDX-License-Identifier: GPL-3.0-or-later */
/* moves_default.h - what plans cost, and the aim of a plan where none was chosen */
#ifndef ALIDADE_MODEL_MOVE_PLAN_MOVES_DEFAULT_H
#define ALIDADE_MODEL_MOVE_PLAN_MOVES_DEFAULT_H

#include "model/move/plan/journal_place.h"
#include "model/move/plan/moves.h"

/* Whether the journal of a plan has a place, better ones last. */
enum moves_place {
    MOVES_PLACE_NONE,
    MOVES_PLACE_UNSURE, /* it may be too small */
    MOVES_PLACE_SURE,
};

/* What a plan costs on a drive of which all speeds are known. */
struct moves_price {
    bool is_possible;
    size_t kept; /* partitions that stay only for known ranges that no table names */
    /* For MOVES_PLACE_NONE the costs are those with a journal on a second drive of the
     * same speed. */
    enum moves_place place;
    uint64_t bytes;   /* of data that is moved */
    uint64_t written; /* bytes written to the drive for that, including the journal */
    double seconds;   /* including the readings before and after the moves */
};

/* Returns the price of MOVES, made for LAYOUT, on a drive with SPEED, of which nothing is
 * 0, with the journal at the OFFER, or at the best place where OFFER is NULL. */
struct moves_price moves_price_of(const struct layout *layout, const struct moves *moves,
                                  const struct move_speed *speed,
                                  const struct journal_offer *offer);

/* Returns the price of another START for EXTENT of LAYOUT, where nothing else moves. */
struct moves_price moves_price_alone(const struct layout *layout,
                                     const struct extent *extent, uint64_t start,
                                     const struct move_speed *speed);

/* Sets *RET to the default aim: that of the plan for LAYOUT which takes less time on a
 * drive with SPEED; if both take the same, MOVES_MIB.  A plan that is possible is better
 * than one that is not, one that keeps fewer partitions in place for what no table names
 * than one that keeps more, and one with a better place for its journal than one without.
 * MOVES_NUDGE if nothing is to be moved for that, or if no plan is possible.  The aim of
 * WANT has no meaning.  Sets *RET_MOVES to the plan for it; moves_finish().  Fails as
 * moves_make(). */
bool moves_make_default(const struct layout *layout, const struct moves_want *want,
                        const struct move_speed *speed, enum moves_aim *ret,
                        struct moves *ret_moves, struct err *err) MUST_USE;

/* Returns that aim alone; MOVES_NUDGE also where plans are refused. */
enum moves_aim moves_default_aim(const struct layout *layout,
                                 const struct moves_want *want,
                                 const struct move_speed *speed);

#endif
