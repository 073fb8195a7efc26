/* SPDX-License-Identifier: GPL-3.0-or-later */
/* output.h - standard output and standard error */
#ifndef ALIDADE_UI_CLI_OUTPUT_H
#define ALIDADE_UI_CLI_OUTPUT_H

#include <stdbool.h>
#include <stdio.h>

#include "device/io/sys.h"
#include "model/base/err.h"
#include "ui/cli/options.h"
#include "ui/term/term.h"

/* Writes UTF-8 text in the locale's character set, with '?' for what that lacks. */
void output_text(FILE *file, const char *text);
/* Writes TEXT, in ASCII with --ascii and in a locale without UTF-8. */
void output_glyphs(const struct cli_options *options, FILE *file, const char *text);
/* Writes DOCUMENT to standard output without conversion, because JSON is UTF-8 in each
 * locale, and frees it. */
void output_json(char *document);
/* Writes TEXT, which tells what was done to a disk, to standard output at once, or
 * instead of it the JSON DOCUMENT, which is freed.  If that cannot be written, TEXT goes
 * to standard error: that a disk was changed is told whatever happens to the output. */
void output_report(const char *text, char *document);
/* Writes "alidade: SENTENCE" to standard error, without control characters. */
void output_complain(const char *sentence);
/* Flushes the output.  ERR_IO if it could not be written completely, so that a script
 * does not take a part for the whole answer. */
bool output_finish(struct err *err) MUST_USE;

/* Returns the escape sequence of what is misaligned, in the colour that the editor gives
 * it; NULL if reports are not coloured. */
const char *output_off_color(const struct cli_options *options, char buf[TERM_SEQUENCE]);
/* Columns for wrapped text: --size, else the terminal's, else 80; from 40 to 100. */
int output_columns(const struct cli_options *options);

#endif
