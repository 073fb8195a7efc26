/* SPDX-License-Identifier: GPL-3.0-or-later */
/* main.c - locale, options, then a report or the screen */
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>

#include "model/base/intl.h"
#include "model/base/str.h"
#include "ui/cli/options.h"
#include "ui/cli/output.h"
#include "ui/cli/run.h"
#include "ui/cli/version.h"

static int (*const commands[CLI_COMMAND_COUNT])(const struct cli_options *,
                                                struct err *) = {
    [CLI_EDIT] = command_edit,     [CLI_LIST] = command_list,
    [CLI_CHECK] = command_check,   [CLI_EXPLAIN] = command_explain,
    [CLI_DUMP] = command_dump,     [CLI_APPLY] = command_apply,
    [CLI_BACKUP] = command_backup, [CLI_RESTORE] = command_restore,
    [CLI_REPAIR] = command_repair, [CLI_BENCH] = command_bench,
    [CLI_PROBE] = command_probe,   [CLI_DEMO] = command_demo,
};

static void start_locale(void)
{
    /* Where the locale is not installed everything still works, in English. */
    (void)setlocale(LC_ALL, "");
    (void)bindtextdomain("alidade", ALIDADE_LOCALEDIR);
    /* Inside the program all text is UTF-8; output and terminal convert it. */
    (void)bind_textdomain_codeset("alidade", "UTF-8");
    (void)textdomain("alidade");
}

static void fill_help(struct str *ret)
{
    cli_help(ret);
    command_demo_help(ret);
}

static int write_filled(void (*fill)(struct str *))
{
    struct str text = { 0 };

    fill(&text);
    output_text(stdout, str_text(&text));
    str_finish(&text);
    return EXIT_SUCCESS;
}

static int run_command(int argc, char **argv, struct err *err)
{
    struct cli_options options;

    if (!cli_parse(argc, argv, &options, err))
        return (int)err->code;
    cli_environment(&options);
    if (options.shows_help)
        return write_filled(fill_help);
    if (options.shows_version)
        return write_filled(version_text);
    return commands[options.command](&options, err);
}

int main(int argc, char **argv)
{
    struct err err = { 0 };

    start_locale();
    int code = run_command(argc, argv, &err);
    struct err output = { 0 };
    if (!output_finish(&output) && code < 2) {
        code = (int)output.code;
        err = output;
    }
    if (err.code)
        output_complain(err.text);
    if (err.code == ERR_USAGE)
        output_text(stderr, _("Try 'alidade --help'.\n"));
    return code;
}
