/* SPDX-License-Identifier: GPL-3.0-or-later */
/* emptiness_work.h - a partition read whole off the screen */
#ifndef ALIDADE_DEVICE_SYSTEM_EMPTINESS_WORK_H
#define ALIDADE_DEVICE_SYSTEM_EMPTINESS_WORK_H

#include "device/io/job.h"
#include "device/system/emptiness.h"

struct emptiness_work;

/* Reads EXTENT of the disk open at FD, which is opened anew, with sectors of LOGICAL
 * bytes.  NULL with a sentence (ERR_UNREADABLE) where it cannot be opened. */
struct emptiness_work *emptiness_work_new(int fd, uint64_t logical,
                                          const struct extent *extent,
                                          struct err *err) MUST_USE;
/* Before job_start(), or after job_join().  Accepts NULL. */
void emptiness_work_free(struct emptiness_work *work);
/* What a job runs; its news are a struct emptiness_news. */
struct job_work emptiness_work_job(struct emptiness_work *work);

#endif
