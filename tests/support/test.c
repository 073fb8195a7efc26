/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test.c - the register of tests that TEST of test.h fills */
#include "support/test.h"

#include <errno.h>

#include "support/tap.h"

/* Filled before main; tests run later, most of them in children. */
static TCase *registered;

static TCase *test_case(void)
{
    if (!registered)
        registered = tcase_create(program_invocation_short_name);
    return registered;
}

void test_register(const TTest *test, int times)
{
    tcase_add_loop_test(test_case(), test, 0, times);
}

void test_register_fixture(SFun setup, SFun teardown)
{
    tcase_add_checked_fixture(test_case(), setup, teardown);
}

int test_run(void)
{
    Suite *suite = suite_create(program_invocation_short_name);

    suite_add_tcase(suite, test_case());
    return run_tap(suite);
}
