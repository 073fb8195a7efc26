/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_answer.c - what answers, and what does not */
#include "device/io/answer.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "device/io/clock.h"
#include "model/base/mem.h"
#include "support/image.h"
#include "support/test.h"

enum { LONG_MS = 30000, SHORT_MS = 50, MUCH_NS = 100000000 };

TEST(a_file_answers)
{
    CLEANUP(image_remove) struct image image;

    image_make(&image, 1 << 20);
    ck_assert(answer_comes(image.path, LONG_MS));
    ck_assert(waitpid(-1, NULL, WNOHANG) < 0 && errno == ECHILD);
}

TEST(an_error_is_an_answer)
{
    CLEANUP(image_remove) struct image image;

    image_make(&image, 512);
    ck_assert(answer_comes("/nonexistent", LONG_MS));
    ck_assert(answer_comes("/", LONG_MS));
    ck_assert(answer_comes(image.path, LONG_MS));
}

TEST(a_pipe_without_a_writer_is_not_waited_for)
{
    CLEANUP(image_remove) struct image image;

    image_make(&image, 512);
    ck_assert_int_eq(unlink(image.path), 0);
    ck_assert_int_eq(mkfifo(image.path, 0600), 0);
    ck_assert(answer_comes(image.path, LONG_MS));
}

/* It ends at once if it has the descriptor. */
static void sleep_without(const void *context)
{
    while (fcntl(*(const int *)context, F_GETFD) < 0)
        (void)pause();
}

/* Who reads from this program does not wait for what is left. */
TEST(what_is_left_holds_no_file)
{
    int out = dup(STDOUT_FILENO);

    ck_assert(!answer_comes_to(sleep_without, &out, SHORT_MS));
    ck_assert_int_eq(close(out), 0);
}

/* --- who waits --- */

/* A child process that computes, or waits as for a drive. */
static pid_t start_child(bool computes)
{
    pid_t child = fork();

    while (child == 0)
        if (!computes)
            (void)pause();
    return child;
}

static void end_child(pid_t child)
{
    ck_assert_int_eq(kill(child, SIGKILL), 0);
    ck_assert_int_eq(waitpid(child, NULL, 0), child);
}

/* The part of the children, at least. */
static uint64_t children_ns(const struct answer_reader *reader)
{
    struct timespec own = { 0 };
    uint64_t all = answer_worked_ns(reader);

    ck_assert_int_eq(clock_gettime(reader->clock, &own), 0);
    uint64_t thread = (uint64_t)own.tv_sec * CLOCK_SECOND_NS + (uint64_t)own.tv_nsec;
    return all > thread ? all - thread : 0;
}

/* As libparted does it, which runs in a child. */
TEST(a_thread_whose_child_computes_does_not_wait_for_a_drive)
{
    const struct timespec pause = { .tv_nsec = 1000000 };
    struct answer_reader reader = answer_reader_of_self();
    uint64_t before = children_ns(&reader); /* one that has ended may be left */
    pid_t child = start_child(true);

    /* Else this does not end. */
    while (children_ns(&reader) < before + MUCH_NS)
        (void)nanosleep(&pause, NULL);
    end_child(child);
    ck_assert_uint_lt(children_ns(&reader), before + MUCH_NS);
}

TEST(a_thread_whose_child_waits_does_not_work)
{
    const struct timespec pause = { .tv_nsec = 1000000 };
    struct answer_reader reader = answer_reader_of_self();
    uint64_t before = children_ns(&reader);
    pid_t child = start_child(false);

    for (int i = 0; i < 50; i++)
        (void)nanosleep(&pause, NULL);
    ck_assert_uint_lt(children_ns(&reader), before + MUCH_NS);
    end_child(child);
}

struct waiting {
    struct answer_wait wait;
    int end; /* of a pipe */
};

static void *wait_in_thread(void *context)
{
    struct waiting *waiting = context;
    char byte;

    answer_wait_begin(&waiting->wait);
    (void)!read(waiting->end, &byte, 1);
    return NULL;
}

TEST(how_long_a_thread_waits_is_counted_from_its_last_work_on)
{
    struct waiting waiting = { 0 };
    uint64_t now = 1000;
    pthread_t thread;
    int ends[2];

    ck_assert_uint_eq(answer_waited_ms(&waiting.wait, now), 0);
    ck_assert_int_eq(pipe(ends), 0);
    waiting.end = ends[0];
    ck_assert_int_eq(pthread_create(&thread, NULL, wait_in_thread, &waiting), 0);
    while (!atomic_load(&waiting.wait.is_known))
        (void)sched_yield();
    ck_assert_uint_eq(answer_waited_ms(&waiting.wait, now += 1000), 0); /* it began */
    /* Else this does not end. */
    while (answer_waited_ms(&waiting.wait, now += 1000) < 7000)
        (void)sched_yield();
    (void)close(ends[1]);
    ck_assert_int_eq(pthread_join(thread, NULL), 0);
    (void)close(ends[0]);
}
