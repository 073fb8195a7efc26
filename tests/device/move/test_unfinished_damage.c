/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_unfinished_damage.c - where records of a journal are destroyed, resume tells
 * which, and writes nothing */
#include "device/move/unfinished/unfinished_damage.h"

#include <string.h>

#include "device/move/unfinished/unfinished_look.h"
#include "model/base/mem.h"
#include "support/fix_scene.h"
#include "support/lazy.h"
#include "support/test.h"

/* Which records; the numbers of slots and copies are bits. */
struct damage {
    unsigned plans, progress, saved, slots;
    bool are_hashes;
    const char *part; /* of the sentence; NULL: the move goes on */
};

static const struct damage rows[] = {
    { .plans = 1 },
    { .plans = 2 },
    { .plans = 3, .part = "Both copies of the plan" },
    { .progress = 3, .part = "how far the move has come. The data of partition" },
    /* The newest record is gone: the older one alone would begin all again. */
    { .progress = 1, .part = "how far the move has come. The data of partition" },
    { .progress = 2, .part = "how far the move has come. The data of partition" },
    { .saved = 1 },
    { .saved = 2 },
    { .saved = 3, .part = "What was saved before the move" },
    { .are_hashes = true },
    { .are_hashes = true, .slots = 1, .part = "The checksums of partition" },
    { .are_hashes = true, .slots = 2, .part = "The checksums of partition" },
};

static void destroy(struct fix_scene *play, const struct journal_plan *plan, uint64_t at,
                    uint64_t count, uint8_t byte)
{
    CLEANUP(freep) uint8_t *bytes = xmalloc((size_t)count);

    memset(bytes, byte, (size_t)count);
    image_put(&play->scene.image, plan->spot.start * plan->logical + at, bytes,
              (size_t)count);
}

static void destroy_records(struct fix_scene *play, const struct journal_plan *plan,
                            const struct damage *what, uint8_t byte)
{
    uint32_t block = plan->spot.block;

    for (unsigned i = 0; i < 2; i++) {
        uint64_t slot = plan->ring.bytes / plan->slots;
        if (what->plans & 1U << i)
            destroy(play, plan, journal_plan_at(block, i), JOURNAL_PLAN_BYTES, byte);
        if (what->progress & 1U << i)
            destroy(play, plan, journal_progress_at(block, i), block, byte);
        if (what->saved & 1U << i)
            destroy(play, plan, plan->saved[i].offset, block, byte);
        if (what->slots & 1U << i)
            destroy(play, plan, plan->ring.offset + i * slot, block, byte);
    }
    if (what->are_hashes)
        destroy(play, plan, plan->hashes.offset, plan->hashes.bytes, byte);
}

/* Leaves a fix when both slots of the ring have been written, and returns its plan. */
static struct journal_plan cut_in_ring(struct fix_scene *play)
{
    struct fixing_live live = { 0 };

    fix_scene_init(play, LABEL_GPT, MOVES_NUDGE);
    struct fixing *fixing = fix_scene_begin(play, JOURNAL_TAIL);
    ck_assert_msg(fixing, "%s", play->err.text);
    const struct journal_plan plan = *fixing_plan(fixing);
    ck_assert_uint_eq(plan.slots, 2);
    while (live.phase != FIXING_PHASE_MOVE || !live.move.bytes_total ||
           live.move.bytes_done * 4 < live.move.bytes_total * 3) {
        ck_assert_int_eq(fixing_step(fixing), FIXING_RUNNING);
        fixing_look(fixing, &live);
    }
    fixing_free(fixing);
    return plan;
}

/* What status tells; ERR_NONE: that the move goes on. */
static struct err look_at(struct fix_scene *play)
{
    CLEANUP(unfinished_finish) struct unfinished_list list = { 0 };
    CLEANUP(freep) struct unfinished_look *look = xcalloc(1, sizeof(*look));
    struct err err = { 0 };

    ck_assert(unfinished_search(&play->scene.tree.sys, play->scene.image.path, NULL, 0,
                                NULL, &list, &err));
    const struct unfinished *move = unfinished_choose(&list, &err);
    if (!move)
        return err;
    ck_assert_msg(unfinished_look(move, NULL, look, &err), "%s", err.text);
    ck_assert(look->has_guard);
    return look->damage;
}

TEST_EACH(what_is_destroyed_is_told, rows)
{
    CLEANUP(fix_scene_finish) struct fix_scene play;
    const struct journal_plan plan = cut_in_ring(&play);
    CLEANUP(lazy_freep) uint8_t *cut = commit_scene_bytes(&play.scene);

    for (unsigned byte = 0; byte < 256; byte += 255) {
        image_put(&play.scene.image, 0, cut, play.scene.size);
        destroy_records(&play, &plan, &rows[_i], (uint8_t)byte);
        CLEANUP(lazy_freep) uint8_t *before = commit_scene_bytes(&play.scene);
        struct err said = look_at(&play);
        struct fixing *fixing = fix_scene_resume(&play, false);
        ck_assert_int_eq(fixing != NULL, !rows[_i].part);
        if (fixing) {
            ck_assert_int_eq(said.code, ERR_NONE);
            ck_assert_int_eq(fix_scene_run(&play, fixing, 0), FIXING_COMPLETE);
            fix_scene_check(&play, true);
            continue;
        }
        ck_assert_int_eq(play.err.code, ERR_UNREADABLE);
        ck_assert_msg(strstr(play.err.text, rows[_i].part) != NULL, "%s", play.err.text);
        ck_assert_msg(strstr(play.err.text, "make an image") != NULL, "%s",
                      play.err.text);
        ck_assert_str_eq(play.err.text, said.text);
        CLEANUP(lazy_freep) uint8_t *after = commit_scene_bytes(&play.scene);
        ck_assert_mem_eq(before, after, play.scene.size);
    }
}
