/* SPDX-License-Identifier: GPL-3.0-or-later */
/* found_work.c - searches for contents without an entry on a worker thread */
#include "device/system/found_work.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "device/io/file.h"
#include "device/system/found_read.h"
#include "model/base/intl.h"
#include "model/base/mem.h"

struct found_work {
    int fd;
    struct store *store;
    struct layout *layout;
    struct found_read *read;
    struct found_list list;
    bool is_stopped;
    struct found_news news;
};

struct found_work *found_work_new(int fd, const struct layout *layout, struct err *err)
{
    int own = file_reopen(fd);

    if (own < 0) {
        (void)err_set(err, ERR_UNREADABLE, _("The disk cannot be opened again: %s."),
                      strerror(errno));
        return NULL;
    }
    struct store *store = store_of_fd("", own, err);
    if (!store) {
        (void)close(own); /* only read from */
        return NULL;
    }
    struct found_work *work = xcalloc(1, sizeof(*work));
    work->fd = own;
    work->store = store;
    work->layout = layout_ref(layout);
    work->read = found_read_new(store, work->layout, FOUND_QUICK);
    return work;
}

void found_work_free(struct found_work *work)
{
    if (!work)
        return;
    found_read_free(work->read);
    found_list_finish(&work->list);
    layout_unref(work->layout);
    store_close(work->store);
    (void)close(work->fd); /* only read from */
    free(work);
}

static bool found_work_step(void *context)
{
    struct found_work *work = context;

    if (work->is_stopped)
        return false;
    work->news.is_complete = !found_read_step(work->read);
    work->news.places++;
    if (work->news.is_complete)
        found_read_list(work->read, &work->list);
    return !work->news.is_complete;
}

static void found_work_stop(void *context)
{
    struct found_work *work = context;

    work->is_stopped = true;
}

static void found_work_news(const void *context, void *ret_news)
{
    const struct found_work *work = context;
    struct found_news *news = ret_news;

    *news = work->news;
}

struct job_work found_work_job(struct found_work *work)
{
    return (struct job_work){ .step = found_work_step,
                              .stop = found_work_stop,
                              .look = found_work_news,
                              .context = work,
                              .news_size = sizeof(struct found_news) };
}

const struct found_list *found_work_list(const struct found_work *work)
{
    return &work->list;
}
