/* SPDX-License-Identifier: GPL-3.0-or-later */
/* moves_edit.c - the steps of a plan as edits, which show it among the pending changes */
#include "model/move/plan/moves_edit.h"

#include "model/align/judge.h"

/* Returns the edit of STEP; BEFORE is the layout with all earlier steps done. */
static struct edit edit_of_step(const struct layout *before,
                                const struct moves_step *step)
{
    struct edit edit;

    if (!moves_step_edit(before, step, &edit))
        edit = (struct edit){
            .kind = EDIT_MOVE, .id = step->id, .start = step->to, .carries_data = true
        };
    return edit;
}

void moves_edits(const struct layout *layout, const struct moves *moves, struct edit *ret)
{
    struct layout *trial = layout_ref(layout);

    for (size_t i = 0; i < moves->step_count; i++) {
        ret[i] = edit_of_step(trial, &moves->steps[i]);
        struct layout *next = moves_step_apply(trial, &moves->steps[i]);
        layout_unref(trial);
        trial = next;
    }
    layout_unref(trial);
}

/* --- pending edits --- */

static bool moves_data(const struct edit *edit)
{
    return edit->kind == EDIT_MOVE && edit->carries_data;
}

bool moves_are_queued(const struct queue *queue)
{
    for (size_t i = 0; i < queue_count(queue); i++)
        if (moves_data(queue_at(queue, i)))
            return true;
    return false;
}

static bool is_of_plan(const struct queue *queue, size_t index)
{
    const struct edit *edit = queue_at(queue, index);
    const struct extent *target = layout_find(queue_layout(queue, index), edit->id);

    if (edit->kind != EDIT_RESIZE)
        return edit->kind == EDIT_MOVE;
    return target->kind == EXTENT_EXTENDED || edit->length == target->length;
}

bool moves_alone_are_queued(const struct queue *queue)
{
    for (size_t i = 0; i < queue_count(queue); i++)
        if (!is_of_plan(queue, i))
            return false;
    return true;
}

size_t moves_queued_starts(const struct queue *queue, struct moves_start *ret)
{
    size_t count = 0;

    LAYOUT_EACH (extent, queue_base(queue)) {
        const struct extent *after = layout_find(queue_preview(queue), extent->id);
        if (extent_holds_data(extent) && after &&
            (after->start != extent->start ||
             judge_extent(queue_base(queue), extent).grade == GRADE_OFF))
            ret[count++] = (struct moves_start){ extent->id, after->start };
    }
    return count;
}
