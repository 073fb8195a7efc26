/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_fixing_content.c - another program formats a partition after its move was planned
 */
#include <stdio.h>
#include <string.h>

#include "model/base/mem.h"
#include "support/fix_scene.h"
#include "support/lazy.h"
#include "support/refused.h"
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
    bool is_other = changes[_i] == CHANGE_UUID || changes[_i] == CHANGE_KIND;

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
    ck_assert_refused(&play.err,
                      is_other ? REFUSAL_CONTENT_APPEARED : REFUSAL_FIX_CONTENT_CHANGED);
    CLEANUP(lazy_freep) uint8_t *after = commit_scene_bytes(&play.scene);
    ck_assert_mem_eq(before, after, play.scene.size);
}

/* Returns where partition 2 is now, and that it has CONTENT there. */
static uint64_t place_of_second(struct fix_scene *play, const uint8_t *content)
{
    CLEANUP(layout_unrefp) struct layout *now = commit_scene_read(&play->scene);
    CLEANUP(lazy_freep) uint8_t *bytes = commit_scene_bytes(&play->scene);
    const struct extent *extent = layout_find_number(now, 2);

    ck_assert_mem_eq(bytes + extent->start * 512, content, extent->length * 512);
    return extent->start * 512;
}

/* Of a fix that was cut before that partition was guarded.  What has its signatures
 * elsewhere would be found while half of it is moved: the fix can only end there. */
TEST_EACH(what_was_formatted_before_a_resume_is_not_moved, changes)
{
    CLEANUP(fix_scene_finish) struct fix_scene play;
    bool is_other = changes[_i] == CHANGE_KIND || changes[_i] == CHANGE_WIPE;

    fix_scene_init(&play, LABEL_GPT, MOVES_NUDGE);
    struct fixing *fixing = fix_scene_interrupted(&play);
    change_content(&play.scene.image, changes[_i]);
    CLEANUP(lazy_freep) uint8_t *before = commit_scene_bytes(&play.scene);
    enum fixing_state state = fix_scene_run(&play, fixing, 0);
    ck_assert_int_eq(state, is_other ? FIXING_FAILED : FIXING_COMPLETE);
    ck_assert_int_eq(place_of_second(&play, before + AT) == AT, is_other);
    if (!is_other)
        return;
    ck_assert_reason(&play.err, REFUSAL_FIX_PARTITION_CHANGED);
    ck_assert_msg(strstr(play.err.text, "content of partition 2"), "%s", play.err.text);
    fixing = fix_scene_resume(&play, true);
    ck_assert_msg(fixing, "%s", play.err.text);
    ck_assert_int_eq(fix_scene_run(&play, fixing, 0), FIXING_ROLLED_BACK);
    ck_assert_uint_eq(place_of_second(&play, before + AT), AT);
}

/* Over the guard of a move that has begun. */
TEST(what_is_written_in_the_middle_of_a_move_lets_it_be_taken_back)
{
    CLEANUP(fix_scene_finish) struct fix_scene play;
    struct fixing_live live = { 0 };

    fix_scene_init(&play, LABEL_GPT, MOVES_NUDGE);
    struct fixing *fixing = fix_scene_begin(&play, JOURNAL_TAIL);
    while (live.phase != FIXING_PHASE_MOVE || !live.move.bytes_done) {
        ck_assert_int_eq(fixing_step(fixing), FIXING_RUNNING);
        fixing_look(fixing, &live);
    }
    fixing_free(fixing);
    image_put(&play.scene.image, AT + 1024, "foreign", 7);
    fixing = fix_scene_resume(&play, false);
    if (fixing)
        ck_assert_int_eq(fix_scene_run(&play, fixing, 0), FIXING_FAILED);
    ck_assert_msg(strstr(play.err.text, "written to sectors 1537 to 1537 of partition 2"),
                  "%s", play.err.text);
    ck_assert_ptr_nonnull(strstr(play.err.text, "To take the move back"));
}

static const bool is_renamed[] = { false, true };

/* The image has another name when the fix is stopped. */
TEST_EACH(a_file_that_has_another_name_is_told, is_renamed)
{
    CLEANUP(fix_scene_finish) struct fix_scene play;
    struct fixing_live live = { .is_safe = true };

    fix_scene_init(&play, LABEL_GPT, MOVES_NUDGE);
    CLEANUP(freep) char *other = xasprintf("%s.moved", play.scene.image.path);
    struct fixing *fixing = fix_scene_begin(&play, JOURNAL_TAIL);
    for (; live.is_safe; fixing_look(fixing, &live))
        ck_assert_int_eq(fixing_step(fixing), FIXING_RUNNING);
    if (is_renamed[_i])
        ck_assert_int_eq(rename(play.scene.image.path, other), 0);
    fixing_stop(fixing);
    ck_assert_int_eq(fixing_step(fixing), FIXING_STOPPED);
    const char *elsewhere = fixing_report(fixing)->elsewhere;
    ck_assert_int_eq(elsewhere != NULL, is_renamed[_i]);
    ck_assert(!elsewhere || strstr(elsewhere, "What was written is not in"));
    fixing_free(fixing);
    if (is_renamed[_i])
        ck_assert_int_eq(rename(other, play.scene.image.path), 0);
}
