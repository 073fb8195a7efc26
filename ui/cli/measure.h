/* SPDX-License-Identifier: GPL-3.0-or-later */
/* measure.h - what bench and probe have in common */
#ifndef ALIDADE_UI_CLI_MEASURE_H
#define ALIDADE_UI_CLI_MEASURE_H

#include "device/io/sys.h"
#include "model/base/lines.h"
#include "model/measure/saved_result.h"
#include "model/measure/test_area.h"
#include "model/report/json_measure.h"
#include "ui/cli/disk.h"
#include "ui/cli/options.h"

/* One run; zero-initialised. */
struct measure_command {
    const struct cli_options *options;
    const char *path; /* NULL: no disk, only a folder */
    struct sys sys;
    struct command_disk disk;
    uint64_t seed;
    struct bench_starts starts; /* bench */
    enum preset preset;
    const struct saved_result *other; /* borrowed; NULL: none */

    /* What came of it. */
    struct saved_result saved;
    bool has_measurement;
    bool has_workloads;
    struct report_workloads workloads;
    enum measure_reason refusal; /* without a measurement */
    struct lines lines;
    char who[512]; /* who uses the disk, or why it is refused; empty: nobody */
    bool is_aside; /* what is said goes to standard error */
    bool is_drive; /* what was measured may be kept */
    char *kept_path, *area_path;
};

/* Reads the disk at PATH and draws a seed where none is given. */
bool measure_begin(struct measure_command *command, const struct cli_options *options,
                   const char *path, struct err *err) MUST_USE;
void measure_finish(struct measure_command *command);

/* One bench of command->starts, or one probe: says what it will do, does it, says what
 * came of it.  Returns the exit code, 0 where a result stands; ERR may hold a sentence
 * that is still to be said. */
int measure_carry_out(struct measure_command *command, bool is_probe, struct err *err);

/* What has been measured so far, to be added to; begins one where there is none. */
struct saved_result *measure_measurement(struct measure_command *command);
/* 0, or why there is no result, with a sentence in ERR where one is still to be said. */
int measure_code(enum measure_verdict verdict, enum measure_reason reason,
                 struct err *err);
/* The bytes of a window that has changed, to a file; says where. */
void measure_save_area(struct measure_command *command, uint64_t start, const void *bytes,
                       uint64_t count);
/* A sentence or several, wrapped, to standard output; for JSON into the list of what was
 * said. */
void measure_print(struct measure_command *command, const struct lines *lines);
void measure_print_sentence(struct measure_command *command, const char *sentence);
/* As it is, but in ASCII where that is asked for; nothing where JSON is. */
void measure_print_text(const struct measure_command *command, const char *text);
/* Rows that stay as they are, and sentences between them; the first RAW lines are rows.
 * JSON has its own form of them. */
void measure_print_rows(struct measure_command *command, const struct lines *lines,
                        size_t raw);
/* The times, what they mean, and the seed. */
void measure_print_result(struct measure_command *command, bool is_probe);

/* Keeps what was measured for this drive, and says where; or that nothing was written. */
void measure_end(struct measure_command *command);
/* The whole of it, where JSON is asked for. */
void measure_write_json(const struct measure_command *command, bool is_probe);

#endif
