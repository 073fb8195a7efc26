/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fixing_boot.c - what a fix that is complete means for the boot loaders of its disk */
#include "device/move/session/fixing_boot.h"

#include "device/io/store.h"
#include "device/system/disk.h"
#include "model/base/mem.h"
#include "model/report/boot_notes.h"

void fixing_find_moved(const struct journal_plan *plan, size_t first, size_t end,
                       const struct layout *layout, struct moves *ret)
{
    *ret = (struct moves){ .steps = xcalloc(plan->step_count + 1, sizeof(*ret->steps)) };
    for (size_t i = first; i < end; i++) {
        const struct journal_step *step = &plan->steps[i];
        const struct extent *extent = layout_find_number(layout, step->number);
        if (step->action != MOVES_DATA || !extent)
            continue;
        ret->steps[ret->step_count++] = (struct moves_step){ .action = MOVES_DATA,
                                                             .id = extent->id,
                                                             .from = step->from,
                                                             .to = step->to,
                                                             .sectors = step->length };
        ret->sectors += step->length;
    }
}

void fixing_boot_lines(const char *path, const struct journal_plan *plan,
                       struct lines *ret_to_do, struct lines *ret_done)
{
    const struct limits_given given = { .logical = plan->logical };
    CLEANUP(boot_notes_finish) struct boot_notes notes = { 0 };
    CLEANUP(store_closep) struct store *store = store_open(path, ERR_IGNORED);

    if (!store)
        return;
    CLEANUP(layout_unrefp) struct layout *layout = disk_read(store, &given, ERR_IGNORED);
    if (!layout)
        return;
    const struct reader disk = store_reader(store);
    struct moves moves;
    fixing_find_moved(plan, 0, plan->step_count, layout, &moves);
    boot_notes_find(layout, &moves, &disk, &notes);
    freep(&moves.steps);
    boot_notes_after_lines(&notes, ret_to_do, ret_done);
}
