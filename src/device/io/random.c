/* SPDX-License-Identifier: GPL-3.0-or-later */
/* random.c - waits, early after boot, until the kernel has random numbers */
#include "device/io/random.h"

#include <errno.h>
#include <stddef.h>
#include <sys/random.h>

#include "device/io/answer.h"

enum { WAIT_MS = 1000 };

/* A call that blocks makes Linux (5.4 and later) gather entropy within about a second. */
static void draw_byte(const void *context)
{
    char byte;

    (void)context;
    (void)!getrandom(&byte, 1, 0); /* on failure libuuid is only slow */
}

static bool is_pool_empty(void)
{
    char byte;

    return getrandom(&byte, 1, GRND_NONBLOCK) < 0 && errno == EAGAIN;
}

bool random_wait(const struct random_watch *watch)
{
    int ms = watch && watch->ms ? watch->ms : WAIT_MS;

    if (!is_pool_empty())
        return true;
    while (!answer_comes_to(draw_byte, NULL, ms))
        if (watch && watch->wait && !watch->wait(watch->context))
            return false;
    return true;
}
