/* SPDX-License-Identifier: GPL-3.0-or-later */
/* found_work.h - searches for contents without an entry on a worker thread */
#ifndef ALIDADE_DEVICE_SYSTEM_FOUND_WORK_H
#define ALIDADE_DEVICE_SYSTEM_FOUND_WORK_H

#include "device/io/job.h"
#include "model/found/list.h"

struct found_work;

/* Prepares to search the disk open at FD, with the sectors of LAYOUT; the disk is
 * opened again, and FD is borrowed for the call.  Returns NULL (ERR_UNREADABLE) if
 * that fails. */
struct found_work *found_work_new(int fd, const struct layout *layout,
                                  struct err *err) MUST_USE;
/* Call before job_start() or after job_join().  Accepts NULL. */
void found_work_free(struct found_work *work);
/* News of the job. */
struct found_news {
    bool is_complete;
    uint64_t places; /* that were looked at so far */
};
/* Returns the functions of a job with such news. */
struct job_work found_work_job(struct found_work *work);
/* Returns what was found if the search is complete; borrowed.  Call after job_join(). */
const struct found_list *found_work_list(const struct found_work *work);

#endif
