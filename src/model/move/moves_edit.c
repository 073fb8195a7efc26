/* SPDX-License-Identifier: GPL-3.0-or-later */
/* moves_edit.c - the part of a plan that ordinary edits carry out: it moves no data */
#include "model/move/moves_edit.h"

/* False for data, and for an EBR, which follows its partition. */
static bool step_edit(const struct layout *layout, const struct moves_step *step,
                      struct edit *ret)
{
    const struct extent *extent = layout_find(layout, step->id);
    uint64_t end = extent_end(extent);

    *ret = (struct edit){ .kind = EDIT_RESIZE, .id = step->id, .start = step->to };
    if (step->action == MOVES_DATA || !extent_is_partition(extent))
        return false;
    if (step->is_end)
        ret->start = extent->start;
    if (extent->kind == EXTENT_EXTENDED)
        ret->length = (step->is_end ? step->to : end) - ret->start;
    else
        ret->length = extent->length;
    return true;
}

size_t moves_edits(const struct layout *layout, const struct moves *moves,
                   struct edit *ret_edits, bool *ret_is_edit)
{
    struct layout *trial = layout_ref(layout);
    struct err err = { 0 };
    size_t count = 0;

    for (size_t i = 0; i < moves->step_count; i++) {
        struct edit *edit = &ret_edits[count];
        struct layout *next = step_edit(trial, &moves->steps[i], edit)
                                  ? edit_apply(trial, edit, &err)
                                  : NULL;
        ret_is_edit[i] = next != NULL;
        if (!next)
            continue;
        layout_unref(trial);
        trial = next;
        count++;
    }
    layout_unref(trial);
    return count;
}
