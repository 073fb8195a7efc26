/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_random.c - the kernel's random numbers are waited for, and only if they lack */
#include "device/io/random.h"

#include <errno.h>
#include <sys/random.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/test.h"

enum { SHORT_MS = 50, LONG_MS = 30000 };

/* In place of the kernel's. */
static bool is_pool_ready;
static bool does_block;

ssize_t getrandom(void *buf, size_t count, unsigned flags)
{
    (void)buf;
    if (is_pool_ready)
        return (ssize_t)count;
    if (flags & GRND_NONBLOCK) {
        errno = EAGAIN;
        return -1;
    }
    while (does_block)
        (void)pause();
    return (ssize_t)count;
}

/* Returns true twice. */
static bool count_wait(void *context)
{
    return ++*(unsigned *)context < 3;
}

static bool wait_counted(int ms, unsigned *ret_waits)
{
    *ret_waits = 0;
    return random_wait(
        &(struct random_watch){ .wait = count_wait, .context = ret_waits, .ms = ms });
}

TEST(a_ready_pool_starts_no_process)
{
    unsigned waits;

    is_pool_ready = true;
    ck_assert(wait_counted(LONG_MS, &waits));
    ck_assert_uint_eq(waits, 0);
    ck_assert(random_wait(NULL));
}

TEST(a_pool_that_a_blocking_call_fills_is_waited_for_in_silence)
{
    unsigned waits;

    is_pool_ready = does_block = false;
    ck_assert(wait_counted(LONG_MS, &waits));
    ck_assert_uint_eq(waits, 0);
    ck_assert(random_wait(NULL));
}

TEST(a_wait_is_told_until_it_is_ended)
{
    unsigned waits;

    is_pool_ready = false;
    does_block = true;
    ck_assert(!wait_counted(SHORT_MS, &waits));
    ck_assert_uint_eq(waits, 3);
    while (waitpid(-1, NULL, 0) > 0)
        continue; /* each of them was ended */
    ck_assert_int_eq(errno, ECHILD);
}
