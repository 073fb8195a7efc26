/* SPDX-License-Identifier: GPL-3.0-or-later */
/* command_edit.c - no command: what a DEVICE alone does */
#include "ui/command_run.h"

int command_edit(const struct cli_options *options, struct err *err)
{
    return command_list(options, err);
}
