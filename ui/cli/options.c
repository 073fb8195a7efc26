/* SPDX-License-Identifier: GPL-3.0-or-later */
/* options.c - the command line: arguments in, options out */
#include "ui/cli/options.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "ui/cli/near.h"
#include "ui/cli/options_table.h"

/* getopt's name of option I: its letter, or a number above all letters. */
static int option_code(size_t i)
{
    return cli_option_rows[i].letter ? cli_option_rows[i].letter : 256 + (int)i;
}

static const struct cli_option *option_of(int code)
{
    for (size_t i = 0; i < CLI_OPTION_COUNT; i++)
        if (option_code(i) == code)
            return &cli_option_rows[i];
    return NULL;
}

/* The first colon, a letter and a colon for each option, and the NUL. */
#define LETTERS_SIZE (2 * CLI_OPTION_COUNT + 2)

/* The table in getopt's own form. */
static void fill_getopt(struct option options[CLI_OPTION_COUNT + 1],
                        char letters[LETTERS_SIZE])
{
    /* The colon asks for ':' if a value is missing; the sentences are our own. */
    *letters++ = ':';
    for (size_t i = 0; i < CLI_OPTION_COUNT; i++) {
        const struct cli_option *option = &cli_option_rows[i];
        options[i] = (struct option){
            .name = option->name,
            .has_arg = option->value ? required_argument : no_argument,
            .val = option_code(i),
        };
        if (!option->letter)
            continue;
        *letters++ = option->letter;
        if (option->value)
            *letters++ = ':';
    }
    options[CLI_OPTION_COUNT] = (struct option){ 0 };
    *letters = '\0';
}

/* optind is behind a long option, but still at a group of letters. */
static bool fail_option(int code, char **argv, struct err *err)
{
    const struct cli_option *option = option_of(optopt);
    bool is_letter = optopt > 0 && optopt < 256 && !option;

    if (is_letter)
        return err_set(err, ERR_USAGE, _("There is no option '-%c'."), optopt);
    if (code == ':')
        return err_set(err, ERR_USAGE, _("--%s needs a value."),
                       option ? option->name : "");
    if (option)
        return err_set(err, ERR_USAGE, _("--%s takes no value."), option->name);
    return err_set(err, ERR_USAGE, _("There is no option '%s'."), argv[optind - 1]);
}

/* USED tells which options were given, for a check once the command is known. */
static bool parse_options(int argc, char **argv, struct cli_options *options,
                          bool used[CLI_OPTION_COUNT], struct err *err)
{
    struct option long_options[CLI_OPTION_COUNT + 1];
    char letters[LETTERS_SIZE];
    int code;

    fill_getopt(long_options, letters);
    opterr = 0;
    optind = 0; /* glibc: start again, so that tests can parse often */
    while ((code = getopt_long(argc, argv, letters, long_options, NULL)) != -1) {
        const struct cli_option *option = option_of(code);
        if (!option)
            return fail_option(code, argv, err);
        used[option - cli_option_rows] = true;
        if (!cli_option_set(option, optarg, options, err))
            return false;
    }
    options->operands = argv + optind;
    options->operand_count = (size_t)(argc - optind);
    return true;
}

static void find_command(struct cli_options *options)
{
    if (options->operand_count && !strcmp(options->operands[0], "help"))
        options->shows_help = true;
    for (size_t i = CLI_EDIT + 1; options->operand_count && i < CLI_COMMAND_COUNT; i++) {
        if (strcmp(cli_commands[i].name, options->operands[0]))
            continue;
        options->command = (enum cli_command)i;
        options->operands++;
        options->operand_count--;
        return;
    }
}

static const char *command_near(const char *word)
{
    for (size_t i = CLI_EDIT + 1; i < CLI_COMMAND_COUNT; i++)
        if (near_word(word, cli_commands[i].name))
            return cli_commands[i].name;
    return NULL;
}

static bool refuse_command(const char *word, struct err *err)
{
    const char *near = command_near(word);

    if (near)
        return err_set(err, ERR_USAGE,
                       _("'%1$s' is an unknown command: did you mean '%2$s'?"), word,
                       near);
    return err_set(err, ERR_USAGE, _("'%s' is an unknown command."), word);
}

static bool check_operands(const struct cli_options *options, struct err *err)
{
    enum cli_command command = options->command;

    if (options->operand_count < cli_commands[command].min_operands)
        return err_set(err, ERR_USAGE,
                       options->operand_count
                           ? _("There is more to say. Usage: alidade %s")
                           : _("Which disk? Usage: alidade %s"),
                       _(cli_commands[command].usage));
    /* One word is a disk, unless there is none of that name and a command is near. */
    if (command == CLI_EDIT && options->operand_count == 1 &&
        command_near(options->operands[0]) && access(options->operands[0], F_OK))
        return refuse_command(options->operands[0], err);
    if (options->operand_count <= cli_commands[command].max_operands)
        return true;
    /* Two words without a command: the first one is probably a misspelt command. */
    if (command == CLI_EDIT)
        return refuse_command(options->operands[0], err);
    return err_set(err, ERR_USAGE, _("'%1$s' is too much. Usage: alidade %2$s"),
                   options->operands[cli_commands[command].max_operands],
                   _(cli_commands[command].usage));
}

