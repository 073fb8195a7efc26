/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_steps.c - progress of a measurement where there is no terminal */
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
