/* SPDX-License-Identifier: GPL-3.0-or-later */
/* read_speed_work.h - measures how fast a drive reads, on a worker thread */
#ifndef ALIDADE_DEVICE_MEASURE_READ_SPEED_WORK_H
#define ALIDADE_DEVICE_MEASURE_READ_SPEED_WORK_H

#include "device/io/job.h"
#include "device/io/sys.h"
#include "device/measure/read_speed.h"

struct read_speed_work;

/* Opens PATH, of which FD is a descriptor, again for reads past the page cache; LAYOUT is
 * not used later. NULL where that is not possible, where reads would tell the speed of
 * memory (a file in memory, a loop device that reads through the page cache), and where
 * there is too little data. */
struct read_speed_work *read_speed_work_new(const struct sys *sys, const char *path,
                                            int fd, const struct layout *layout);
/* Call before job_start() or after job_join().  Accepts NULL. */
void read_speed_work_free(struct read_speed_work *work);
/* Returns the functions of a job; its news are the struct move_speed so far. */
struct job_work read_speed_work_job(struct read_speed_work *work);

#endif
