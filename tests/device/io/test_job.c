/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_job.c - a stepper beside the screen: news, pause, stop, and one that hangs */
#include "device/io/job.h"

#include <dirent.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>

#include "support/refused.h"
#include "support/test.h"

/* A stepper of STEPS steps that waits for the test wherever the test wants it to. */
struct work {
    int steps;
    int done;
    int stops;
    uint64_t rested_ns;
    int rests;
    int rests_announced;
    int stopped_at; /* steps that were done when it was asked to stop */
    bool is_gated;  /* each step waits for the gate */
    sem_t gate;
    sem_t begun; /* posted by each gated step before it waits */
    sigset_t mask;
    pthread_t thread;
    atomic_int looks;
};

struct news {
    int done;
    int same; /* the same number again: a torn copy would differ */
    char room[4000];
    int last;
};

static bool step(void *context)
{
    struct work *work = context;

    if (work->is_gated) {
        sem_post(&work->begun);
        sem_wait(&work->gate);
    }
    pthread_sigmask(SIG_SETMASK, NULL, &work->mask);
    work->thread = pthread_self();
    work->done++;
    return !work->stops && work->done < work->steps;
}

static void stop(void *context)
{
    struct work *work = context;

    work->stops++;
    work->stopped_at = work->done;
}

static void rest(void *context)
{
    struct work *resting = context;

    resting->rests_announced++;
}

static void rested(void *context, uint64_t ns)
{
    struct work *resting = context;

    resting->rests++;
    resting->rested_ns += ns;
}

static void look(const void *context, void *ret_news)
{
    const struct work *work = context;
    struct news *news = ret_news;

    atomic_fetch_add((atomic_int *)&work->looks, 1);
    news->done = news->same = news->last = work->done;
}

static struct work work;

static void setup(void)
{
    work = (struct work){ .steps = 1000000000 };
    sem_init(&work.gate, 0, 0);
    sem_init(&work.begun, 0, 0);
}

static void teardown(void)
{
    sem_destroy(&work.gate);
    sem_destroy(&work.begun);
}

static struct job *start(void)
{
    struct job_work of = { .step = step,
                           .stop = stop,
                           .look = look,
                           .rest = rest,
                           .rested = rested,
                           .context = &work,
                           .news_size = sizeof(struct news) };
    struct err err = { 0 };
    struct job *job = job_start(&of, &err);

    ck_assert_msg(job != NULL, "%s", err.text);
    return job;
}

/* The kernel has no place for a stack of this size. */
TEST(without_a_thread_no_job_starts)
{
    struct job_work of = { .step = step, .look = look, .news_size = sizeof(struct news) };
    pthread_attr_t before, huge;
    struct err err = { 0 };

    ck_assert_int_eq(pthread_getattr_default_np(&before), 0);
    ck_assert_int_eq(pthread_attr_init(&huge), 0);
    ck_assert_int_eq(pthread_attr_setstacksize(&huge, (size_t)1 << 56), 0);
    ck_assert_int_eq(pthread_setattr_default_np(&huge), 0);
    ck_assert_ptr_null(job_start(&of, &err));
    ck_assert_int_eq(pthread_setattr_default_np(&before), 0);
    ck_assert_int_eq(pthread_attr_destroy(&huge), 0);
    ck_assert_int_eq(pthread_attr_destroy(&before), 0);
    ck_assert_refused(&err, REFUSAL_NO_THREAD);
}

static void wait_for_news(const struct job *job)
{
    struct pollfd poller = { .fd = job_fd(job), .events = POLLIN };

    ck_assert_int_eq(poll(&poller, 1, 30000), 1);
}

static bool has_news(const struct job *job)
{
    struct pollfd poller = { .fd = job_fd(job), .events = POLLIN };

    return poll(&poller, 1, 0) == 1;
}

TEST_FIXTURE(setup, teardown);

TEST(all_steps_are_taken_and_the_last_news_is_the_end)
{
    struct news news;

    work.steps = 1000;
    struct job *job = start();
    do
        wait_for_news(job);
    while (job_peek(job, &news));
    ck_assert_int_eq(news.done, 1000);
    ck_assert(!has_news(job));
    ck_assert(job_join(job, -1));
    ck_assert_int_eq(work.done, 1000);
    /* The worker was not stopped: it had finished. */
    ck_assert_int_eq(work.stops, 0);
}

