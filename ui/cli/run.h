/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run.h - the commands of the command line, and --version */
#ifndef ALIDADE_UI_CLI_RUN_H
#define ALIDADE_UI_CLI_RUN_H

#include "model/base/err.h"
#include "model/base/str.h"
#include "ui/cli/options.h"

/* Each returns the exit code.  A sentence in ERR is not printed yet; the errors of one of
 * several disks are. */
int command_edit(const struct cli_options *options, struct err *err);
int command_list(const struct cli_options *options, struct err *err);
int command_check(const struct cli_options *options, struct err *err);
int command_explain(const struct cli_options *options, struct err *err);
int command_plan(const struct cli_options *options, struct err *err);
int command_fix(const struct cli_options *options, struct err *err);
int command_resume(const struct cli_options *options, struct err *err);
int command_dump(const struct cli_options *options, struct err *err);
int command_apply(const struct cli_options *options, struct err *err);
int command_backup(const struct cli_options *options, struct err *err);
int command_restore(const struct cli_options *options, struct err *err);
int command_history(const struct cli_options *options, struct err *err);
int command_found(const struct cli_options *options, struct err *err);
int command_repair(const struct cli_options *options, struct err *err);
int command_bench(const struct cli_options *options, struct err *err);
int command_probe(const struct cli_options *options, struct err *err);
int command_demo(const struct cli_options *options, struct err *err);
int command_help(const struct cli_options *options, struct err *err);

/* Appends the kinds of demo, for the end of its help. */
void command_demo_help(struct str *ret);
/* Prints the versions of alidade and of its libraries as they run.  Returns the exit
 * code. */
int command_version(void);

#endif
