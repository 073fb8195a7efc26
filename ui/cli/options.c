/* SPDX-License-Identifier: GPL-3.0-or-later */
/* options.c - the command line: arguments in, options out */
#include "ui/cli/options.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/near.h"
#include "model/base/str.h"
#include "ui/cli/options_table.h"

#define OPTION_NAME 24 /* bytes, with the dashes and the NUL */

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

/* The first row of each option as it was typed: "-s" or "--amount"; "": it was not. */
typedef char given_names[CLI_OPTION_COUNT][OPTION_NAME];

/* The first option that is wrong. */
struct bad_option {
    const struct cli_option *option; /* NULL: there is none like that */
    int letter;                      /* that is none; 0: WORD is */
    const char *word;
    struct err why; /* what is wrong with its value */
};

static void add_given(given_names given, const struct cli_option *option, bool is_letter)
{
    char *name = given[option - cli_option_rows];

    if (is_letter)
        (void)snprintf(name, OPTION_NAME, "-%c", option->letter);
    else
        (void)snprintf(name, OPTION_NAME, "--%s", option->name);
}

/* Returns an option that getopt does not take, with its answer CODE. */
static struct bad_option refused_option(int code, const char *word)
{
    struct bad_option bad = { .option = optopt ? option_of(optopt) : NULL, .word = word };

    bad.letter = bad.option ? 0 : optopt;
    (void)err_set(&bad.why, ERR_USAGE, "%s",
                  code == ':' ? _("it needs a value.") : _("it takes no value."));
    return bad;
}

/* Takes all options, also those after one that is wrong: the words between them are known
 * then.  What was given is checked once the command is known. */
static void take_options(int argc, char **argv, struct cli_options *options,
                         given_names given, struct bad_option *bad)
{
    struct option long_options[CLI_OPTION_COUNT + 1];
    char letters[LETTERS_SIZE];
    int code, index = -1;

    fill_getopt(long_options, letters);
    opterr = 0;
    optind = 0; /* glibc: start again, so that tests can parse often */
    while ((code = getopt_long(argc, argv, letters, long_options, &index)) != -1) {
        struct bad_option own = { .option = option_of(code) };
        bool is_taken =
            own.option && cli_option_set(own.option, optarg, options, &own.why);
        bool is_letter = index < 0;
        if (!own.option) {
            own = refused_option(code, argv[optind - 1]);
            is_letter = strncmp(own.word, "--", 2) != 0;
        }
        if (own.option)
            add_given(given, own.option, is_letter);
        if (!is_taken && !bad->why.code)
            *bad = own;
        index = -1;
    }
    options->operands = argv + optind;
    options->operand_count = (size_t)(argc - optind);
}

/* --- words that are no option or no command --- */

/* Lists the options that begin with NAME. */
static size_t list_beginning(const char *name, struct str *ret)
{
    size_t count = 0;

    for (size_t i = 0; i < CLI_OPTION_COUNT; i++) {
        const char *other = cli_option_rows[i].name;
        if (strncmp(name, other, strlen(name)) != 0 || (i && is_same_option(i, i - 1)))
            continue;
        str_printf(ret, "%s--%s", count++ ? ", " : "", other);
    }
    return count;
}

/* Returns the option of COMMAND that NAME was probably meant to be; NULL: none. */
static const char *option_near(const char *name, enum cli_command command)
{
    for (size_t i = 0; i < CLI_OPTION_COUNT; i++)
        if (cli_option_rows[i].commands & (1U << command | CLI_ANYWHERE) &&
            near_word(name, cli_option_rows[i].name))
            return cli_option_rows[i].name;
    return NULL;
}

static bool fail_unknown(const struct bad_option *bad, enum cli_command command,
                         struct err *err)
{
    const char *own = cli_commands[command].name;

    /* Of a group of letters the word is another one. */
    if (bad->letter)
        return err_set(err, ERR_USAGE,
                       _("There is no option '-%1$c': see 'alidade help %2$s'."),
                       bad->letter, own);
    const char *word = bad->word + 2;
    CLEANUP(freep) char *name = xasprintf("%.*s", (int)strcspn(word, "="), word);
    CLEANUP(str_finish) struct str list = { 0 };
    const char *near = option_near(name, command);

