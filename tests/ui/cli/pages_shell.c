/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pages_shell.c - the parts of the completions: commands, their options, and values */
#include <stdio.h>
#include <string.h>

#include "device/demo/demo.h"
#include "model/base/mem.h"
#include "support/test.h"
#include "ui/cli/options_table.h"
#include "ui/cli/pages.h"

#define BASH "completions/alidade.bash"
#define ZSH  "completions/_alidade"
#define FISH "completions/alidade.fish"

/* Adds TEXT with BEFORE before each of the characters SPECIAL. */
static void add_quoted(const char *text, const char *special, const char *before,
                       struct str *ret)
{
    for (; *text; text++) {
        if (strchr(special, *text))
            str_add(ret, before);
        str_printf(ret, "%c", *text);
    }
}

static bool is_repeatable(const struct cli_option *option)
{
    return option->kind == VALUE_LOSE || option->kind == VALUE_EMPTY ||
           option->kind == VALUE_CURE || option->kind == VALUE_START;
}

static bool is_again(size_t i)
{
    return i && !strcmp(cli_option_rows[i].name, cli_option_rows[i - 1].name);
}

/* The names of COMMANDS. */
static void add_commands(unsigned commands, const char *between, struct str *ret)
{
    size_t before = ret->length;

    for (enum cli_command i = 0; i < CLI_COMMAND_COUNT; i++)
        if (commands & 1U << i)
            str_printf(ret, "%s%s", ret->length > before ? between : "",
                       cli_commands[i].name);
}

static void add_kinds(struct str *ret)
{
    for (enum demo_kind i = 0; i < DEMO_COUNT; i++)
        str_printf(ret, "%s%s", i ? " " : "", demo_name(i));
}

/* --- what a value is --- */

enum offer { OFFER_NOTHING, OFFER_WORDS, OFFER_FILES, OFFER_FOLDERS };

static enum offer offer_of(const struct cli_option *option)
{
    CLEANUP(str_finish) struct str words = { 0 };

    cli_option_words(option, &words);
    if (words.length)
        return OFFER_WORDS;
    if (!strcmp(option->value, "FOLDER"))
        return OFFER_FOLDERS;
    return !strcmp(option->value, "FILE") || !strcmp(option->value, "DEVICE") ||
                   !strcmp(option->value, "DRIVE")
               ? OFFER_FILES
               : OFFER_NOTHING;
}

/* --- bash --- */

static void add_bash_commands(struct str *ret)
{
    str_add(ret, "    local commands='");
    add_commands(~0U, " ", ret);
    str_add(ret, "'\n");
}

static void add_bash_options(struct str *ret)
{
    for (enum cli_command i = 0; i < CLI_COMMAND_COUNT; i++) {
        str_printf(ret, "    %s) echo '", cli_commands[i].name);
        for (size_t row = 0, count = 0; row < CLI_OPTION_COUNT; row++) {
            const struct cli_option *option = &cli_option_rows[row];
            if (!(option->commands & 1U << i))
                continue;
            str_add(ret, count++ ? " " : "");
            if (option->letter)
                str_printf(ret, "-%c ", option->letter);
            str_printf(ret, "--%s%s", option->name, option->value ? "=" : "");
        }
        str_add(ret, "' ;;\n");
    }
}

static void add_bash_values(struct str *ret)
{
    static const char *const names[] = { "nothing", "words ", "files", "folders" };

    for (size_t i = 0; i < CLI_OPTION_COUNT; i++) {
        const struct cli_option *option = &cli_option_rows[i];
        if (!option->value || is_again(i))
            continue;
        str_add(ret, "    ");
        if (option->letter)
            str_printf(ret, "-%c | ", option->letter);
        str_printf(ret, "--%s) echo '%s", option->name, names[offer_of(option)]);
        cli_option_words(option, ret);
        str_add(ret, "' ;;\n");
    }
}

static void add_bash_operands(struct str *ret)
{
    str_add(ret, "    demo) echo 'words ");
    add_kinds(ret);
    str_add(ret, "' ;;\n    help) echo 'words ");
    add_commands(~0U, " ", ret);
    str_add(ret, "' ;;\n");
}

/* --- zsh --- */

static void add_zsh_words(const char *text, struct str *ret)
{
    CLEANUP(str_finish) struct str words = { 0 };

    add_quoted(text, ":[]", "\\", &words);
    for (const char *at = str_text(&words); *at; at++)
        if (*at == '\'')
            str_add(ret, "'\\''");
        else
            str_printf(ret, "%c", *at);
}

