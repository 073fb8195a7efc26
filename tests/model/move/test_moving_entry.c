/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_moving_entry.c - the entry of a partition that is moved, in the table that is
 * there
 */
#include "model/move/plan/moving_entry.h"

#include <stdio.h>
#include <string.h>

#include "model/base/mem.h"
#include "model/move/plan/envelope.h"
#include "model/move/plan/fix_plan.h"
#include "model/move/plan/journal_apply.h"
#include "model/move/plan/moves.h"
#include "support/disks.h"
#include "support/envelope_make.h"
#include "support/refused.h"
#include "support/test.h"

/* The first step of a plan that moves data. */
struct scene {
    struct layout *old, *envelope, *new;
    struct moves moves;
    struct journal_plan plan;
    size_t step;
};

static struct layout *two_of_gpt(void)
{
    static const struct disks_part parts[] = {
        { .kind = EXTENT_PARTITION,
          .number = 2,
          .start = 16065,
          .length = 100000,
          .inside = INSIDE_EXT },
        { .kind = EXTENT_PARTITION,
          .number = 7,
          .start = 321300,
          .length = 100000,
          .inside = INSIDE_NTFS },
    };
    struct disks_spec spec = {
        .size = 1000000, .label = LABEL_GPT, .parts = parts, .count = ARRAY_SIZE(parts)
    };

    CLEANUP(layout_unrefp) struct layout *plain = disks_build(&spec);
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(plain);
    for (unsigned number = 2; number <= 7; number += 5) {
        struct extent *extent =
            layout_builder_find(builder, layout_find_number(plain, number)->id);
        snprintf(extent->uuid, sizeof(extent->uuid),
                 "5A3C9D21-0000-4000-8000-00000000000%u", number);
    }
    return layout_builder_refinish(builder);
}

static struct layout *(*const disks[])(void) = { disks_legacy, two_of_gpt };

static void scene_set(struct scene *scene, struct layout *(*disk)(void),
                      enum moves_aim aim)
{
    struct moves_want want = { .aim = aim };
    struct err err = { 0 };

    *scene = (struct scene){ .old = disk() };
    ck_assert_msg(moves_make(scene->old, &want, &scene->moves, &err), "%s", err.text);
    const struct label *label = layout_label(scene->old);
    scene->plan = (struct journal_plan){ .logical = 512, .label = label->kind };
    scene->plan.disk_id = journal_disk_id(label);
    ck_assert(journal_plan_add(&scene->plan, scene->old, &scene->moves));
    while (scene->moves.steps[scene->step].action != MOVES_DATA) {
        struct layout *after =
            moves_step_apply(scene->old, &scene->moves.steps[scene->step++]);
        layout_unref(scene->old);
        scene->old = after;
    }
    const struct moves_step *step = &scene->moves.steps[scene->step];
    scene->envelope = envelope_make(scene->old, step);
    scene->new = moves_step_apply(scene->old, step);
}

static void scene_finish(struct scene *scene)
{
    layout_unref(scene->old);
    layout_unref(scene->envelope);
    layout_unref(scene->new);
    moves_finish(&scene->moves);
}

static struct layout *state_of(const struct scene *scene, enum moving_place place)
{
    struct layout *const states[] = { scene->old, scene->envelope, scene->new };

    return states[place];
}

TEST_EACH(each_state_becomes_each_other, disks)
{
    struct scene scene;
    struct err err = { 0 };

    for (int aim = 0; aim < MOVES_AIM_COUNT; aim++) {
        scene_set(&scene, disks[_i], (enum moves_aim)aim);
        for (int from = 0; from < 3; from++)
            for (int to = 0; to < 3; to++) {
                CLEANUP(layout_unrefp)
                struct layout *after = moving_entry_set(
                    state_of(&scene, (enum moving_place)from), &scene.plan, scene.step,
                    (enum moving_place)to, &err);
                ck_assert_msg(after, "%s", err.text);
                ck_assert(layout_equal(after, state_of(&scene, (enum moving_place)to)));
            }
        scene_finish(&scene);
    }
}

/* Returns the state before the move with extent ID changed. */
static struct layout *changed(const struct layout *layout, uint32_t id, uint64_t start,
                              uint64_t length)
{
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(layout);
    struct extent *extent = layout_builder_find(builder, id);
    struct err err = { 0 };

    extent->start = start;
    extent->length = length;
    struct layout *ret = layout_builder_finish(builder, &err);
    ck_assert_msg(ret, "%s", err.text);
    return ret;
}

