/* SPDX-License-Identifier: GPL-3.0-or-later */
/* emptiness_work.c - reads a partition completely on a worker thread */
#include "device/system/emptiness_work.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "device/io/file.h"
#include "model/base/intl.h"
#include "model/base/mem.h"

struct emptiness_work {
    int fd; /* a descriptor of its own, because the search for holes moves its position */
    struct reader disk;
    struct emptiness *emptiness;
};

struct emptiness_work *emptiness_work_new(int fd, uint64_t logical,
                                          const struct extent *extent, struct err *err)
{
    int own = file_reopen(fd);

    if (own < 0) {
        (void)err_set(err, ERR_UNREADABLE, _("The disk cannot be opened again: %s."),
                      strerror(errno));
        return NULL;
    }
    struct emptiness_work *work = xcalloc(1, sizeof(*work));
    work->fd = own;
    work->disk = file_reader(&work->fd, INT64_MAX);
    struct emptiness_place place =
        emptiness_place_of(&work->disk, work->fd, logical, extent);
    work->emptiness = emptiness_new(&place, true);
    return work;
}

void emptiness_work_free(struct emptiness_work *work)
{
    if (!work)
        return;
    emptiness_free(work->emptiness);
    (void)close(work->fd); /* only read from */
    free(work);
}

static bool emptiness_work_step(void *context)
{
    struct emptiness_work *work = context;

    return emptiness_step(work->emptiness);
}

static void emptiness_work_stop(void *context)
{
    struct emptiness_work *work = context;

    emptiness_stop(work->emptiness);
}

static void emptiness_work_news(const void *context, void *ret_news)
{
    const struct emptiness_work *work = context;
    struct emptiness_news *news = ret_news;

    *news = emptiness_news(work->emptiness);
}

struct job_work emptiness_work_job(struct emptiness_work *work)
{
    return (struct job_work){ .step = emptiness_work_step,
                              .stop = emptiness_work_stop,
                              .look = emptiness_work_news,
                              .context = work,
                              .news_size = sizeof(struct emptiness_news) };
}
