/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_help_texts.c - the help of each command: its own options, in lines that fit, in
 * each language */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/base/mem.h"
#include "model/base/text.h"
#include "support/test.h"
#include "ui/cli/options_table.h"
#include "ui/golden.h"

static const struct {
    const char *language; /* NULL: English */
    int width;
} views[] = {
    { NULL, 80 },
    { "de", 80 },
    { "zh_CN", 80 },
    { "de", 100 },
};

/* False in a build that was asked for no translations. */
static bool speaks(const char *language)
{
    const char *why = "";

    if (language && !getenv("ALIDADE_PO_DIR"))
        return false;
    ck_assert_msg(golden_speak(language, &why), "%s: %s", language, why);
    return true;
}

/* Returns how many lines TEXT has; none is wider than WIDTH. */
static int count_lines(const char *text, int width)
{
    int lines = 0;

    for (; *text; lines++) {
        size_t length = strcspn(text, "\n");
        CLEANUP(freep) char *line = xasprintf("%.*s", (int)length, text);
        ck_assert_msg(text_width(line) <= width, "%s", line);
        ck_assert_msg(!length || line[length - 1] != ' ', "'%s'", line);
        ck_assert_int_eq(text[length], '\n');
        text += length + 1;
    }
    return lines;
}

TEST_EACH(list_of_commands_fits_a_terminal, views)
{
    CLEANUP(str_finish) struct str text = { 0 };

    if (!speaks(views[_i].language))
        return;
    help_add_all(views[_i].width, &text);
    int lines = count_lines(str_text(&text), views[_i].width);
    ck_assert_msg(lines < 24, "%d lines and the prompt", lines);
    /* One row a command, usage, the order of work, where the rest is, two empty lines. */
    ck_assert_int_eq(lines, CLI_COMMAND_COUNT + 5);
    for (enum cli_command i = 0; i < CLI_COMMAND_COUNT; i++)
        ck_assert_ptr_nonnull(strstr(str_text(&text), cli_commands[i].name));
}

TEST_TIMES(help_of_a_command_ends_with_examples_and_the_manual, CLI_COMMAND_COUNT)
{
    CLEANUP(str_finish) struct str text = { 0 };
    const char *end = "\nThe manual has more: man alidade\n";

    ck_assert(speaks(NULL));
    help_add_command((enum cli_command)_i, 80, &text);
    const char *examples = strstr(str_text(&text), "\nExamples:\n");
    const char *exits = strstr(str_text(&text), "\nExit codes:\n");
    ck_assert_ptr_nonnull(examples);
    ck_assert(exits && exits < examples);
    ck_assert_str_eq(str_text(&text) + text.length - strlen(end), end);
}

/* What was asked for in vain: each has to be in the help of that command. */
static const struct {
    enum cli_command command;
    const char *words;
} told[] = {
    { CLI_FIX, "--read-only" },
    { CLI_FIX, "cannot be taken back" },
    { CLI_FIX, "default: the faster" },
    { CLI_FIX, "with --rollback" },
    { CLI_FIX, "with --dry-run: shown" },
    { CLI_FIX, "see --lose, --slow" },
    { CLI_FIX, "no terminal and no --yes" },
    { CLI_RESUME, "alidade resume --rollback /dev/sda" },
    { CLI_APPLY, "alidade apply --yes disk.img" },
    { CLI_APPLY, "start=1MiB, size=8GiB, type=linux" },
    { CLI_REPAIR, "primary or backup" },
    { CLI_BENCH, "cached-4k-sequential" },
    { CLI_CHECK, "a move has not ended" },
    { CLI_DUMP, "a move has not ended" },
    { CLI_DUMP, "There is no table" },
    { CLI_FOUND, "With --script: nothing was found" },
};

TEST_EACH(help_tells_what_was_asked_for, told)
{
    CLEANUP(str_finish) struct str text = { 0 };

    ck_assert(speaks(NULL));
    help_add_command(told[_i].command, 100, &text);
    ck_assert_msg(strstr(str_text(&text), told[_i].words), "%s: %s",
                  cli_commands[told[_i].command].name, told[_i].words);
}

TEST_EACH(help_of_each_command_fits_a_terminal, views)
{
    if (!speaks(views[_i].language))
        return;
    for (enum cli_command i = 0; i < CLI_COMMAND_COUNT; i++) {
        CLEANUP(str_finish) struct str text = { 0 };
        help_add_command(i, views[_i].width, &text);
        ck_assert_int_gt(count_lines(str_text(&text), views[_i].width), 10);
    }
}

/* Returns how many lines begin with an option. */
static int count_options(const char *text)
{
    int count = 0;

    for (; *text; text += strcspn(text, "\n") + 1)
        count += !strncmp(text, "  -", 3) || !strncmp(text, "      --", 8);
    return count;
}

TEST_TIMES(help_of_a_command_has_its_own_options_only, CLI_COMMAND_COUNT)
{
    CLEANUP(str_finish) struct str text = { 0 };
    int count = 0;

    ck_assert(speaks(NULL));
    help_add_command((enum cli_command)_i, 200, &text);
    for (size_t i = 0; i < CLI_OPTION_COUNT; i++) {
        const struct cli_option *option = &cli_option_rows[i];
        CLEANUP(str_finish) struct str row = { 0 };
        if (!(option->commands >> _i & 1))
            continue;
        str_add(&row, "\n  ");
        help_add_option(option, &row);
        str_add(&row, "  ");
        count++;
        ck_assert_msg(strstr(str_text(&text), str_text(&row)) &&
                          strstr(str_text(&text), option->help),
                      "%s", str_text(&row));
    }
    ck_assert_int_eq(count_options(str_text(&text)), count);
}
