/* SPDX-License-Identifier: GPL-3.0-or-later */
/* moves_default.c - what plans cost, and the aim of a plan where none was chosen */
#include "model/move/plan/moves_default.h"

#include "model/base/mem.h"
#include "model/base/num.h"

/* Before the moves and after them. */
enum { READINGS = 2 };

/* Of a step in the log of a journal. */
#define LOG_BYTES UINT64_C(8192)

/* --- the price of a plan --- */

/* Sets *RET to the moves of data in MOVES, and returns their number; free().  In the
 * order of the disk: equal moves of two plans then take exactly the same time. */
static size_t shifts_of_moves(const struct layout *layout, const struct moves *moves,
                              struct move_shift **ret)
{
    uint64_t logical = layout_limits(layout)->logical;
    size_t count = 0;

    *ret = xcalloc(layout_count(layout) + 1, sizeof(**ret));
    LAYOUT_EACH (from, layout) {
        const struct extent *to = layout_find(moves->result, from->id);
        if (!to || to->start == from->start || moves_action_of(from) != MOVES_DATA)
            continue;
        uint64_t by = num_max(from->start, to->start) - num_min(from->start, to->start);
        (*ret)[count++] = (struct move_shift){ from->length * logical, by * logical };
    }
    return count;
}

/* Returns the bytes that the journal of MOVES takes in any case, as far as that can be
 * told without the sectors of the table: two logs, and blocks of 4096 bytes around them.
 */
static uint64_t journal_bytes(const struct moves *moves)
{
    uint64_t log = LOG_BYTES * (moves->step_count + 1);

    if (moves->sectors)
        return num_max(MOVE_RECORD_BYTES, 2 * log);
    return log + LOG_BYTES;
}

/* PLACE may be NULL. */
static enum moves_place rank_of_place(const struct moves *moves,
                                      const struct journal_place *place)
{
    if (!place)
        return MOVES_PLACE_NONE;
    return place->bytes < journal_bytes(moves) ? MOVES_PLACE_UNSURE : MOVES_PLACE_SURE;
}

struct moves_price moves_price_of(const struct layout *layout, const struct moves *moves,
                                  const struct move_speed *speed,
                                  const struct journal_offer *offer)
{
    struct moves_price price = { .is_possible = moves->is_possible };
    const struct limits *limits = layout_limits(layout);
    const struct move_journal elsewhere = { MOVE_JOURNAL_MAX, speed };

    for (size_t i = 0; i < moves->left_count; i++)
        price.kept += moves->left[i].why == PIN_OWNED;

    if (!moves->is_possible || !moves->step_count) {
        price.place = moves->is_possible ? MOVES_PLACE_SURE : MOVES_PLACE_NONE;
        return price;
    }
    CLEANUP(freep) struct move_shift *shifts = NULL;
    size_t count = shifts_of_moves(layout, moves, &shifts);
    CLEANUP(journal_places_finish)
    struct journal_places places =
        journal_places(layout, moves->result, speed, offer, offer != NULL, moves->owned,
                       moves->owned_count);
    const struct journal_place *place = journal_places_choose(&places, JOURNAL_ANYWHERE);
    struct move_cost cost =
        place ? place->cost
              : move_cost_sum(shifts, count, &elsewhere, speed,
                              journal_grid(limits).grain * limits->logical);
    price.place = rank_of_place(moves, place);
    price.bytes = moves->sectors * limits->logical;
    price.written = cost.written;
    price.seconds = cost.seconds + READINGS * move_check_seconds(shifts, count, speed);
    return price;
}

struct moves_price moves_price_alone(const struct layout *layout,
                                     const struct extent *extent, uint64_t start,
                                     const struct move_speed *speed)
{
    enum moves_action action = moves_action_of(extent);
    struct moves_step step = { .action = action,
                               .id = extent->id,
                               .from = extent->start,
                               .to = start,
                               .sectors = action == MOVES_DATA ? extent->length : 0 };
    CLEANUP(layout_unrefp) struct layout *result = moves_step_apply(layout, &step);
    const struct moves moves = { .is_possible = true,
                                 .steps = &step,
                                 .step_count = 1,
                                 .sectors = step.sectors,
                                 .result = result };

    return moves_price_of(layout, &moves, speed, NULL);
}

/* --- the default aim --- */

/* True if the plan with price MIB is no worse than that with NUDGE. */
static bool is_mib_better(const struct moves_price *mib, const struct moves_price *nudge)
{
    if (!mib->is_possible || !nudge->is_possible)
        return mib->is_possible;
    if (mib->kept != nudge->kept)
        return mib->kept < nudge->kept;
    if (mib->place != nudge->place)
        return mib->place > nudge->place;
    return mib->seconds <= nudge->seconds;
}

bool moves_make_default(const struct layout *layout, const struct moves_want *want,
                        const struct move_speed *speed, enum moves_aim *ret,
                        struct moves *ret_moves, struct err *err)
{
    struct moves_want aimed = *want;
    struct moves moves;

    aimed.aim = MOVES_NUDGE;
    if (!moves_make(layout, &aimed, ret_moves, err))
        return false;
    *ret = MOVES_NUDGE;
    struct moves_price nudge = moves_price_of(layout, ret_moves, speed, NULL);
    if (nudge.is_possible && !nudge.kept && !ret_moves->step_count)
        return true;
    aimed.aim = MOVES_MIB;
    /* What is refused with one aim is refused with the other. */
    if (!moves_make(layout, &aimed, &moves, ERR_IGNORED))
        return true;
    struct moves_price mib = moves_price_of(layout, &moves, speed, NULL);
    if (!is_mib_better(&mib, &nudge)) {
        moves_finish(&moves);
        return true;
    }
    moves_finish(ret_moves);
    *ret_moves = moves;
    *ret = MOVES_MIB;
    return true;
}

enum moves_aim moves_default_aim(const struct layout *layout,
                                 const struct moves_want *want,
                                 const struct move_speed *speed)
{
    enum moves_aim aim;
    struct moves moves;

    if (!moves_make_default(layout, want, speed, &aim, &moves, ERR_IGNORED))
        return MOVES_NUDGE;
    moves_finish(&moves);
    return aim;
}
