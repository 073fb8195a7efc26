/* SPDX-License-Identifier: GPL-3.0-or-later */
/* options_table.h - the commands and options of the command line, one row each */
#ifndef ALIDADE_UI_CLI_OPTIONS_TABLE_H
#define ALIDADE_UI_CLI_OPTIONS_TABLE_H

#include <stddef.h>

#include "model/base/str.h"
#include "ui/cli/options.h"

struct cli_command_row {
    /* Returns the exit code; a sentence in ERR is not printed yet. */
    int (*run)(const struct cli_options *options, struct err *err);
    const char *name; /* that of CLI_EDIT may be left out */
    size_t min_operands, max_operands;
    const char *operands;              /* N_() */
    const char *help;                  /* N_(): what it does, without a full stop */
    const char *note;                  /* N_(): more of it; NULL: nothing */
    void (*add_more)(struct str *ret); /* appends to its help; NULL: nothing */
};

/* At least two for each command, which tests run in this order. */
struct cli_example {
    enum cli_command command;
    const char *line;  /* as typed in a shell */
    const char *words; /* N_(): what it does, without a full stop */
};

/* What an exit code means for some commands.  Each code of a command has one row. */
struct cli_exit_row {
    int code;
    unsigned commands; /* a set of 1 << enum cli_command */
    const char *words; /* N_(), without a full stop */
};

/* How an option's value is checked, and stored in the member of cli_options. */
enum cli_value {
    VALUE_NONE, /* bool: the option is a flag */
    VALUE_TEXT,
    VALUE_BYTES, /* > 0 */
    VALUE_OFFSET,
    VALUE_AMOUNT,
    VALUE_SECONDS,
    VALUE_SEED,
    VALUE_SIZE,
    VALUE_COLOR,
    VALUE_NEED,
    VALUE_COPY,
    VALUE_PRESET,
    VALUE_WORKLOAD,
    VALUE_LOSE, /* struct cli_lose */
    VALUE_EMPTY,
    VALUE_CURE,
    VALUE_AIM,
    VALUE_START, /* adds to cli_options.starts */
    VALUE_COUNT,
};

struct cli_option {
    char letter; /* short form; 0: none */
    const char *name;
    const char *value; /* N_(): what it takes; NULL: nothing */
    const char *words; /* values that shells offer, separated by spaces; NULL: none */
    /* A set of 1 << enum cli_command: where it has an effect, and with CLI_ANYWHERE it is
     * accepted by the other commands too. */
    unsigned commands;
    enum cli_value kind;
    size_t member;    /* offset in struct cli_options */
    const char *help; /* N_(), without a full stop */
};

#define CLI_ANYWHERE      (1U << CLI_COMMAND_COUNT)
#define CLI_OPTION_COUNT  63
#define CLI_EXIT_COUNT    37
#define CLI_EXAMPLE_COUNT 38

/* An option that means something else for some commands has several rows, which follow
 * each other and differ in their commands and help only. */

extern const struct cli_command_row cli_commands[CLI_COMMAND_COUNT];
extern const struct cli_option cli_option_rows[CLI_OPTION_COUNT];
extern const struct cli_example cli_examples[CLI_EXAMPLE_COUNT];
extern const struct cli_exit_row cli_exit_rows[CLI_EXIT_COUNT];

/* Stores TEXT (NULL: the option takes no value) as OPTION's value.  ERR_USAGE with what
 * stands behind the option and a colon, for a value that it does not take. */
bool cli_option_set(const struct cli_option *option, const char *text,
                    struct cli_options *options, struct err *err) MUST_USE;

/* Appends the values of OPTION that are words, separated by spaces. */
void cli_option_words(const struct cli_option *option, struct str *ret);

/* Returns false if no command is called WORD. */
bool cli_command_find(const char *word, enum cli_command *ret);
/* Returns false with the command that WORD was probably meant to be, or the help:
 * ERR_USAGE, or ERR_UNREADABLE where it can also be a disk that is missing. */
bool cli_refuse_command(const char *word, bool can_be_disk, struct err *err);

/* Appends "-J, --json" or "    --to=AIM", translated. */
void help_add_option(const struct cli_option *option, struct str *ret);
/* Appends what `alidade help` prints: at most 24 lines of 80 columns. */
void help_add_all(int width, struct str *ret);
/* Appends the help of COMMAND, in lines of at most WIDTH columns. */
void help_add_command(enum cli_command command, int width, struct str *ret);
/* Prints it.  Returns the exit code. */
int help_print_command(const struct cli_options *options, enum cli_command command);

#endif
