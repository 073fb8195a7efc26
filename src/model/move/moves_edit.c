/* SPDX-License-Identifier: GPL-3.0-or-later */
/* moves_edit.c - the part of a plan that edits carry out: it moves no data */
#include "model/move/moves_edit.h"

size_t moves_edits(const struct layout *layout, const struct moves *moves,
                   struct edit *ret_edits, bool *ret_is_edit)
{
    struct layout *trial = layout_ref(layout);
    struct err err = { 0 };
    size_t count = 0;

    for (size_t i = 0; i < moves->step_count; i++) {
        struct edit *edit = &ret_edits[count];
        struct layout *next = moves_step_edit(trial, &moves->steps[i], edit)
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
