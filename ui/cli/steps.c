/* SPDX-License-Identifier: GPL-3.0-or-later */
/* steps.c - runs a measurement step by step until it ends or a signal stops it */
#include "ui/cli/steps.h"

#include <stdio.h>
#include <unistd.h>

#include "device/io/clock.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "ui/cli/output.h"
#include "ui/draw/text.h"

#define PROGRESS_MS 500

static const int caught[] = { SIGHUP, SIGINT, SIGTERM };

/* Set by the signal handler only, and never cleared. */
static volatile sig_atomic_t is_stopped;

static void steps_on_signal(int number)
{
    (void)number;
    is_stopped = 1;
}

static void catch_all(void (*handler)(int), int flags)
{
    struct sigaction action = { .sa_handler = handler, .sa_flags = flags };

    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < ARRAY_SIZE(caught); i++)
        (void)sigaction(caught[i], &action, NULL); /* valid numbers: it cannot fail */
}

void steps_catch_signals(bool can_end)
{
    catch_all(steps_on_signal, (int)(can_end ? SA_RESTART | SA_RESETHAND : SA_RESTART));
}

void steps_release_signals(void)
{
    catch_all(SIG_DFL, 0);
}

const volatile sig_atomic_t *steps_stop_flag(void)
{
    return &is_stopped;
}

/* Overwrites the last line, which had WIDTH columns. */
static void show_progress(const struct steps_look *look, long seconds, int *width)
{
    /* TRANSLATORS: what is being done, how much of it, for how long. */
    CLEANUP(freep)
    char *line = xasprintf(_("%1$s  %2$d %%  %3$ld s"), look->words,
                           (int)(look->share * 100), seconds);
    int wide = text_width(line);
    CLEANUP(freep) char *padded = text_pad(line, wide > *width ? wide : *width);

    fputc('\r', stderr);
    output_text(stderr, padded);
    (void)fflush(stderr); /* fails if the terminal is gone */
    *width = wide;
}

static void wipe_progress(int width)
{
    if (width)
        fprintf(stderr, "\r%*s\r", width, "");
}

void steps_run(const struct steps *steps)
{
    bool is_shown = isatty(STDERR_FILENO), is_told = false;
    uint64_t began = clock_ms(), shown = began;
    int width = 0;

    while (steps->step(steps->context) == STEP_MORE) {
        if (is_stopped && !is_told) {
            steps->stop(steps->context);
            is_told = true;
        }
        uint64_t now = is_shown ? clock_ms() : 0;
        if (!is_shown || now - shown < PROGRESS_MS)
            continue;
        struct steps_look look = steps->look(steps->context);
        show_progress(&look, (long)((now - began) / 1000), &width);
        shown = now;
    }
    wipe_progress(width);
}
