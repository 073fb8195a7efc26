/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_fixing_time.c - after all is read a fix knows how long it takes */
#include <string.h>

#include "device/move/fixing/fixing_private.h"
#include "model/base/mem.h"
#include "support/fix_scene.h"
#include "support/refused.h"
#include "support/test.h"

/* Reading has shown how fast the drive is; before the first write that can be refused. */
TEST(what_turns_out_to_take_too_long_is_refused_before_a_write)
{
    CLEANUP(fix_scene_finish) struct fix_scene play;

    fix_scene_init(&play, LABEL_MSDOS, MOVES_MIB);
    play.max_seconds = 1e-9;
    struct fixing *fixing = fix_scene_begin(&play, JOURNAL_TAIL);
    ck_assert_int_eq(fix_scene_run(&play, fixing, 0), FIXING_FAILED);
    ck_assert_refused(&play.err, REFUSAL_FIX_SLOW_MEASURED);
    ck_assert_msg(strstr(play.err.text, "--slow"), "%s", play.err.text);
    ck_assert(commit_scene_is_untouched(&play.scene));
}

TEST(reading_all_tells_how_long_the_moves_take)
{
    CLEANUP(fix_scene_finish) struct fix_scene play;
    struct fixing_live live = { 0 };

    fix_scene_init(&play, LABEL_MSDOS, MOVES_MIB);
    struct fixing *fixing = fix_scene_begin(&play, JOURNAL_TAIL);
    ck_assert_msg(fixing, "%s", play.err.text);
    while (live.phase <= FIXING_PHASE_SCAN) {
        ck_assert_int_eq(live.planned, MOVE_TIME_UNKNOWN);
        ck_assert_int_eq(fixing_step(fixing), FIXING_RUNNING);
        fixing_look(fixing, &live);
    }
    ck_assert_int_eq(live.planned, MOVE_TIME_MINIMUM);
    ck_assert_double_gt(live.planned_seconds, 0);
    fixing_free(fixing);
    ck_assert(commit_scene_is_untouched(&play.scene));
}

/* In an image file zeros can stay a hole, which takes no time. */
static const struct {
    enum journal_kind kind;
    bool is_measured;
} journals[] = { { JOURNAL_FILE, true }, { JOURNAL_TAIL, false } };

TEST_EACH(a_new_journal_tells_how_fast_its_drive_writes, journals)
{
    CLEANUP(fix_scene_finish) struct fix_scene play;
    struct fixing_live live = { 0 };

    fix_scene_init(&play, LABEL_MSDOS, MOVES_MIB);
    struct fixing *fixing = fix_scene_begin(&play, journals[_i].kind);
    ck_assert_msg(fixing, "%s", play.err.text);
    while (live.phase <= FIXING_PHASE_JOURNAL) {
        ck_assert(fixing->other.write == 0 && fixing->other.flush == 0);
        ck_assert_int_eq(fixing_step(fixing), FIXING_RUNNING);
        fixing_look(fixing, &live);
    }
    ck_assert_int_eq(fixing->other.write > 0, journals[_i].is_measured);
    ck_assert_int_eq(fixing->other.flush > 0, journals[_i].is_measured);
    ck_assert(fixing->speed.read > 0 && fixing->speed.write == 0);
    fixing_free(fixing);
}
