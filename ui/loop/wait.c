/* SPDX-License-Identifier: GPL-3.0-or-later */
/* wait.c - waits for keys, signals and news, and passes them to the app */
#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include "device/io/clock.h"
#include "ui/app/ask_empty.h"
#include "ui/app/content_check.h"
#include "ui/app/disk.h"
#include "ui/loop/private.h"
#include "ui/loop/signal.h"

/* A held cursor key repeats every 50 ms or faster; the panes that follow the cursor are
 * redrawn when it rests. */
#define IDLE_MS      75
#define IDLE_SLOW_MS 150
/* Errors in what is typed are told after a pause, not while a word is typed. */
#define IDLE_TYPING_MS 600
/* libparted's opinion is needed for changes only, and costs more than all the rest. */
#define IDLE_OPINION_MS 1000
/* The shortest time between two updates with results from the background. */
#define NEWS_MS      100
#define NEWS_SLOW_MS 2000
/* The terminal is gone when its input is readable this often without a key. */
#define SILENT_MAX 50
/* Terminal, signals, measurement, reading of a partition, move, reads, checkers, list,
 * messages of the kernel. */
#define OWN_SOURCES 9

/* Returns the part of WAIT (in ms) that is left since SINCE. */
static int left_ms(uint64_t since, uint64_t wait)
{
    uint64_t gone = clock_ms() - since;

    return gone >= wait ? 0 : (int)(wait - gone);
}

/* --- what comes in --- */

static const struct mouse no_mouse = { MOUSE_NOTHING, 0, 0 };

void loop_count_silence(struct loop *loop, bool is_any)
{
    loop->silent = is_any ? 0 : loop->silent + 1;
    if (loop->silent > SILENT_MAX)
        loop->ending_signal = SIGHUP;
}

/* The keys were typed after SINCE. */
static void take_keys(struct loop *loop, uint64_t since)
{
    uint32_t key;
    bool is_any = false;

    while (!loop->is_done && term_read(&key)) {
        bool is_mouse = key == KEY_CODE_MOUSE;
        loop->has_dropped = false;
        loop_send(loop, (struct event){ .kind = is_mouse ? EVENT_MOUSE : EVENT_KEY,
                                        .key = key,
                                        .mouse = is_mouse ? term_mouse() : no_mouse,
                                        .ms = since });
        is_any = true;
    }
    loop->key_ms = clock_ms();
    loop->is_lagging = loop->app.shown != loop->app.selected || loop->app.is_typing;
    loop_count_silence(loop, is_any);
}

void loop_take_signal(struct loop *loop, int number)
{
    struct event event;

    switch (number) {
    case SIGWINCH:
    case SIGTSTP:
        if (number == SIGTSTP)
            loop_suspend(loop);
        else if (!term_resize(loop->term))
            return;
        loop_ask_size(loop, &event);
        loop_send(loop, event);
        return;
    case SIGCONT: /* other programs may have written on the screen */
        term_redraw(loop->term);
        loop->is_dirty = true;
        return;
    case SIGINT:
        loop_send(loop, (struct event){ .kind = EVENT_INTERRUPT });
        return;
    default:
        loop->ending_signal = number;
        return;
    }
}

static void take_disk_news(struct loop *loop)
{
    struct event event;

    loop->news_ms = clock_ms();
    if (loop_disk_take(&loop->disk)) {
        if (!loop_look(loop))
            return;
        loop_give_disk(loop, &event);
        loop_send(loop, event);
        return;
    }
    struct search_live search = loop_disk_search(&loop->disk);
    if (search.is_wanted != loop->app.search.is_wanted ||
        (search.is_wanted && app_has_screen(&loop->app, SCREEN_FORM)))
        loop_send(loop, (struct event){ .kind = EVENT_SEARCH, .search = search });
}

