/* SPDX-License-Identifier: GPL-3.0-or-later */
/* moving_head.h - is there a head that moves, where writes are too fast for a platter?
 *
 * Then they only reach a cache, whatever the drive says, and show nothing of its sectors.
 * What the kernel says of turning is no answer: bridges say what they like of it. */
#ifndef ALIDADE_DEVICE_MEASURE_MOVING_HEAD_H
#define ALIDADE_DEVICE_MEASURE_MOVING_HEAD_H

#include <stdbool.h>

#include "device/measure/drive.h"

/* A twentieth of a turn at 7200 a minute: no place comes by so fast each time. */
#define MOVING_HEAD_WRITE_US 417.0

struct dice;
struct area_copy;

/* Reads at a few random places all over DRIVE; those that fail are added to ERRORS. */
bool moving_head_is_detected(const struct drive *drive, struct area_copy *copy,
                             struct dice *dice, unsigned *errors);

#endif
