/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clock.c - the monotonic clock */
#include "device/io/clock.h"

#include <time.h>

uint64_t clock_ns(void)
{
    struct timespec now;

    (void)clock_gettime(CLOCK_MONOTONIC, &now); /* always available on Linux */
    return (uint64_t)now.tv_sec * CLOCK_SECOND_NS + (uint64_t)now.tv_nsec;
}

uint64_t clock_ms(void)
{
    return clock_ns() / 1000000;
}
