/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test.h - tests that register themselves, with a main that runs them all */
#ifndef ALIDADE_TESTS_TEST_H
#define ALIDADE_TESTS_TEST_H

#include <check.h>

/* TEST(claim) { ... } is a test of Check; support/test_main.c has the program's main.
 * TEST_TIMES runs it `times` times with _i = 0, 1, ...; `times` is computed before main.
 */
#define TEST_TIMES(claim, times)                                                         \
    static void claim(int);                                                              \
    __attribute__((constructor)) static void claim##_register(void)                      \
    {                                                                                    \
        static const TTest self = { #claim, claim, __FILE__, __LINE__ };                 \
        test_register(&self, (int)(times));                                              \
    }                                                                                    \
    static void claim(__attribute__((unused)) int _i)

#define TEST(claim) TEST_TIMES(claim, 1)

/* Once for each row of an array: rows[_i]. */
#define TEST_EACH(claim, rows) TEST_TIMES(claim, sizeof(rows) / sizeof((rows)[0]))

/* Around each test of the file, in the process of the test; at most once a file. */
#define TEST_FIXTURE(setup, teardown)                                                    \
    __attribute__((constructor)) static void register_fixture(void)                      \
    {                                                                                    \
        test_register_fixture(__FILE__, setup, teardown);                                \
    }                                                                                    \
    _Static_assert(1, "takes a semicolon")

void test_register(const TTest *test, int times);
void test_register_fixture(const char *file, SFun setup, SFun teardown);

/* Runs what the file NAME, such as "test_align", has registered, or with NULL what all
 * files of the program have, and prints TAP.  Returns main's exit status: that of a
 * failure where there is no such file. */
int test_run(const char *name);

#endif
