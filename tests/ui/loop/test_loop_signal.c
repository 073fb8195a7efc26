/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_loop_signal.c - what the loop needs before it catches a signal */
#include "ui/loop/signal.h"

#include <sys/resource.h>

#include "support/refused.h"
#include "support/test.h"

TEST(without_a_pipe_no_signal_is_caught)
{
    struct err err = { 0 };
    struct rlimit before;
    sigset_t mask;

    ck_assert_int_eq(getrlimit(RLIMIT_NOFILE, &before), 0);
    const struct rlimit none = { .rlim_max = before.rlim_max };
    ck_assert_int_eq(setrlimit(RLIMIT_NOFILE, &none), 0);
    bool is_started = loop_signal_start(&mask, &err);
    ck_assert_int_eq(setrlimit(RLIMIT_NOFILE, &before), 0);
    ck_assert(!is_started);
    ck_assert_refused(&err, REFUSAL_NO_PIPE);
}
