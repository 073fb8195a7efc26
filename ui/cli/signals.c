/* SPDX-License-Identifier: GPL-3.0-or-later */
/* signals.c - blocks signals that end the program while a step runs */
#include "ui/cli/signals.h"

#include "model/base/mem.h"

void signals_hold(sigset_t *ret_before)
{
    static const int held[] = { SIGHUP, SIGINT, SIGPIPE, SIGQUIT, SIGTERM, SIGTSTP };
    sigset_t set;

    sigemptyset(&set);
    for (size_t i = 0; i < ARRAY_SIZE(held); i++)
        sigaddset(&set, held[i]);
    (void)sigprocmask(SIG_BLOCK, &set, ret_before); /* valid signals: cannot fail */
}

void signals_release(const sigset_t *before)
{
    (void)sigprocmask(SIG_SETMASK, before,
                      NULL); /* a mask from the kernel: cannot fail */
}
