/* SPDX-License-Identifier: GPL-3.0-or-later */
/* signals.h - signals that would end the program wait until a step is complete */
#ifndef ALIDADE_UI_CLI_SIGNALS_H
#define ALIDADE_UI_CLI_SIGNALS_H

#include <signal.h>

/* Holds back Ctrl-C, Ctrl-\, Ctrl-Z, a terminal or pipe that is gone, and a request to
 * end, until signals_release gets the mask that was there BEFORE. */
void signals_hold(sigset_t *ret_before);
void signals_release(const sigset_t *before);

#endif
