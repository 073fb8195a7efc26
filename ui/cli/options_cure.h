/* SPDX-License-Identifier: GPL-3.0-or-later */
/* options_cure.h - the values of --cure: drop:N, cut:N, end-chain */
#ifndef ALIDADE_UI_CLI_OPTIONS_CURE_H
#define ALIDADE_UI_CLI_OPTIONS_CURE_H

#include "ui/cli/options.h"

/* Adds TEXT to the cures of OPTIONS.  ERR_USAGE with a sentence for anything else. */
bool cli_cure_add(const char *text, struct cli_options *options,
                  struct err *err) MUST_USE;

#endif
