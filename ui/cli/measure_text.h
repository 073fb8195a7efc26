/* SPDX-License-Identifier: GPL-3.0-or-later */
/* measure_text.h - measurements as text for pipes and terminals */
#ifndef ALIDADE_UI_CLI_MEASURE_TEXT_H
#define ALIDADE_UI_CLI_MEASURE_TEXT_H

#include "model/base/lines.h"
#include "model/base/str.h"
#include "model/measure/measure.h"

/* Appends LINES wrapped to WIDTH columns behind INDENT spaces; continuation lines have
 * two spaces more. */
void measure_text_lines(const struct lines *lines, int indent, int width,
                        struct str *ret);

/* Appends a row for each start that was timed.  WHAT describes the starts, translated;
 * NULL: no description. */
void measure_text_arms(const struct bench_result *result,
                       const char *const what[ARM_COUNT], struct str *ret);
/* Appends the times of the same write at shifted positions, with bars to scale; nothing
 * if none were timed. */
void measure_text_bars(const struct probe_result *result, struct str *ret);

#endif
