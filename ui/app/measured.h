/* SPDX-License-Identifier: GPL-3.0-or-later */
/* measured.h - saved results of the open disk, for other screens than bench and probe */
#ifndef ALIDADE_UI_APP_MEASURED_H
#define ALIDADE_UI_APP_MEASURED_H

#include "ui/app/state.h"

/* Returns the saved result of STARTS, or of starts with the same offsets on the physical
 * grid; NULL if there is none.  Borrowed from APP. */
const struct bench_result *measured_bench(const struct app *app,
                                          const struct bench_starts *starts);

/* Returns a sentence with the measured cost of EXTENT's start; NULL if it was not
 * measured. free() */
char *measured_cost(const struct app *app, const struct extent *extent);

/* Writes the date of a saved result: "2026-11-20". */
#define MEASURED_DAY 16
void measured_day(const struct saved_result *saved, char ret[MEASURED_DAY]);

#endif
