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
    const char *name; /* NULL: the editor, which has no command */
    size_t min_operands, max_operands;
    const char *usage; /* N_() */
    const char *help;  /* N_() */
};

/* How an option's value is checked, and stored in the member of cli_options. */
enum cli_value {
    VALUE_NONE, /* bool: the option is a flag */
    VALUE_TEXT,
    VALUE_BACKUP,
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
    unsigned commands; /* a set of 1 << enum cli_command */
    enum cli_value kind;
    size_t member;    /* offset in struct cli_options */
    const char *help; /* N_() */
};

#define CLI_OPTION_COUNT 52

extern const struct cli_command_row cli_commands[CLI_COMMAND_COUNT];
extern const struct cli_option cli_option_rows[CLI_OPTION_COUNT];

/* Stores TEXT (NULL: the option takes no value) as OPTION's value.  ERR_USAGE with one
 * sentence for a value that OPTION does not take. */
bool cli_option_set(const struct cli_option *option, const char *text,
                    struct cli_options *options, struct err *err) MUST_USE;

/* Appends the text of --help. */
void cli_help(struct str *ret);

#endif
