/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_fixing_content.c - another program formats a partition after its move was planned
 */
#include <string.h>

#include "model/base/mem.h"
#include "support/fix_scene.h"
#include "support/lazy.h"
#include "support/superblocks.h"
#include "support/test.h"

/* Of partition 2 at sector 1535, which has an ext2 with 750 blocks and UUID 2. */
enum { AT = 1535 * 512, BLOCKS = 750, ID = 2 };

enum change { CHANGE_NONE, CHANGE_SIZE, CHANGE_UUID, CHANGE_KIND, CHANGE_WIPE };

static void change_content(const struct image *image, enum change change)
{
    if (change == CHANGE_KIND || change == CHANGE_WIPE)
        image_put_small_ext2(image, AT, 0, 0);
    if (change == CHANGE_KIND)
        image_put_swap(image, AT, "swap");
    if (change == CHANGE_SIZE)
        image_put_small_ext2(image, AT, BLOCKS - 8, ID);
    if (change == CHANGE_UUID)
        image_put_small_ext2(image, AT, BLOCKS, ID + 1);
}

static const enum change changes[] = { CHANGE_NONE, CHANGE_SIZE, CHANGE_UUID, CHANGE_KIND,
                                       CHANGE_WIPE };

TEST_EACH(what_was_formatted_after_the_plan_is_not_moved, changes)
{
    CLEANUP(fix_scene_finish) struct fix_scene play;

    fix_scene_init(&play, LABEL_GPT, MOVES_NUDGE);
    struct fixing *fixing = fix_scene_begin(&play, JOURNAL_TAIL);
    ck_assert_msg(fixing, "%s", play.err.text);
    change_content(&play.scene.image, changes[_i]);
    CLEANUP(lazy_freep) uint8_t *before = commit_scene_bytes(&play.scene);
    enum fixing_state state = fix_scene_run(&play, fixing, 0);
    if (changes[_i] == CHANGE_NONE) {
        ck_assert_int_eq(state, FIXING_COMPLETE);
        return;
    }
    ck_assert_int_eq(state, FIXING_FAILED);
    ck_assert_int_eq(play.err.code, ERR_REFUSED);
    CLEANUP(lazy_freep) uint8_t *after = commit_scene_bytes(&play.scene);
    ck_assert_mem_eq(before, after, play.scene.size);
}

/* Between two looks of a resume: the second partition is still at its old place. */
TEST(what_was_formatted_before_a_resume_is_not_moved)
{
    CLEANUP(fix_scene_finish) struct fix_scene play;

    fix_scene_init(&play, LABEL_GPT, MOVES_NUDGE);
    struct fixing *fixing = fix_scene_interrupted(&play);
    change_content(&play.scene.image, CHANGE_SIZE);
    CLEANUP(lazy_freep) uint8_t *before = commit_scene_bytes(&play.scene);
    ck_assert_int_eq(fix_scene_run(&play, fixing, 0), FIXING_FAILED);
    ck_assert_int_eq(play.err.code, ERR_REFUSED);
    CLEANUP(lazy_freep) uint8_t *after = commit_scene_bytes(&play.scene);
    ck_assert_mem_eq(before, after, play.scene.size);
}
