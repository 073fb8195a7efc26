/* SPDX-License-Identifier: GPL-3.0-or-later */
/* golden.h - screens compared with the ones that were looked at and accepted */
#ifndef ALIDADE_TESTS_GOLDEN_H
#define ALIDADE_TESTS_GOLDEN_H

#include <stdbool.h>

#include "ui/app.h"

/* How a screen is looked at. */
struct golden_view {
    int cols, rows;
    enum level level;
    const char *language; /* NULL: the words of the source */
};

/* Draws APP and compares it with golden/NAME-80x24[-de][-ascii].txt.  A difference is
 * printed line by line, with the command that accepts the new screen, and gives false.
 * Under ALIDADE_ACCEPT=1 the file is written instead. */
bool golden_check(const struct app *app, const char *name, struct golden_view view);

/* Speaks LANGUAGE from now on (NULL: that of the source).  False, with *RET_WHY saying
 * why, where it has no catalogue in the build. */
bool golden_speak(const char *language, const char **ret_why);

#endif
