/* SPDX-License-Identifier: GPL-3.0-or-later */
/* moves_owned.c - the plan that keeps off what no table names
 *
 * The best plan without regard to that counts if it meets nothing.  Else one that goes
 * around all of it, if that moves at most a tenth more data.  Else what is unknown is
 * left to the user's consent, and what would go where something known is stays. */

#include "model/base/mem.h"
#include "model/move/plan/moves.h"
#include "model/move/plan/moves_row.h"

static bool overlaps(const struct owner_run *run, uint64_t start, uint64_t end)
{
    return run->start < end && start < run->start + run->length;
}

/* True if STEP writes to sectors of RUN: to those of its new place that are not in the
 * old one. */
static bool step_meets_run(const struct layout *layout, const struct moves_step *step,
                           const struct owner_run *run)
{
    const struct extent *extent = layout_find(layout, step->id);
    uint64_t length = extent->kind == EXTENT_EXTENDED ? 1 : extent->length;
    uint64_t from = step->from, to = step->to;

    if (step->is_end)
        return false;
    if (to < from)
        return overlaps(run, to, to + length < from ? to + length : from);
    return overlaps(run, from + length > to ? from + length : to, to + length);
}

/* True if MOVES meets a range of WANT, or a known one if IS_KNOWN. */
static bool moves_meet(const struct layout *layout, const struct moves *moves,
                       const struct moves_want *want, bool is_known)
{
    for (size_t i = 0; i < moves->step_count; i++)
        for (size_t k = 0; k < want->owned_count; k++)
            if ((!is_known || want->owned[k].kind == OWNER_KNOWN) &&
                step_meets_run(layout, &moves->steps[i], &want->owned[k]))
                return true;
    return false;
}

/* Adds the partitions that MOVES puts where a known range is to STAYS; returns how many
 * are new. */
static size_t add_stays(const struct layout *layout, const struct moves *moves,
                        const struct moves_want *want, uint32_t *stays)
{
    size_t before = want->stay_count, count = before;

    for (size_t i = 0; i < moves->step_count; i++) {
        const struct moves_step *step = &moves->steps[i];
        bool is_met = false;
        for (size_t k = 0; k < want->owned_count; k++)
            is_met |= step_meets_run(layout, step, &want->owned[k]);
        if (is_met && extent_holds_data(layout_find(layout, step->id)))
            stays[count++] = step->id;
    }
    return count - before;
}

/* Makes the plan without the partitions that meet known ranges: first around these, then
 * with ever more that stay.  In the end all stay, which is possible. */
static bool make_with_stays(const struct layout *layout, const struct moves_want *want,
                            struct moves *ret, struct err *err)
{
    CLEANUP(freep)
    struct owner_run *known = xcalloc(want->owned_count, sizeof(*known));
    CLEANUP(freep) uint32_t *stays = xcalloc(layout_count(layout) + 1, sizeof(*stays));
    struct moves_want kept = *want, loose;

    kept.owned_count = 0;
    for (size_t i = 0; i < want->owned_count; i++)
        if (want->owned[i].kind == OWNER_KNOWN)
            known[kept.owned_count++] = want->owned[i];
    kept.owned = known;
    kept.stays = stays;
    for (;;) {
        if (!moves_make_once(layout, &kept, ret, err))
            return false;
        if (ret->is_possible)
            return true;
        moves_finish(ret);
        loose = kept;
        loose.owned_count = 0;
        if (!moves_make_once(layout, &loose, ret, err))
            return false;
        size_t more = add_stays(layout, ret, &kept, stays);
        if (!more)
            return true; /* it is not possible for another reason, which RET tells */
        kept.stay_count += more;
        moves_finish(ret);
    }
}

static bool make_best(const struct layout *layout, const struct moves_want *want,
                      struct moves *ret, struct err *err)
{
    struct moves_want plain = *want;
    struct moves around;

    plain.owned_count = 0;
    if (!moves_make_once(layout, &plain, ret, err))
        return false;
    if (!ret->is_possible || !moves_meet(layout, ret, want, false))
        return true;
    if (!moves_make_once(layout, want, &around, err)) {
        moves_finish(ret);
        return false;
    }
    bool is_known = moves_meet(layout, ret, want, true);
    if (around.is_possible && around.sectors <= ret->sectors + ret->sectors / 10) {
        moves_finish(ret);
        *ret = around;
        return true;
    }
    moves_finish(&around);
    if (!is_known)
        return true;
    moves_finish(ret);
    return make_with_stays(layout, want, ret, err);
}

bool moves_make(const struct layout *layout, const struct moves_want *want,
                struct moves *ret, struct err *err)
{
    if (!make_best(layout, want, ret, err))
        return false;
    ret->owned = want->owned;
    ret->owned_count = want->owned_count;
    return true;
}