TEST(what_is_known_before_the_first_step_is_news)
{
    struct news news = { .done = 42 };

    work.is_gated = true;
    struct job *job = start();
    sem_wait(&work.begun); /* the first step hangs now */
    wait_for_news(job);
    ck_assert(job_peek(job, &news));
    ck_assert_int_eq(news.done, 0);
    ck_assert(!has_news(job));
    work.is_gated = false;
    work.steps = 1;
    sem_post(&work.gate);
    wait_for_news(job);
    ck_assert(!job_peek(job, &news));
    ck_assert_int_eq(news.done, 1);
    ck_assert(job_join(job, 0));
}

TEST(news_come_whole_and_never_go_back)
{
    struct news news;
    int last = 0;
    struct job *job = start();

    for (int i = 0; i < 200000; i++) {
        ck_assert(job_peek(job, &news));
        ck_assert_int_eq(news.done, news.same);
        ck_assert_int_eq(news.done, news.last);
        ck_assert_int_ge(news.done, last);
        last = news.done;
    }
    ck_assert(job_join(job, -1));
}

TEST(a_fast_stepper_is_not_looked_at_after_each_step)
{
    struct news news;

    work.steps = 100000;
    struct job *job = start();
    while (job_peek(job, &news))
        wait_for_news(job);
    ck_assert_int_lt(atomic_load(&work.looks), 50000);
    ck_assert(job_join(job, -1));
}

TEST(a_pause_holds_after_the_step_under_way)
{
    work.is_gated = true;
    struct job *job = start();

    sem_wait(&work.begun);
    /* The step has begun: it cannot rest before it is done. */
    ck_assert(!job_rest(job, 0));
    sem_post(&work.gate);
    ck_assert(job_rest(job, -1));
    ck_assert_int_eq(work.done, 1);
    ck_assert_int_eq(work.rests_announced, 1);
    ck_assert_int_ne(sem_trywait(&work.begun), 0);
    job_pause(job, false);
    sem_wait(&work.begun); /* it goes on, and knows how long it rested */
    ck_assert_int_eq(work.rests, 1);
    ck_assert_uint_gt(work.rested_ns, 0);
    work.is_gated = false;
    sem_post(&work.gate);
    ck_assert(job_join(job, -1));
}

TEST(stopping_ends_a_pause)
{
    struct job *job = start();

    ck_assert(job_rest(job, -1));
    int done = work.done;
    job_stop(job);
    ck_assert(job_join(job, -1));
    ck_assert_int_eq(work.stops, 1);
    ck_assert_int_eq(work.stopped_at, done);
    ck_assert_int_eq(work.done, done + 1);
}

TEST(a_job_is_asked_to_stop_once_and_steps_to_its_end)
{
    work.is_gated = true;
    struct job *job = start();
    struct news news;

    sem_wait(&work.begun);
    job_stop(job);
    job_stop(job);
    job_pause(job, true); /* too late */
    sem_post(&work.gate);
    sem_post(&work.gate);
    while (job_peek(job, &news))
        wait_for_news(job);
    ck_assert(job_join(job, -1));
    ck_assert_int_eq(work.stops, 1);
    ck_assert_int_eq(work.stopped_at, 1);
    ck_assert_int_eq(work.done, 2);
}

TEST(a_hanging_step_is_not_waited_for)
{
    work.is_gated = true;
    struct job *job = start();
    struct news news;

    sem_wait(&work.begun);
    ck_assert(!job_join(job, 0));
    ck_assert(!job_join(job, 30));
    /* It is as it was, and its owner may look on. */
    ck_assert(job_peek(job, &news));
    ck_assert_int_eq(news.done, 0);
    sem_post(&work.gate);
    sem_post(&work.gate);
    ck_assert(job_join(job, -1));
    ck_assert_int_eq(work.stops, 1);
}

TEST(signals_stay_with_the_loop)
{
    static const int some[] = { SIGHUP, SIGINT, SIGTERM, SIGWINCH, SIGTSTP, SIGCONT };

    work.steps = 1;
    struct job *job = start();
    ck_assert(job_join(job, -1));
    ck_assert(!pthread_equal(work.thread, pthread_self()));
    for (size_t i = 0; i < sizeof(some) / sizeof(some[0]); i++) {
        sigset_t own;
        ck_assert(sigismember(&work.mask, some[i]));
        ck_assert_int_eq(pthread_sigmask(SIG_SETMASK, NULL, &own), 0);
        ck_assert(!sigismember(&own, some[i]));
    }
}

static size_t open_descriptors(void)
{
    DIR *dir = opendir("/proc/self/fd");
    size_t count = 0;

    ck_assert(dir);
    while (readdir(dir))
        count++;
    closedir(dir);
    return count;
}

TEST(nothing_stays_open)
{
    size_t before = open_descriptors();

    for (int i = 0; i < 20; i++)
        ck_assert(job_join(start(), -1));
    ck_assert_uint_eq(open_descriptors(), before);
}
