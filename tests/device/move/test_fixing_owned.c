/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_fixing_owned.c - what a fix would overwrite beside partitions and table is told */
#include <string.h>

#include "device/move/fixing/fixing_owned.h"
#include "device/move/fixing/fixing_private.h"
#include "model/base/mem.h"
#include "support/fix_scene.h"
#include "support/refused.h"
#include "support/test.h"

enum { LOGICAL = 512, SWAP = 3, NEW_START = 4800 };

/* Where the journal of a fix is that moves a swap area, or an empty partition, and
 * whether something is written at its new start: not where only the table changes. */
static const struct {
    enum journal_kind kind;
    bool is_empty, is_written;
} starts[] = {
    { JOURNAL_TAIL, false, true },
    { JOURNAL_SWAP, false, true },
    { JOURNAL_TAIL, true, false },
    { JOURNAL_EMPTY, true, true },
};

static void put_unknown(struct fix_scene *play, uint64_t lba)
{
    image_put(&play->scene.image, lba * LOGICAL, "unknown", 7);
}

static const struct journal_place *place_of(const struct fix_scene *play,
                                            enum journal_kind kind)
{
    for (size_t i = 0; i < play->time.places.count; i++)
        if (play->time.places.at[i].kind == kind)
            return &play->time.places.at[i];
    return NULL;
}

TEST_EACH(what_is_at_the_new_start_of_swap_is_not_overwritten, starts)
{
    CLEANUP(fix_scene_finish) struct fix_scene play;

    fix_scene_init(&play, LABEL_GPT, MOVES_NUDGE);
    if (starts[_i].is_empty)
        fix_scene_clear(&play, SWAP);
    put_unknown(&play, NEW_START + 1);
    ck_assert_uint_eq(layout_find_number(play.moves.result, SWAP)->start, NEW_START);
    struct fixing *fixing = fix_scene_begin(&play, starts[_i].kind);
    ck_assert_msg(fixing, "%s", play.err.text);
    fixing_free(fixing);
    ck_assert_int_eq(play.report.refusal != NULL, starts[_i].is_written);
    ck_assert_uint_eq(play.report.owned.count, starts[_i].is_written);
}

TEST_EACH(the_plan_keeps_off_the_same, starts)
{
    CLEANUP(fix_scene_finish) struct fix_scene play;
    CLEANUP(owner_runs_finish) struct owner_runs avoided = { 0 };
    const struct loss_accepted nothing = { .is_all = false };

    fix_scene_init(&play, LABEL_GPT, MOVES_NUDGE);
    if (starts[_i].is_empty)
        fix_scene_clear(&play, SWAP);
    put_unknown(&play, NEW_START + 1);
    CLEANUP(store_closep)
    struct store *store = store_open(play.scene.image.path, &play.err);
    struct fixing_avoid avoid = { &play.moves, place_of(&play, starts[_i].kind),
                                  &nothing };
    ck_assert_ptr_nonnull(avoid.place);
    ck_assert_int_eq(fixing_find_avoided(store, play.scene.base, &avoid, &avoided),
                     starts[_i].is_written);
    ck_assert_uint_eq(avoided.count, starts[_i].is_written);
    ck_assert(!fixing_find_avoided(store, play.scene.base, &avoid, &avoided));
}

TEST(free_space_that_is_written_to_after_the_question_is_told)
{
    CLEANUP(fix_scene_finish) struct fix_scene play;

    fix_scene_init(&play, LABEL_GPT, MOVES_NUDGE);
    CLEANUP(fixing_freep) struct fixing *fixing = fix_scene_begin(&play, JOURNAL_TAIL);
    ck_assert_msg(fixing, "%s", play.err.text);
    ck_assert(fixing_compare_owned(fixing, &play.err));
    put_unknown(&play, fixing_plan(fixing)->spot.start + 1);
    ck_assert(!fixing_compare_owned(fixing, &play.err));
    ck_assert_refused(&play.err, REFUSAL_FREE_SPACE_WRITTEN);
}
