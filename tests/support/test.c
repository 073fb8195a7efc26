/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test.c - the register of tests that TEST of test.h fills */
#include "support/test.h"

#include <errno.h>
#include <string.h>

#include "support/tap.h"

enum { FILES = 64 }; /* of a program, or fewer */

/* Filled before main; tests run later, most of them in children. */
static struct test_file {
    const char *path;
    TCase *tests;
} files[FILES];
static size_t file_count;

/* Returns the name of the file at PATH without its folder and its ".c", from TEXT. */
static const char *name_of(const char *path, char text[static 64])
{
    const char *name = strrchr(path, '/');

    name = name ? name + 1 : path;
    (void)snprintf(text, 64, "%.*s", (int)strcspn(name, "."), name);
    return text;
}

static TCase *tests_of(const char *path)
{
    char name[64];

    for (size_t i = 0; i < file_count; i++)
        if (!strcmp(files[i].path, path))
            return files[i].tests;
    if (file_count == FILES)
        abort();
    files[file_count] = (struct test_file){ path, tcase_create(name_of(path, name)) };
    return files[file_count++].tests;
}

void test_register(const TTest *test, int times)
{
    tcase_add_loop_test(tests_of(test->file), test, 0, times);
}

void test_register_fixture(const char *file, SFun setup, SFun teardown)
{
    tcase_add_checked_fixture(tests_of(file), setup, teardown);
}

int test_run(const char *name)
{
    Suite *suite = suite_create(name ? name : program_invocation_short_name);
    char text[64];
    size_t added = 0;

    for (size_t i = 0; i < file_count; i++)
        if (!name || !strcmp(name_of(files[i].path, text), name)) {
            suite_add_tcase(suite, files[i].tests);
            added++;
        }
    if (!added) {
        printf("Bail out! No file %s is in this program\n", name ? name : "");
        return EXIT_FAILURE;
    }
    return run_tap(suite);
}
