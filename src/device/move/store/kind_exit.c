/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kind_exit.c - the end of a fix: there is no way back */
#include "device/move/store/kinds.h"
#include "model/base/mem.h"
#include "model/base/num.h"

enum { EXIT_TABLE, EXIT_CHECK };

/* Each block that a write of single sectors touches can be read; pieces were compared. */
static int check_blocks(struct redo *redo)
{
    CLEANUP(freep) struct fence_run *runs = NULL;
    CLEANUP(freep) uint8_t *bytes = NULL;
    size_t count = extents_find(redo, false, &runs);
    uint64_t block = redo->store->grid.grain * redo->log->logical;
    int error = 0;

    bytes = xmalloc((size_t)block);
    for (size_t i = 0; i < count && !error; i++)
        for (uint64_t at = runs[i].start; at < runs[i].end && !error;) {
            uint64_t end = num_min(at + block, runs[i].end);
            error = redo_read(redo, at / redo->log->logical,
                              (end - at) / redo->log->logical, bytes);
            at = end;
        }
    return error;
}

/* There is no way back: what the table has to be at the end is written, and then looked
 * at, before the journal goes. */
static enum redo_state kind_exit_redo(struct redo *redo)
{
    if (redo->task->stage == EXIT_TABLE) {
        redo->task->stage = EXIT_CHECK;
        enum redo_state state = kind_table_redo(redo);
        return state == REDO_NEXT ? REDO_MORE : state;
    }
    enum redo_state state = kind_table_find(redo);
    if (state == REDO_MORE && redo->task->position != table_states_epochs(redo->states))
        state = REDO_FOREIGN;
    if (state == REDO_MORE)
        state = guards_check_gone(redo);
    return state == REDO_MORE ? redo_result(redo, check_blocks(redo), REDO_NEXT) : state;
}

const struct fix_kind fix_kind_exit = { .id = "exit",
                                        .check = kind_table_check,
                                        .redo = kind_exit_redo };
