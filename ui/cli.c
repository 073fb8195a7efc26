/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cli.c - the command line: arguments in, options out */
#include "ui/cli.h"

#include <assert.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/columns.h"
#include "model/intl.h"
#include "model/mem.h"
#include "model/size.h"

#define FOR_ALL      ((1U << CLI_COMMAND_COUNT) - 1)
#define FOR(command) (1U << (command))

/* How many operands a command takes, and how its line of the help reads. */
static const struct {
    const char *name; /* NULL: no word asks for it */
    size_t least, most;
    const char *usage;
    const char *help;
} commands[CLI_COMMAND_COUNT] = {
    [CLI_EDIT] = { NULL, 0, 1, N_("[DEVICE]"),
                   N_("open the editor; without DEVICE choose a disk") },
    [CLI_LIST] = { "list", 0, SIZE_MAX, N_("list [DEVICE...]"),
                   N_("disks and partitions, verdicts, better starts") },
    [CLI_CHECK] = { "check", 1, SIZE_MAX, N_("check DEVICE..."),
                    N_("what is off; the exit code says it") },
    [CLI_EXPLAIN] = { "explain", 1, 2, N_("explain DEVICE [N]"),
                      N_("why partition N is off, and what cures cost") },
    [CLI_DEMO] = { "demo", 0, 1, N_("demo [KIND]"),
                   N_("make a private demo image and open it") },
};

/* What has no letter of its own. */
enum {
    OPTION_PHYSICAL = 256,
    OPTION_OFFSET,
    OPTION_SECTOR,
    OPTION_GRAIN,
    OPTION_ASCII,
    OPTION_SIZE,
    OPTION_COLOR,
    OPTION_NEED,
    OPTION_KEEP,
    OPTION_NO_OPEN,
};

static const struct option_row {
    int code; /* a letter is its short form */
    const char *name;
    const char *value; /* N_(): what it takes; NULL: nothing */
    unsigned commands; /* set of FOR() */
    const char *help;
} rows[] = {
    { 'J', "json", NULL, FOR_ALL, N_("write JSON") },
    { 'r', "read-only", NULL, FOR_ALL, N_("open for looking only") },
    { OPTION_PHYSICAL, "physical-sector", N_("BYTES"), FOR_ALL,
      N_("judge by this physical sector") },
    { OPTION_OFFSET, "alignment-offset", N_("BYTES"), FOR_ALL,
      N_("the first physical boundary (3584: XP jumper)") },
    { OPTION_SECTOR, "sector-size", N_("BYTES"), FOR_ALL,
      N_("logical sector of an image file (512)") },
    { OPTION_GRAIN, "grain", N_("SIZE"), FOR_ALL, N_("align to this (1MiB)") },
    { OPTION_ASCII, "ascii", NULL, FOR_ALL,
      N_("draw with ASCII only (ALIDADE_ASCII=1)") },
    { OPTION_SIZE, "size", N_("COLSxROWS"), FOR_ALL,
      N_("draw in this part of the terminal") },
    { OPTION_COLOR, "color", N_("WHEN"), FOR_ALL, N_("auto, always, never (NO_COLOR)") },
    { 'q', "quiet", NULL, FOR(CLI_CHECK), N_("check: write nothing") },
    { OPTION_NEED, "need", N_("WHAT"), FOR(CLI_CHECK),
      N_("check: physical (default) or grain") },
    { OPTION_KEEP, "keep", NULL, FOR(CLI_DEMO),
      N_("demo: keep the image, say its path") },
    { OPTION_NO_OPEN, "no-open", NULL, FOR(CLI_DEMO), N_("demo: only make it") },
    { 'h', "help", NULL, FOR_ALL, N_("this help") },
    { 'V', "version", NULL, FOR_ALL, N_("versions of alidade and its libraries") },
};

#define ROW_COUNT ARRAY_SIZE(rows)

static const struct option_row *row_of(int code)
{
    for (size_t i = 0; i < ROW_COUNT; i++)
        if (rows[i].code == code)
            return &rows[i];
    return NULL;
}

/* getopt's own form of the table; ROOM for the NUL and the end included. */
static void fill_getopt(struct option options[ROW_COUNT + 1], char letters[ROW_COUNT + 2])
{
    /* The colon asks for ':' where a value is missing; the sentences are ours. */
    *letters++ = ':';
    for (size_t i = 0; i < ROW_COUNT; i++) {
        options[i] = (struct option){
            .name = rows[i].name,
            .has_arg = rows[i].value ? required_argument : no_argument,
            .val = rows[i].code,
        };
        assert(rows[i].code >= 256 || !rows[i].value);
        if (rows[i].code < 256)
            *letters++ = (char)rows[i].code;
    }
    options[ROW_COUNT] = (struct option){ 0 };
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
                       : code == 'h'            ? &options->shows_help
                       : code == 'V'            ? &options->shows_version
                       : code == OPTION_ASCII   ? &options->is_ascii
                       : code == OPTION_KEEP    ? &options->is_demo_kept
                       : code == OPTION_NO_OPEN ? &options->is_demo_unopened
                                                : NULL;

    if (!flag)
        return false;
    *flag = true;
    return true;
}

