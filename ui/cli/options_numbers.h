/* SPDX-License-Identifier: GPL-3.0-or-later */
/* options_numbers.h - lists of partitions on the command line: "1,5" or "all" */
#ifndef ALIDADE_UI_CLI_OPTIONS_NUMBERS_H
#define ALIDADE_UI_CLI_OPTIONS_NUMBERS_H

#include <stdbool.h>
#include <stddef.h>

#include "model/base/err.h"

#define CLI_NUMBERS_MAX 256

/* Zero-initialised: none. */
struct cli_numbers {
    bool is_all;
    unsigned at[CLI_NUMBERS_MAX];
    size_t count;
};

/* Adds those of TEXT, the value of option NAME, to LIST: numbers from 0 on with commas
 * between them, or "all".  ERR_USAGE with a sentence for anything else. */
bool cli_numbers_add(const char *name, const char *text, struct cli_numbers *list,
                     struct err *err) MUST_USE;

#endif
