/* SPDX-License-Identifier: GPL-3.0-or-later */
/* found_work.h - the whole search for contents without a table, on a worker thread */
#ifndef ALIDADE_DEVICE_SYSTEM_FOUND_WORK_H
#define ALIDADE_DEVICE_SYSTEM_FOUND_WORK_H

#include "device/io/job.h"
#include "model/disk/layout.h"

struct found_work;

/* Searches the disk open at FD, with the sectors of LAYOUT.  Opens the disk again for
 * itself; NULL with a sentence (ERR_UNREADABLE) where that fails.  FD is borrowed for the
 * call. */
struct found_work *found_work_new(int fd, const struct layout *layout,
                                  struct err *err) MUST_USE;
/* Before job_start(), or after job_join().  Accepts NULL. */
void found_work_free(struct found_work *work);
/* What a job runs; its news are a bool: the search has come to its end. */
struct job_work found_work_job(struct found_work *work);
/* After job_join(): LAYOUT with what was found, or itself with a reference. */
struct layout *found_work_add(const struct found_work *work, struct layout *layout);

#endif
