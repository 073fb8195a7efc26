/* SPDX-License-Identifier: GPL-3.0-or-later */
/* emptiness_work.h - reads a partition completely on a worker thread */
#ifndef ALIDADE_DEVICE_SYSTEM_EMPTINESS_WORK_H
#define ALIDADE_DEVICE_SYSTEM_EMPTINESS_WORK_H

#include "device/io/job.h"
#include "device/system/emptiness.h"

struct emptiness_work;

/* Prepares to read EXTENT of the disk open at FD, with sectors of LOGICAL bytes; the disk
 * is opened again.  Returns NULL (ERR_UNREADABLE) if that fails. */
struct emptiness_work *emptiness_work_new(int fd, uint64_t logical,
                                          const struct extent *extent,
                                          struct err *err) MUST_USE;
/* Call before job_start() or after job_join().  Accepts NULL. */
void emptiness_work_free(struct emptiness_work *work);
/* Returns the functions of a job; its news are a struct emptiness_news. */
struct job_work emptiness_work_job(struct emptiness_work *work);

#endif
