/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_disk_step.c - a queue becomes steps: each move by itself, runs of other edits */
#include "model/move/plan/disk_step.h"

#include <string.h>

#include "model/base/mem.h"
#include "support/disks.h"
#include "support/edits.h"
#include "support/test.h"

/* The edits on edits_gpt(): ordinary ones, a partition and the swap area that move. */
static const struct {
    unsigned number;
    struct edit edit;
} edits[] = {
    ['n'] = { 1, { .kind = EDIT_NAME, .name = "root" } },
    ['b'] = { 2, { .kind = EDIT_BOOT, .is_bootable = true } },
    ['m'] = { 2, { .kind = EDIT_MOVE, .start = 204808 } },
    ['s'] = { 3, { .kind = EDIT_MOVE, .start = 300008 } },
};

static struct queue *queue_of(const char *letters)
{
    CLEANUP(layout_unrefp) struct layout *base = edits_gpt();
    struct queue *queue = queue_new(base, (struct guid_source){ { 1, 2, 3, 4 } });
    struct err err = { 0 };

    for (; *letters; letters++) {
        unsigned number = edits[(unsigned char)*letters].number;
        struct edit edit = edits_on(base, edits[(unsigned char)*letters].edit, number);
        ck_assert_msg(queue_push(queue, &edit, &err), "%s", err.text);
    }
    return queue;
}

/* Letters: the edits.  Steps: for each its action, "m", "r" or "t", and how many edits of
 * the queue are done after it. */
static const struct {
    const char *letters, *steps;
} rows[] = {
    { "", "" },        { "n", "t1" },         { "nb", "t2" },    { "m", "t1" },
    { "s", "r1" },     { "ms", "t1r2" },      { "nbm", "t2t3" }, { "nsbm", "t1r2t3t4" },
    { "snb", "r1t3" }, { "nbsnb", "t2r3t5" },
};

TEST_EACH(each_move_is_a_step_and_each_run_of_others, rows)
{
    CLEANUP(queue_freep) struct queue *queue = queue_of(rows[_i].letters);
    struct disk_step *steps;
    size_t count = disk_steps_of_queue(queue, &steps);

    ck_assert_uint_eq(count, strlen(rows[_i].steps) / 2);
    for (size_t i = 0; i < count; i++) {
        const char *want = rows[_i].steps + 2 * i;
        ck_assert_int_eq(*moves_action_id(steps[i].action), want[0]);
        ck_assert_ptr_eq(steps[i].after, queue_layout(queue, (size_t)(want[1] - '0')));
    }
    disk_steps_free(steps, count);
}
