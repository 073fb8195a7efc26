/* SPDX-License-Identifier: GPL-3.0-or-later */
/* output.h - where the program speaks: standard output and error */
#ifndef ALIDADE_UI_CLI_OUTPUT_H
#define ALIDADE_UI_CLI_OUTPUT_H

#include <stdbool.h>
#include <stdio.h>

#include "model/base/err.h"
#include "ui/cli/options.h"

/* Writes UTF-8 text in the locale's own character set; what it lacks becomes '?'. */
void output_text(FILE *file, const char *text);
/* The same to standard output without a change: JSON is UTF-8 everywhere. */
void output_json(const char *text);
/* "alidade: SENTENCE" on standard error; a name in it cannot speak to the terminal. */
void output_complain(const char *sentence);
/* Sends what is still held back.  False with a sentence where the output is full or
 * broken: then what a script reads is not the whole answer. */
bool output_finish(struct err *err) MUST_USE;

/* True where glyphs beyond ASCII can be shown. */
bool output_is_utf8(void);
/* True where the reports may be coloured. */
bool output_has_color(const struct cli_options *options);
/* Columns for wrapped text: as asked for, the terminal's, or 80. */
int output_columns(const struct cli_options *options);

#endif
