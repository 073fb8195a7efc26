/* SPDX-License-Identifier: GPL-3.0-or-later */
/* checks.c - the checkers of file systems that run in the background */
#include "ui/loop/checks.h"

#include <stdlib.h>

#include "device/io/clock.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/refusal.h"
#include "ui/loop/tell.h"

static void checks_refuse(const struct loop_checks *checks, struct event *ret)
{
    *ret = (struct event){ .kind = EVENT_CHECKED, .text = checks->err.text };
}

void loop_checks_start(struct loop_checks *checks, const struct loop_disk *disk,
                       const struct checker_list *list, struct event *ret)
{
    checks->err = (struct err){ 0 };
    *ret = (struct event){ .kind = EVENT_CHECKED, .content = { .is_at_work = true } };
    if (checks->job) {
        (void)err_refuse(&checks->err, REFUSAL_CHECKER_STILL_RUNS, "%s",
                         _("The last checker has not ended yet: try again in a moment."));
        checks_refuse(checks, ret);
        return;
    }
    checks->checks = checks_new(&disk->sys, disk->info.path, disk->layout, list);
    const struct job_work work = checks_job(checks->checks);
    checks->job = job_start(&work, &checks->err);
    if (!checks->job) {
        checks_free(checks->checks);
        checks_refuse(checks, ret);
        return;
    }
    checks->is_stopping = false;
    checks->began_ms = clock_ms();
    checks->told_ms = 0;
}

static void give_found(struct loop_checks *checks, struct event *ret)
{
    const char *log = checks_log(checks->checks);

    free(checks->log);
    checks->log = log ? xstrdup(log) : NULL;
    *ret = (struct event){ .kind = EVENT_CHECKED, .text = checks->log };
    checker_list_copy(checks_results(checks->checks), &ret->checked);
    checks_free(checks->checks);
    checks->checks = NULL;
}

static void give_running(const struct loop_checks *checks, const struct checks_news *news,
                         uint64_t now_ms, struct event *ret)
{
    struct content_live *live = &ret->content;

    *ret = (struct event){ .kind = EVENT_CHECKED };
    live->is_at_work = true;
    live->number = news->number;
    live->seconds = (unsigned)((now_ms - checks->began_ms) / 1000);
    copy_text(live->type, sizeof(live->type), news->type);
    copy_text(live->program, sizeof(live->program), news->program);
}

bool loop_checks_take(struct loop_checks *checks, uint64_t now_ms, bool is_slow,
                      struct event *ret)
{
    struct checks_news news;

    if (!checks->job)
        return false;
    if (!job_peek(checks->job, &news) && job_join(checks->job, -1)) {
        checks->job = NULL;
        give_found(checks, ret);
        return true;
    }
    if (loop_tell_left(checks->told_ms, now_ms, is_slow))
        return false;
    checks->told_ms = now_ms;
    give_running(checks, &news, now_ms, ret);
    return true;
}

void loop_checks_stop(struct loop_checks *checks)
{
    if (!checks->job || checks->is_stopping)
        return;
    checks->is_stopping = true;
    job_stop(checks->job);
}

void loop_checks_finish(struct loop_checks *checks, int max_ms)
{
    loop_checks_stop(checks);
    if (checks->job && job_join(checks->job, max_ms)) {
        checks->job = NULL;
        checks_free(checks->checks);
        checks->checks = NULL;
    }
    if (checks->job)
        return; /* it hangs: the program may end, nothing is freed */
    free(checks->log);
    checks->log = NULL;
}
