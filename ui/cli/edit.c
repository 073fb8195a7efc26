/* SPDX-License-Identifier: GPL-3.0-or-later */
/* edit.c - the editor, which is started without a command */
#include <unistd.h>

#include "model/base/mem.h"
#include "model/report/plan.h"
#include "ui/cli/output.h"
#include "ui/cli/patience.h"
#include "ui/cli/run.h"
#include "ui/loop/loop.h"

struct editor {
    const struct cli_options *options;
    struct patience patience;
};

static void edit_opened(void *context)
{
    struct editor *editor = context;

    patience_cease(&editor->patience);
}

/* What is to be done next would be gone with the screen. */
static void edit_told(void *context, const struct commit_report *report)
{
    const struct editor *editor = context;
    CLEANUP(str_finish) struct str text = { 0 };

    if (!report->done.count)
        return;
    report_text_commit(report, output_columns(editor->options), &text);
    output_report(str_text(&text), NULL);
}

/* Without a terminal the disk is listed. */
int command_edit(const struct cli_options *options, struct err *err)
{
    const char *path = options->operand_count ? options->operands[0] : NULL;
    struct editor editor = { .options = options };
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
        .told = edit_told,
        .context = &editor,
    };

    if (options->is_json || !isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
        return command_list(options, err);
    if (path)
        patience_begin(&editor.patience, path, NULL);
    int code = loop_run(&screen, err);
    patience_end(&editor.patience);
    return code;
}
