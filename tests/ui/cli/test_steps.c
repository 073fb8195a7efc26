/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_steps.c - progress where there is no terminal, and signals */
#include "ui/cli/steps.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "support/test.h"

/* A run of 35 seconds in steps of half a second, in virtual time. */
static uint64_t run_ms;

static uint64_t virtual_ms(void)
{
    return run_ms;
}

static enum measure_step step(void *context)
{
    (void)context;
    run_ms += 500;
    return run_ms < 35000 ? STEP_MORE : STEP_DONE;
}

static void stop(void *context)
{
    (void)context;
}

static struct steps_look look(void *context)
{
    (void)context;
    return (struct steps_look){ "Writing pairs", (double)run_ms / 40000 };
}

TEST(without_a_terminal_a_line_is_added_every_10_seconds)
{
    const struct steps steps = { step, stop, look, NULL, virtual_ms };
    char text[256] = "";
    int ends[2];

    ck_assert_int_eq(pipe(ends), 0);
    ck_assert_int_eq(dup2(ends[1], STDERR_FILENO), STDERR_FILENO);
    steps_run(&steps);
    ck_assert_int_gt(read(ends[0], text, sizeof(text) - 1), 0);
    ck_assert_str_eq(text, "Writing pairs  25 %  10 s\n"
                           "Writing pairs  50 %  20 s\n"
                           "Writing pairs  75 %  30 s\n");
}

static const int stopping[] = { SIGHUP, SIGINT, SIGTERM, SIGQUIT, SIGPIPE };

TEST_EACH(a_move_is_stopped_by_each_of_these_signals, stopping)
{
    /* The tests themselves may run under nohup. */
    ck_assert(signal(SIGHUP, SIG_DFL) != SIG_ERR);
    ck_assert_int_eq(*steps_stop_flag(), 0);
    steps_catch_moving();
    ck_assert_int_eq(raise(stopping[_i]), 0);
    ck_assert_int_eq(*steps_stop_flag(), 1);
    ck_assert_int_eq(raise(stopping[_i]), 0);
}

TEST(under_nohup_a_move_goes_on_when_the_terminal_ends)
{
    ck_assert(signal(SIGHUP, SIG_IGN) != SIG_ERR);
    steps_catch_moving();
    ck_assert_int_eq(raise(SIGHUP), 0);
    ck_assert_int_eq(*steps_stop_flag(), 0);
}

TEST(a_move_is_not_suspended)
{
    steps_catch_moving();
    ck_assert(!steps_take_suspend());
    ck_assert_int_eq(raise(SIGTSTP), 0);
    ck_assert(steps_take_suspend());
    ck_assert(!steps_take_suspend());
    ck_assert_int_eq(*steps_stop_flag(), 0);
}
