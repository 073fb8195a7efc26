/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run.h - what the words of the command line do */
#ifndef ALIDADE_UI_CLI_RUN_H
#define ALIDADE_UI_CLI_RUN_H

#include "model/base/err.h"
#include "ui/cli/options.h"

/* Each returns the exit code.  A sentence in ERR is still to be said; what went wrong
 * with one of several disks has been said already. */
int command_edit(const struct cli_options *options, struct err *err);
int command_list(const struct cli_options *options, struct err *err);
int command_check(const struct cli_options *options, struct err *err);
int command_explain(const struct cli_options *options, struct err *err);
int command_dump(const struct cli_options *options, struct err *err);
int command_apply(const struct cli_options *options, struct err *err);
int command_backup(const struct cli_options *options, struct err *err);
int command_restore(const struct cli_options *options, struct err *err);
int command_repair(const struct cli_options *options, struct err *err);
int command_bench(const struct cli_options *options, struct err *err);
int command_probe(const struct cli_options *options, struct err *err);
int command_demo(const struct cli_options *options, struct err *err);

/* The kinds of demo, for the end of --help. */
void command_demo_help(struct str *ret);

#endif
