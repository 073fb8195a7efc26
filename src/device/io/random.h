/* SPDX-License-Identifier: GPL-3.0-or-later */
/* random.h - waits, early after boot, until the kernel has random numbers
 *
 * libuuid, which libparted asks for GUIDs and signatures, does not wait for them: it
 * sleeps in each call for up to a second until they are there. */
#ifndef ALIDADE_DEVICE_IO_RANDOM_H
#define ALIDADE_DEVICE_IO_RANDOM_H

#include <stdbool.h>

#include "model/base/must_use.h"

struct random_watch {
    /* Called each MS milliseconds; false: the wait ends.  NULL: no one is told. */
    bool (*wait)(void *context);
    void *context;
    int ms; /* 0: 1000 */
};

/* Returns true when random numbers can be drawn without waiting, or if the kernel cannot
 * be asked; false if WATCH, which may be NULL, ends the wait.  A child process waits, so
 * that no signal is held up. */
bool random_wait(const struct random_watch *watch) MUST_USE;

#endif
