/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_fixing_refused.c - what ends a fix before its first write, and in the middle */
#include <errno.h>
#include <string.h>

#include "device/move/fixing/fixing_private.h"
#include "model/base/mem.h"
#include "support/disks.h"
#include "support/fix_scene.h"
#include "support/refused.h"
#include "support/test.h"

static struct journal_place *place_of(struct fix_scene *play, enum journal_kind kind)
{
    for (size_t i = 0; i < play->time.places.count; i++)
        if (play->time.places.at[i].kind == kind)
            return &play->time.places.at[i];
    ck_abort_msg("no place of this kind");
}

TEST(more_steps_than_the_journal_takes_are_refused)
{
    CLEANUP(fix_scene_finish) struct fix_scene play;

    fix_scene_init(&play, LABEL_GPT, MOVES_NUDGE);
    size_t count = play.moves.step_count;
    play.moves.step_count = JOURNAL_STEPS_MAX + 1;
    ck_assert_ptr_null(fix_scene_begin(&play, JOURNAL_TAIL));
    play.moves.step_count = count;
    ck_assert_refused(&play.err, REFUSAL_FIX_TOO_MANY_STEPS);
}

TEST(a_place_that_is_too_small_for_the_journal_is_refused)
{
    CLEANUP(fix_scene_finish) struct fix_scene play;

    fix_scene_init(&play, LABEL_GPT, MOVES_NUDGE);
    place_of(&play, JOURNAL_TAIL)->length = 8;
    ck_assert_ptr_null(fix_scene_begin(&play, JOURNAL_TAIL));
    ck_assert_refused(&play.err, REFUSAL_JOURNAL_DOES_NOT_FIT);
}

/* A boot loader can lie in front of the first partition. */
TEST(a_front_that_is_not_empty_gets_no_journal)
{
    CLEANUP(fix_scene_finish) struct fix_scene play;

    fix_scene_init(&play, LABEL_GPT, MOVES_NUDGE);
    struct journal_place *place = place_of(&play, JOURNAL_TAIL);
    image_put(&play.scene.image, place->start * 512 + 4096, "loader", 6);
    place->kind = JOURNAL_FRONT;
    ck_assert_ptr_null(fix_scene_begin(&play, JOURNAL_FRONT));
    ck_assert_refused(&play.err, REFUSAL_JOURNAL_FRONT_NOT_EMPTY);
}

TEST(without_its_partition_no_signatures_are_known)
{
    CLEANUP(fix_scene_finish) struct fix_scene play;
    CLEANUP(layout_unrefp)
    struct layout *none =
        disks_build(&(struct disks_spec){ .size = 1000, .label = LABEL_NONE });

    fix_scene_init(&play, LABEL_GPT, MOVES_NUDGE);
    CLEANUP(fixing_freep) struct fixing *fixing = fix_scene_begin(&play, JOURNAL_TAIL);
    ck_assert_msg(fixing, "%s", play.err.text);
    CLEANUP(store_closep)
    struct store *store = store_open(play.scene.image.path, &play.err);
    ck_assert(!fixing_find_move(fixing, none, 0, store, &play.err));
    ck_assert_refused(&play.err, REFUSAL_FIX_ZONES_UNKNOWN);
}

/* --- a disk that cannot be read --- */

static int fail_to_read(void *context, uint64_t offset, void *bytes, size_t count)
{
    (void)context;
    (void)offset;
    memset(bytes, 0, count);
    return EIO;
}

/* Returns it where all data is read, and nothing is written yet. */
static struct fixing *scanning(struct fix_scene *play)
{
    struct fixing *fixing = fix_scene_begin(play, JOURNAL_TAIL);
    struct fixing_live live = { 0 };

    ck_assert_msg(fixing, "%s", play->err.text);
    for (; live.phase < FIXING_PHASE_SCAN; fixing_look(fixing, &live))
        ck_assert_int_eq(fixing_step(fixing), FIXING_RUNNING);
    return fixing;
}

TEST(data_with_bad_sectors_is_not_moved)
{
    CLEANUP(fix_scene_finish) struct fix_scene play;

    fix_scene_init(&play, LABEL_GPT, MOVES_NUDGE);
    struct fixing *fixing = scanning(&play);
    fixing->disk.pages.read_back = fail_to_read;
    ck_assert_int_eq(fix_scene_run(&play, fixing, 0), FIXING_FAILED);
    ck_assert_refused(&play.err, REFUSAL_FIX_BAD_SECTORS);
    ck_assert(commit_scene_is_untouched(&play.scene));
}

TEST(what_cannot_be_read_is_not_saved)
{
    CLEANUP(fix_scene_finish) struct fix_scene play;

    fix_scene_init(&play, LABEL_GPT, MOVES_NUDGE);
    CLEANUP(fixing_freep) struct fixing *fixing = scanning(&play);
    fixing->disk.blocks.read_back = fail_to_read;
    ck_assert(!fixing_save_backup(fixing, &play.err));
    ck_assert_refused(&play.err, REFUSAL_JOURNAL_AREA_UNREADABLE);
}

/* --- other programs --- */

TEST(who_begins_to_use_the_disk_ends_the_move)
{
    CLEANUP(fix_scene_finish) struct fix_scene play;

    fix_scene_init(&play, LABEL_GPT, MOVES_NUDGE);
    CLEANUP(freep) char *backing = xasprintf("%s\n", play.scene.image.path);
    CLEANUP(fixing_freep) struct fixing *fixing = scanning(&play);
    tree_disk(&play.scene.tree, "loop7", "virtual", "7:7", 100);
    tree_say(&play.scene.tree, "loop7", "loop/backing_file", backing);
    fixing->disk.watch.asked_ns = 0;
    ck_assert(!fixing_watch_users(fixing, &play.err));
    ck_assert_refused(&play.err, REFUSAL_FIX_DISK_TAKEN);
    ck_assert_ptr_nonnull(strstr(play.err.text, "loop7"));
}

TEST(a_journal_that_contradicts_itself_is_told_with_the_way_out)
{
    CLEANUP(fix_scene_finish) struct fix_scene play;

    fix_scene_init(&play, LABEL_GPT, MOVES_NUDGE);
    CLEANUP(fixing_freep) struct fixing *fixing = fix_scene_interrupted(&play);
    for (struct fixing_live live = { 0 }; live.phase < FIXING_PHASE_MOVE;) {
        ck_assert_int_eq(fixing_step(fixing), FIXING_RUNNING);
        fixing_look(fixing, &live);
    }
    ck_assert(!fixing_redo_refuse(fixing, &fixing->redo->redo, REDO_LOST, &play.err));
    ck_assert_refused(&play.err, REFUSAL_JOURNAL_CONTRADICTS);
    ck_assert_ptr_nonnull(strstr(play.err.text, "alidade resume --lose="));
}
