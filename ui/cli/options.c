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

static bool is_same_option(size_t i, size_t other)
{
    return !strcmp(cli_option_rows[i].name, cli_option_rows[other].name);
}

/* getopt's name of option I, the same for all of its rows: its letter, or a number above
 * all letters. */
static int option_code(size_t i)
{
    while (i && is_same_option(i, i - 1))
        i--;
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

/* The table in getopt's own form.  It finds the first row of each option. */
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

/* What getopt did not take, first. */
struct bad_option {
    int code;         /* getopt's answer; 0: all were taken */
    int option;       /* optopt */
    const char *word; /* a long option; of a group of letters, another word */
};

static bool fail_option(const struct bad_option *bad, const struct cli_options *options,
                        struct err *err)
{
    const struct cli_option *option = option_of(bad->option);
    const char *command = cli_commands[options->command].name;
    bool is_letter = bad->option > 0 && bad->option < 256 && !option;

    if (is_letter)
        return err_set(err, ERR_USAGE,
                       _("There is no option '-%1$c': see 'alidade help %2$s'."),
                       bad->option, command);
    if (bad->code == ':')
        return err_set(err, ERR_USAGE,
                       _("--%1$s needs a value: see 'alidade help %2$s'."),
                       option ? option->name : "", command);
    if (option)
        return err_set(err, ERR_USAGE,
                       _("--%1$s takes no value: see 'alidade help %2$s'."), option->name,
                       command);
    return err_set(err, ERR_USAGE,
                   _("There is no option '%1$s': see 'alidade help %2$s'."), bad->word,
                   command);
}

/* Takes all options, also those after one that is wrong: the words between them are known
 * then.  USED tells which were given, for a check once the command is known. */
static bool take_options(int argc, char **argv, struct cli_options *options,
                         bool used[CLI_OPTION_COUNT], struct bad_option *bad,
                         struct err *err)
{
    struct option long_options[CLI_OPTION_COUNT + 1];
    char letters[LETTERS_SIZE];
    bool is_taken = true;
    int code;

    fill_getopt(long_options, letters);
    opterr = 0;
    optind = 0; /* glibc: start again, so that tests can parse often */
    while ((code = getopt_long(argc, argv, letters, long_options, NULL)) != -1) {
        const struct cli_option *option = option_of(code);
        if (option) {
            used[option - cli_option_rows] = true;
            is_taken = cli_option_set(option, optarg, options, err) && is_taken;
        } else if (!bad->code) {
            *bad = (struct bad_option){ code, optopt, argv[optind - 1] };
        }
    }
    options->operands = argv + optind;
    options->operand_count = (size_t)(argc - optind);
    return is_taken;
}

bool cli_command_find(const char *word, enum cli_command *ret)
{
    for (enum cli_command i = 0; i < CLI_COMMAND_COUNT; i++) {
        if (strcmp(cli_commands[i].name, word) != 0)
            continue;
        *ret = i;
        return true;
    }
    return false;
}

/* Returns false if no word names the command: it is the editor then. */
static bool take_command(struct cli_options *options)
{
    if (!options->operand_count ||
        !cli_command_find(options->operands[0], &options->command))
        return false;
    options->operands++;
    options->operand_count--;
    return true;
}

static const char *command_near(const char *word)
{
    for (enum cli_command i = 0; i < CLI_COMMAND_COUNT; i++)
        if (near_word(word, cli_commands[i].name))
            return cli_commands[i].name;
    return NULL;
}

bool cli_refuse_command(const char *word, struct err *err)
{
    const char *near = command_near(word);

    if (near)
        return err_set(err, ERR_USAGE,
                       _("'%1$s' is an unknown command: did you mean '%2$s'?"), word,
                       near);
    return err_set(err, ERR_USAGE,
                   _("'%s' is an unknown command: 'alidade help' lists them."), word);
}

static bool fail_missing(enum cli_command command, struct err *err)
{
    return err_set(err, ERR_USAGE,
                   _("'alidade %1$s' needs %2$s: see 'alidade help %1$s'."),
                   cli_commands[command].name, _(cli_commands[command].operands));
}

static bool check_operands(const struct cli_options *options, bool has_command,
                           struct err *err)
{
    const struct cli_command_row *row = &cli_commands[options->command];
    const char *first = options->operand_count ? options->operands[0] : NULL;

    if (options->operand_count < row->min_operands)
        return fail_missing(options->command, err);
    /* One word is a disk, unless there is none of that name and a command is near.  Of
     * two words the first one is probably a misspelt command. */
    if (!has_command && first &&
        (options->operand_count > 1 || (command_near(first) && access(first, F_OK))))
        return cli_refuse_command(first, err);
    return options->operand_count <= row->max_operands ||
           err_set(err, ERR_USAGE,
                   _("'%1$s' is one operand too many: see 'alidade help %2$s'."),
                   options->operands[row->max_operands], row->name);
}

/* Returns the commands for which one of the rows of option I is. */
static unsigned option_commands(size_t i)
{
    unsigned commands = 0;

    for (size_t row = i; row < CLI_OPTION_COUNT && is_same_option(row, i); row++)
        commands |= cli_option_rows[row].commands;
    return commands;
}

static bool check_used(const struct cli_options *options,
                       const bool used[CLI_OPTION_COUNT], struct err *err)
{
    for (size_t i = 0; i < CLI_OPTION_COUNT; i++) {
        unsigned commands = option_commands(i);
        enum cli_command home = CLI_EDIT + 1;
        if (!used[i] || commands & (1U << options->command | CLI_ANYWHERE))
            continue;
        while (!(commands & 1U << home))
            home++;
        return err_set(err, ERR_USAGE,
                       _("--%1$s belongs to 'alidade %2$s': see 'alidade help %3$s'."),
                       cli_option_rows[i].name, cli_commands[home].name,
                       cli_commands[options->command].name);
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
        return fail_missing(CLI_BENCH, err);
    return true;
}

bool cli_parse(int argc, char **argv, struct cli_options *ret, struct err *err)
{
    struct cli_options options = { 0 };
    bool used[CLI_OPTION_COUNT] = { false };
    struct bad_option bad = { 0 };

    bool is_taken = take_options(argc, argv, &options, used, &bad, err);
    bool has_command = take_command(&options);
    if (!is_taken || (bad.code && !fail_option(&bad, &options, err)))
        return false;
    bool asks_help = options.shows_help || options.shows_version;
    /* Without a command it is the command help. */
    if (options.shows_help && !has_command) {
        options.command = CLI_HELP;
        options.operand_count = 0;
        options.shows_help = false;
    }
    /* Help is printed even if something else is missing. */
    if (!asks_help && (!check_operands(&options, has_command, err) ||
                       !check_used(&options, used, err) || !check_aim(used, err) ||
                       !check_resume(&options, err) || !check_bench(&options, err)))
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
