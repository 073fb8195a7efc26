/* SPDX-License-Identifier: GPL-3.0-or-later */
/* help.c - the command help: the list of commands, and what there is to each of them */
#include <stdio.h>
#include <stdlib.h>

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/text.h"
#include "ui/cli/options_table.h"
#include "ui/cli/output.h"
#include "ui/cli/reasons.h"
#include "ui/cli/run.h"

#define GAP 2 /* columns between the two of a pair */

/* Two columns; the right one is wrapped. */
struct pairs {
    struct {
        char *left; /* owned */
        const char *right;
    } at[CLI_OPTION_COUNT];
    size_t count;
};

/* Consumes LEFT. */
static void pairs_add(struct pairs *pairs, char *left, const char *right)
{
    pairs->at[pairs->count].left = left;
    pairs->at[pairs->count++].right = right;
}

static int pairs_column(const struct pairs *pairs, int width)
{
    int column = 0;

    for (size_t i = 0; i < pairs->count; i++) {
        int own = text_width(pairs->at[i].left) + GAP;
        column = own > column ? own : column;
    }
    return column < width / 2 ? column : width / 2;
}

/* Frees PAIRS, too. */
static void pairs_write(struct pairs *pairs, int width, struct str *ret)
{
    int column = pairs_column(pairs, width);

    for (size_t i = 0; i < pairs->count; i++) {
        CLEANUP(freep) char *left = pairs->at[i].left;
        CLEANUP(str_finish) struct str right = { 0 };
        bool is_wide = text_width(left) + GAP > column;

        text_add_wrapped(&right, pairs->at[i].right, column, 0, width);
        str_add(ret, left);
        if (is_wide)
            str_add(ret, "\n");
        str_add(ret, str_text(&right) + (is_wide ? 0 : text_width(left)));
    }
}

/* "fix DEVICE"; free() */
static char *command_usage(enum cli_command command, const char *option)
{
    const struct cli_command_row *row = &cli_commands[command];

    return xasprintf(command == CLI_EDIT ? "[%s] %s%s" : "%s %s%s", row->name, option,
                     _(row->operands));
}

void help_add_option(const struct cli_option *option, struct str *ret)
{
    if (option->letter)
        str_printf(ret, "-%c, ", option->letter);
    str_printf(ret, "%s--%s%s%s", option->letter ? "" : "    ", option->name,
               option->value ? "=" : "", option->value ? _(option->value) : "");
}

void help_add_all(int width, struct str *ret)
{
    struct pairs pairs = { .count = 0 };

    str_add(ret, _("Usage: alidade [COMMAND] [OPTION...] [ARGUMENT...]\n\n"));
    for (enum cli_command i = 0; i < CLI_COMMAND_COUNT; i++) {
        CLEANUP(freep) char *usage = command_usage(i, "");
        pairs_add(&pairs, xasprintf("  %s", usage), _(cli_commands[i].help));
    }
    pairs_write(&pairs, width, ret);
    str_add(ret, _("\nFirst check, then plan, then fix --dry-run, then fix.\n"
                   "The options of a command: 'alidade help COMMAND'.\n"));
}

static void help_add_options(enum cli_command command, int width, struct str *ret)
{
    struct pairs pairs = { .count = 0 };

    for (size_t i = 0; i < CLI_OPTION_COUNT; i++) {
        CLEANUP(str_finish) struct str left = { 0 };
        if (!(cli_option_rows[i].commands & 1U << command))
            continue;
        str_add(&left, "  ");
        help_add_option(&cli_option_rows[i], &left);
        pairs_add(&pairs, str_take(&left), _(cli_option_rows[i].help));
    }
    str_add(ret, _("\nOptions:\n"));
    pairs_write(&pairs, width, ret);
}

/* The values that are too many for the row of their option. */
static void help_add_words(enum cli_command command, int width, struct str *ret)
{
    CLEANUP(str_finish) struct str words = { 0 };

    for (size_t i = 0; i < CLI_OPTION_COUNT; i++)
        if (cli_option_rows[i].commands & 1U << command &&
            cli_option_rows[i].kind == VALUE_WORKLOAD)
            cli_option_words(&cli_option_rows[i], &words);
    if (!words.length)
        return;
    str_add(ret, _("\nWorkloads:\n"));
    text_add_wrapped(ret, str_text(&words), 2, 0, width);
}

static void help_add_examples(enum cli_command command, int width, struct str *ret)
{
    str_add(ret, _("\nExamples:\n"));
    for (size_t i = 0; i < CLI_EXAMPLE_COUNT; i++) {
        if (cli_examples[i].command != command)
            continue;
        text_add_wrapped(ret, _(cli_examples[i].words), 2, 0, width);
        str_printf(ret, "    %s\n", cli_examples[i].line);
    }
}

static void help_add_exits(enum cli_command command, int width, struct str *ret)
{
    struct pairs pairs = { .count = 0 };

    for (size_t i = 0; i < CLI_EXIT_COUNT; i++)
        if (cli_exit_rows[i].commands & 1U << command)
            pairs_add(&pairs, xasprintf("  %d", cli_exit_rows[i].code),
                      _(cli_exit_rows[i].words));
    str_add(ret, _("\nExit codes:\n"));
    pairs_write(&pairs, width, ret);
}

void help_add_command(enum cli_command command, int width, struct str *ret)
{
    /* TRANSLATORS: what stands for the options in a command line */
    CLEANUP(freep) char *usage = command_usage(command, _("[OPTION...] "));

    str_printf(ret, _("Usage: alidade %s\n"), usage);
    text_add_wrapped(ret, _(cli_commands[command].help), 0, 0, width);
    help_add_options(command, width, ret);
    help_add_words(command, width, ret);
    if (cli_commands[command].note) {
        str_add(ret, "\n");
        text_add_wrapped(ret, _(cli_commands[command].note), 0, 0, width);
    }
    if (cli_commands[command].add_more)
        cli_commands[command].add_more(ret);
    help_add_exits(command, width, ret);
    help_add_examples(command, width, ret);
    str_add(ret, _("\nThe manual has more: man alidade\n"));
}

int help_print_command(const struct cli_options *options, enum cli_command command)
{
    CLEANUP(str_finish) struct str text = { 0 };

    help_add_command(command, output_columns(options), &text);
    output_text(stdout, str_text(&text));
    return EXIT_SUCCESS;
}

/* False: WORD is not the id of a reason. */
static bool help_print_reason(const struct cli_options *options, const char *word)
{
    CLEANUP(str_finish) struct str text = { 0 };
    struct reason reason;

    if (!reasons_find(word, &reason))
        return false;
    CLEANUP(freep) char *line = xasprintf("%s: %s.", reason.id, reason.when);
    text_add_wrapped(&text, line, 0, 0, output_columns(options));
    output_text(stdout, str_text(&text));
    return true;
}

int command_help(const struct cli_options *options, struct err *err)
{
    CLEANUP(str_finish) struct str text = { 0 };
    enum cli_command command;

    if (options->operand_count) {
        if (cli_command_find(options->operands[0], &command))
            return help_print_command(options, command);
        if (help_print_reason(options, options->operands[0]))
            return EXIT_SUCCESS;
        (void)cli_refuse_command(options->operands[0], false, err);
        return (int)err->code;
    }
    help_add_all(output_columns(options), &text);
    output_text(stdout, str_text(&text));
    return EXIT_SUCCESS;
}
