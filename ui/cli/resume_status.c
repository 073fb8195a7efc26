/* SPDX-License-Identifier: GPL-3.0-or-later */
/* resume_status.c - how far a move has come that has not ended, as text and as JSON */
#include "ui/cli/resume_status.h"

#include <stdio.h>

#include "model/base/mem.h"
#include "model/base/text.h"
#include "ui/cli/output.h"

void resume_status_text(const char *path, const struct unfinished_look *look, int width,
                        struct str *ret)
{
    const struct report_fix_status status = unfinished_status(path, look);
    CLEANUP(lines_finish) struct lines lines = { 0 };

    report_fix_status_lines(&status, &lines);
    for (size_t i = 0; i < lines.count; i++)
        text_add_wrapped(ret, lines.at[i], 0, 0, width);
}

void resume_status_print(const struct cli_options *options, const char *path,
                         const struct unfinished_look *look)
{
    const struct report_fix_status status = unfinished_status(path, look);
    CLEANUP(str_finish) struct str text = { 0 };

    if (options->is_json) {
        output_json(report_json_fix_status(&status));
        return;
    }
    resume_status_text(path, look, output_columns(options), &text);
    output_text(stdout, str_text(&text));
}
