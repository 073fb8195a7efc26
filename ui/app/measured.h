/* SPDX-License-Identifier: GPL-3.0-or-later */
/* measured.h - what was measured of the open disk, for the screens that are no job's */
#ifndef ALIDADE_UI_APP_MEASURED_H
#define ALIDADE_UI_APP_MEASURED_H

#include "ui/app/state.h"

/* The kept result that holds for STARTS: theirs, or one of starts that lie alike on the
 * physical grid; NULL: there is none.  Borrowed from the app. */
const struct bench_result *measured_bench(const struct app *app,
                                          const struct bench_starts *starts);

/* One sentence in place of what such a start costs as a rule, where that of EXTENT was
 * measured; NULL: it was not.  free() */
char *measured_cost(const struct app *app, const struct extent *extent);

/* When a result was kept: "2026-11-20". */
#define MEASURED_DAY 16
void measured_day(const struct saved_result *saved, char ret[MEASURED_DAY]);

#endif
