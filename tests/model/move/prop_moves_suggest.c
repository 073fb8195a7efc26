/* SPDX-License-Identifier: GPL-3.0-or-later */
/* prop_moves_suggest.c - the suggested start is the one of the plan, where that has one
 */
#include "model/move/plan/moves_suggest.h"

#include "model/move/plan/typical_speed.h"
#include "support/moves_scene.h"
#include "support/test.h"

enum { ROUNDS = 5000 };

static const struct move_speed any; /* as of a hard disk */

/* How often the plan has another start than what is nearest. */
struct seen {
    unsigned same, other;
};

static void check_extent(struct moves_scene *scene, const struct extent *extent,
                         struct suggest_context context, struct seen *seen)
{
    struct suggest_context alone = { .gap = context.gap };
    const struct extent *then = layout_find(context.planned, extent->id);
    struct suggestion best, nearest;

    if (!extent_holds_data(extent) || then->start == extent->start)
        return;
    if (!suggest_best(scene->layout, extent, context, &best))
        return;
    LAW(&scene->rng, best.start == then->start);
    LAW(&scene->rng, best.fit == FIT_FREE || best.fit == FIT_MOVES);
    bool is_nearest = suggest_best(scene->layout, extent, alone, &nearest) &&
                      nearest.start == best.start;
    *(is_nearest ? &seen->same : &seen->other) += 1;
}

TEST(the_suggested_start_is_the_one_of_the_plan)
{
    struct seen seen = { 0 };

    for (unsigned round = 0; round < ROUNDS; round++) {
        struct moves_scene scene = moves_scene_make(round);
        struct suggest_context context =
            moves_suggest_context(scene.layout, GAP_OF(scene.want.grub_sectors), &any);
        if (context.planned)
            LAYOUT_EACH (extent, scene.layout)
                check_extent(&scene, extent, context, &seen);
        moves_suggest_finish(&context);
        layout_unref(scene.layout);
    }
    /* Both are there. */
    ck_assert_uint_gt(seen.same, 100);
    ck_assert_uint_gt(seen.other, 100);
}

/* True if the first is possible, and keeps less in place, has a better place for its
 * journal or takes no more time. */
static bool is_no_worse(const struct moves_price *one, const struct moves_price *other)
{
    if (one->is_possible != other->is_possible)
        return one->is_possible;
    if (one->kept != other->kept)
        return one->kept < other->kept;
    if (one->place != other->place)
        return one->place > other->place;
    return one->seconds <= other->seconds;
}

TEST(no_plan_is_better_than_the_default_one)
{
    struct move_speed speed = typical_speed_complete(&any, NULL);
    unsigned seen[MOVES_AIM_COUNT] = { 0 };

    for (unsigned round = 0; round < ROUNDS; round++) {
        struct moves_scene scene = moves_scene_make(round);
        struct moves moves, other;
        enum moves_aim aim;
        if (moves_make_default(scene.layout, &scene.want, &speed, &aim, &moves,
                               ERR_IGNORED)) {
            struct moves_want want = scene.want;
            want.aim = aim == MOVES_MIB ? MOVES_NUDGE : MOVES_MIB;
            LAW(&scene.rng, moves_make(scene.layout, &want, &other, ERR_IGNORED));
            struct moves_price own = moves_price_of(scene.layout, &moves, &speed, NULL);
            struct moves_price its = moves_price_of(scene.layout, &other, &speed, NULL);
            LAW(&scene.rng, is_no_worse(&own, &its));
            moves_finish(&moves);
            moves_finish(&other);
            seen[aim]++;
        }
        layout_unref(scene.layout);
    }
    ck_assert_uint_gt(seen[MOVES_NUDGE], 100);
    ck_assert_uint_gt(seen[MOVES_MIB], 100);
}
