/* SPDX-License-Identifier: GPL-3.0-or-later */
/* options.c - the command line: arguments in, options out */
#include "ui/cli/options.h"

#include <assert.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/size.h"
#include "ui/cli/options_cure.h"
#include "ui/cli/options_table.h"

static const struct cli_option_row *row_of(int code)
{
    for (size_t i = 0; i < CLI_OPTION_COUNT; i++)
        if (cli_options[i].code == code)
            return &cli_options[i];
    return NULL;
}

/* The first colon, a letter and a colon for each option, and the NUL. */
#define LETTERS_ROOM (2 * CLI_OPTION_COUNT + 2)

/* getopt's own form of the table. */
static void fill_getopt(struct option options[CLI_OPTION_COUNT + 1],
                        char letters[LETTERS_ROOM])
{
    /* The colon asks for ':' where a value is missing; the sentences are ours. */
    *letters++ = ':';
    for (size_t i = 0; i < CLI_OPTION_COUNT; i++) {
        options[i] = (struct option){
            .name = cli_options[i].name,
            .has_arg = cli_options[i].value ? required_argument : no_argument,
            .val = cli_options[i].code,
        };
        if (cli_options[i].code >= 256)
            continue;
        *letters++ = (char)cli_options[i].code;
        if (cli_options[i].value)
            *letters++ = ':';
    }
    options[CLI_OPTION_COUNT] = (struct option){ 0 };
    *letters = '\0';
}

static bool set_bytes(const char *name, const char *text, uint64_t *ret, struct err *err)
{
    struct err why = { 0 };

    if (!size_parse_bytes(text, ret, &why))
        return err_set(err, ERR_USAGE, _("--%1$s: %2$s"), name, why.text);
    return true;
}

/* The same, where 0 would mean "not given". */
static bool set_positive(const char *name, const char *text, uint64_t *ret,
                         struct err *err)
{
    if (!set_bytes(name, text, ret, err))
        return false;
    if (!*ret)
        return err_set(err, ERR_USAGE, _("--%s: it must be more than 0."), name);
    return true;
}

/* VALUES ends in NULL; *ret is the index of TEXT among them. */
static bool set_choice(const char *name, const char *text, const char *const *values,
                       unsigned *ret, struct err *err)
{
    CLEANUP(str_finish) struct str known = { 0 };

    for (unsigned i = 0; values[i]; i++) {
        if (!strcmp(values[i], text)) {
            *ret = i;
            return true;
        }
        str_printf(&known, "%s%s", i ? ", " : "", values[i]);
    }
    return err_set(err, ERR_USAGE, _("--%1$s: '%2$s' is none of %3$s."), name, text,
                   str_text(&known));
}

static bool set_color(const char *text, struct cli_options *options, struct err *err)
{
    static const char *const values[] = { "auto", "always", "never", NULL };
    unsigned index;

    if (!set_choice("color", text, values, &index, err))
        return false;
    options->color = (enum color_mode)index;
    return true;
}

static bool set_need(const char *text, struct cli_options *options, struct err *err)
{
    static const char *const values[] = { "physical", "grain", NULL };
    unsigned index;

    if (!set_choice("need", text, values, &index, err))
        return false;
    options->need = (enum report_need)index;
    return true;
}

static bool set_copy(const char *text, struct cli_options *options, struct err *err)
{
    static const char *const values[] = { "primary", "backup", NULL };
    unsigned index;

    if (!set_choice("copy", text, values, &index, err))
        return false;
    options->copy = index ? COPY_BACKUP : COPY_PRIMARY;
    return true;
}

/* Each one by its number: --empty has no "all", which would call unknown data empty. */
static bool set_empty(const char *name, const char *text, struct cli_options *options,
                      struct err *err)
{
    if (!cli_numbers_add(name, text, &options->empty, err))
        return false;
    return !options->empty.is_all ||
           err_set(err, ERR_USAGE, _("--%s: name each partition by its number."), name);
}

static bool set_backup(const char *text, struct cli_options *options, struct err *err)
{
    if (!*text)
        return err_set(err, ERR_USAGE, "%s", _("--backup: it needs the name of a file."));
    options->backup_path = text;
    return true;
}

/* "80x24"; more than any terminal has is a slip. */
static bool set_size(const char *text, struct cli_options *options, struct err *err)
{
    int cols, screen_rows, end = 0;

    if (sscanf(text, "%4dx%4d%n", &cols, &screen_rows, &end) != 2 || text[end] ||
        cols < 1 || screen_rows < 1)
        return err_set(err, ERR_USAGE, _("--size: '%s' is no COLSxROWS such as 80x24."),
                       text);
    options->cols = cols;
    options->rows = screen_rows;
    return true;
}

static bool set_flag(int code, struct cli_options *options)
{
    bool *const flag = code == 'J'              ? &options->is_json
                       : code == 'r'            ? &options->is_read_only
                       : code == 'q'            ? &options->is_quiet
                       : code == 'v'            ? &options->is_verbose
                       : code == 'n'            ? &options->is_dry_run
                       : code == 'h'            ? &options->shows_help
                       : code == 'V'            ? &options->shows_version
                       : code == OPTION_ASCII   ? &options->is_ascii
                       : code == OPTION_YES     ? &options->is_agreed
                       : code == OPTION_KEEP    ? &options->is_demo_kept
                       : code == OPTION_NO_OPEN ? &options->is_demo_unopened
                                                : NULL;

    if (!flag)
        return false;
    *flag = true;
    return true;
}

