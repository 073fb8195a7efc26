/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_fixing_foreign.c - a table that another program has changed in the middle of a fix
 * is written again only where nothing is lost */
#include <string.h>

#include "model/base/mem.h"
#include "support/fix_scene.h"
#include "support/test.h"

static struct fix_scene play;

/* Until PHASE, once data has been moved, of a fix whose power then fails. */
static void cut_in(enum fixing_phase phase)
{
    struct fixing_live live = { 0 };
    bool has_moved = false;

    fix_scene_init(&play, LABEL_MSDOS, MOVES_NUDGE);
    struct fixing *fixing = fix_scene_begin(&play, JOURNAL_TAIL);
    while (!has_moved || live.phase != phase) {
        ck_assert_int_eq(fixing_step(fixing), FIXING_RUNNING);
        fixing_look(fixing, &live);
        has_moved |= live.phase == FIXING_PHASE_MOVE && live.move.bytes_done;
    }
    fixing_free(fixing);
}

static void teardown(void)
{
    fix_scene_finish(&play);
}

TEST_FIXTURE(NULL, teardown);

/* The type of partition 2. */
static void change_type(void)
{
    image_put(&play.scene.image, 446 + 16 + 4, "\x0c", 1);
}

static const enum fixing_phase phases[] = { FIXING_PHASE_MOVE, FIXING_PHASE_CHECK };

TEST_EACH(a_table_that_was_changed_is_written_again_on_demand, phases)
{
    cut_in(phases[_i]);
    change_type();
    ck_assert_ptr_null(fix_scene_resume(&play, false));
    ck_assert_msg(
        strstr(play.err.text, "Another program has changed the partition table"), "%s",
        play.err.text);
    play.writes_table = true;
    struct fixing *fixing = fix_scene_resume(&play, false);
    ck_assert_msg(fixing != NULL, "%s", play.err.text);
    ck_assert(lines_have(&play.report.warnings, "The table is written again"));
    ck_assert_int_eq(fix_scene_run(&play, fixing, 0), FIXING_COMPLETE);
    fix_scene_check(&play, true);
}

/* A fourth primary, in front of the first one, which goes there. */
TEST(a_partition_of_the_other_program_is_named_and_given_up)
{
    static const unsigned four[] = { 4 };
    uint8_t entry[16] = { [4] = 0x83, [8] = 57, [12] = 5 };

    cut_in(FIXING_PHASE_MOVE);
    image_put(&play.scene.image, 446 + 48, entry, sizeof(entry));
    play.writes_table = true;
    struct fixing *fixing = fix_scene_resume(&play, false);
    ck_assert_ptr_null(fixing);
    ck_assert_msg(strstr(play.err.text, "has partition 4, sectors 57 to 61"), "%s",
                  play.err.text);
    play.accepted = (struct loss_accepted){ .numbers = four, .count = 1 };
    fixing = fix_scene_resume(&play, false);
    ck_assert_msg(fixing != NULL, "%s", play.err.text);
    fixing_free(fixing);
}