static bool check_used(const struct cli_options *options,
                       const bool used[CLI_OPTION_COUNT], struct err *err)
{
    for (size_t i = 0; i < CLI_OPTION_COUNT; i++) {
        if (!used[i] || cli_option_rows[i].commands & 1U << options->command)
            continue;
        size_t home = CLI_EDIT + 1;
        while (!(cli_option_rows[i].commands & 1U << home))
            home++;
        return err_set(err, ERR_USAGE, _("--%1$s belongs to 'alidade %2$s'."),
                       cli_option_rows[i].name, cli_commands[home].name);
    }
    return true;
}

/* Refuses two options that exclude each other. */
static bool check_pairs(const struct cli_measure *measure, struct err *err)
{
    bool is_align_bench = measure->device;
    bool has_workloads = measure->has_all || measure->has_workload;
    const struct {
        bool is_given, excludes;
        const char *name, *other;
    } pairs[] = {
        { measure->partition, measure->base, "partition", "base" },
        { measure->preset, has_workloads, "preset", "workload" },
        { is_align_bench, measure->partition, "device", "partition" },
        { is_align_bench, measure->against, "device", "against" },
        { is_align_bench, measure->preset, "device", "preset" },
        { is_align_bench, has_workloads, "device", "workload" },
        { is_align_bench, measure->folder, "device", "dir" },
        { is_align_bench, measure->jobs, "device", "job-files" },
    };

    for (size_t i = 0; i < ARRAY_SIZE(pairs); i++)
        if (pairs[i].is_given && pairs[i].excludes)
            return err_set(err, ERR_USAGE, _("--%1$s and --%2$s do not go together."),
                           pairs[i].name, pairs[i].other);
    return true;
}

static bool check_aim(const bool used[CLI_OPTION_COUNT], struct err *err)
{
    bool is_used[VALUE_COUNT] = { false };

    for (size_t i = 0; i < CLI_OPTION_COUNT; i++)
        is_used[cli_option_rows[i].kind] |= used[i];
    return !is_used[VALUE_AIM] || !is_used[VALUE_START] ||
           err_set(err, ERR_USAGE, _("--%1$s and --%2$s do not go together."), "to",
                   "start");
}

static bool check_resume(const struct cli_options *options, struct err *err)
{
    return !options->is_rollback || !options->shows_status ||
           err_set(err, ERR_USAGE, _("--%1$s and --%2$s do not go together."), "status",
                   "rollback");
}

static bool check_bench(const struct cli_options *options, struct err *err)
{
    const struct cli_measure *measure = &options->measure;
    bool has_operand = options->operand_count > 0;
    bool has_letter = measure->stride_bytes || measure->is_synced;

    if (options->command != CLI_BENCH)
        return true;
    if (!check_pairs(measure, err))
        return false;
    if (measure->device && has_operand)
        return err_set(err, ERR_USAGE, "%s",
                       _("The disk is named twice: with --device and without."));
    if (has_letter && !measure->device && measure->preset != PRESET_APOLLO)
        return err_set(err, ERR_USAGE, "%s",
                       _("-i and -S go with -d DEVICE, or with --preset=apollo."));
    if (measure->size_bytes && !measure->device && !measure->preset)
        return err_set(err, ERR_USAGE, "%s", _("-s goes with -d DEVICE or --preset."));
    if (!has_operand && !measure->device && !measure->folder)
        return err_set(err, ERR_USAGE, _("Which disk? Usage: alidade %s"),
                       _("bench DEVICE"));
    return true;
}

bool cli_parse(int argc, char **argv, struct cli_options *ret, struct err *err)
{
    struct cli_options options = { 0 };
    bool used[CLI_OPTION_COUNT] = { false };

    if (!parse_options(argc, argv, &options, used, err))
        return false;
    find_command(&options);
    /* Help is printed even if something else is missing. */
    if (!options.shows_help && !options.shows_version &&
        (!check_operands(&options, err) || !check_used(&options, used, err) ||
         !check_aim(used, err) || !check_resume(&options, err) ||
         !check_bench(&options, err)))
        return false;
    *ret = options;
    return true;
}

void cli_environment(struct cli_options *options)
{
    const char *no_color = getenv("NO_COLOR");
    const char *ascii = getenv("ALIDADE_ASCII");

    if (options->color == COLOR_AUTO && no_color && *no_color)
        options->color = COLOR_NEVER;
    if (ascii && *ascii && strcmp(ascii, "0"))
        options->is_ascii = true;
}
