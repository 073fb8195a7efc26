/* SPDX-License-Identifier: GPL-3.0-or-later */
/* edit.c - the editor, which is started without a command */
#include <unistd.h>

#include "ui/cli/patience.h"
#include "ui/cli/run.h"
#include "ui/loop/loop.h"

static void edit_opened(void *context)
{
    patience_cease(context);
}

/* Without a terminal the disk is listed. */
int command_edit(const struct cli_options *options, struct err *err)
{
    const char *path = options->operand_count ? options->operands[0] : NULL;
    struct patience patience = { 0 };
    struct loop_options screen = {
        .path = path,
        .given = options->given,
        .is_read_only = options->is_read_only || options->is_dry_run,
        .term = { .is_ascii = options->is_ascii,
                  .has_no_mouse = options->has_no_mouse,
                  .color = options->color,
                  .rows = options->rows,
                  .cols = options->cols },
        .backup_path = options->backup_path,
        .opened = edit_opened,
        .context = &patience,
    };

    if (options->is_json || !isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
        return command_list(options, err);
    if (path)
        patience_begin(&patience, path, NULL);
    int code = loop_run(&screen, err);
    patience_end(&patience);
    return code;
}
