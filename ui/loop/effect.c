/* SPDX-License-Identifier: GPL-3.0-or-later */
/* effect.c - runs the effects that the app returns */
#include <stdlib.h>

#include "device/io/clock.h"
#include "model/report/details.h"
#include "ui/app/app.h"
#include "ui/app/change.h"
#include "ui/app/disk.h"
#include "ui/app/fix_run.h"
#include "ui/loop/attend.h"
#include "ui/loop/busy.h"
#include "ui/loop/fix_wizard.h"
#include "ui/loop/path.h"
#include "ui/loop/private.h"
#include "ui/loop/signal.h"

/* A rehearsal or a measurement waits so long for the work in the background. */
#define SETTLE_MS 5000

void loop_ask_size(const struct loop *loop, struct event *ret)
{
    *ret = (struct event){ .kind = EVENT_RESIZE };
    term_size(loop->term, &ret->rows, &ret->cols);
}

void loop_give_disk(const struct loop *loop, struct event *ret)
{
    loop_disk_give(&loop->disk, ret);
    ret->saved = loop_memory_known(&loop->measure.memory);
}

void loop_list_disks(struct loop *loop, struct event *ret)
{
    loop_list_start(&loop->list, &loop->disk.sys);
    loop_list_give(&loop->list, ret);
}

bool loop_open(struct loop *loop, const char *path, const struct limits_given *given,
               bool is_read_only, struct err *err)
{
    struct limits_given known = loop_memory_given(&loop->measure.memory, path, given);

    if (!loop_disk_open(&loop->disk, path, &known, is_read_only, err))
        return false;
    loop_fix_know_table(&loop->fix);
    loop_memory_open(&loop->measure.memory, &loop->disk.sys, loop->disk.info.path);
    return true;
}

bool loop_is_busy(const struct loop *loop)
{
    return loop->measure.job || loop->fix.session.job;
}

void loop_suspend(struct loop *loop)
{
    loop->is_dirty = true;
    if (fix_run_stays_awake(&loop->app))
        return;
    loop_measure_suspend(&loop->measure);
    term_suspend();
    loop_signal_stop();
    term_resume(loop->term);
    change_hidden(&loop->app);
    loop_measure_resume(&loop->measure);
}

/* --- effects: true with an event in *RET that answers --- */

static bool do_quit(struct loop *loop, const struct effect *effect, struct event *ret)
{
    (void)effect;
    (void)ret;
    loop->is_done = true;
    return false;
}

static bool do_disks(struct loop *loop, const struct effect *effect, struct event *ret)
{
    (void)effect;
    loop_list_disks(loop, ret);
    return true;
}

static bool open_path(struct loop *loop, const struct effect *effect, struct event *ret)
{
    loop->err = (struct err){ 0 };
    if (loop_open(loop, effect->path, &effect->given, effect->is_read_only, &loop->err))
        loop_give_disk(loop, ret);
    else
        *ret = (struct event){ .kind = EVENT_ERROR, .text = loop->err.text };
    return true;
}

static bool do_reread(struct loop *loop, const struct effect *effect, struct event *ret)
{
    struct effect again = *effect;

    again.path = loop->app.info.path;
    loop_list_reread(&loop->list, again.path, clock_ms()); /* for the picker */
    again.is_read_only = loop->app.is_read_only && !loop->app.info.is_forbidden;
    return loop_attend(loop, open_path, &again, ret);
}

static bool do_details(struct loop *loop, const struct effect *effect, struct event *ret)
{
    (void)effect;
    *ret = (struct event){ .kind = EVENT_DETAILS };
    loop_disk_details(&loop->disk, &ret->details);
    details_add_measured(&ret->details, layout_limits(loop->disk.layout),
                         loop_memory_known(&loop->measure.memory));
    return true;
}

static bool do_complete(struct loop *loop, const struct effect *effect, struct event *ret)
{
    free(loop->completed);
    loop->completed = loop_path_complete(effect->path);
    *ret = (struct event){ .kind = EVENT_COMPLETED, .text = loop->completed };
    return true;
}

static bool do_redraw(struct loop *loop, const struct effect *effect, struct event *ret)
{
    (void)effect;
    (void)ret;
    term_redraw(loop->term);
    return false;
}

static bool do_suspend(struct loop *loop, const struct effect *effect, struct event *ret)
{
    (void)effect;
    loop_suspend(loop);
    loop_ask_size(loop, ret);
    return true;
}

static bool look_for_move(struct loop *loop, const struct effect *effect,
                          struct event *ret)
{
    (void)effect;
    (void)ret;
    loop_disk_look(&loop->disk);
    return false;
}

bool loop_look(struct loop *loop)
{
    const struct effect none = { .kind = EFFECT_NONE };

    if (loop_disk_wants_look(&loop->disk))
        (void)loop_attend(loop, look_for_move, &none, NULL);
    return !loop->is_done;
}

