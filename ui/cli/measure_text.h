/* SPDX-License-Identifier: GPL-3.0-or-later */
/* measure_text.h - measurements as text for pipes and terminals */
#ifndef ALIDADE_UI_CLI_MEASURE_TEXT_H
#define ALIDADE_UI_CLI_MEASURE_TEXT_H

#include "model/base/lines.h"
#include "model/base/str.h"
#include "model/measure/measure.h"

/* Each of LINES wrapped to WIDTH columns, behind INDENT spaces; what is wrapped goes on
 * two columns further in. */
void measure_text_lines(const struct lines *lines, int indent, int width,
                        struct str *ret);

/* A row for each start that was timed.  WHAT says which start it is: translated, NULL
 * where there is nothing to say. */
void measure_text_arms(const struct bench_result *result,
                       const char *const what[ARM_COUNT], struct str *ret);
/* The times of the same write at shifted places, with bars to scale; nothing where none
 * were timed. */
void measure_text_bars(const struct probe_result *result, struct str *ret);

#endif