static void add_zsh_commands(struct str *ret)
{
    for (enum cli_command i = 0; i < CLI_COMMAND_COUNT; i++) {
        str_printf(ret, "        '%s:", cli_commands[i].name);
        add_zsh_words(cli_commands[i].help, ret);
        str_add(ret, "'\n");
    }
}

static void add_zsh_value(const struct cli_option *option, struct str *ret)
{
    static const char *const actions[] = { "", "(", "_files", "_files -/" };
    CLEANUP(str_finish) struct str words = { 0 };

    cli_option_words(option, &words);
    str_printf(ret, ":%s:%s", option->value, actions[offer_of(option)]);
    add_zsh_words(str_text(&words), ret);
    str_add(ret, words.length ? ")" : "");
}

static void add_zsh_options(struct str *ret)
{
    for (size_t i = 0; i < CLI_OPTION_COUNT; i++) {
        const struct cli_option *option = &cli_option_rows[i];
        const char *equals = option->value ? "=" : "";
        str_add(ret, "    [[ $command == (");
        add_commands(option->commands, "|", ret);
        str_add(ret, ") ]] && options+=(");
        if (option->letter)
            str_printf(ret, "'(-%c --%s)'{-%c%s,--%s%s}'", option->letter, option->name,
                       option->letter, option->value ? "+" : "", option->name, equals);
        else
            str_printf(ret, "'%s--%s%s", is_repeatable(option) ? "*" : "", option->name,
                       equals);
        str_add(ret, "[");
        add_zsh_words(option->help, ret);
        str_add(ret, "]");
        if (option->value)
            add_zsh_value(option, ret);
        str_add(ret, "')\n");
    }
}

static void add_zsh_operands(struct str *ret)
{
    str_add(ret, "    demo) _values kind ");
    add_kinds(ret);
    str_add(ret, " ;;\n");
}

/* --- fish --- */

static void add_fish_commands(struct str *ret)
{
    str_add(ret, "    set -l commands ");
    add_commands(~0U, " ", ret);
    str_add(ret, "\n");
}

static void add_fish_words(const char *text, struct str *ret)
{
    str_add(ret, "'");
    add_quoted(text, "\\'", "\\", ret);
    str_add(ret, "'");
}

static void add_fish_value(const struct cli_option *option, struct str *ret)
{
    static const char *const offers[] = { " -x", " -x -a ", " -r -F",
                                          " -x -a '(__fish_complete_directories)'" };
    CLEANUP(str_finish) struct str words = { 0 };

    cli_option_words(option, &words);
    str_add(ret, offers[offer_of(option)]);
    if (words.length)
        add_fish_words(str_text(&words), ret);
}

static void add_fish_options(struct str *ret)
{
    for (size_t i = 0; i < CLI_OPTION_COUNT; i++) {
        const struct cli_option *option = &cli_option_rows[i];
        str_add(ret, "complete -c alidade -n '__alidade_on ");
        add_commands(option->commands, " ", ret);
        str_add(ret, "'");
        if (option->letter)
            str_printf(ret, " -s %c", option->letter);
        str_printf(ret, " -l %s", option->name);
        if (option->value)
            add_fish_value(option, ret);
        str_add(ret, " -d ");
        add_fish_words(option->help, ret);
        str_add(ret, "\n");
    }
}

static void add_fish_operands(struct str *ret)
{
    for (enum cli_command i = 0; i < CLI_COMMAND_COUNT; i++) {
        str_printf(ret, "complete -c alidade -n '__alidade_on editor help' -a %s -d ",
                   cli_commands[i].name);
        add_fish_words(cli_commands[i].help, ret);
        str_add(ret, "\n");
    }
    str_add(ret, "complete -c alidade -n '__alidade_on demo' -f -a '");
    add_kinds(ret);
    str_add(ret, "'\n");
}

const struct page_part shell_parts[] = {
    { BASH, "commands", add_bash_commands },
    { BASH, "options", add_bash_options },
    { BASH, "values", add_bash_values },
    { BASH, "operands", add_bash_operands },
    { ZSH, "commands", add_zsh_commands },
    { ZSH, "options", add_zsh_options },
    { ZSH, "operands", add_zsh_operands },
    { FISH, "commands", add_fish_commands },
    { FISH, "options", add_fish_options },
    { FISH, "operands", add_fish_operands },
    { NULL, NULL, NULL },
};
