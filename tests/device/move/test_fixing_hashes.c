/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_fixing_hashes.c - what was read first is what is moved */
#include <string.h>
#include <unistd.h>

#include "model/base/mem.h"
#include "model/move/log/records.h"
#include "model/move/plan/fix_plan.h"
#include "support/fix_scene.h"
#include "support/refused.h"
#include "support/test.h"

enum { BLOCK = 4096 }; /* of the image, bytes */

/* Returns the newest head of the journal on the image. */
static struct record_head head_on_image(const struct fix_scene *play,
                                        const struct journal_spot *spot)
{
    struct record_head newest = { 0 };

    for (unsigned slot = 0; slot < 2; slot++) {
        uint8_t sector[RECORD_HEAD_BYTES];
        struct record_head head = { 0 };
        off_t at = (off_t)(spot->start * 512 + slot * BLOCK);
        ck_assert(pread(play->scene.image.fd, sector, sizeof(sector), at) ==
                  (ssize_t)sizeof(sector));
        if (record_head_decode(sector, sizeof(sector), play->scene.size, &head) ==
                RECORD_IS_VALID &&
            head.sequence > newest.sequence)
            newest = head;
    }
    ck_assert_uint_gt(newest.sequence, 0);
    return newest;
}

/* Ends FIXING when its first data is moved: RET has the hashes in the journal. */
static void hash_first_move(struct fix_scene *play, struct fixing *fixing,
                            uint8_t ret[RECORD_BYTES])
{
    const struct journal_spot spot = fixing_plan(fixing)->spot;
    struct fixing_live live = { 0 };

    while (live.phase != FIXING_PHASE_MOVE || !live.move.bytes_done) {
        ck_assert_int_eq(fixing_step(fixing), FIXING_RUNNING);
        fixing_look(fixing, &live);
    }
    fixing_free(fixing);
    struct record_head head = head_on_image(play, &spot);
    off_t at = (off_t)(spot.start * 512 + head.areas[AREA_HASHES].offset);
    ck_assert(pread(play->scene.image.fd, ret, RECORD_BYTES, at) == RECORD_BYTES);
}

/* A run that is resumed reads what it moves for itself. */
TEST(the_hashes_of_the_first_reading_are_those_of_a_resumed_run)
{
    CLEANUP(fix_scene_finish) struct fix_scene play;
    uint8_t first[RECORD_BYTES], resumed[RECORD_BYTES], zeros[RECORD_BYTES] = { 0 };

    fix_scene_init(&play, LABEL_GPT, MOVES_NUDGE);
    hash_first_move(&play, fix_scene_begin(&play, JOURNAL_TAIL), first);
    fix_scene_restore(&play);
    hash_first_move(&play, fix_scene_interrupted(&play), resumed);
    ck_assert_mem_ne(first, zeros, sizeof(first));
    ck_assert_mem_eq(first, resumed, sizeof(first));
}

/* Between the first reading and the move. */
TEST(what_changes_after_the_first_reading_is_not_moved_on)
{
    CLEANUP(fix_scene_finish) struct fix_scene play;
    struct fixing_live live = { .is_safe = true };

    fix_scene_init(&play, LABEL_GPT, MOVES_NUDGE);
    struct fixing *fixing = fix_scene_begin(&play, JOURNAL_TAIL);
    for (; live.is_safe; fixing_look(fixing, &live))
        ck_assert_int_eq(fixing_step(fixing), FIXING_RUNNING);
    for (size_t i = 0; i < 2; i++)
        image_put(&play.scene.image, (play.parts[i].start + 700) * 512, "changed", 7);
    ck_assert_int_eq(fix_scene_run(&play, fixing, 0), FIXING_FAILED);
    ck_assert_reason(&play.err, REFUSAL_FIX_DATA_CHANGED);
    ck_assert_msg(strstr(play.err.text, "not all the same as before"), "%s",
                  play.err.text);
}
