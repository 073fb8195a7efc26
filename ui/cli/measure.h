/* SPDX-License-Identifier: GPL-3.0-or-later */
/* measure.h - the common part of bench and probe */
#ifndef ALIDADE_UI_CLI_MEASURE_H
#define ALIDADE_UI_CLI_MEASURE_H

#include "device/io/sys.h"
#include "model/base/lines.h"
#include "model/measure/saved_result.h"
#include "model/measure/test_area.h"
#include "model/report/json_measure.h"
#include "ui/cli/disk.h"
#include "ui/cli/options.h"

/* One run of the command; zero-initialised. */
struct measure_command {
    const struct cli_options *options;
    const char *path; /* NULL: no disk, only a folder */
    struct sys sys;
    struct command_disk disk;
    uint64_t seed;
    unsigned parts;                   /* of the command that are still to be run */
    uint64_t begun_ms;                /* of the first one; 0: not yet */
    struct bench_starts starts;       /* bench */
    const struct saved_result *other; /* borrowed; NULL: none */

    /* The result. */
    struct saved_result saved;
    bool has_result;
    bool has_workloads;
    struct report_workloads workloads;
    enum measure_reason refusal; /* without a measurement */
    const char *reason_id;       /* id of that refusal; NULL: none */
    struct request_errors errors;
    struct lines lines;
    char users[512];   /* the users of the disk, or why it is refused; empty: none */
    bool is_on_stderr; /* sentences go to standard error */
    bool is_drive;     /* the result can be saved */
    char *kept_path, *area_path;
};

/* Reads the disk at PATH, and chooses a random seed if none is given. */
bool measure_begin(struct measure_command *command, const struct cli_options *options,
                   const char *path, struct err *err) MUST_USE;
void measure_finish(struct measure_command *command);

/* Seconds of the next part: an equal share of what --seconds leaves; 0: its default. */
double measure_part_seconds(struct measure_command *command);
/* Runs a bench of command->starts, or a probe, and prints intent and result.  Returns the
 * exit code, 0 with a result; a sentence in ERR is not printed yet. */
int measure_carry_out(struct measure_command *command, bool is_probe, struct err *err);

/* Returns the result, to which more can be added; creates it if there is none. */
struct saved_result *measure_saved_result(struct measure_command *command);
/* Returns 0, or the exit code for a missing result; a sentence in ERR is not printed
 * yet. */
int measure_code(enum measure_verdict verdict, enum measure_reason reason,
                 struct err *err);
/* Saves the original bytes of a test area that has changed, and prints the path. */
void measure_save_area(struct measure_command *command, uint64_t start, const void *bytes,
                       uint64_t count);
/* Prints LINES, one sentence each, wrapped; JSON gets a list of them.  LINES is empty
 * afterwards. */
void measure_print(struct measure_command *command, struct lines *lines);
/* The same for one sentence, without control characters. */
void measure_print_sentence(struct measure_command *command, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Prints TEXT without a change, but in ASCII with --ascii; nothing with --json. */
void measure_print_text(const struct measure_command *command, const char *text);
/* Prints rows of a table, which begin with a space, without a change, and sentences
 * between them wrapped; the first RAW lines are rows.  JSON does not get them. */
void measure_print_rows(struct measure_command *command, const struct lines *lines,
                        size_t raw);
/* Prints times, verdict and seed. */
void measure_print_result(struct measure_command *command, bool is_probe);

/* Saves the result for this drive, prints the path and the JSON document, and frees
 * COMMAND. */
void measure_complete(struct measure_command *command, bool is_probe);

#endif
