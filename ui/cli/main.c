/* SPDX-License-Identifier: GPL-3.0-or-later */
/* main.c - sets the locale, parses the options and runs the command */
#include <locale.h>

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/report/json.h"
#include "ui/cli/options_table.h"
#include "ui/cli/output.h"
#include "ui/cli/run.h"

static void start_locale(void)
{
    /* The others are not used, and each is a file to be read. */
    static const int used[] = { LC_CTYPE, LC_MESSAGES, LC_NUMERIC, LC_TIME };

    /* A locale that is not installed means English. */
    for (size_t i = 0; i < ARRAY_SIZE(used); i++)
        (void)setlocale(used[i], "");
    (void)bindtextdomain("alidade", ALIDADE_LOCALEDIR);
    /* All text in the program is UTF-8; output and terminal convert it. */
    (void)bind_textdomain_codeset("alidade", "UTF-8");
    (void)textdomain("alidade");
}

static int run_command(int argc, char **argv, struct err *err)
{
    struct cli_options options;

    if (!cli_parse(argc, argv, &options, err))
        return (int)err->code;
    cli_environment(&options);
    if (options.shows_help)
        return help_print_command(&options, options.command);
    if (options.shows_version)
        return command_version();
    int code = cli_commands[options.command].run(&options, err);
    if (options.is_json && err->code == ERR_REFUSED && !err->is_reported)
        output_json(report_json_refused(err));
    return code;
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
    return code;
}
