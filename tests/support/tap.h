/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tap.h - runs one Check suite and prints TAP, so that each test file ends in one line */
#ifndef ALIDADE_TESTS_TAP_H
#define ALIDADE_TESTS_TAP_H

#include <check.h>
#include <stdio.h>
#include <stdlib.h>

/* Takes the suite; returns main's exit status. */
static inline int run_tap(Suite *suite)
{
    SRunner *runner = srunner_create(suite);

    /* Else a forked test that fails prints what was in the buffer a second time. */
    (void)setvbuf(stdout, NULL, _IOLBF, 0);
    srunner_set_tap(runner, "-");
    srunner_run_all(runner, CK_SILENT);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

#endif
