/* SPDX-License-Identifier: GPL-3.0-or-later */
/* task.c - what all kinds of steps use */
#include "device/move/store/kinds.h"
#include "device/move/store/private.h"
#include "model/base/mem.h"

enum redo_state redo_result(struct redo *redo, int error, enum redo_state state)
{
    redo->error = error;
    return error ? REDO_FAILED : state;
}

bool redo_gives_up(const struct redo *redo, const struct fix_move *move)
{
    for (size_t i = 0; i < redo->given_up_count; i++)
        if (redo->given_up[i] == redo->log->steps.at[move->guard].number)
            return true;
    return false;
}

int redo_read(struct redo *redo, uint64_t lba, uint64_t length, uint8_t *ret)
{
    size_t logical = redo->log->logical;
    int error =
        fix_store_read(redo->store->disk, lba * logical, ret, (size_t)(length * logical));

    if (error)
        redo->store->stopped_at = lba;
    return error;
}

void extent_list_add(struct extent_list *list, uint64_t lba, uint64_t length)
{
    list->at = xrealloc(list->at, list->count + 1, sizeof(*list->at));
    list->at[list->count++] = (struct shift_sectors){ lba, length };
}
