/* SPDX-License-Identifier: GPL-3.0-or-later */
/* answer.h - whether a drive answers at all
 *
 * A process that waits in the kernel for a drive cannot be ended before the kernel gives
 * up, and some drivers never do. A child process can be left behind. */
#ifndef ALIDADE_DEVICE_IO_ANSWER_H
#define ALIDADE_DEVICE_IO_ANSWER_H

#include <stdbool.h>

#include "model/base/must_use.h"

/* Reads the first page of the disk or file at PATH in a child process. False if that has
 * not ended after MS milliseconds; an error is an answer too. */
bool answer_comes(const char *path, int ms) MUST_USE;

/* The same for ASK instead of a read, which may call only what is safe after a fork of
 * one thread among many. */
bool answer_comes_to(void (*ask)(const void *context), const void *context,
                     int ms) MUST_USE;

#endif
