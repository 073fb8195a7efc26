/* SPDX-License-Identifier: GPL-3.0-or-later */
/* attend.c - runs an effect on the worker, and attends to keys and screen meanwhile */
#include "ui/loop/attend.h"

#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

#include "device/commit/commit.h"
#include "device/io/answer.h"
#include "device/io/clock.h"
#include "device/io/job.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "ui/app/app.h"
#include "ui/draw/key.h"
#include "ui/loop/private.h"
#include "ui/loop/signal.h"

/* Before that nothing is told, and keys wait. */
#define DRIVE_MS    2000
#define LOCK_MS     500
#define REHEARSE_MS 1000
#define TICK_MS     100
/* So long it may take to end, once the person does not wait any longer. */
#define LEAVE_DRIVE_MS 300
#define LEAVE_LOCK_MS  5000

struct loop_attended {
    struct job *job;
    struct loop *loop;
    attend_run run;
    struct effect effect; /* a copy: what it borrows stays, see loop_attend() */
    struct event event;   /* its answer, if it has one */
    bool has_event;

    struct commit_watch watch;
    struct answer_wait wait;       /* of the worker */
    atomic_bool is_held;           /* the lock, by another program */
    atomic_size_t rehearsed;       /* tables */
    atomic_size_t rehearsed_count; /* of these; 0: no rehearsal */
    atomic_bool is_unready;        /* the kernel has no random numbers yet */
    atomic_uint compared;          /* percent of data, and 1; 0: none is compared */
    atomic_bool is_left;           /* the person does not wait any longer */
    uint64_t begun_ms, left_ms;
    uint64_t told_seconds;
    bool is_told, is_interrupted;
    char *said; /* the message before that was told; owned */
    bool is_said_error;
};

/* --- on the worker --- */

static bool attend_step(void *context)
{
    struct loop_attended *attended = context;

    answer_wait_begin(&attended->wait);
    attended->has_event =
        attended->run(attended->loop, &attended->effect, &attended->event);
    return false;
}

static void attend_stop(void *context)
{
    struct loop_attended *attended = context;

    atomic_store(&attended->is_left, true);
}

static bool attend_held(void *context)
{
    struct loop_attended *attended = context;

    atomic_store(&attended->is_held, true);
    return !atomic_load(&attended->is_left);
}

static void attend_rehearsed(void *context, size_t done, size_t count)
{
    struct loop_attended *attended = context;

    atomic_store(&attended->is_unready, false);
    if (done < count)
        atomic_store(&attended->rehearsed, done);
    atomic_store(&attended->rehearsed_count, done < count ? count : 0);
}

static void attend_compared(void *context, uint64_t done, uint64_t count)
{
    struct loop_attended *attended = context;

    atomic_store(&attended->compared,
                 done < count ? (unsigned)((double)done / (double)count * 100) + 1 : 0);
}

static bool attend_unready(void *context)
{
    struct loop_attended *attended = context;

    atomic_store(&attended->is_unready, true);
    return !atomic_load(&attended->is_left);
}

/* --- meanwhile --- */

static void drop_key(struct loop *loop, uint32_t key)
{
    if (key == KEY_CODE_MOUSE)
        (void)term_mouse();
    else
        loop->has_dropped = true;
}

/* Those that were typed before that was told do not mean it. */
static void drop_keys(struct loop *loop)
{
    uint32_t key;

    while (term_read(&key))
        drop_key(loop, key);
}

/* A drive is named only while nothing else works. */
static void say_time(struct loop *loop, uint64_t waited_ms)
{
    if (waited_ms >= DRIVE_MS)
        app_say(&loop->app, true,
                _("The drive has not answered for %llu s. q or Ctrl-C ends the program."),
                (ull)waited_ms / 1000);
    else
        app_say(&loop->app, false,
                _("This has taken %llu s so far. q or Ctrl-C ends the program."),
                (ull)loop->attended->told_seconds);
}

static void attend_say(struct loop *loop, struct loop_attended *attended)
{
    uint64_t now_ms = clock_ms(), ms = now_ms - attended->begun_ms;
    uint64_t waited_ms = answer_waited_ms(&attended->wait, now_ms);
    size_t count = atomic_load(&attended->rehearsed_count);
    unsigned compared = atomic_load(&attended->compared);
    bool is_unready = atomic_load(&attended->is_unready);
    bool is_held = atomic_load(&attended->is_held) && !count && !compared;

    if (ms < (count || compared || is_unready ? REHEARSE_MS
              : is_held                       ? LOCK_MS
                                              : DRIVE_MS) ||
        (attended->is_told && attended->told_seconds == ms / 1000))
        return;
    if (!attended->is_told)
        drop_keys(loop);
    attended->is_told = true;
    attended->told_seconds = ms / 1000;
    if (count)
        app_say(&loop->app, false,
                _("Table %1$zu of %2$zu is rehearsed. q or Ctrl-C ends the program."),
                atomic_load(&attended->rehearsed) + 1, count);
    else if (compared)
        app_say(&loop->app, false,
                _("%u %% of the data is compared. q or Ctrl-C ends the program."),
                compared - 1);
    else if (is_unready)
        app_say(&loop->app, false, "%s",
                _("Waiting for the kernel's random numbers. q or Ctrl-C ends the "
                  "program."));
    else if (is_held)
        app_say(&loop->app, false, "%s",
                _("Another program holds the lock, which is tried again for 5 s. q or "
                  "Ctrl-C ends that."));
    else
        say_time(loop, waited_ms);
    loop->is_dirty = true;
}

