/* SPDX-License-Identifier: GPL-3.0-or-later */
/* prop_moves_suggest.c - the suggested start is the one of the plan, where that has one
 */
#include "model/move/plan/moves_suggest.h"

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
