/* SPDX-License-Identifier: GPL-3.0-or-later */
/* options.h - the command line: arguments in, options out */
#ifndef ALIDADE_UI_CLI_OPTIONS_H
#define ALIDADE_UI_CLI_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/base/err.h"
#include "model/disk/limits.h"
#include "model/disk/repair.h"
#include "model/measure/workload.h"
#include "model/move/plan/moves.h"
#include "model/report/report.h"
#include "ui/loop/loop.h"

enum cli_command {
    CLI_EDIT, /* the editor, also without a command; a list of disks without DEVICE */
    CLI_LIST,
    CLI_CHECK,
    CLI_EXPLAIN,
    CLI_PLAN,
    CLI_FIX,
    CLI_RESUME,
    CLI_DUMP,
    CLI_APPLY,
    CLI_BACKUP,
    CLI_RESTORE,
    CLI_HISTORY,
    CLI_FOUND,
    CLI_REPAIR,
    CLI_BENCH,
    CLI_PROBE,
    CLI_DEMO,
    CLI_HELP,
    CLI_COMMAND_COUNT,
};

/* The copy of a GPT that --copy selects. */
enum cli_copy {
    COPY_NOT_GIVEN,
    COPY_PRIMARY,
    COPY_BACKUP,
};

#define CLI_NUMBERS_MAX 256
#define CLI_CURES_MAX   16

/* Partition numbers of a list such as "1,5".  Zero-initialised: none. */
struct cli_numbers {
    unsigned at[CLI_NUMBERS_MAX];
    size_t count;
};

#define CLI_STARTS_MAX 64

/* What --lose accepts, such as "1,5", "all", "free", "@disk" or "@16".  Zero-initialised:
 * nothing. */
struct cli_lose {
    bool is_all; /* every numbered partition, and what is_free accepts */
    bool is_free;
    bool is_disk;
    unsigned numbers[CLI_NUMBERS_MAX];
    size_t number_count;
    uint64_t starts[CLI_STARTS_MAX]; /* first sectors of ranges that no table names */
    size_t start_count;
};

/* One --cure=drop:N, --cure=cut:N or --cure=end-chain. */
struct cli_cure {
    enum repair repair; /* REPAIR_DROP, _CUT, _END_CHAIN */
    unsigned number;    /* of the partition; 0 with REPAIR_END_CHAIN */
};

/* One --start=N=LBA. */
struct cli_start {
    unsigned number;   /* of the partition */
    const char *start; /* a sector or a size: it depends on the disk */
};

/* The options of bench and probe; zero: not given.  Values that depend on the disk stay
 * text. */
struct cli_measure {
    const char *partition; /* number or letter */
    const char *base;      /* start to measure */
    const char *against;   /* start to compare it with */
    bool has_all;          /* every workload, or .. */
    bool has_workload;     /* .. this one */
    enum workload_kind workload;
    enum preset preset;
    const char *compared; /* another drive: its name, or a file */
    const char *folder;   /* on a mounted file system */
    const char *jobs;     /* folder for fio's job files */
    double seconds;       /* a limit; 0: the default */
    bool has_seed;
    uint64_t seed;
    bool is_as_drive;
    bool is_sustained;

    /* The letters of part-align-bench. */
    const char *device;
    uint64_t stride_bytes;
    uint64_t size_bytes;
    bool is_synced;
};

/* Texts are borrowed from argv. */
struct cli_options {
    enum cli_command command;
    bool shows_help; /* that of COMMAND */
    bool shows_version;
    bool is_json;
    bool is_dry_run;
    bool is_read_only;
    bool is_agreed; /* --yes */
    bool is_strict; /* apply refuses a misaligned new start */
    bool is_ascii;
    bool has_no_mouse;
    bool is_quiet;
    bool is_verbose;
    bool searches_all; /* found: each sector */
    bool shows_script; /* found: for apply and sfdisk */
    bool is_demo_kept;
    bool is_demo_unopened;
    enum color_mode color;
    enum report_need need;
    enum cli_copy copy;
    struct cli_cure cures[CLI_CURES_MAX]; /* in the order of the options */
    size_t cure_count;
    struct cli_numbers empty; /* partitions whose content is not needed */
    struct cli_lose lose;     /* what the user accepts to lose */
    enum moves_aim aim;       /* of a plan for the whole disk, where it was given */
    bool has_aim;             /* it was */
    struct cli_start starts[CLI_NUMBERS_MAX];
    size_t start_count;
    const char *journal; /* file or device for the journal of moves; NULL: not given */
    bool skips_check;    /* fix does not compare at the end */
    bool checks_content; /* fix runs the checkers of file systems */
    bool is_slow;        /* more than 24 hours are no matter */
    bool knows_flush_lies;
    bool is_rollback;  /* resume takes the move back */
    bool writes_table; /* resume writes the table over what another program has changed */
    bool shows_status;
    const char *layout;      /* a list of sizes instead of a script; NULL: not given */
    const char *backup_path; /* NULL: not given */
    int cols, rows;          /* 0: as large as the terminal */
    struct limits_given given;
    struct cli_measure measure;
    char **operands;
    size_t operand_count;
};

/* Parses ARGV; options may stand anywhere.  ERR_USAGE with one sentence for a wrong
 * command line.  Reads nothing but its arguments. */
bool cli_parse(int argc, char **argv, struct cli_options *ret, struct err *err) MUST_USE;

/* Applies NO_COLOR and ALIDADE_ASCII where no option was given. */
void cli_environment(struct cli_options *options);

#endif