static void attend_leave(struct loop_attended *attended)
{
    if (!atomic_exchange(&attended->is_left, true))
        attended->left_ms = clock_ms();
}

static void attend_keys(struct loop *loop, struct loop_attended *attended)
{
    uint32_t key;
    bool is_any = false;

    while (term_read(&key)) {
        is_any = true;
        drop_key(loop, key);
        if (key == 'q' || key == 'Q' || key == KEY_CODE_ESCAPE || key == KEY_CODE_F10)
            attend_leave(attended);
    }
    loop_count_silence(loop, is_any);
}

static void attend_signals(struct loop *loop, struct loop_attended *attended)
{
    for (int number; (number = loop_signal_take()) != 0;) {
        if (number != SIGINT)
            loop_take_signal(loop, number);
        else if (attended->is_told || atomic_load(&attended->is_held))
            attend_leave(attended);
        else
            attended->is_interrupted = true;
    }
    if (loop->ending_signal)
        attend_leave(attended);
}

/* Returns true if the effect has ended. */
static bool attend_wait(struct loop *loop, struct loop_attended *attended)
{
    struct pollfd fds[] = {
        { .fd = job_fd(attended->job), .events = POLLIN },
        { .fd = loop_signal_fd(), .events = POLLIN },
        { .fd = attended->is_told ? STDIN_FILENO : -1, .events = POLLIN },
    };
    int ready = poll(fds, ARRAY_SIZE(fds), TICK_MS);

    if (ready > 0 && fds[0].revents && !job_peek(attended->job, NULL))
        return true;
    if (ready > 0 && fds[2].revents & POLLIN)
        attend_keys(loop, attended);
    else if (ready > 0 && fds[2].revents)
        loop->ending_signal = SIGHUP;
    attend_signals(loop, attended);
    attend_say(loop, attended);
    if (loop->is_dirty && attended->is_told)
        loop_paint(loop);
    return false;
}

static bool is_waited_for(const struct loop_attended *attended)
{
    uint64_t max_ms = atomic_load(&attended->is_held) ? LEAVE_LOCK_MS : LEAVE_DRIVE_MS;

    return !atomic_load(&attended->is_left) || clock_ms() - attended->left_ms < max_ms;
}

/* --- begin and end --- */

static void attend_begin(struct loop *loop, attend_run run, const struct effect *effect)
{
    struct loop_attended *attended = xcalloc(1, sizeof(*attended));
    const struct job_work work = { .step = attend_step,
                                   .stop = attend_stop,
                                   .context = attended };

    *attended = (struct loop_attended){ .loop = loop,
                                        .run = run,
                                        .effect = *effect,
                                        .watch = { { attend_held, attended },
                                                   attend_rehearsed,
                                                   attend_compared,
                                                   attend_unready },
                                        .begun_ms = clock_ms(),
                                        .said = xstrdup(loop->app.message),
                                        .is_said_error = loop->app.is_message_error };
    loop->fix.watch = loop->commit.watch = &attended->watch;
    loop->attended = attended;
    attended->job = job_start(&work, ERR_IGNORED);
    if (!attended->job)
        (void)attend_step(attended); /* the screen waits */
}

/* Frees what has ended. */
static void attend_finish(struct loop *loop)
{
    free(loop->attended->said);
    free(loop->attended);
    loop->attended = NULL;
    loop->fix.watch = loop->commit.watch = NULL;
}

static bool attend_answer(struct loop *loop, struct event *ret)
{
    struct loop_attended *attended = loop->attended;
    bool has_event = attended->has_event;

    if (has_event)
        *ret = attended->event;
    if (attended->is_told)
        app_say(&loop->app, attended->is_said_error, "%s", attended->said);
    loop->is_dirty = true;
    if (attended->is_interrupted)
        (void)raise(SIGINT); /* is taken when the answer is shown */
    attend_finish(loop);
    return has_event;
}

bool loop_attend(struct loop *loop, attend_run run, const struct effect *effect,
                 struct event *ret)
{
    attend_begin(loop, run, effect);
    struct loop_attended *attended = loop->attended;
    bool has_ended = !attended->job;
    while (!has_ended && is_waited_for(attended))
        has_ended = attend_wait(loop, attended);
    if (!attended->job || (has_ended && job_join(attended->job, -1)))
        return attend_answer(loop, ret);
    loop->is_done = true;
    return false;
}

/* The path of another effect is that of a file for the open disk. */
const char *loop_attend_path(const struct loop *loop)
{
    const struct effect *effect = loop->attended ? &loop->attended->effect : NULL;

    return effect && effect->kind == EFFECT_OPEN ? effect->path : loop->app.info.path;
}

bool loop_attend_end(struct loop *loop, int max_ms)
{
    if (loop->attended && !job_join(loop->attended->job, max_ms))
        return false;
    if (!loop->attended)
        return true;
    if (loop->attended->has_event)
        (void)app_update(&loop->app, &loop->attended->event); /* frees it at its end */
    attend_finish(loop);
    return true;
}
