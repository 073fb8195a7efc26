/* SPDX-License-Identifier: GPL-3.0-or-later */
/* signal.h - signals come to the loop through a pipe, one byte each */
#ifndef ALIDADE_UI_LOOP_SIGNAL_H
#define ALIDADE_UI_LOOP_SIGNAL_H

#include <signal.h>
#include <stdbool.h>

#include "model/base/err.h"

/* Catches what the loop answers, also where the caller holds it back, and crashes, which
 * first give the terminal back.  RET is the caller's mask, for the end. */
bool loop_signal_start(sigset_t *ret, struct err *err) MUST_USE;
/* Everything as it was. */
void loop_signal_end(const sigset_t *before);

/* Readable when a signal has come. */
int loop_signal_fd(void);
/* The next one; 0 when there is none. */
int loop_signal_take(void);

/* Holds back what the loop answers while a disk is written; BEFORE is for the release.
 * Then what has come meanwhile is delivered, but for Ctrl-Z and Ctrl-C: those were typed
 * at something that is over. */
void loop_signal_hold(sigset_t *before);
void loop_signal_release(const sigset_t *before);

/* Stops the program as Ctrl-Z does; returns when it goes on. */
void loop_signal_stop(void);
/* Ends the program by SIGNAL, as if nobody had caught it; returns where the caller holds
 * it back: then it comes when the caller lets it. */
void loop_signal_raise(int signal_number);

#endif