    if (list_beginning(name, &list))
        return err_set(err, ERR_USAGE,
                       _("'--%1$s' is ambiguous: %2$s; see 'alidade help %3$s'."), name,
                       str_text(&list), own);
    if (near)
        return err_set(err, ERR_USAGE,
                       _("There is no option '--%1$s': did you mean '--%2$s'? See "
                         "'alidade help %3$s'."),
                       name, near, own);
    return err_set(err, ERR_USAGE,
                   _("There is no option '--%1$s': see 'alidade help %2$s'."), name, own);
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

bool cli_refuse_command(const char *word, bool can_be_disk, struct err *err)
{
    static const char *const sentences[2][2] = {
        { N_("'%1$s' is an unknown command: 'alidade help' lists them."),
          N_("'%1$s' is an unknown command: did you mean '%2$s'?") },
        { N_("'%1$s' is neither a command nor a disk or file here: 'alidade help' lists "
             "the commands, 'alidade list' the disks."),
          N_("'%1$s' is neither a command nor a disk or file here: did you mean "
             "'%2$s'?") },
    };
    const char *near = NULL;

    for (enum cli_command i = 0; !near && i < CLI_COMMAND_COUNT; i++)
        near = near_word(word, cli_commands[i].name) ? cli_commands[i].name : NULL;
    return err_set(err, can_be_disk && !near ? ERR_UNREADABLE : ERR_USAGE,
                   _(sentences[can_be_disk][near != NULL]), word, near);
}

/* Without a command the first word has to be a disk, and the only one. */
static bool check_command(const struct cli_options *options, struct err *err)
{
    const char *first = options->operand_count ? options->operands[0] : NULL;
    enum cli_command command;

    /* "missing.img other.img": no command has a dot, so these are two disks. */
    bool can_be_command = first && *first && !strchr(first, '/') &&
                          (options->operand_count < 2 || !strchr(first, '.'));
    if (can_be_command && access(first, F_OK)) {
        (void)cli_refuse_command(first, true, err);
        err->code = options->operand_count > 1 ? ERR_USAGE : err->code;
        return false;
    }
    if (options->operand_count < 2)
        return true;
    if (cli_command_find(options->operands[1], &command))
        return err_set(err, ERR_USAGE, _("The command comes first: alidade %1$s %2$s"),
                       options->operands[1], first);
    return err_set(err, ERR_USAGE, "%s",
                   _("The editor opens one disk at a time; 'alidade list' and 'alidade "
                     "check' take several."));
}

/* --- what goes together --- */

static bool fail_missing(enum cli_command command, struct err *err)
{
    return err_set(err, ERR_USAGE,
                   _("A word is missing: it is 'alidade %1$s %2$s'; see 'alidade help "
                     "%1$s'."),
                   cli_commands[command].name, _(cli_commands[command].operands));
}

static bool check_operands(const struct cli_options *options, struct err *err)
{
    const struct cli_command_row *row = &cli_commands[options->command];

    if (options->operand_count < row->min_operands)
        return fail_missing(options->command, err);
    if (options->operand_count <= row->max_operands)
        return true;
    return err_set(err, ERR_USAGE,
                   strchr(row->operands, '<')
                       ? _("'%1$s' is one word too many: the script comes on standard "
                           "input: alidade %2$s %3$s")
                       : _("'%1$s' is one word too many: it is 'alidade %2$s %3$s'; see "
                           "'alidade help %2$s'."),
                   options->operands[row->max_operands], row->name, _(row->operands));
}

/* Returns the commands for which one of the rows of option I is. */
static unsigned option_commands(size_t i)
{
    unsigned commands = 0;

    for (size_t row = i; row < CLI_OPTION_COUNT && is_same_option(row, i); row++)
        commands |= cli_option_rows[row].commands;
    return commands;
}

static bool check_owners(enum cli_command command, given_names given, struct err *err)
{
    for (size_t i = 0; i < CLI_OPTION_COUNT; i++) {
        CLEANUP(str_finish) struct str owners = { 0 };
        unsigned commands = option_commands(i);
        if (!*given[i] || commands & (1U << command | CLI_ANYWHERE))
            continue;
        for (enum cli_command owner = 0; owner < CLI_COMMAND_COUNT; owner++)
            if (commands & 1U << owner)
                str_add_item(&owners, cli_commands[owner].name);
        return err_set(err, ERR_USAGE,
                       _("%1$s belongs to %2$s: see 'alidade help %3$s'."), given[i],
                       str_text(&owners), cli_commands[command].name);
    }
    return true;
}

/* Returns NAME as it was typed; NULL: it was not. */
static const char *given_as(given_names given, const char *name)
{
    for (size_t i = 0; i < CLI_OPTION_COUNT; i++)
        if (*given[i] && !strcmp(cli_option_rows[i].name, name))
            return given[i];
    return NULL;
}

/* Refuses two options that exclude each other. */
static bool check_pairs(given_names given, struct err *err)
{
    static const char *const pairs[][2] = {
        { "to", "start" },       { "status", "rollback" },  { "status", "write-table" },
        { "partition", "base" }, { "preset", "workload" },  { "device", "partition" },
        { "device", "against" }, { "device", "preset" },    { "device", "workload" },
        { "device", "dir" },     { "device", "job-files" },
    };

    for (size_t i = 0; i < ARRAY_SIZE(pairs); i++) {
        const char *one = given_as(given, pairs[i][0]);
        const char *other = given_as(given, pairs[i][1]);
        if (one && other)
            return err_set(err, ERR_USAGE, _("%1$s and %2$s do not go together."), one,
                           other);
    }
    return true;
}

static bool check_bench(const struct cli_options *options, given_names given,
                        struct err *err)
{
    const struct cli_measure *measure = &options->measure;
    bool has_operand = options->operand_count > 0;
    const char *step = given_as(given, "stride");
    const char *amount = given_as(given, "amount");

