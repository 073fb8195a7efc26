/* SPDX-License-Identifier: GPL-3.0-or-later */
/* command_dump.c - the table as a script that sfdisk accepts: dump */
#include <stdio.h>

#include "model/intl.h"
#include "model/mem.h"
#include "model/script.h"
#include "ui/command_disk.h"
#include "ui/command_run.h"

int command_dump(const struct cli_options *options, struct err *err)
{
    const char *path = options->operands[0];
    CLEANUP(freep) char *text = NULL;
    struct command_disk disk;

    /* What sfdisk --dump --json says is what list says, and less. */
    if (options->is_json)
        return command_list(options, err);
    if (!command_disk_read(path, &options->given, &disk, err))
        return (int)err->code;
    bool is_printed = script_print(disk.info.layout, path, &text, err);
    size_t damaged = layout_damaged_count(disk.info.layout);
    command_disk_finish(&disk);
    if (!is_printed)
        return (int)err->code;
    /* As it is: a path is bytes, in whatever set of characters. */
    fputs(text, stdout);
    if (damaged)
        (void)err_set(err, ERR_UNREADABLE,
                      ngettext("%1$s: %2$zu entry of the table is damaged and only a "
                               "comment in this script.",
                               "%1$s: %2$zu entries of the table are damaged and only "
                               "comments in this script.",
                               damaged),
                      path, damaged); /* the code says it */
    return (int)err->code;
}
