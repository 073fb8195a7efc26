/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clock.c - time that only goes forward, since some moment before the program */
#include "device/io/clock.h"

#include <time.h>

uint64_t clock_ns(void)
{
    struct timespec now;

    (void)clock_gettime(CLOCK_MONOTONIC, &now); /* always there on Linux */
    return (uint64_t)now.tv_sec * CLOCK_SECOND_NS + (uint64_t)now.tv_nsec;
}

uint64_t clock_ms(void)
{
    return clock_ns() / 1000000;
}
