/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_fixing_swap.c - where the new header of a swap area may be written */
#include <string.h>

#include "model/base/mem.h"
#include "model/move/plan/fix_plan.h"
#include "support/fix_scene.h"
#include "support/lazy.h"
#include "support/refused.h"
#include "support/test.h"

/* The new start of a swap area; what has sectors in the same block of 4096 bytes when its
 * turn comes, if the plan is refused for it. */
static const struct {
    enum label_kind label;
    unsigned number;
    uint64_t start;
    const char *beside;
} starts[] = {
    /* Partition 5 ends before 4701; the EBR of partition 6 is the sector before 4714. */
    { LABEL_MSDOS, 6, 4702, "partition 5" },
    { LABEL_MSDOS, 6, 4714, "the partition table" },
    { LABEL_MSDOS, 6, 4800, NULL },
    /* Partition 2 gets there later, and saves what is beside it. */
    { LABEL_GPT, 3, 3045, NULL },
};

TEST_EACH(no_header_is_written_beside_sectors_of_others, starts)
{
    CLEANUP(fix_scene_finish) struct fix_scene play;

    fix_scene_init_at(&play, starts[_i].label, starts[_i].number, starts[_i].start);
    struct fixing *fixing = fix_scene_begin(&play, JOURNAL_TAIL);
    fixing_free(fixing);
    ck_assert(commit_scene_is_untouched(&play.scene));
    ck_assert_msg(!fixing == !!starts[_i].beside, "%s", play.err.text);
    if (!starts[_i].beside)
        return;
    ck_assert_refused(&play.err, REFUSAL_SWAP_SHARES_BLOCK);
    ck_assert_msg(strstr(play.err.text, starts[_i].beside), "%s", play.err.text);
}

/* The same by an edit of the table: no data is moved, so there is no journal. The other
 * sectors of the block are those of the table before or after it. */
static const struct {
    enum label_kind label;
    unsigned number;
    uint64_t start;
    unsigned removed; /* this partition is removed too; 0: none */
    const char *beside;
} edits[] = {
    { LABEL_GPT, 3, 3045, 0, NULL },
    { LABEL_GPT, 3, 3037, 0,
      "3, at sector 3037, would be in one block of 4 KiB with "
      "sectors of partition 2, which a power cut could damage. "
      "Choose another start for it, such as 3040." },
    { LABEL_GPT, 3, 3040, 0, NULL },
    /* The header is written while the old table has partition 2. */
    { LABEL_GPT, 3, 3037, 2, "partition 2" },
    /* It is written when the table has no partition 2 any more. */
    { LABEL_GPT, 3, 3029, 2, NULL },
    /* What changes is from its third sector on, in the next block. */
    { LABEL_MSDOS, 6, 4702, 0, NULL },
    { LABEL_MSDOS, 6, 4741, 0, "the partition table" },
    { LABEL_MSDOS, 6, 4800, 0, NULL },
};

TEST_EACH(no_edit_writes_a_header_beside_sectors_of_others, edits)
{
    CLEANUP(fix_scene_finish) struct fix_scene play;

    fix_scene_init(&play, edits[_i].label, MOVES_NUDGE);
    struct commit_scene *scene = &play.scene;
    if (edits[_i].removed)
        commit_scene_remove(scene,
                            layout_find_number(scene->base, edits[_i].removed)->id);
    scene->request.accepted.is_all = true;
    commit_scene_resize(scene, layout_find_number(scene->base, edits[_i].number)->id,
                        edits[_i].start, 8193 - 80);
    bool is_possible = commit_scene_try(scene);
    ck_assert(commit_scene_is_untouched(scene));
    ck_assert_msg(is_possible == !edits[_i].beside, "%s", scene->err.text);
    if (!edits[_i].beside)
        return;
    ck_assert_refused(&scene->err, REFUSAL_SWAP_SHARES_BLOCK);
    ck_assert_msg(strstr(scene->err.text, edits[_i].beside), "%s", scene->err.text);
}

/* --- within the step of a swap area --- */

/* The table with the new start is durable before the header is there, which is in part
 * where the old one was: 3 sectors before that. */
enum { SWAP_BEFORE = 4800, SWAP_HEADERS = 12, SWAP_CHANGES = 3 };

/* Brings the image to BEFORE with COUNT of the sectors that a step has changed to AFTER.
 * They are those of the header. */
static void put_part(struct fix_scene *play, const struct journal_spot *spot,
                     const uint8_t *before, const uint8_t *after, unsigned count)
{
    const uint64_t end = spot->start + spot->bytes / 512;
    unsigned changed = 0;

    image_put(&play->scene.image, 0, before, play->scene.size);
    for (uint64_t lba = 0; lba < play->scene.size / 512; lba++) {
        if ((lba >= spot->start && lba < end) ||
            !memcmp(before + lba * 512, after + lba * 512, 512))
            continue;
        ck_assert(lba >= SWAP_BEFORE && lba < SWAP_BEFORE + SWAP_HEADERS);
        if (changed++ < count)
            image_put(&play->scene.image, lba * 512, after + lba * 512, 512);
    }
    ck_assert_uint_eq(changed, SWAP_CHANGES);
}

TEST_TIMES(the_header_of_a_swap_area_is_written_after_a_cut, 2 * (SWAP_CHANGES + 1))
{
    CLEANUP(fix_scene_finish) struct fix_scene play;
    struct fixing_live live = { .is_safe = true };
    const bool is_rollback = _i % 2;

    fix_scene_init(&play, LABEL_MSDOS, MOVES_NUDGE);
    struct fixing *fixing = fix_scene_begin(&play, JOURNAL_TAIL);
    const struct journal_spot spot = fixing_plan(fixing)->spot;
    ck_assert_int_eq(fixing_plan(fixing)->steps[0].action, MOVES_REMAKE);
    ck_assert_uint_eq(fixing_plan(fixing)->steps[0].to, SWAP_BEFORE);
    CLEANUP(lazy_freep) uint8_t *before = NULL;
    for (; live.is_safe || live.step == 0; fixing_look(fixing, &live)) {
        if (!live.is_safe) {
            lazy_free(before);
            before = commit_scene_bytes(&play.scene);
        }
        ck_assert_int_eq(fixing_step(fixing), FIXING_RUNNING);
    }
    CLEANUP(lazy_freep) uint8_t *after = commit_scene_bytes(&play.scene);
    fixing_free(fixing);
    put_part(&play, &spot, before, after, (unsigned)_i / 2);
    fixing = fix_scene_resume(&play, is_rollback);
    ck_assert_msg(fixing, "%s", play.err.text);
    enum fixing_state state = fix_scene_run(&play, fixing, 0);
    ck_assert_msg(state == (is_rollback ? FIXING_ROLLED_BACK : FIXING_COMPLETE),
                  "state %d: %s", (int)state, play.err.text);
    fix_scene_check(&play, !is_rollback);
}
