/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_background.c - work beside the caller: one thing at a time, all of it done */
#include "device/io/background.h"

#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

#include "support/test.h"

struct errand {
    sem_t may_end;
    unsigned done;
    pthread_t thread;
    sigset_t mask;
};

static void do_errand(void *context)
{
    struct errand *errand = context;

    while (sem_wait(&errand->may_end))
        ;
    errand->thread = pthread_self();
    (void)pthread_sigmask(SIG_SETMASK, NULL, &errand->mask);
    errand->done++;
}

static struct errand errand_begin(void)
{
    struct errand errand = { .done = 0 };

    ck_assert_int_eq(sem_init(&errand.may_end, 0, 0), 0);
    return errand;
}

TEST(work_is_done_beside_the_caller)
{
    struct background *background = background_new();
    struct errand errand = errand_begin();

    ck_assert_ptr_nonnull(background);
    background_wait(background); /* there is none yet */
    for (unsigned i = 0; i < 100; i++) {
        background_start(background, do_errand, &errand);
        /* It would never end on this thread. */
        ck_assert_int_eq(sem_post(&errand.may_end), 0);
        background_wait(background);
        ck_assert_uint_eq(errand.done, i + 1);
    }
    ck_assert(!pthread_equal(errand.thread, pthread_self()));
    ck_assert(sigismember(&errand.mask, SIGTERM) && sigismember(&errand.mask, SIGINT));
    background_free(background);
}

TEST(the_end_waits_for_the_work)
{
    struct background *background = background_new();
    struct errand errand = errand_begin();

    background_start(background, do_errand, &errand);
    ck_assert_int_eq(sem_post(&errand.may_end), 0);
    background_free(background);
    ck_assert_uint_eq(errand.done, 1);
    background_free(NULL);
}

TEST(without_a_thread_work_is_done_at_once)
{
    struct errand errand = errand_begin();

    ck_assert_int_eq(sem_post(&errand.may_end), 0);
    background_start(NULL, do_errand, &errand);
    ck_assert_uint_eq(errand.done, 1);
    ck_assert(pthread_equal(errand.thread, pthread_self()));
    background_wait(NULL);
}
