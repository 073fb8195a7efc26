/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bench_loads.h - the workloads that have a name, on a disk and in files */
#ifndef ALIDADE_UI_CLI_BENCH_LOADS_H
#define ALIDADE_UI_CLI_BENCH_LOADS_H

#include "ui/cli/measure.h"

/* What the command line asks for beside the comparison of two starts. */
bool loads_are_wanted(const struct cli_measure *given);

/* Each returns the exit code; ERR may hold a sentence that is still to be said.  What was
 * timed is added to the command's measurement. */
int loads_run(struct measure_command *command, struct err *err);
int loads_run_files(struct measure_command *command, struct err *err);

/* The table of all that was timed: published figures and another drive's beside it. */
void loads_print(struct measure_command *command);

/* fio's jobs into the folder that was named. */
bool loads_save_jobs(struct measure_command *command, struct err *err) MUST_USE;

#endif
