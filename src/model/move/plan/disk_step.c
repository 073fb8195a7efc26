/* SPDX-License-Identifier: GPL-3.0-or-later */
/* disk_step.c - makes steps of the edits in a queue */
#include "model/move/plan/disk_step.h"

#include <stdlib.h>

#include "model/base/mem.h"

static bool ends_step(const struct queue *queue, size_t index)
{
    return index + 1 == queue_count(queue) || queue_at(queue, index)->kind == EDIT_MOVE ||
           queue_at(queue, index + 1)->kind == EDIT_MOVE;
}

static enum moves_action step_action(const struct queue *queue, size_t index)
{
    const struct edit *edit = queue_at(queue, index);

    if (edit->kind != EDIT_MOVE)
        return MOVES_TABLE;
    return moves_action_of(layout_find(queue_layout(queue, index), edit->id));
}

size_t disk_steps_of_queue(const struct queue *queue, struct disk_step **ret)
{
    size_t count = 0;

    *ret = xcalloc(queue_count(queue) + 1, sizeof(**ret));
    for (size_t i = 0; i < queue_count(queue); i++)
        if (ends_step(queue, i))
            (*ret)[count++] =
                (struct disk_step){ step_action(queue, i),
                                    layout_ref(queue_layout(queue, i + 1)) };
    return count;
}

void disk_steps_free(struct disk_step *steps, size_t count)
{
    for (size_t i = 0; i < count; i++)
        layout_unref(steps[i].after);
    free(steps);
}
