/* SPDX-License-Identifier: GPL-3.0-or-later */
/* options_table.h - the words of the command line: commands, options, and what they take
 */
#ifndef ALIDADE_UI_CLI_OPTIONS_TABLE_H
#define ALIDADE_UI_CLI_OPTIONS_TABLE_H

#include <stddef.h>

#include "ui/cli/options.h"

/* How many operands a command takes, and how its line of the help reads. */
struct cli_command_row {
    const char *name; /* NULL: no word asks for it */
    size_t min_operands, max_operands;
    const char *usage; /* N_() */
    const char *help;  /* N_() */
};

extern const struct cli_command_row cli_commands[CLI_COMMAND_COUNT];

/* What has no letter of its own. */
enum {
    OPTION_PHYSICAL = 256,
    OPTION_OFFSET,
    OPTION_SECTOR,
    OPTION_GRAIN,
    OPTION_ASCII,
    OPTION_SIZE,
    OPTION_COLOR,
    OPTION_YES,
    OPTION_BACKUP,
    OPTION_COPY,
    OPTION_CURE,
    OPTION_EMPTY,
    OPTION_LOSE,
    OPTION_NEED,
    OPTION_KEEP,
    OPTION_NO_OPEN,
    OPTION_AGAINST,
    OPTION_PARTITION,
    OPTION_WORKLOAD,
    OPTION_PRESET,
    OPTION_COMPARE,
    OPTION_DIR,
    OPTION_JOB_FILES,
    OPTION_SECONDS,
    OPTION_SEED,
    OPTION_AS_DRIVE,
};

struct cli_option_row {
    int code; /* a letter is its short form */
    const char *name;
    const char *value; /* N_(): what it takes; NULL: nothing */
    unsigned commands; /* a set of 1 << enum cli_command */
    const char *help;  /* N_() */
};

#define CLI_OPTION_COUNT 38

extern const struct cli_option_row cli_options[CLI_OPTION_COUNT];

#endif
