/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fix_notes.c - what is told before a fix, and again at its end */
#include "device/move/fix_notes.h"

#include "device/io/store.h"
#include "model/base/mem.h"

void fix_notes_boot(const char *path, const struct layout *layout,
                    const struct moves *moves, struct boot_notes *ret)
{
    CLEANUP(store_closep) struct store *store = store_open(path, ERR_IGNORED);

    if (!store)
        return;
    const struct reader disk = store_reader(store);
    boot_notes_find(layout, moves, &disk, ret);
}

void fix_notes_volumes(const char *path, const struct layout *layout,
                       const struct moves *moves, struct volume_notes *ret)
{
    CLEANUP(store_closep) struct store *store = store_open(path, ERR_IGNORED);

    if (!store)
        return;
    const struct reader disk = store_reader(store);
    volume_notes_find(layout, moves, &disk, ret);
}
