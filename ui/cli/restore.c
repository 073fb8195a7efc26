/* SPDX-License-Identifier: GPL-3.0-or-later */
/* restore.c - the command restore: writes a backup back to its disk */
#include "device/commit/restore.h"
#include "device/commit/backup.h"
#include "model/base/mem.h"
#include "ui/cli/change.h"
#include "ui/cli/run.h"

static bool restore_make_preview(struct change *change, struct err *err)
{
    CLEANUP(store_closep) struct store *store = store_open(change->path, err);

    if (!store)
        return false;
    change->preview = restore_preview(store, &change->sys, change->disk.info.layout,
                                      change->backup, &change->warnings, err);
    return change->preview;
}

int command_restore(const struct cli_options *options, struct err *err)
{
    struct change change = { 0 };
    struct backup_file backup;

    if (!backup_load(options->operands[0], &backup, err))
        return (int)err->code;
    change.backup = &backup;
    bool is_ready = change_begin(&change, options, options->operands[1], false, err) &&
                    restore_make_preview(&change, err);
    int code = is_ready ? change_carry_out(&change, options, err) : (int)err->code;
    change_finish(&change);
    backup_file_finish(&backup);
    return code;
}
