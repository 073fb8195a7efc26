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
    char name[64]; /* of the file, without ".c"; Check keeps the pointer */
    TCase *tests;
} files[FILES];
static size_t file_count;

static void set_name(struct test_file *file)
{
    const char *slash = strrchr(file->path, '/'), *name = slash ? slash + 1 : file->path;

    (void)snprintf(file->name, sizeof(file->name), "%.*s", (int)strcspn(name, "."), name);
}

static TCase *tests_of(const char *path)
{
    struct test_file *file = files;

    while (file < files + file_count && strcmp(file->path, path) != 0)
        file++;
    if (file == files + FILES)
        abort();
    if (file == files + file_count) {
        file->path = path;
        set_name(file);
        file->tests = tcase_create(file->name);
        file_count++;
    }
    return file->tests;
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
    size_t added = 0;

    for (size_t i = 0; i < file_count; i++)
        if (!name || !strcmp(files[i].name, name)) {
            suite_add_tcase(suite, files[i].tests);
            added++;
        }
    if (!added) {
        printf("Bail out! No file %s is in this program\n", name ? name : "");
        return EXIT_FAILURE;
    }
    return run_tap(suite);
}
