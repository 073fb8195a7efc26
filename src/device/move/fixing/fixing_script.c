/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fixing_script.c - keeps the planned table of a fix that stops in the middle
 *
 * The journal has all that is needed to go on. The script is for a person who takes the
 * move back, or has lost the journal: what was to follow is written down. */
#include "device/io/text_file.h"
#include "device/move/fixing/fixing_private.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/script/script.h"

/* The first line is a comment: in the middle of a move this table is wrong. */
static char *script_text(const struct fixing *fixing, struct err *err)
{
    CLEANUP(freep) char *table = NULL;

    if (!script_print(fixing->target, fixing->path, &table, err))
        return NULL;
    return xasprintf("# %s\n%s",
                     _("The table as planned. It is wrong until 'alidade resume' has "
                       "completed the move."),
                     table);
}

void fixing_keep_script(struct fixing *fixing)
{
    struct commit_report *report = &fixing->report;
    struct err err = { 0 };

    if (!fixing->is_resumed || fixing->is_rollback || !report->backup_path)
        return;
    CLEANUP(freep) char *text = script_text(fixing, &err);
    CLEANUP(freep) char *path = xasprintf("%s.sfdisk", report->backup_path);
    if (text && text_file_save(path, text, &err))
        report->script_path = TAKE(path);
    else
        lines_take(&report->warnings, xstrdup(err.text));
}