/* Finishes the work in the background, and passes its results to the app: what is written
 * or measured must be what is shown. */
static bool settle_disk(struct loop *loop)
{
    struct event event;
    bool is_news;

    loop_empty_finish(&loop->empty, SETTLE_MS);
    if (!loop_disk_settle(&loop->disk, SETTLE_MS, &is_news, &loop->err))
        return false;
    if (!is_news)
        return true;
    if (!loop_look(loop))
        return false;
    loop_give_disk(loop, &event);
    (void)app_update(&loop->app, &event); /* no screen that asks for it shows details */
    return true;
}

static bool settles_unchanged(struct loop *loop)
{
    size_t pending = app_pending(&loop->app);

    if (settle_disk(loop))
        return app_pending(&loop->app) == pending;
    app_say(&loop->app, true, "%s", loop->err.text);
    return false;
}

/* For what takes time: paints first, and again with the answer. */
static void show_work(struct loop *loop)
{
    loop->err = (struct err){ 0 };
    loop_paint(loop);
    loop->is_dirty = true;
}

static bool do_forget_all(struct loop *loop, const struct effect *effect,
                          struct event *ret)
{
    loop_fix_forget(&loop->fix);
    return loop_commit_do(loop, effect, ret);
}

static bool do_measure(struct loop *loop, const struct effect *effect, struct event *ret)
{
    return loop_measure_do(&loop->measure, &loop->disk, &loop->app, effect, ret);
}

/* The background work ends first: other reads would change the times. */
static bool do_begin(struct loop *loop, const struct effect *effect, struct event *ret)
{
    if (settle_disk(loop))
        return do_measure(loop, effect, ret);
    *ret = (struct event){ .kind = EVENT_MEASURED,
                           .text = loop->err.text,
                           .saved = loop_memory_known(&loop->measure.memory) };
    return true;
}

static bool do_empty(struct loop *loop, const struct effect *effect, struct event *ret)
{
    (void)effect;
    loop_empty_start(&loop->empty, &loop->disk, loop->app.empty.id, ret);
    return true;
}

static bool do_search(struct loop *loop, const struct effect *effect, struct event *ret)
{
    (void)effect;
    (void)ret;
    loop_disk_hunt_again(&loop->disk);
    return false;
}

static bool do_use(struct loop *loop, const struct effect *effect, struct event *ret)
{
    loop_measure_use(&loop->measure, &effect->given);
    return do_reread(loop, effect, ret);
}

static bool do_unfinished(struct loop *loop, const struct effect *effect,
                          struct event *ret)
{
    return loop_fix_do(&loop->fix, &loop->disk, loop->commit.backup_path, effect, ret);
}

static bool do_fix(struct loop *loop, const struct effect *effect, struct event *ret)
{
    if (settle_disk(loop))
        return do_unfinished(loop, effect, ret);
    *ret = (struct event){ .kind = EVENT_FIXED,
                           .fix_end = FIX_END_FAILED,
                           .text = loop->err.text };
    loop_fix_forget(&loop->fix);
    return true;
}

static bool look_at_wizard(struct loop *loop, const struct effect *effect,
                           struct event *ret)
{
    (void)effect;
    loop_fix_look(&loop->disk, &loop->app, &loop->err, ret);
    return true;
}

static bool do_fix_look(struct loop *loop, const struct effect *effect, struct event *ret)
{
    if (!loop_attend(loop, look_at_wizard, effect, ret))
        return false;
    loop_read_speed_start(&loop->read_speed, &loop->disk, &loop->app, &ret->look);
    return true;
}

static bool rehearse_plan(struct loop *loop, const struct effect *effect,
                          struct event *ret)
{
    const struct loop_fix_given given = { guid_source_split(&loop->app.guids),
                                          loop->commit.backup_path, effect };

    loop_fix_begin(&loop->fix, &loop->disk, &loop->app, &given, ret);
    return true;
}

static bool do_check(struct loop *loop, const struct effect *effect, struct event *ret)
{
    if (effect->kind == EFFECT_CHECK_STOP) {
        loop_checks_stop(&loop->checks);
        return false;
    }
    loop_checks_start(&loop->checks, &loop->disk, &loop->app.content.before, ret);
    return true;
}

/* How an effect is carried out. */
enum {
    IS_SHOWN = 1 << 0,    /* paints first: it takes time */
    IS_SETTLED = 1 << 1,  /* not at all if what is shown changes */
    IS_ATTENDED = 1 << 2, /* on a worker: a drive may not answer */
    IS_REHEARSAL = IS_SHOWN | IS_SETTLED | IS_ATTENDED,
};

