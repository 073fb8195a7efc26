/* SPDX-License-Identifier: GPL-3.0-or-later */
/* signals.h - blocks signals that end the program while a step runs */
#ifndef ALIDADE_UI_CLI_SIGNALS_H
#define ALIDADE_UI_CLI_SIGNALS_H

#include <signal.h>

/* Blocks SIGHUP, SIGINT, SIGPIPE, SIGQUIT, SIGTERM and SIGTSTP.  signals_release()
 * restores the mask BEFORE; signals that came are then delivered. */
void signals_hold(sigset_t *ret_before);
void signals_release(const sigset_t *before);

#endif
