/* SPDX-License-Identifier: GPL-3.0-or-later */
/* moving_head.h - detects seeks of a disk whose writes are too fast for a platter
 *
 * Such writes only reach a cache, whatever the drive reports, and tell nothing about its
 * sectors. The kernel's "rotational" is no help: bridges set it as they like. */
#ifndef ALIDADE_DEVICE_MEASURE_MOVING_HEAD_H
#define ALIDADE_DEVICE_MEASURE_MOVING_HEAD_H

#include <stdbool.h>

#include "device/measure/drive.h"

/* A twentieth of a turn at 7200 rpm: no place passes so quickly each time. */
#define MOVING_HEAD_WRITE_US 417.0

struct dice;
struct area_copy;

/* Times reads at random places of DRIVE, and of the sectors that follow; failed ones are
 * added to ERRORS. *RET_READ_US (may be NULL) is the median at random places; 0: none
 * could be read. */
bool moving_head_is_detected(const struct drive *drive, struct area_copy *copy,
                             struct dice *dice, unsigned *errors, double *ret_read_us);

#endif
