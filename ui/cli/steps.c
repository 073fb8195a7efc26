/* SPDX-License-Identifier: GPL-3.0-or-later */
/* steps.c - runs a measurement step by step until it ends or a signal stops it */
#include "ui/cli/steps.h"

#include <stdio.h>
#include <unistd.h>

#include "device/io/clock.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "ui/cli/status_line.h"
#include "ui/loop/signal.h"

/* Intervals of the line on a terminal, and of lines in a log. */
#define TERMINAL_MS 500
#define LINE_MS     10000

static const int caught[] = { SIGHUP, SIGINT, SIGTERM };
/* A move is also stopped by these. */
static const int caught_moving[] = { SIGHUP, SIGINT, SIGTERM, SIGQUIT, SIGPIPE };

/* Set by the signal handlers only; the first one is never cleared. */
static volatile sig_atomic_t is_stopped, is_suspended;

static void steps_on_signal(int number)
{
    (void)number;
    is_stopped = 1;
}

static void on_suspend(int number)
{
    (void)number;
    is_suspended = 1;
}

static void catch_all(void (*handler)(int), int flags)
{
    for (size_t i = 0; i < ARRAY_SIZE(caught); i++)
        loop_signal_catch(caught[i], handler, flags);
}

void steps_catch_signals(bool can_end)
{
    catch_all(steps_on_signal, (int)(can_end ? SA_RESTART | SA_RESETHAND : SA_RESTART));
}

void steps_release_signals(void)
{
    catch_all(SIG_DFL, 0);
}

static bool is_ignored(int number)
{
    struct sigaction action;

    return !sigaction(number, NULL, &action) && action.sa_handler == SIG_IGN;
}

void steps_catch_stop(bool is_on)
{
    for (size_t i = 0; i < ARRAY_SIZE(caught); i++)
        if (!is_ignored(caught[i]))
            loop_signal_catch(caught[i], is_on ? steps_on_signal : SIG_DFL, SA_RESTART);
}

void steps_catch_moving(void)
{
    for (size_t i = 0; i < ARRAY_SIZE(caught_moving); i++)
        if (caught_moving[i] != SIGHUP || !is_ignored(SIGHUP))
            loop_signal_catch(caught_moving[i], steps_on_signal, SA_RESTART);
    loop_signal_catch(SIGTSTP, on_suspend, SA_RESTART);
}

bool steps_take_suspend(void)
{
    bool is_asked = is_suspended;

    is_suspended = 0;
    return is_asked;
}

const volatile sig_atomic_t *steps_stop_flag(void)
{
    return &is_stopped;
}

static char *progress_text(const struct steps_look *look, uint64_t ms)
{
    /* TRANSLATORS: what is being done, how much of it, for how long. */
    return xasprintf(_("%1$s  %2$d %%  %3$ld s"), look->words, (int)(look->share * 100),
                     (long)(ms / 1000));
}

void steps_run(const struct steps *steps)
{
    bool is_terminal = isatty(STDERR_FILENO), is_told = false;
    uint64_t (*now_ms)(void) = steps->now_ms ? steps->now_ms : clock_ms;
    uint64_t began = now_ms(), shown = began, now;
    uint64_t interval = is_terminal ? TERMINAL_MS : LINE_MS;
    int width = 0;

    while (steps->step(steps->context) == STEP_MORE) {
        if (is_stopped && !is_told) {
            steps->stop(steps->context);
            is_told = true;
        }
        now = now_ms();
        if (now - shown < interval)
            continue;
        struct steps_look look = steps->look(steps->context);
        CLEANUP(freep) char *line = progress_text(&look, now - began);
        if (is_terminal)
            status_line_show(line, &width);
        else
            status_line_add(line);
        (void)fflush(stderr); /* fails if the terminal is gone */
        shown = now;
    }
    status_line_wipe(width);
}
