/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_program.c - another program is run without a terminal or the right to write */
#include "device/check/program.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "model/base/mem.h"
#include "support/image.h"
#include "support/refused.h"
#include "support/test.h"

/* Ends within the time limit of the test, or that has failed. */
static struct program *run(const char *script)
{
    const char *args[] = { "-c", script, NULL };
    struct err err = { 0 };
    struct program *program = program_start("/bin/sh", args, &err);

    ck_assert_msg(program != NULL, "%s", err.text);
    while (!program_wait(program, 20))
        ;
    return program;
}

static const struct {
    const char *script;
    int code;
    const char *line; /* the first one */
    size_t count;
} rows[] = {
    { "echo one; echo two >&2", 0, "one", 2 },
    { "exit 4", 4, NULL, 0 },
    { "kill -9 $$", -1, NULL, 0 },
    { "read line; echo \"read: $?\"", 0, "read: 1", 1 },
    { "echo lost >/dev/null; echo $?", 0, "0", 1 },
    { "echo $LC_ALL", 0, "C", 1 },
    { "ls /proc/self/fd | wc -l | tr -d ' '", 0, "4", 1 },
};

TEST_EACH(output_and_exit_code_are_those_of_the_program, rows)
{
    struct program *program = run(rows[_i].script);
    CLEANUP(lines_finish) struct lines lines = { 0 };

    ck_assert_int_eq(program_code(program), rows[_i].code);
    program_output(program, &lines);
    ck_assert_uint_eq(lines.count, rows[_i].count);
    if (rows[_i].line)
        ck_assert_str_eq(lines.at[0], rows[_i].line);
    program_free(program);
}

TEST(too_much_output_is_cut_and_that_is_told)
{
    struct program *program =
        run("i=0; while [ $i -lt 2000 ]; do echo 123456789; i=$((i+1)); done");
    CLEANUP(lines_finish) struct lines lines = { 0 };

    program_output(program, &lines);
    ck_assert_int_eq(program_code(program), 0);
    ck_assert_str_eq(lines.at[lines.count - 1], "(3616 more bytes were not kept)");
    program_free(program);
}

/* The sleep would be found by its number of seconds: it is killed with its parent. */
TEST(a_program_that_hangs_is_killed_with_what_it_has_started)
{
    const char *args[] = { "-c", "sleep 300 & echo $!; wait", NULL };
    CLEANUP(lines_finish) struct lines lines = { 0 };
    struct err err = { 0 };
    struct program *program = program_start("/bin/sh", args, &err);

    ck_assert_ptr_nonnull(program);
    for (; !lines.count; program_output(program, &lines))
        ck_assert(!program_wait(program, 20));
    program_kill(program);
    while (!program_wait(program, 20))
        ;
    ck_assert_int_eq(program_code(program), -1);
    program_free(program);
    while (!kill((pid_t)atoi(lines.at[0]), 0))
        (void)usleep(1000); /* until init has reaped it */
    ck_assert_int_eq(errno, ESRCH);
}

TEST(a_program_cannot_write_to_a_file)
{
    struct image image;
    char bytes[5] = "";

#ifdef SYS_landlock_create_ruleset
    if (syscall(SYS_landlock_create_ruleset, NULL, 0, 1) < 0)
        return; /* this kernel cannot forbid it */
#else
    return;
#endif
    image_make(&image, 4);
    image_put(&image, 0, "kept", 4);
    CLEANUP(freep) char *script = xasprintf("echo lost >%s && exit 7", image.path);
    struct program *program = run(script);
    ck_assert_int_ne(program_code(program), 0);
    ck_assert_int_ne(program_code(program), 7);
    ck_assert_int_eq(pread(image.fd, bytes, 4, 0), 4);
    ck_assert_str_eq(bytes, "kept");
    program_free(program);
    image_remove(&image);
}

TEST(a_program_is_found_in_the_path_and_in_the_folders_of_the_administrator)
{
    CLEANUP(freep) char *shell = NULL;
    CLEANUP(freep) char *none = NULL;

    ck_assert_int_eq(setenv("PATH", ":relative:/nowhere:/bin", 1), 0);
    shell = program_find("sh");
    ck_assert_str_eq(shell, "/bin/sh");
    none = program_find("no-such-program-anywhere");
    ck_assert_ptr_null(none);
    ck_assert_int_eq(unsetenv("PATH"), 0);
    free(shell);
    shell = program_find("sh");
    ck_assert_ptr_null(shell);
}

TEST(without_descriptors_no_program_starts)
{
    struct rlimit was, none;
    const char *args[] = { NULL };
    struct err err = { 0 };

    ck_assert_int_eq(getrlimit(RLIMIT_NOFILE, &was), 0);
    none = (struct rlimit){ .rlim_cur = 3, .rlim_max = was.rlim_max };
    ck_assert_int_eq(setrlimit(RLIMIT_NOFILE, &none), 0);
    struct program *program = program_start("/bin/true", args, &err);
    ck_assert_int_eq(setrlimit(RLIMIT_NOFILE, &was), 0);
    ck_assert_ptr_null(program);
    ck_assert_refused(&err, REFUSAL_CHECKER_NOT_STARTED);
    ck_assert_ptr_nonnull(strstr(err.text, "/bin/true cannot be started: "));
}

TEST(what_cannot_be_executed_has_failed)
{
    const char *args[] = { NULL };
    struct err err = { 0 };
    struct program *program = program_start("/proc/none", args, &err);

    ck_assert_ptr_nonnull(program);
    while (!program_wait(program, 20))
        ;
    ck_assert_int_eq(program_code(program), 126);
    program_free(program);
}

/* No pipe is left for its output. */
TEST(what_cannot_be_started_is_told)
{
    const char *args[] = { "-c", "exit 0", NULL };
    struct rlimit files, none;
    struct err err = { 0 };

    ck_assert_int_eq(getrlimit(RLIMIT_NOFILE, &files), 0);
    none = (struct rlimit){ .rlim_cur = 0, .rlim_max = files.rlim_max };
    ck_assert_int_eq(setrlimit(RLIMIT_NOFILE, &none), 0);
    struct program *program = program_start("/bin/sh", args, &err);
    ck_assert_int_eq(setrlimit(RLIMIT_NOFILE, &files), 0);
    ck_assert_ptr_null(program);
    ck_assert_int_eq(err.code, ERR_REFUSED);
    ck_assert_ptr_nonnull(strstr(err.text, "/bin/sh cannot be started"));
    ck_assert_ptr_nonnull(strstr(err.text, strerror(EMFILE)));
}
