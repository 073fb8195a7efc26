/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kinds.c - the kinds of steps, and what of a disk they write */
#include "device/move/store/kinds.h"

#include <stdlib.h>

#include "model/base/mem.h"
#include "model/base/num.h"

static const struct fix_kind *const kinds[LOG_KIND_END] = {
    [LOG_TABLE] = &fix_kind_table,     [LOG_BYTES] = &fix_kind_bytes,
    [LOG_GUARD] = &fix_kind_guard,     [LOG_SHIFT] = &fix_kind_shift,
    [LOG_UNGUARD] = &fix_kind_unguard,
};

const struct fix_kind *fix_kind_of(enum log_kind kind)
{
    return kinds[kind];
}

/* --- extents --- */

/* Returns the blocks that SECTORS is in, as far as they are on the disk. */
static struct fence_run run_of_blocks(const struct redo *redo,
                                      const struct shift_sectors *sectors)
{
    struct alignment grid = redo->store->grid;
    uint64_t logical = redo->log->logical, end = sectors->lba + sectors->length;
    uint64_t past = align_past(grid, sectors->lba);
    uint64_t first = sectors->lba - num_min(past, sectors->lba);

    end = num_min(align_next(grid, end), redo->log->disk_bytes / logical);
    return (struct fence_run){ first * logical, end * logical };
}

static void extent_list_add_rows(const struct redo *redo, const struct log_steps *rows,
                                 bool has_pieces, struct extent_list *list)
{
    for (size_t i = 0; i < rows->count; i++) {
        const struct fix_kind *kind = fix_kind_of(rows->at[i].kind);
        const struct fix_move *move = rows == &redo->log->steps
                                          ? fix_move_of(redo->moves, redo->move_count, i)
                                          : NULL;
        if (kind && (has_pieces || kind != &fix_kind_shift))
            kind->extent(redo, &rows->at[i], move, list);
    }
}

size_t extents_find(const struct redo *redo, bool has_pieces, struct fence_run **ret)
{
    struct extent_list list = { 0 };
    size_t count = 0;

    /* What a step drops from the table is written again on the way back, and LBA 0 by
     * redo_mend_first(). */
    for (size_t i = 0; redo->log && i < redo->log->before.count; i++)
        extent_list_add(&list, redo->log->before.at[i].lba, 1);
    extent_list_add_rows(redo, &redo->log->steps, has_pieces, &list);
    extent_list_add_rows(redo, &redo->log->exits, has_pieces, &list);
    if (list.count)
        qsort(list.at, list.count, sizeof(*list.at), num_by_first);
    struct fence_run *runs = xcalloc(list.count + 1, sizeof(*runs));
    for (size_t i = 0; i < list.count; i++) {
        struct fence_run run = run_of_blocks(redo, &list.at[i]);
        if (count && run.start <= runs[count - 1].end)
            runs[count - 1].end = num_max(run.end, runs[count - 1].end);
        else
            runs[count++] = run;
    }
    free(list.at);
    *ret = runs;
    return count;
}

size_t redo_extents(const struct redo *redo, struct fence_run **ret)
{
    return extents_find(redo, true, ret);
}
