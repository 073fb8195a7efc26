/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fix_moved.c - the file systems that a plan moves, as they are on the disk now */
#include "ui/loop/fix_moved.h"

#include <stdlib.h>

#include "device/check/checks.h"
#include "device/move/session/fixing_boot.h"
#include "device/system/disk.h"
#include "device/system/scan.h"
#include "model/base/mem.h"

void fix_moved_look(const struct sys *sys, const char *path,
                    const struct journal_plan *plan, size_t first, size_t end,
                    struct fix_moved *ret)
{
    const struct limits_given given = { .logical = plan->logical };
    CLEANUP(store_closep) struct store *store = store_open(path, ERR_IGNORED);
    struct moves moves;

    *ret = (struct fix_moved){ 0 };
    if (!store)
        return;
    CLEANUP(layout_unrefp) struct layout *bare = disk_read(store, &given, ERR_IGNORED);
    if (!bare)
        return;
    ret->layout = scan_all(store_fd(store), bare);
    fixing_find_moved(plan, first, end, ret->layout, &moves);
    const struct reader disk = store_reader(store);
    volume_notes_find(ret->layout, &moves, &disk, &ret->volumes);
    checks_find(sys, path, ret->layout, &moves, &ret->checkers);
    free(moves.steps);
}

void fix_moved_finish(struct fix_moved *moved)
{
    layout_unref(moved->layout);
    volume_notes_finish(&moved->volumes);
    checker_list_finish(&moved->checkers);
    *moved = (struct fix_moved){ 0 };
}
