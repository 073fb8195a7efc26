/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bench_loads.h - the workloads of bench, on a disk and in files */
#ifndef ALIDADE_UI_CLI_BENCH_LOADS_H
#define ALIDADE_UI_CLI_BENCH_LOADS_H

#include "ui/cli/measure.h"

/* True if the command line requests workloads on the disk. */
bool loads_are_wanted(const struct cli_measure *given);

/* Bounds of the workloads on the disk. */
struct measure_bounds loads_bounds(const struct measure_command *command);
/* Run workloads and add their times to the result.  Return the exit code; a sentence in
 * ERR is not printed yet. */
int loads_run(struct measure_command *command, struct err *err);
int loads_run_files(struct measure_command *command, struct err *err);

/* Prints the table of all times, with published figures and those of another drive. */
void loads_print(struct measure_command *command);

/* Saves job files for fio in the folder of --job-files. */
bool loads_save_jobs(struct measure_command *command, struct err *err) MUST_USE;

#endif