static const struct {
    attend_run run; /* NULL: it is carried out by app_update() */
    unsigned how;
} effects[] = {
    [EFFECT_NONE] = { NULL, 0 },
    [EFFECT_ACTION] = { NULL, 0 },
    [EFFECT_QUIT] = { do_quit, 0 },
    [EFFECT_DISKS] = { do_disks, 0 },
    [EFFECT_OPEN] = { open_path, IS_ATTENDED },
    [EFFECT_REREAD] = { do_reread, 0 },
    [EFFECT_DETAILS] = { do_details, 0 },
    [EFFECT_COMPLETE] = { do_complete, 0 },
    [EFFECT_REDRAW] = { do_redraw, 0 },
    [EFFECT_SUSPEND] = { do_suspend, 0 },
    [EFFECT_REHEARSE] = { loop_commit_do, IS_REHEARSAL },
    [EFFECT_REHEARSE_RESTORE] = { loop_commit_do, IS_REHEARSAL },
    [EFFECT_COMMIT] = { loop_commit_do, IS_SHOWN },
    [EFFECT_FORGET] = { do_forget_all, IS_SHOWN },
    [EFFECT_NAME_BACKUP] = { loop_commit_do, IS_SHOWN },
    [EFFECT_FIND_BACKUP] = { loop_commit_do, IS_SHOWN },
    [EFFECT_FIND_SCRIPT] = { loop_commit_do, IS_SHOWN },
    [EFFECT_BACKUP] = { loop_commit_do, IS_SHOWN | IS_ATTENDED },
    [EFFECT_SAVE_SCRIPT] = { loop_commit_do, IS_SHOWN },
    [EFFECT_LOAD_SCRIPT] = { loop_commit_do, IS_SHOWN },
    [EFFECT_HISTORY] = { loop_commit_do, 0 },
    [EFFECT_MEASURE] = { do_begin, IS_SHOWN },
    [EFFECT_MEASURE_PAUSE] = { do_measure, 0 },
    [EFFECT_MEASURE_STOP] = { do_measure, 0 },
    [EFFECT_MEASURE_KEEP] = { do_measure, 0 },
    [EFFECT_MEASURE_USE] = { do_use, 0 },
    [EFFECT_EMPTY_READ] = { do_empty, 0 },
    [EFFECT_SEARCH] = { do_search, 0 },
    [EFFECT_UNFINISHED] = { do_unfinished, IS_ATTENDED },
    [EFFECT_RESUME] = { do_unfinished, IS_REHEARSAL },
    [EFFECT_FIX] = { do_fix, IS_SHOWN },
    [EFFECT_FIX_STOP] = { do_unfinished, 0 },
    [EFFECT_FIX_LOOK] = { do_fix_look, IS_SHOWN | IS_SETTLED },
    [EFFECT_FIX_REHEARSE] = { rehearse_plan, IS_REHEARSAL },
    [EFFECT_CHECK] = { do_check, 0 },
    [EFFECT_CHECK_STOP] = { do_check, 0 },
};

/* Nothing else uses the disk while its speed is measured, and what is begun does not wait
 * for the end of that. */
static void end_reads(struct loop *loop, const struct effect *effect)
{
    enum event_kind answer;
    struct event event;
    bool is_begun = effect->kind == EFFECT_MEASURE || effect->kind == EFFECT_FIX;

    if (effect->kind == EFFECT_FIX_LOOK ||
        (!is_begun && !busy_touches(effect->kind, &answer)))
        return;
    if (loop_read_speed_stop(&loop->read_speed, SETTLE_MS, &event))
        (void)app_update(&loop->app, &event); /* which asks for nothing */
}

static bool run_effect(struct loop *loop, const struct effect *effect, struct event *ret)
{
    end_reads(loop, effect);
    if (loop_measure_refuses(&loop->measure, &loop->app, effect, ret) ||
        loop_fix_refuses(&loop->fix, effect, ret)) {
        loop->is_dirty = true;
        return true;
    }
    attend_run run = effects[effect->kind].run;
    unsigned how = effects[effect->kind].how;
    if (how & IS_SHOWN)
        show_work(loop);
    if (!run || (how & IS_SETTLED && !settles_unchanged(loop)))
        return false;
    return how & IS_ATTENDED ? loop_attend(loop, run, effect, ret)
                             : run(loop, effect, ret);
}

/* What went wrong, or is done after many requests: the kernel may have written of it. */
static bool follows_requests(enum event_kind kind)
{
    return kind == EVENT_ERROR || kind == EVENT_COMMITTED || kind == EVENT_MEASURED ||
           kind == EVENT_FIXED;
}

void loop_send(struct loop *loop, struct event event)
{
    bool is_answered = true;

    loop->is_dirty = true;
    if (loop->console.is_shared && follows_requests(event.kind))
        term_redraw(loop->term);
    while (is_answered) {
        struct effect effect = app_update(&loop->app, &event);

        is_answered = run_effect(loop, &effect, &event);
    }
}
