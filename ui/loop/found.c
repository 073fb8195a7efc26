/* SPDX-License-Identifier: GPL-3.0-or-later */
/* found.c - the search for contents without an entry, in the background */
#include "ui/loop/found.h"

#define LEAVE_MS 1000 /* one step takes a few reads */

void loop_found_start(struct loop_found *found, int fd, const struct layout *layout)
{
    if (found->job || found->news.is_complete)
        return;
    found->work = found_work_new(fd, layout, ERR_IGNORED);
    if (found->work) {
        struct job_work work = found_work_job(found->work);
        found->job = job_start(&work, ERR_IGNORED);
    }
    /* Without a worker the search is made before the write. */
    found->is_impossible = !found->job;
    if (!found->job) {
        found_work_free(found->work);
        found->work = NULL;
    }
}

bool loop_found_take(struct loop_found *found)
{
    if (!found->job || job_peek(found->job, &found->news) || !job_join(found->job, -1))
        return false;
    found_list_finish(&found->list);
    found->list = found_list_copy(found_work_list(found->work));
    found->job = NULL;
    found_work_free(found->work);
    found->work = NULL;
    return true;
}

void loop_found_leave(struct loop_found *found)
{
    if (found->job && job_join(found->job, LEAVE_MS))
        found_work_free(found->work);
    found_list_finish(&found->list);
    *found = (struct loop_found){ 0 };
}