    step = step ? step : given_as(given, "sync");
    if (measure->device && has_operand)
        return err_set(err, ERR_USAGE, _("The disk is named twice: with %s and without."),
                       given_as(given, "device"));
    if (step && !measure->device && measure->preset != PRESET_APOLLO)
        return err_set(err, ERR_USAGE,
                       _("%s goes with -d DEVICE, or with --preset=apollo."), step);
    if (amount && !measure->device && !measure->preset)
        return err_set(err, ERR_USAGE, _("%s goes with -d DEVICE or --preset."), amount);
    if (options->command == CLI_BENCH && !has_operand && !measure->device &&
        !measure->folder)
        return fail_missing(CLI_BENCH, err);
    return true;
}

static bool check_bad(const struct bad_option *bad, enum cli_command command,
                      given_names given, struct err *err)
{
    return !bad->why.code ||
           err_set(err, ERR_USAGE, _("%1$s: %2$s See 'alidade help %3$s'."),
                   given[bad->option - cli_option_rows], bad->why.text,
                   cli_commands[command].name);
}

bool cli_parse(int argc, char **argv, struct cli_options *ret, struct err *err)
{
    struct cli_options options = { 0 };
    given_names given = { 0 };
    struct bad_option bad = { 0 };

    take_options(argc, argv, &options, given, &bad);
    bool has_command = take_command(&options);
    bool asks_help = options.shows_help || options.shows_version;
    enum cli_command command = options.command;
    if (bad.why.code && !bad.option)
        return fail_unknown(&bad, command, err);
    /* Help is printed even if something else is missing. */
    if ((!asks_help && ((!has_command && !check_command(&options, err)) ||
                        !check_owners(command, given, err))) ||
        !check_bad(&bad, command, given, err) ||
        (!asks_help && (!check_operands(&options, err) || !check_pairs(given, err) ||
                        !check_bench(&options, given, err))))
        return false;
    /* Without a command it is the command help. */
    if (options.shows_help && !has_command) {
        options.command = CLI_HELP;
        options.operand_count = 0;
        options.shows_help = false;
    }
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
