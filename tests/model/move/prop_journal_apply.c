/* SPDX-License-Identifier: GPL-3.0-or-later */
/* prop_journal_apply.c - the steps of a journal lead to the table that was planned, from
 * whatever step they are resumed */
#include "model/move/journal/journal_apply.h"

#include <stdio.h>
#include <stdlib.h>

#include "model/base/mem.h"
#include "model/move/journal/journal_record.h"
#include "model/move/journal/moving_entry.h"
#include "support/moves_scene.h"
#include "support/test.h"

enum { ROUNDS = 20000 };

/* The same step by the plan and by its journal. */
struct applied {
    struct moves_scene scene;
    struct moves moves;
    struct journal_plan *plan;    /* owned */
    struct layout *planned, *now; /* owned references */
};

static void check_same(struct applied *applied)
{
    LAYOUT_EACH (extent, applied->planned) {
        if (extent->kind == EXTENT_FREE)
            continue;
        const struct extent *same = layout_find(applied->now, extent->id);
        LAW(&applied->scene.rng,
            same && !extent_diff(extent, same) && same->parent == extent->parent);
    }
    LAW(&applied->scene.rng,
        layout_count(applied->planned) == layout_count(applied->now));
}

static struct layout *apply_data(struct applied *applied, size_t index, struct err *err)
{
    CLEANUP(layout_unrefp)
    struct layout *between =
        moving_entry_set(applied->now, applied->plan, index, SHIFT_LABEL_ENVELOPE, err);

    LAW(&applied->scene.rng, between != NULL);
    LAW(&applied->scene.rng,
        journal_step_state(between, applied->plan, index) == JOURNAL_STEP_OTHER);
    return moving_entry_set(between, applied->plan, index, SHIFT_LABEL_NEW, err);
}

static void apply_one(struct applied *applied, size_t index)
{
    struct rng *rng = &applied->scene.rng;
    struct err err = { 0 };
    bool is_data = applied->plan->steps[index].action == MOVES_DATA;

    LAW(rng, journal_step_state(applied->now, applied->plan, index) == JOURNAL_STEP_LEFT);
    struct layout *after =
        is_data ? apply_data(applied, index, &err)
                : journal_step_apply(applied->now, applied->plan, index, &err);
    ck_assert_msg(after, "ALIDADE_SEED=%llu: %s", (unsigned long long)rng->seed,
                  err.text);
    layout_unref(applied->now);
    applied->now = after;
    LAW(rng, journal_step_state(after, applied->plan, index) == JOURNAL_STEP_DONE);
    struct layout *planned =
        moves_step_apply(applied->planned, &applied->moves.steps[index]);
    layout_unref(applied->planned);
    applied->planned = planned;
    check_same(applied);
    /* Once is enough. */
    LAW(rng, is_data || !journal_step_apply(after, applied->plan, index, &err));
}

/* GPT partitions have GUIDs, by which the journal knows them. */
static void give_guids(struct moves_scene *scene)
{
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(scene->layout);

    LAYOUT_EACH (extent, scene->layout) {
        struct guid guid = { .bytes = { (uint8_t)extent->id, 1 } };
        if (extent_is_entry(extent) && layout_label(scene->layout)->kind == LABEL_GPT)
            guid_format(&guid, layout_builder_find(builder, extent->id)->uuid);
    }
    layout_unref(scene->layout);
    scene->layout = layout_builder_refinish(builder);
}

static unsigned apply_all(unsigned round)
{
    struct applied applied = { .scene = moves_scene_make(round) };

    give_guids(&applied.scene);
    struct err err = { 0 };
    unsigned count = 0;

    if (moves_make(applied.scene.layout, &applied.scene.want, &applied.moves, &err)) {
        const struct limits *limits = layout_limits(applied.scene.layout);
        const struct label *label = layout_label(applied.scene.layout);
        applied.plan = xcalloc(1, sizeof(*applied.plan));
        applied.plan->label = label->kind;
        applied.plan->logical = (uint32_t)limits->logical;
        applied.plan->disk_id = journal_disk_id(label);
        ck_assert(journal_plan_add(applied.plan, applied.scene.layout, &applied.moves));
        applied.planned = layout_ref(applied.scene.layout);
        applied.now = layout_ref(applied.scene.layout);
        for (; count < applied.plan->step_count; count++)
            apply_one(&applied, count);
        moves_finish(&applied.moves);
    }
    layout_unref(applied.planned);
    layout_unref(applied.now);
    layout_unref(applied.scene.layout);
    free(applied.plan);
    return count;
}

TEST(the_steps_of_a_journal_are_those_of_its_plan)
{
    unsigned steps = 0, rounds = rng_rounds(ROUNDS);

    for (unsigned round = 0; round < rounds; round++)
        steps += apply_all(round);
    printf("# %u plans, %u steps\n", rounds, steps);
    ck_assert_uint_gt(steps, rounds / 4);
}
