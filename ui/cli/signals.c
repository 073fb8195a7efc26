/* SPDX-License-Identifier: GPL-3.0-or-later */
/* signals.c - signals that would end the program wait until a step is complete */
#include "ui/cli/signals.h"

#include "model/base/mem.h"

void signals_hold(sigset_t *ret_before)
{
    static const int held[] = { SIGHUP, SIGINT, SIGPIPE, SIGQUIT, SIGTERM, SIGTSTP };
    sigset_t set;

    sigemptyset(&set);
    for (size_t i = 0; i < ARRAY_SIZE(held); i++)
        sigaddset(&set, held[i]);
    (void)sigprocmask(SIG_BLOCK, &set, ret_before); /* valid signals only: cannot fail */
}

void signals_release(const sigset_t *before)
{
    (void)sigprocmask(SIG_SETMASK, before, NULL); /* it was the mask before */
}