static void take_measure(struct loop *loop)
{
    struct event event;

    if (!loop_measure_take(&loop->measure, clock_ms(), loop->app.is_slow_line, &event))
        return;
    bool is_end = event.kind == EVENT_MEASURED;
    loop_send(loop, event);
    const char *note = is_end ? loop->measure.note : NULL;
    if (note)
        loop_send(loop, (struct event){ .kind = EVENT_ERROR, .text = note });
}

static void take_fix(struct loop *loop, bool is_news)
{
    struct event event;

    if (loop_fix_take(&loop->fix, &loop->disk, is_news, clock_ms(),
                      loop->app.is_slow_line, &event))
        loop_send(loop, event);
}

static void take_empty(struct loop *loop)
{
    struct event event, disk;
    bool is_news;

    if (!loop_empty_take(&loop->empty, &loop->disk, clock_ms(), loop->app.is_slow_line,
                         &is_news, &event))
        return;
    if (is_news) {
        loop_give_disk(loop, &disk);
        loop_send(loop, disk);
    }
    loop_send(loop, event);
}

static void take_read_speed(struct loop *loop)
{
    struct event event;

    if (loop_read_speed_take(&loop->read_speed, &event))
        loop_send(loop, event);
}

static void take_checks(struct loop *loop)
{
    struct event event;

    if (loop_checks_take(&loop->checks, clock_ms(), loop->app.is_slow_line, &event))
        loop_send(loop, event);
}

static void take_idle(struct loop *loop)
{
    loop->is_lagging = false;
    loop_send(loop, (struct event){ .kind = EVENT_IDLE });
}

/* No disk is read while one of them is used by a job alone. */
static bool has_disks_to_read(const struct loop *loop)
{
    return loop_list_is_pending(&loop->list, clock_ms()) && !loop_is_busy(loop);
}

static void take_list(struct loop *loop)
{
    struct event event;

    if (!loop_list_take(&loop->list, clock_ms()))
        return;
    loop_list_give(&loop->list, &event);
    loop_send(loop, event);
}

static void read_next_disk(struct loop *loop)
{
    if (has_disks_to_read(loop))
        loop_list_read_next(&loop->list, clock_ms());
}

uint64_t loop_news_wait(const struct loop *loop)
{
    return loop->app.is_slow_line ? NEWS_SLOW_MS : NEWS_MS;
}

static int idle_left(const struct loop *loop)
{
    uint64_t pane = loop->app.is_slow_line ? IDLE_SLOW_MS : IDLE_MS;

    return left_ms(loop->key_ms, loop->app.is_typing ? IDLE_TYPING_MS : pane);
}

static int measure_left(const struct loop *loop)
{
    return loop_measure_wait(&loop->measure, clock_ms(), loop->app.is_slow_line);
}

static int fix_left(const struct loop *loop)
{
    return loop_fix_wait(&loop->fix, clock_ms(), loop->app.is_slow_line);
}

int loop_opinion_left(const struct loop *loop)
{
    if (!loop_disk_can_ask(&loop->disk) || loop->measure.job || loop->fix.session.job)
        return -1;
    return app_pending(&loop->app) ? 0 : left_ms(loop->key_ms, IDLE_OPINION_MS);
}

/* The shorter of two times to wait; -1 is endless. */
static int sooner(int a, int b)
{
    return (unsigned)a < (unsigned)b ? a : b;
}

/* The timeout for poll; -1: none. */
static int timeout_of(const struct loop *loop, bool has_news, int news_left)
{
    int listed = loop_list_wait(&loop->list, clock_ms());
    int worked = sooner(sooner(measure_left(loop), fix_left(loop)),
                        sooner(loop_opinion_left(loop), listed));
    worked = sooner(worked, console_wait(&loop->console, loop->key_ms, clock_ms()));

    if (has_disks_to_read(loop))
        return 0;
    if (loop->is_lagging)
        return sooner(idle_left(loop), worked);
    return sooner(has_news && news_left > 0 ? news_left : -1, worked);
}