static bool set_option(const struct option_row *row, const char *value,
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
    case OPTION_COLOR:
        return set_color(value, options, err);
    default:
        assert(row->code == OPTION_NEED);
        return set_need(value, options, err);
    }
}

/* getopt has moved optind past a long option; at a cluster of letters it stays. */
static bool fail_option(int code, char **argv, struct err *err)
{
    const struct option_row *row = row_of(optopt);
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
                          bool used[ROW_COUNT], struct err *err)
{
    struct option long_options[ROW_COUNT + 1];
    char letters[ROW_COUNT + 2];
    int code;

    fill_getopt(long_options, letters);
    opterr = 0;
    optind = 0; /* glibc: begin anew, so that tests may parse often */
    while ((code = getopt_long(argc, argv, letters, long_options, NULL)) != -1) {
        const struct option_row *row = row_of(code);
        if (!row)
            return fail_option(code, argv, err);
        used[row - rows] = true;
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
        if (strcmp(commands[i].name, options->operands[0]))
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

    if (options->operand_count < commands[command].least)
        return err_set(err, ERR_USAGE, _("Which disk? Usage: alidade %s"),
                       _(commands[command].usage));
    if (options->operand_count <= commands[command].most)
        return true;
    /* Two words and no command: most likely the first was meant to be one. */
    if (command == CLI_EDIT)
        return err_set(err, ERR_USAGE, _("'%s' is no command."), options->operands[0]);
    return err_set(err, ERR_USAGE, _("'%1$s' is too much. Usage: alidade %2$s"),
                   options->operands[commands[command].most], _(commands[command].usage));
}

static bool check_used(const struct cli_options *options, const bool used[ROW_COUNT],
                       struct err *err)
{
    for (size_t i = 0; i < ROW_COUNT; i++) {
        if (!used[i] || rows[i].commands & FOR(options->command))
            continue;
        size_t home = CLI_EDIT + 1;
        while (!(rows[i].commands & FOR(home)))
            home++;
        return err_set(err, ERR_USAGE, _("--%1$s belongs to 'alidade %2$s'."),
                       rows[i].name, commands[home].name);
    }
    return true;
}

bool cli_parse(int argc, char **argv, struct cli_options *ret, struct err *err)
{
    struct cli_options options = { 0 };
    bool used[ROW_COUNT] = { false };

    if (!parse_options(argc, argv, &options, used, err))
        return false;
    find_command(&options);
    /* Who asks for help gets it, whatever else is missing. */
    if (!options.shows_help && !options.shows_version &&
        (!check_operands(&options, err) || !check_used(&options, used, err)))
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

static void help_commands(struct str *ret)
{
    CLEANUP(columns_freep) struct columns *columns = columns_new(2);

    for (size_t i = 0; i < CLI_COMMAND_COUNT; i++) {
        columns_row(columns);
        columns_set(columns, 0, "alidade %s", _(commands[i].usage));
        columns_set(columns, 1, "%s", _(commands[i].help));
    }
    columns_write(columns, 2, ret);
}

static void help_options(struct str *ret)
{
    CLEANUP(columns_freep) struct columns *columns = columns_new(2);

    for (size_t i = 0; i < ROW_COUNT; i++) {
        char letter[5] = "    ";
        if (rows[i].code < 256)
            snprintf(letter, sizeof(letter), "-%c, ", rows[i].code);
        columns_row(columns);
        columns_set(columns, 0, "%s--%s%s%s", letter, rows[i].name,
                    rows[i].value ? "=" : "", rows[i].value ? _(rows[i].value) : "");
        columns_set(columns, 1, "%s", _(rows[i].help));
    }
    columns_write(columns, 2, ret);
}

void cli_help(struct str *ret)
{
    str_add(ret, _("Usage: alidade [OPTION...] [COMMAND] [DEVICE...]\n"
                   "A partition editor that knows about alignment.\n"
                   "DEVICE is a disk or an image file.\n\n"));
    help_commands(ret);
    str_add(ret, _("\nOptions, before or after the command:\n"));
    help_options(ret);
    str_add(ret,
            _("\nSizes: 4096, 4KiB, 1MiB (powers of two), 4kB, 1MB (powers of ten).\n"
              "Exit codes: 0 done, nothing is off; 1 check: something is off; 2 wrong "
              "usage;\n3 cannot be read; 4 refused; 6 I/O error.\n"));
}
