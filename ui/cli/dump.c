/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dump.c - the command dump: prints the table as a script for sfdisk */
#include <stdio.h>

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/script/script.h"
#include "ui/cli/disk.h"
#include "ui/cli/run.h"

/* ERR_UNREADABLE if the script is not the whole table, or not one to be kept. */
static bool check_whole(const struct layout *layout, const char *path, struct err *err)
{
    const struct note *moving = layout_note_find(layout, NOTE_MOVE_IN_PROGRESS);
    size_t damaged = layout_damaged_count(layout);
    uint32_t written_for = layout_label(layout)->written_for;

    if (moving)
        return err_set(err, ERR_UNREADABLE,
                       _("This is the table in the middle of a move: do not keep it. %s"),
                       moving->text);
    if (damaged)
        return err_set(err, ERR_UNREADABLE,
                       ngettext("%1$s: %2$zu entry of the table is damaged and only a "
                                "comment in this script.",
                                "%1$s: %2$zu entries of the table are damaged and only "
                                "comments in this script.",
                                damaged),
                       path, damaged);
    if (written_for)
        return err_set(err, ERR_UNREADABLE,
                       _("%1$s: The table was written for %2$u-byte sectors; this script "
                         "has the same bytes in sectors of %3$llu bytes."),
                       path, written_for, (ull)layout_limits(layout)->logical);
    return true;
}

int command_dump(const struct cli_options *options, struct err *err)
{
    const char *path = options->operands[0];
    CLEANUP(freep) char *text = NULL;
    struct command_disk disk;

    /* The JSON of sfdisk --dump is a subset of that of list. */
    if (options->is_json)
        return command_list(options, err);
    if (!command_disk_read(path, &options->given, false, &disk, err))
        return (int)err->code;
    command_disk_note(&disk, path, true);
    if (command_disk_has_table(&disk, err) &&
        script_print(disk.info.layout, path, &text, err)) {
        /* Not converted: a path is bytes of unknown encoding. */
        fputs(text, stdout);
        (void)check_whole(disk.info.layout, path, err); /* its code is the exit code */
    }
    command_disk_finish(&disk);
    return (int)err->code;
}
