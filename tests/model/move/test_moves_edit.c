/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_moves_edit.c - a plan as pending edits, and pending edits as a plan */
#include "model/move/plan/moves_edit.h"

#include "model/base/mem.h"
#include "support/moves_plan.h"
#include "support/test.h"

static struct layout *swap_in_container(void)
{
    static const struct disks_part parts[] = {
        PART(EXTENDED, 1, 63, 400000),
        EBR(63),
        PART(LOGICAL, 5, 126, 200000, .inside = INSIDE_SWAP),
    };
    const struct disks_spec spec = {
        .size = 1 << 20, .label = LABEL_MSDOS, .parts = parts, .count = ARRAY_SIZE(parts)
    };

    return disks_build(&spec);
}

/* All that is in the way is swap, so nothing has to wait for data. */
static struct layout *swaps_only(void)
{
    static const struct disks_part parts[] = {
        PART(PARTITION, 1, 63, 500000, .inside = INSIDE_SWAP),
        PART(EXTENDED, 2, 500063, 800126),
        EBR(500063),
        PART(LOGICAL, 5, 500126, 400000, .inside = INSIDE_SWAP),
        EBR(900126),
        PART(LOGICAL, 6, 900189, 400000, .inside = INSIDE_SWAP),
    };
    const struct disks_spec spec = {
        .size = 2000000, .label = LABEL_MSDOS, .parts = parts, .count = ARRAY_SIZE(parts)
    };

    return disks_build(&spec);
}

static const struct {
    struct layout *(*disk)(void);
    enum moves_aim aim;
    const char *carries; /* a digit for each step */
} rows[] = {
    { disks_legacy, MOVES_NUDGE, "110" },     { disks_legacy, MOVES_MIB, "00011" },
    { disks_touching, MOVES_NUDGE, "10111" }, { swap_in_container, MOVES_NUDGE, "0" },
    { swaps_only, MOVES_NUDGE, "0000" },      { swaps_only, MOVES_MIB, "000000" },
    { disks_aligned, MOVES_NUDGE, "" },
};

static struct queue *queue_of(struct layout *layout, const struct moves *moves)
{
    struct queue *queue = queue_new(layout, (struct guid_source){ { 1 } });
    CLEANUP(freep) struct edit *edits = xcalloc(moves->step_count + 1, sizeof(*edits));
    struct err err = { 0 };

    moves_edits(layout, moves, edits);
    for (size_t i = 0; i < moves->step_count; i++)
        ck_assert_msg(queue_push(queue, &edits[i], &err), "%zu: %s", i, err.text);
    return queue;
}

TEST_EACH(the_steps_of_a_plan_are_edits_in_its_order, rows)
{
    CLEANUP(layout_unrefp) struct layout *layout = rows[_i].disk();
    struct moves moves =
        moves_plan_make(layout, (struct moves_want){ .aim = rows[_i].aim });
    CLEANUP(queue_freep) struct queue *queue = queue_of(layout, &moves);
    CLEANUP(freep) char *starts = moves_plan_starts(queue_preview(queue));
    CLEANUP(freep) char *planned = moves_plan_starts(moves.result);
    char carries[9] = "";

    for (size_t i = 0; i < moves.step_count; i++)
        carries[i] = queue_at(queue, i)->carries_data ? '1' : '0';
    ck_assert_str_eq(carries, rows[_i].carries);
    ck_assert_str_eq(starts, planned);
    ck_assert(moves_are_queued(queue) == (moves.sectors != 0));
    ck_assert(moves_alone_are_queued(queue));
    moves_finish(&moves);
}

/* The plan with the starts of the queue as given is the plan of the queue. */
TEST_EACH(pending_moves_are_a_plan_with_their_starts, rows)
{
    CLEANUP(layout_unrefp) struct layout *layout = rows[_i].disk();
    struct moves moves =
        moves_plan_make(layout, (struct moves_want){ .aim = rows[_i].aim });
    CLEANUP(queue_freep) struct queue *queue = queue_of(layout, &moves);
    CLEANUP(freep)
    struct moves_start *starts = xcalloc(layout_count(layout), sizeof(*starts));
    struct moves_want want = { .aim = MOVES_NUDGE, .starts = starts };

    want.start_count = moves_queued_starts(queue, starts);
    struct moves again = moves_plan_make(layout, want);
    CLEANUP(freep) char *planned = moves_plan_starts(moves.result);
    CLEANUP(freep) char *text = moves_plan_starts(again.result);
    ck_assert_str_eq(text, planned);
    ck_assert_uint_eq(again.sectors, moves.sectors);
    moves_finish(&moves);
    moves_finish(&again);
}

TEST(other_edits_are_no_part_of_a_plan)
{
    CLEANUP(layout_unrefp) struct layout *layout = disks_legacy();
    CLEANUP(queue_freep)
    struct queue *queue = queue_new(layout, (struct guid_source){ { 1 } });
    struct edit boot = { .kind = EDIT_BOOT, .id = layout_find_number(layout, 2)->id };
    struct err err = { 0 };

    ck_assert(!moves_are_queued(queue));
    boot.is_bootable = true;
    ck_assert(queue_push(queue, &boot, &err));
    ck_assert(!moves_are_queued(queue));
    ck_assert(!moves_alone_are_queued(queue));
}
