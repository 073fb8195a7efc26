/* SPDX-License-Identifier: GPL-3.0-or-later */
/* signal.h - signals as bytes in a pipe, for the loop */
#ifndef ALIDADE_UI_LOOP_SIGNAL_H
#define ALIDADE_UI_LOOP_SIGNAL_H

#include <signal.h>
#include <stdbool.h>

#include "model/base/err.h"

/* Sets the HANDLER of the signal NUMBER, which is valid, with FLAGS (SA_RESTART ...). */
void loop_signal_catch(int number, void (*handler)(int), int flags);

/* Catches and unblocks the signals that the loop handles, and crashes, which restore the
 * terminal first.  RET is the caller's mask, for loop_signal_end(). */
bool loop_signal_start(sigset_t *ret, struct err *err) MUST_USE;
/* Restores handlers and mask. */
void loop_signal_end(const sigset_t *before);

/* Readable when a signal has come. */
int loop_signal_fd(void);
/* The next one; 0 when there is none. */
int loop_signal_take(void);

/* Block the signals that the loop handles while a disk is written.  The release delivers
 * those that came, except Ctrl-Z and Ctrl-C, which were meant for the write. */
void loop_signal_hold(sigset_t *before);
void loop_signal_release(const sigset_t *before);

/* Stops the program as Ctrl-Z does; returns when it continues. */
void loop_signal_stop(void);
/* Ends the program by SIGNAL_NUMBER with its default action; returns if the signal is
 * blocked, and is then pending. */
void loop_signal_raise(int signal_number);

#endif
