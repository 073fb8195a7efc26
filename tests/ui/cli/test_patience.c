/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_patience.c - what waits for a drive is told, and ended; its seconds are short */
#include "ui/cli/patience.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "model/base/mem.h"
#include "support/test.h"

#define SECOND_MS 1

static struct patience patience; /* of a child process */

/* As a drive that never answers, and one that does each time; both without a limit. */
static void hang(void)
{
    int ends[2];
    char byte;

    ck_assert(!pipe2(ends, O_CLOEXEC));
    (void)!read(ends[0], &byte, 1);
}

static char fifo[] = "/tmp/alidade-patience-XXXXXX";

static void hang_in_file(void)
{
    int fd = open(fifo, O_RDWR | O_CLOEXEC);
    char byte;

    (void)!read(fd, &byte, 1);
}

static void answer_often(void)
{
    for (int i = 0; i < PATIENCE_SECONDS + 100; i++)
        (void)usleep(SECOND_MS * 1000);
}

/* Returns the standard error of a child process that waits with DO_WAIT; free(). RET is
 * its exit code. */
static char *said_by(void (*do_wait)(void), const char *path, int *ret)
{
    char *text = xcalloc(1, 4096);
    size_t count = 0;
    int ends[2], status;

    ck_assert(!pipe2(ends, O_CLOEXEC));
    pid_t child = fork();
    if (child == 0) {
        (void)dup2(ends[1], STDERR_FILENO);
        patience_begin_at(&patience, path, NULL, SECOND_MS);
        do_wait();
        patience_end(&patience);
        _exit(0);
    }
    (void)close(ends[1]);
    for (ssize_t got = 1; got > 0; count += (size_t)got)
        got = read(ends[0], text + count, 4095 - count);
    (void)close(ends[0]);
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    *ret = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    return text;
}

static const struct {
    const char *path, *told, *ended;
} drives[] = {
    { "/dev/sdb", "/dev/sdb has not answered for 2 s. Nothing was written; Ctrl-C",
      "alidade: /dev/sdb has not answered for 300 s. Nothing was written. Check" },
    { NULL, "A drive has not answered yet, after 2 s. Nothing was written; Ctrl-C",
      "alidade: A drive has not answered for 300 s. Nothing was written. Check" },
};

TEST_EACH(a_drive_that_never_answers_is_told_and_left, drives)
{
    int code;
    CLEANUP(freep) char *said = said_by(hang, drives[_i].path, &code);

    ck_assert_int_eq(code, ERR_UNREADABLE);
    ck_assert_msg(strstr(said, drives[_i].told) == said, "%s", said);
    ck_assert_msg(strstr(said, drives[_i].ended) != NULL, "%s", said);
}

TEST(the_disk_that_does_not_answer_is_named_not_the_one_that_was_asked_for)
{
    int code;

    ck_assert_int_ge(close(mkstemp(fifo)), 0);
    ck_assert(!unlink(fifo) && !mkfifo(fifo, 0600));
    CLEANUP(freep) char *said = said_by(hang_in_file, "/dev/sdb", &code);
    ck_assert(!unlink(fifo));
    ck_assert_int_eq(code, ERR_UNREADABLE);
    ck_assert_msg(strstr(said, fifo) == said, "%s", said);
    ck_assert_ptr_null(strstr(said, "/dev/sdb"));
}

TEST(a_drive_that_answers_each_time_is_waited_for)
{
    int code;
    CLEANUP(freep) char *said = said_by(answer_often, NULL, &code);

    ck_assert_msg(!code, "%d: %s", code, said);
}

static void cease(void)
{
    patience_cease(&patience);
    (void)usleep(100 * SECOND_MS * 1000);
}

/* Its time has passed before the first table is rehearsed. */
static void rehearse_long(void)
{
    struct commit_told told = { 0 };
    const struct commit_watch watch = commit_told_watch(&told);

    told.next_ms = 1;
    for (size_t i = 0; i <= 3; i++)
        watch.rehearsed(watch.lock.context, i, 3);
}

static void rehearse_briefly(void)
{
    struct commit_told told = { 0 };
    const struct commit_watch watch = commit_told_watch(&told);

    told.next_ms = UINT64_MAX; /* however slow this machine is */
    for (size_t i = 0; i <= 3; i++)
        watch.rehearsed(watch.lock.context, i, 3);
}

static void compare_long(void)
{
    struct commit_told told = { 0 };
    const struct commit_watch watch = commit_told_watch(&told);

    told.next_ms = 1;
    for (size_t i = 1; i <= 3; i++)
        watch.compared(watch.lock.context, i, 3);
}

static void wait_for_random(void)
{
    struct commit_told told = { 0 };
    const struct commit_watch watch = commit_told_watch(&told);

    for (size_t i = 0; i < 3; i++)
        if (!watch.unready(watch.lock.context))
            abort();
}

static const struct {
    void (*rehearse)(void);
    const char *said;
} rehearsals[] = {
    { rehearse_long, "Table 1 of 3 is rehearsed; nothing was written.\n" },
    { rehearse_briefly, "" },
    { compare_long, "33 % of the data is compared; nothing was written.\n" },
    { wait_for_random, "Waiting for the kernel's random numbers. Nothing was written; "
                       "Ctrl-C ends this.\n" },
};

TEST_EACH(a_long_rehearsal_is_told_in_one_line_without_a_terminal, rehearsals)
{
    int code;
    CLEANUP(freep) char *said = said_by(rehearsals[_i].rehearse, NULL, &code);

    ck_assert_str_eq(said, rehearsals[_i].said);
}

TEST(nothing_is_told_afterwards)
{
    int code;
    CLEANUP(freep) char *said = said_by(cease, NULL, &code);

    ck_assert_msg(!code && !*said, "%d: %s", code, said);
}