static bool set_option(const struct cli_option_row *row, const char *value,
                       struct cli_options *options, struct err *err)
{
    struct limits_given *given = &options->given;

    if (set_flag(row->code, options))
        return true;
    switch (row->code) {
    case OPTION_PHYSICAL:
        return set_positive(row->name, value, &given->physical, err);
    case OPTION_SECTOR:
        return set_positive(row->name, value, &given->logical, err);
    case OPTION_GRAIN:
        return set_positive(row->name, value, &given->grain, err);
    case OPTION_OFFSET:
        given->has_alignment_offset = true;
        return set_bytes(row->name, value, &given->alignment_offset, err);
    case OPTION_SIZE:
        return set_size(value, options, err);
    case OPTION_BACKUP:
        return set_backup(value, options, err);
    case OPTION_LOSE:
        return cli_numbers_add(row->name, value, &options->lose, err);
    case OPTION_COPY:
        return set_copy(value, options, err);
    case OPTION_CURE:
        return cli_cure_add(value, options, err);
    case OPTION_EMPTY:
        return set_empty(row->name, value, options, err);
    case OPTION_COLOR:
        return set_color(value, options, err);
    case OPTION_NEED:
        return set_need(value, options, err);
    default:
        return cli_measure_set(row->code, row->name, value, &options->measure, err);
    }
}

/* getopt has moved optind past a long option; at a cluster of letters it stays. */
static bool fail_option(int code, char **argv, struct err *err)
{
    const struct cli_option_row *row = row_of(optopt);
    bool is_letter = optopt > 0 && optopt < 256 && !row;

    if (is_letter)
        return err_set(err, ERR_USAGE, _("There is no option '-%c'."), optopt);
    if (code == ':')
        return err_set(err, ERR_USAGE, _("--%s needs a value."), row ? row->name : "");
    if (row)
        return err_set(err, ERR_USAGE, _("--%s takes no value."), row->name);
    return err_set(err, ERR_USAGE, _("There is no option '%s'."), argv[optind - 1]);
}

/* USED holds what was given, so that it can be judged when the command is known. */
static bool parse_options(int argc, char **argv, struct cli_options *options,
                          bool used[CLI_OPTION_COUNT], struct err *err)
{
    struct option long_options[CLI_OPTION_COUNT + 1];
    char letters[LETTERS_ROOM];
    int code;

    fill_getopt(long_options, letters);
    opterr = 0;
    optind = 0; /* glibc: begin anew, so that tests may parse often */
    while ((code = getopt_long(argc, argv, letters, long_options, NULL)) != -1) {
        const struct cli_option_row *row = row_of(code);
        if (!row)
            return fail_option(code, argv, err);
        used[row - cli_options] = true;
        if (!set_option(row, optarg, options, err))
            return false;
    }
    options->operands = argv + optind;
    options->operand_count = (size_t)(argc - optind);
    return true;
}

static void find_command(struct cli_options *options)
{
    for (size_t i = CLI_EDIT + 1; options->operand_count && i < CLI_COMMAND_COUNT; i++) {
        if (strcmp(cli_commands[i].name, options->operands[0]))
            continue;
        options->command = (enum cli_command)i;
        options->operands++;
        options->operand_count--;
        return;
    }
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
    if (options->operand_count <= cli_commands[command].max_operands)
        return true;
    /* Two words and no command: most likely the first was meant to be one. */
    if (command == CLI_EDIT)
        return err_set(err, ERR_USAGE, _("'%s' is no command."), options->operands[0]);
    return err_set(err, ERR_USAGE, _("'%1$s' is too much. Usage: alidade %2$s"),
                   options->operands[cli_commands[command].max_operands],
                   _(cli_commands[command].usage));
}

/* What is said of the disk by an option, not by its place. */
static bool check_measure(const struct cli_options *options, struct err *err)
{
    return options->command != CLI_BENCH ||
           cli_measure_check(&options->measure, options->operand_count, err);
}

static bool check_used(const struct cli_options *options,
                       const bool used[CLI_OPTION_COUNT], struct err *err)
{
    for (size_t i = 0; i < CLI_OPTION_COUNT; i++) {
        if (!used[i] || cli_options[i].commands & 1U << options->command)
            continue;
        size_t home = CLI_EDIT + 1;
        while (!(cli_options[i].commands & 1U << home))
            home++;
        return err_set(err, ERR_USAGE, _("--%1$s belongs to 'alidade %2$s'."),
                       cli_options[i].name, cli_commands[home].name);
    }
    return true;
}

bool cli_parse(int argc, char **argv, struct cli_options *ret, struct err *err)
{
    struct cli_options options = { 0 };
    bool used[CLI_OPTION_COUNT] = { false };

    if (!parse_options(argc, argv, &options, used, err))
        return false;
    find_command(&options);
    /* Who asks for help gets it, whatever else is missing. */
    if (!options.shows_help && !options.shows_version &&
        (!check_operands(&options, err) || !check_used(&options, used, err) ||
         !check_measure(&options, err)))
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
