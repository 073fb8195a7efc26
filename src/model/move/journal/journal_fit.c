/* SPDX-License-Identifier: GPL-3.0-or-later */
/* journal_fit.c - divides the space of a journal among its areas */
#include "model/move/journal/journal_fit.h"

#include "model/base/num.h"
#include "model/move/journal/journal_record.h"

enum {
    SLOTS = 2,
    HASHES_SHARE = 16,
    FREE_SHARE = 8,
};

/* --- the areas --- */

struct fitting {
    struct journal_plan plan;
    uint64_t block;
    uint64_t at, end; /* bytes that no area has yet */
};

static uint64_t blocks_for(const struct fitting *fitting, uint64_t bytes)
{
    return num_round_up(bytes, fitting->block);
}

/* False if there is no space. */
static bool take_front(struct fitting *fitting, uint64_t bytes, struct journal_area *ret)
{
    if (bytes > fitting->end - fitting->at)
        return false;
    *ret = (struct journal_area){ bytes ? fitting->at : 0, bytes };
    fitting->at += bytes;
    return true;
}

static bool take_back(struct fitting *fitting, uint64_t bytes, struct journal_area *ret)
{
    if (bytes > fitting->end - fitting->at)
        return false;
    fitting->end -= bytes;
    *ret = (struct journal_area){ fitting->end, bytes };
    return true;
}

/* With hashes of the smallest units. */
static uint64_t all_hashes_bytes(const struct fitting *fitting, uint64_t moved)
{
    uint64_t pages = (moved / JOURNAL_UNIT_MIN + JOURNAL_PAGE_MAX) / JOURNAL_PAGE_MAX;

    return blocks_for(fitting, pages * JOURNAL_BYTES);
}

/* Of larger units if there is less space. */
static uint64_t hashes_bytes(const struct fitting *fitting, uint64_t moved)
{
    uint64_t limit =
        num_round_down(fitting->plan.spot.bytes / HASHES_SHARE, fitting->block);

    return num_min(all_hashes_bytes(fitting, moved),
                   limit > fitting->block ? limit : fitting->block);
}

/* Returns the bytes of each copy in a journal of BYTES. */
static uint64_t saved_bytes(const struct fitting *fitting,
                            const struct journal_needs *needs, uint64_t bytes)
{
    uint64_t saved = fitting->block + blocks_for(fitting, needs->saved_bytes);
    uint64_t more = fitting->block + blocks_for(fitting, needs->with_free_bytes);

    return more > saved && 2 * more <= bytes / FREE_SHARE ? more : saved;
}

/* A larger journal would be of no use. */
static uint64_t max_bytes(const struct fitting *fitting,
                          const struct journal_needs *needs)
{
    return journal_areas_at((uint32_t)fitting->block) +
           2 * saved_bytes(fitting, needs, UINT64_MAX) +
           blocks_for(fitting, needs->border_bytes) +
           all_hashes_bytes(fitting, needs->moved_bytes) +
           SLOTS * (MOVE_BATCH_MAX + fitting->block);
}

/* Each slot has a block for its header. */
static void take_ring(struct fitting *fitting)
{
    uint64_t each = num_round_down((fitting->end - fitting->at) / SLOTS, fitting->block);

    each = num_min(each, MOVE_BATCH_MAX + fitting->block);
    if (each < 2 * fitting->block ||
        !take_front(fitting, SLOTS * each, &fitting->plan.ring))
        return;
    fitting->plan.slots = SLOTS;
}

static bool take_areas(struct fitting *fitting, const struct journal_needs *needs)
{
    struct journal_plan *plan = &fitting->plan;
    uint64_t saved = saved_bytes(fitting, needs, plan->spot.bytes);

    struct journal_area records;

    if (!take_front(fitting, journal_areas_at((uint32_t)fitting->block), &records) ||
        !take_front(fitting, saved, &plan->saved[0]) ||
        !take_back(fitting, saved, &plan->saved[1]) ||
        !take_front(fitting, blocks_for(fitting, needs->border_bytes), &plan->border) ||
        !take_front(fitting, hashes_bytes(fitting, needs->moved_bytes), &plan->hashes))
        return false;
    take_ring(fitting);
    return true;
}

/* --- the space --- */

/* Whole blocks of the grid in [START, END); false if there are none. */
static bool fit_space(struct fitting *fitting, uint64_t start, uint64_t end,
                      const struct journal_needs *needs)
{
    struct journal_plan *plan = &fitting->plan;
    uint64_t first = start ? align_next(plan->grid, start) : 0;

    if (first >= end)
        return false;
    plan->spot.start = first;
    plan->spot.bytes =
        num_round_down(num_min((end - first) * plan->logical, max_bytes(fitting, needs)),
                       fitting->block);
    plan->spot.block = (uint32_t)fitting->block;
    fitting->end = plan->spot.bytes;
    return fitting->end > 0;
}

bool journal_fit(struct journal_plan *plan, uint64_t start, uint64_t end,
                 const struct journal_needs *needs)
{
    struct fitting fitting = { .plan = *plan, .block = plan->grid.grain * plan->logical };

    fitting.plan.ring = fitting.plan.border = fitting.plan.hashes = fitting.plan.map =
        (struct journal_area){ 0 };
    fitting.plan.slots = 0;
    if (!fit_space(&fitting, start, end, needs) || !take_areas(&fitting, needs))
        return false;
    *plan = fitting.plan;
    return true;
}
