/* SPDX-License-Identifier: GPL-3.0-or-later */
/* background.h - a thread that does one thing at a time for its owner */
#ifndef ALIDADE_DEVICE_IO_BACKGROUND_H
#define ALIDADE_DEVICE_IO_BACKGROUND_H

#include <pthread.h>

/* Starts a thread that calls RUN with CONTEXT. Signals are handled by the main thread
 * only: it has all of them blocked. Returns 0 or an errno. */
int background_create(pthread_t *ret, void *(*run)(void *context), void *context);

/* Removes the handlers and the mask of the parent, in a child that has just begun. */
void background_reset_signals(void);

struct background;

/* Starts the thread, which has all signals blocked. Returns NULL if there can be none. */
struct background *background_new(void);
/* The same, and the thread begins with WORK, as by background_start(). */
struct background *background_new_for(void (*work)(void *context), void *context);
/* Waits for the work, and ends the thread; accepts NULL. */
void background_free(struct background *background);

/* Calls WORK with CONTEXT on the thread; without a thread, if BACKGROUND is NULL, before
 * it returns. The work before must be waited for. Allocates nothing. */
void background_start(struct background *background, void (*work)(void *context),
                      void *context);
/* Returns when the work is done, if there is any. */
void background_wait(struct background *background);

#endif
