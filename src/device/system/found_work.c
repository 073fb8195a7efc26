/* SPDX-License-Identifier: GPL-3.0-or-later */
/* found_work.c - searches for contents without a table on a worker thread */
#include "device/system/found_work.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "device/io/file.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/found/found.h"

struct found_work {
    int fd;
    struct reader disk;
    struct found_search *search;
    bool is_stopped;
    bool is_complete;
};

static bool found_work_read(void *context, uint64_t offset, void *buf, size_t count)
{
    const struct found_work *work = context;

    return !file_read_at(work->fd, offset, buf, count);
}

struct found_work *found_work_new(int fd, const struct layout *layout, struct err *err)
{
    const struct limits *limits = layout_limits(layout);
    int own = file_reopen(fd);

    if (own < 0) {
        (void)err_set(err, ERR_UNREADABLE, _("The disk cannot be opened again: %s."),
                      strerror(errno));
        return NULL;
    }
    struct found_work *work = xcalloc(1, sizeof(*work));
    work->fd = own;
    work->disk = (struct reader){ found_work_read, work, limits->size * limits->logical };
    work->search = found_search_new(&work->disk, layout);
    return work;
}

void found_work_free(struct found_work *work)
{
    if (!work)
        return;
    found_search_free(work->search);
    (void)close(work->fd); /* only read from */
    free(work);
}

static bool found_work_step(void *context)
{
    struct found_work *work = context;

    if (work->is_stopped)
        return false;
    work->is_complete = !found_search_step(work->search);
    return !work->is_complete;
}

static void found_work_stop(void *context)
{
    struct found_work *work = context;

    work->is_stopped = true;
}

static void found_work_news(const void *context, void *ret_news)
{
    const struct found_work *work = context;
    bool *is_complete = ret_news;

    *is_complete = work->is_complete;
}

struct job_work found_work_job(struct found_work *work)
{
    return (struct job_work){ .step = found_work_step,
                              .stop = found_work_stop,
                              .look = found_work_news,
                              .context = work,
                              .news_size = sizeof(bool) };
}

struct layout *found_work_add(const struct found_work *work, struct layout *layout)
{
    return found_search_add(work->search, layout);
}