/* Cuts TIMEOUT so that poll returns when keys begin to count as consent: a key read after
 * that was typed after that. */
static int until_consent(const struct loop *loop, int timeout)
{
    if (loop->app.asking != ASK_CONSENT || !loop->app.change.consent.is_shown)
        return timeout;
    int left = consent_left_ms(&loop->app.change.consent, clock_ms());
    return left ? sooner(left, timeout) : timeout;
}

void loop_wait(struct loop *loop)
{
    /* poll ignores negative descriptors, such as that of a missing measurement. */
    struct pollfd fds[OWN_SOURCES + LOOP_DISK_SOURCES] = {
        { .fd = STDIN_FILENO, .events = POLLIN },
        { .fd = loop_signal_fd(), .events = POLLIN },
        { .fd = job_fd(loop->measure.job), .events = POLLIN },
        { .fd = job_fd(loop->empty.job), .events = POLLIN },
        { .fd = job_fd(loop->fix.session.job), .events = POLLIN },
        { .fd = job_fd(loop->read_speed.job), .events = POLLIN },
        { .fd = job_fd(loop->checks.job), .events = POLLIN },
        { .fd = loop_list_fd(&loop->list), .events = POLLIN },
        { .fd = loop->console.fd, .events = POLLIN },
    };
    size_t sources = loop_disk_poll(&loop->disk, fds + OWN_SOURCES);
    int news_left = left_ms(loop->news_ms, loop_news_wait(loop));
    size_t heard = news_left > 0 ? 0 : sources;
    int timeout = until_consent(loop, timeout_of(loop, sources > 0, news_left));
    uint64_t began = clock_ms();
    int ready = poll(fds, OWN_SOURCES + heard, timeout);

    for (int number; (number = loop_signal_take()) != 0;)
        loop_take_signal(loop, number);
    if (ready > 0 && fds[0].revents & POLLIN)
        take_keys(loop, began);
    else if (ready > 0 && fds[0].revents)
        loop->ending_signal = SIGHUP;
    for (size_t i = 0; ready > 0 && i < heard && !loop->is_done; i++) {
        if (fds[OWN_SOURCES + i].revents)
            take_disk_news(loop);
    }
    if ((ready > 0 && fds[2].revents) || measure_left(loop) == 0)
        take_measure(loop);
    if (ready > 0 && fds[3].revents)
        take_empty(loop);
    if ((ready > 0 && fds[4].revents) || fix_left(loop) == 0)
        take_fix(loop, ready > 0 && fds[4].revents);
    if (ready > 0 && fds[5].revents)
        take_read_speed(loop);
    if (ready > 0 && fds[6].revents)
        take_checks(loop);
    if ((ready > 0 && fds[7].revents) || loop_list_wait(&loop->list, clock_ms()) == 0)
        take_list(loop);
    if (ready > 0 && fds[8].revents)
        console_take(&loop->console, clock_ms());
    if (console_is_quiet(&loop->console, loop->key_ms, clock_ms())) {
        term_redraw(loop->term);
        loop->is_dirty = true;
    }
    if (!content_check_is_open(&loop->app))
        loop_checks_stop(&loop->checks);
    if (!ask_empty_is_open(&loop->app))
        loop_empty_stop(&loop->empty);
    if (loop->is_lagging && ready == 0 && idle_left(loop) == 0)
        take_idle(loop);
    else if (ready == 0)
        read_next_disk(loop);
}

/* Keys typed before the last byte of the consent screen had left are read here, and
 * discarded by the app. */
void loop_announce_consent(struct loop *loop)
{
    term_drain();
    uint64_t now = clock_ms();
    loop_send(loop, (struct event){
                        .kind = EVENT_SHOWN, .ms = now, .is_early = loop->has_dropped });
    loop->has_dropped = false;
    take_keys(loop, now);
}
