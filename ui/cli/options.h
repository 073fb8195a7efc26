/* SPDX-License-Identifier: GPL-3.0-or-later */
/* options.h - the command line: arguments in, options out */
#ifndef ALIDADE_UI_CLI_OPTIONS_H
#define ALIDADE_UI_CLI_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "model/base/err.h"
#include "model/base/str.h"
#include "model/disk/limits.h"
#include "model/disk/repair.h"
#include "model/report/report.h"
#include "ui/cli/options_measure.h"
#include "ui/cli/options_numbers.h"
#include "ui/loop/loop.h"

enum cli_command {
    CLI_EDIT, /* no command: the editor, or the picker without DEVICE */
    CLI_LIST,
    CLI_CHECK,
    CLI_EXPLAIN,
    CLI_DUMP,
    CLI_APPLY,
    CLI_BACKUP,
    CLI_RESTORE,
    CLI_REPAIR,
    CLI_BENCH,
    CLI_PROBE,
    CLI_DEMO,
    CLI_COMMAND_COUNT,
};

/* Which copy of a GPT counts. */
enum cli_copy {
    COPY_UNSAID,
    COPY_PRIMARY,
    COPY_BACKUP,
};

#define CLI_CURES_MAX 16

/* What --cure asks for, in its order. */
struct cli_cure {
    enum repair repair; /* REPAIR_DROP, _CUT, _END_CHAIN */
    unsigned number;    /* of the partition; 0 with REPAIR_END_CHAIN */
};

struct cli_options {
    enum cli_command command;
    bool shows_help;
    bool shows_version;
    bool is_json;
    bool is_dry_run;
    bool is_read_only;
    bool is_agreed; /* --yes */
    bool is_ascii;
    bool is_quiet;
    bool is_verbose;
    bool is_demo_kept;
    bool is_demo_unopened;
    enum color_mode color;
    enum report_need need;
    enum cli_copy copy;
    struct cli_cure cures[CLI_CURES_MAX];
    size_t cure_count;
    struct cli_numbers empty; /* partitions that are called empty */
    struct cli_numbers lose;  /* partitions whose data is given up */
    const char *backup_path;  /* borrowed from argv; NULL: not given */
    int cols, rows;           /* 0: as large as the terminal */
    struct limits_given given;
    struct cli_measure measure;
    char **operands; /* borrowed from argv */
    size_t operand_count;
};

/* Sorts ARGV (options may stand anywhere); ERR_USAGE with one sentence for what cannot
 * be.  Reads nothing but its arguments. */
bool cli_parse(int argc, char **argv, struct cli_options *ret, struct err *err) MUST_USE;

/* What the environment says (NO_COLOR, ALIDADE_ASCII), where no option spoke. */
void cli_environment(struct cli_options *options);

/* The text of --help. */
void cli_help(struct str *ret);

#endif
