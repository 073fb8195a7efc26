/* SPDX-License-Identifier: GPL-3.0-or-later */
/* empty.c - reads a whole partition in the background to see if it is empty */
#include "ui/loop/empty.h"

#include "model/base/intl.h"
#include "model/base/refusal.h"
#include "ui/loop/tell.h"

static void empty_refuse(const struct loop_empty *empty, struct event *ret)
{
    *ret = (struct event){ .kind = EVENT_EMPTY, .text = empty->err.text };
}

void loop_empty_start(struct loop_empty *empty, const struct loop_disk *disk, uint32_t id,
                      struct event *ret)
{
    const struct extent *extent = layout_find(disk->layout, id);

    empty->err = (struct err){ 0 };
    *ret = (struct event){ .kind = EVENT_EMPTY, .empty = { .is_at_work = true } };
    if (empty->job || !extent) {
        (void)err_refuse(&empty->err, REFUSAL_READING_STILL_RUNS, "%s",
                         _("The last reading has not ended yet: try again in a moment."));
        empty_refuse(empty, ret);
        return;
    }
    empty->work = emptiness_work_new(
        store_fd(disk->store), layout_limits(disk->layout)->logical, extent, &empty->err);
    if (empty->work) {
        struct job_work work = emptiness_work_job(empty->work);
        empty->job = job_start(&work, &empty->err);
    }
    if (!empty->job) {
        emptiness_work_free(empty->work);
        empty->work = NULL;
        empty_refuse(empty, ret);
        return;
    }
    empty->id = id;
    empty->is_stopping = false;
    empty->told_ms = 0;
}

/* Frees the job if it ends within MAX_MS. */
static void empty_join(struct loop_empty *empty, int max_ms)
{
    if (!empty->job || !job_join(empty->job, max_ms))
        return;
    empty->job = NULL;
    emptiness_work_free(empty->work);
    empty->work = NULL;
}

bool loop_empty_take(struct loop_empty *empty, struct loop_disk *disk, uint64_t now_ms,
                     bool is_slow, bool *ret_is_news, struct event *ret)
{
    struct emptiness_news news;

    *ret_is_news = false;
    if (!empty->job)
        return false;
    bool is_at_work = job_peek(empty->job, &news);
    if (is_at_work &&
        (empty->is_stopping || loop_tell_left(empty->told_ms, now_ms, is_slow)))
        return false;
    empty->told_ms = now_ms;
    if (!is_at_work)
        empty_join(empty, -1);
    if (empty->is_stopping)
        return false;
    if (!is_at_work && news.zeros != ZEROS_NOT_READ) {
        loop_disk_know(disk, empty->id, news.zeros);
        *ret_is_news = true;
    }
    *ret = (struct event){ .kind = EVENT_EMPTY,
                           .empty = { .done_bytes = news.done_bytes,
                                      .total_bytes = news.total_bytes,
                                      .failed_at = news.failed_at,
                                      .is_failed = news.is_failed,
                                      .is_at_work = is_at_work } };
    return true;
}

void loop_empty_stop(struct loop_empty *empty)
{
    if (!empty->job || empty->is_stopping)
        return;
    empty->is_stopping = true;
    job_stop(empty->job);
}

void loop_empty_finish(struct loop_empty *empty, int max_ms)
{
    loop_empty_stop(empty);
    empty_join(empty, max_ms);
}
