/* SPDX-License-Identifier: GPL-3.0-or-later */
/* read_speed_work.c - measures how fast a drive reads, on a worker thread */
#include "device/measure/read_speed_work.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "device/io/clock.h"
#include "device/io/file.h"
#include "model/base/mem.h"

struct read_speed_work {
    int fd; /* its own: O_DIRECT is not for the other readers */
    struct drive drive;
    struct read_speed speed;
};

static int speed_work_read(void *context, uint64_t offset, void *bytes, size_t count)
{
    const struct read_speed_work *work = context;

    return file_read_at(work->fd, offset, bytes, count);
}

static uint64_t speed_work_now_ns(void *context)
{
    (void)context;
    return clock_ns();
}

/* True if reads of the device or file do not reach a medium. */
static bool is_cached(const struct sys *sys, const char *path, int fd)
{
    char name[SYS_NAME];
    uint64_t is_direct;

    if (!sys_name_of(sys, path, name))
        return file_fd_is_in_memory(fd);
    if (!strncmp(name, "zram", 4) || !strncmp(name, "ram", 3))
        return true;
    return !strncmp(name, "loop", 4) &&
           !(sys_number(sys, &is_direct, "class/block/%s/loop/dio", name) && is_direct);
}

struct read_speed_work *read_speed_work_new(const struct sys *sys, const char *path,
                                            int fd, const struct layout *layout)
{
    int own = fd < 0 || is_cached(sys, path, fd) ? -1 : file_reopen(fd);

    if (own < 0)
        return NULL;
    struct read_speed_work *work = xcalloc(1, sizeof(*work));
    work->fd = own;
    work->drive = (struct drive){ .read = speed_work_read,
                                  .now_ns = speed_work_now_ns,
                                  .context = work,
                                  .is_direct = file_set_direct(own, true) };
    read_speed_init(&work->drive, layout, &work->speed);
    if (work->drive.is_direct && work->speed.count)
        return work;
    read_speed_work_free(work);
    return NULL;
}

void read_speed_work_free(struct read_speed_work *work)
{
    if (!work)
        return;
    read_speed_finish(&work->speed);
    (void)close(work->fd); /* only read from */
    free(work);
}

static bool speed_work_step(void *context)
{
    struct read_speed_work *work = context;

    return read_speed_step(&work->speed);
}

static void speed_work_stop(void *context)
{
    struct read_speed_work *work = context;

    work->speed.is_stopping = true;
}

static void speed_work_look(const void *context, void *ret_news)
{
    const struct read_speed_work *work = context;
    struct move_speed *news = ret_news;

    *news = read_speed_result(&work->speed);
}

struct job_work read_speed_work_job(struct read_speed_work *work)
{
    return (struct job_work){ .step = speed_work_step,
                              .stop = speed_work_stop,
                              .look = speed_work_look,
                              .context = work,
                              .news_size = sizeof(struct move_speed) };
}