static void check_refused(const struct scene *scene, const struct layout *now,
                          enum refusal refusal, const char *words)
{
    struct err err = { 0 };

    ck_assert_ptr_null(
        moving_entry_set(now, &scene->plan, scene->step, MOVING_ENVELOPE, &err));
    ck_assert_refused(&err, refusal);
    ck_assert_msg(strstr(err.text, words), "%s", err.text);
}

/* Other entries that take no sectors of the move may be changed meanwhile. */
TEST(another_entry_may_have_changed)
{
    struct scene scene;
    struct err err = { 0 };

    scene_set(&scene, two_of_gpt, MOVES_MIB);
    uint32_t moving = scene.moves.steps[scene.step].id;
    uint32_t id = layout_find_number(scene.old, 7)->id;
    if (id == moving)
        id = layout_find_number(scene.old, 2)->id;
    uint64_t start = layout_find(scene.old, id)->start;
    CLEANUP(layout_unrefp) struct layout *now = changed(scene.old, id, start, 5000);
    CLEANUP(layout_unrefp)
    struct layout *after =
        moving_entry_set(now, &scene.plan, scene.step, MOVING_ENVELOPE, &err);
    ck_assert_msg(after, "%s", err.text);
    ck_assert_uint_eq(layout_find(after, id)->length, 5000);
    ck_assert(envelope_has_type(LABEL_GPT, layout_find(after, moving)));
    scene_finish(&scene);
}

TEST(an_entry_in_the_way_is_named)
{
    struct scene scene;

    scene_set(&scene, two_of_gpt, MOVES_MIB);
    const struct moves_step *step = &scene.moves.steps[scene.step];
    bool is_right = step->to > step->from;
    const struct extent *entry = layout_find(scene.old, step->id);
    const struct extent *other =
        layout_find_number(scene.old, entry->number == 2 ? 7 : 2);
    uint64_t start = is_right ? extent_end(entry) : entry->start - 4;
    CLEANUP(layout_unrefp) struct layout *now = changed(scene.old, other->id, start, 4);
    check_refused(&scene, now, REFUSAL_FIX_SECTORS_TAKEN,
                  other->number == 2 ? "Partition 2 takes" : "Partition 7");
    scene_finish(&scene);
}

TEST(an_entry_over_the_journal_is_named)
{
    struct scene scene;

    scene_set(&scene, two_of_gpt, MOVES_MIB);
    scene.plan.spot.start = 500000;
    scene.plan.spot.bytes = 1 << 20;
    const struct moves_step *step = &scene.moves.steps[scene.step];
    const struct extent *entry = layout_find(scene.old, step->id);
    uint32_t other = layout_find_number(scene.old, entry->number == 2 ? 7 : 2)->id;
    CLEANUP(layout_unrefp) struct layout *now = changed(scene.old, other, 502047, 100);
    check_refused(&scene, now, REFUSAL_FIX_SECTORS_TAKEN,
                  "takes sectors from 500000 to 502047");
    scene_finish(&scene);
}

TEST(a_deleted_entry_is_told)
{
    struct scene scene;

    scene_set(&scene, two_of_gpt, MOVES_MIB);
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(scene.old);
    layout_builder_remove(builder, scene.moves.steps[scene.step].id);
    CLEANUP(layout_unrefp) struct layout *now = layout_builder_refinish(builder);
    check_refused(&scene, now, REFUSAL_FIX_ENTRY_MISSING, "no entry any more");
    scene_finish(&scene);
}

/* Another program made a partition at the same place. */
TEST(another_partition_at_its_place_is_not_it)
{
    struct scene scene;

    scene_set(&scene, two_of_gpt, MOVES_MIB);
    scene.plan.steps[scene.step].unique.bytes[0] ^= 1;
    check_refused(&scene, scene.old, REFUSAL_FIX_ENTRY_MISSING, "no entry any more");
    scene_finish(&scene);
}

TEST_EACH(a_step_is_done_once, disks)
{
    struct scene scene;
    struct err err = { 0 };

    scene_set(&scene, disks[_i], MOVES_MIB);
    ck_assert_ptr_null(journal_step_apply(scene.new, &scene.plan, scene.step, &err));
    ck_assert_refused(&err, REFUSAL_FIX_ENTRY_CHANGED);
    scene_finish(&scene);
}
