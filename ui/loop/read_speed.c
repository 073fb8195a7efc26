/* SPDX-License-Identifier: GPL-3.0-or-later */
/* read_speed.c - measures in the background how fast the disk of the wizard is read */
#include "ui/loop/read_speed.h"

#include <string.h>

#include "model/base/mem.h"
#include "model/report/moves_time.h"
#include "ui/app/measure_result.h"

static void read_speed_begin(struct loop_read_speed *speed, const struct loop_disk *disk)
{
    struct err ignored = { 0 }; /* then the time is that of a usual drive */

    copy_text(speed->path, sizeof(speed->path), disk->info.path);
    speed->speed = (struct move_speed){ 0 };
    speed->work = read_speed_work_new(&disk->sys, disk->info.path, store_fd(disk->store),
                                      disk->layout);
    if (!speed->work)
        return;
    struct job_work work = read_speed_work_job(speed->work);
    speed->job = job_start(&work, &ignored);
    if (speed->job)
        return;
    read_speed_work_free(speed->work);
    speed->work = NULL;
}

void loop_read_speed_start(struct loop_read_speed *speed, const struct loop_disk *disk,
                           const struct app *app, struct fix_look *look)
{
    bool is_known = moves_speed(measure_result_saved(app)).read > 0;
    bool is_same = !strcmp(speed->path, disk->info.path);

    if (!is_known && !is_same && !speed->job)
        read_speed_begin(speed, disk);
    if (strcmp(speed->path, disk->info.path) != 0)
        return;
    look->read = speed->speed;
    look->is_reading = speed->job;
}

/* Frees the job if it ends within MAX_MS. */
static bool read_speed_join(struct loop_read_speed *speed, int max_ms)
{
    if (!job_join(speed->job, max_ms))
        return false;
    speed->job = NULL;
    read_speed_work_free(speed->work);
    speed->work = NULL;
    return true;
}

bool loop_read_speed_take(struct loop_read_speed *speed, struct event *ret)
{
    struct move_speed news;

    if (!speed->job || job_peek(speed->job, &news) || !read_speed_join(speed, -1))
        return false;
    speed->speed = news;
    *ret = (struct event){ .kind = EVENT_READ_SPEED, .speed = news };
    return true;
}

bool loop_read_speed_stop(struct loop_read_speed *speed, int max_ms, struct event *ret)
{
    if (!speed->job || !read_speed_join(speed, max_ms))
        return false;
    speed->path[0] = '\0'; /* it is read again when the wizard is opened again */
    *ret = (struct event){ .kind = EVENT_READ_SPEED };
    return true;
}
