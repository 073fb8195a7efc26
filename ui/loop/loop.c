/* SPDX-License-Identifier: GPL-3.0-or-later */
/* loop.c - the editor at work: terminal, disks and signals meet here */
#include "ui/loop/loop.h"

#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/random.h>
#include <unistd.h>

#include "device/io/clock.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "ui/app/app.h"
#include "ui/app/ask_empty.h"
#include "ui/app/change.h"
#include "ui/loop/private.h"
#include "ui/loop/signal.h"
#include "ui/screen/screen.h"
#include "ui/screen/table_view.h"

/* A held cursor key repeats faster than this, 50 ms at the slowest that consoles are
 * set to: panes wait for it to rest. */
#define IDLE_MS      75
#define IDLE_SLOW_MS 150
/* What is found behind the screen is shown at most this often. */
#define NEWS_MS      100
#define NEWS_SLOW_MS 2000
/* What the rows on the screen hold is mostly known after this, and comes in one piece. */
#define NEWS_FIRST_MS 25
/* How long a program that leaves waits for the request of a measurement: in silence, and
 * after saying so. */
#define LEAVE_MS     300
#define LEAVE_MAX_MS 5000
/* Input that is readable and yet holds no key, so many times: the terminal is gone. */
#define SILENT_MAX 50
/* Terminal, signals, measurement, a partition that is read. */
#define OWN_SOURCES 4

/* Milliseconds until WAIT after SINCE are over; 0 when they are. */
static int left_ms(uint64_t since, uint64_t wait)
{
    uint64_t gone = clock_ms() - since;

    return gone >= wait ? 0 : (int)(wait - gone);
}

void loop_paint(struct loop *loop)
{
    CLEANUP(canvas_freep)
    struct canvas *canvas = canvas_new(loop->app.rows, loop->app.cols, loop->app.level);

    app_draw(&loop->app, canvas);
    term_paint(loop->term, canvas);
    loop->is_dirty = false;
}

/* --- what comes in --- */

/* SINCE: nothing had been typed by then. */
static void take_keys(struct loop *loop, uint64_t since)
{
    uint32_t key;
    bool is_any = false;

    while (!loop->is_done && term_read(loop->term, &key)) {
        loop_send(loop, (struct event){ .kind = EVENT_KEY, .key = key, .ms = since });
        is_any = true;
    }
    loop->key_ms = clock_ms();
    loop->is_lagging = loop->app.shown != loop->app.selected;
    loop->silent = is_any ? 0 : loop->silent + 1;
    if (loop->silent > SILENT_MAX)
        loop->ending_signal = SIGHUP;
}

static void take_signal(struct loop *loop, int number)
{
    struct event event;

    switch (number) {
    case SIGWINCH:
        if (!term_resize(loop->term))
            return;
        loop_ask_size(loop, &event);
        loop_send(loop, event);
        return;
    case SIGTSTP:
        loop_suspend(loop);
        loop_ask_size(loop, &event);
        loop_send(loop, event);
        return;
    case SIGCONT: /* others may have written meanwhile */
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
        loop_give_disk(loop, &event);
        loop_send(loop, event);
    }
}

static void take_measure(struct loop *loop)
{
    struct event event;

    if (!loop_measure_take(&loop->measure, clock_ms(), loop->app.is_slow_line, &event))
        return;
    bool is_end = event.kind == EVENT_MEASURED;
    loop_send(loop, event);
    const char *note = is_end ? loop_measure_note(&loop->measure) : NULL;
    if (note)
        loop_send(loop, (struct event){ .kind = EVENT_ERROR, .text = note });
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

static void take_idle(struct loop *loop)
{
    loop->is_lagging = false;
    loop_send(loop, (struct event){ .kind = EVENT_IDLE });
}

/* One more disk of the picker's list; none while one of them is measured. */
static void take_next_disk(struct loop *loop)
{
    struct event event;

    if (loop_measure_is_at_work(&loop->measure) || !loop_disk_list_next(&loop->disk))
        return;
    loop_disk_give_list(&loop->disk, &event);
    loop_send(loop, event);
}

/* --- the loop --- */

static uint64_t news_wait(const struct loop *loop)
{
    return loop->app.is_slow_line ? NEWS_SLOW_MS : NEWS_MS;
}

/* The person sees the disk before anybody looks into its partitions; those of the first
 * screen come first then. */
static void start_behind(struct loop *loop)
{
    CLEANUP(freep) const struct extent **rows = NULL;
    CLEANUP(freep) uint32_t *ids = NULL;

    if (!loop->disk.store || loop_measure_is_at_work(&loop->measure))
        return;
    loop_disk_sample(&loop->disk, loop->app.selected);
    if (loop->disk.is_started)
        return;
    size_t count = table_rows(&loop->app, &rows);
    int room = table_view_of(&loop->app, count).table_rows;
    size_t page = room > 0 ? (size_t)room : 1;
    size_t first = table_index(rows, count, loop->app.selected) / page * page;
    ids = xcalloc(count + 1, sizeof(*ids));
    size_t total = 0;
    for (size_t i = first; i < count && i < first + page; i++)
        ids[total++] = rows[i]->id;
    loop_disk_start(&loop->disk, ids, total);
    loop->news_ms = clock_ms() + NEWS_FIRST_MS - news_wait(loop);
}

static bool has_disks_to_read(const struct loop *loop)
{
    return loop->disk.list_next < loop->disk.list_count &&
           !loop_measure_is_at_work(&loop->measure);
}

static int idle_left(const struct loop *loop)
{
    return left_ms(loop->key_ms, loop->app.is_slow_line ? IDLE_SLOW_MS : IDLE_MS);
}

static int measure_left(const struct loop *loop)
{
    return loop_measure_wait(&loop->measure, clock_ms(), loop->app.is_slow_line);
}

/* Of two times to wait; -1: for ever. */
static int sooner(int a, int b)
{
    if (a < 0 || b < 0)
        return a < 0 ? b : a;
    return a < b ? a : b;
}

/* How long poll may sleep; -1: until something comes. */
static int timeout_of(const struct loop *loop, bool has_news, int news_left)
{
    int measured = measure_left(loop);

    if (has_disks_to_read(loop))
        return 0;
    if (loop->is_lagging)
        return sooner(idle_left(loop), measured);
    return sooner(has_news && news_left > 0 ? news_left : -1, measured);
}

/* The wait ends where keys begin to count, so that one typed before is told from one
 * typed after, however late it is read. */
static int until_consent(const struct loop *loop, int timeout)
{
    if (loop->app.asking != ASK_CONSENT || !loop->app.change.consent.is_shown)
        return timeout;
    int left = consent_left_ms(&loop->app.change.consent, clock_ms());
    return left ? sooner(left, timeout) : timeout;
}

static void wait_and_take(struct loop *loop)
{
    /* poll passes over what is negative: a measurement that is not there. */
    struct pollfd fds[OWN_SOURCES + LOOP_DISK_SOURCES] = {
        { .fd = STDIN_FILENO, .events = POLLIN },
        { .fd = loop_signal_fd(), .events = POLLIN },
        { .fd = loop_measure_fd(&loop->measure), .events = POLLIN },
        { .fd = loop_empty_fd(&loop->empty), .events = POLLIN },
    };
    size_t sources = loop_disk_poll(&loop->disk, fds + OWN_SOURCES);
    int news_left = left_ms(loop->news_ms, news_wait(loop));
    size_t heard = news_left > 0 ? 0 : sources;
    int timeout = until_consent(loop, timeout_of(loop, sources > 0, news_left));
    uint64_t began = clock_ms();
    int ready = poll(fds, OWN_SOURCES + heard, timeout);

    for (int number; (number = loop_signal_take()) != 0;)
        take_signal(loop, number);
    if (ready > 0 && fds[0].revents & POLLIN)
        take_keys(loop, began);
    else if (ready > 0 && fds[0].revents)
        loop->ending_signal = SIGHUP;
    for (size_t i = 0; ready > 0 && i < heard; i++) {
        if (fds[OWN_SOURCES + i].revents)
            take_disk_news(loop);
    }
    if ((ready > 0 && fds[2].revents) || measure_left(loop) == 0)
        take_measure(loop);
    if (ready > 0 && fds[3].revents)
        take_empty(loop);
    if (!ask_empty_is_open(&loop->app))
        loop_empty_stop(&loop->empty);
    if (loop->is_lagging && ready == 0 && idle_left(loop) == 0)
        take_idle(loop);
    else if (ready == 0)
        take_next_disk(loop);
}

/* What was typed until the last byte of the consent screen had left is read here, and
 * thrown away by the app. */
static void announce_consent(struct loop *loop)
{
    term_drain(loop->term);
    uint64_t now = clock_ms();
    loop_send(loop, (struct event){ .kind = EVENT_SHOWN, .ms = now });
    take_keys(loop, now);
}

static void loop_until_done(struct loop *loop)
{
    while (!loop->is_done && !loop->ending_signal) {
        if (loop->is_dirty)
            loop_paint(loop);
        if (change_awaits_shown(&loop->app))
            announce_consent(loop);
        start_behind(loop);
        wait_and_take(loop);
    }
}

/* Ids that nobody has are as random as the kernel can; early in boot, as the clock is. */
static void seed_guids(struct guid_source *ret)
{
    if (getrandom(ret, sizeof(*ret), GRND_NONBLOCK) != (ssize_t)sizeof(*ret)) {
        ret->state[0] = clock_ms() + 1;
        ret->state[1] = (uint64_t)getpid();
    }
}

/* The first event: the disk that was named, or the list of them. */
static void loop_begin(struct loop *loop, const struct loop_options *options)
{
    struct event event;
    int rows, cols;

    term_size(loop->term, &rows, &cols);
    app_init(&loop->app, &screen_ui, term_level(loop->term), rows, cols);
    loop->app.is_slow_line = term_is_slow(loop->term);
    loop->app.is_lazy = true;
    loop->app.given = options->given;
    loop->commit.backup_path = options->backup_path;
    seed_guids(&loop->app.guids);
    if (options->path) {
        app_skip_picker(&loop->app);
        loop_give_disk(loop, &event);
    } else {
        loop_list_disks(loop, &event);
    }
    loop_send(loop, event);
    if (term_note(loop->term))
        app_say(&loop->app, false, "%s", term_note(loop->term));
}

/* The terminal is the shell's again: a person whose disk hangs sees why the prompt does
 * not come. */
static void end_measurement(struct loop *loop)
{
    const char *path = loop->app.info.path;

    if (!loop_measure_end(&loop->measure, LEAVE_MS)) {
        (void)fprintf(stderr, /* nowhere else to say it */
                      _("%s has not answered yet: waiting for the last request ..\n"),
                      path);
        if (!loop_measure_end(&loop->measure, LEAVE_MAX_MS))
            (void)fprintf(stderr, /* the same */
                          _("It still hangs: the prompt comes back when the kernel gives "
                            "up on it. Nothing on %s was changed.\n"),
                          path);
    }
}

int loop_run(const struct loop_options *options, struct err *err)
{
    struct loop loop = { .disk = { .sys = sys_of_machine() } };
    sigset_t before;

    /* What cannot be read is said in the shell, not on a screen that flashes by. */
    if (options->path &&
        !loop_open(&loop, options->path, &options->given, options->is_read_only, err))
        return (int)err->code;
    if (!loop_signal_start(&before, err))
        return (int)err->code;
    loop.term = term_start(&options->term, err);
    if (loop.term) {
        loop_begin(&loop, options);
        loop_until_done(&loop);
        term_stop(loop.term);
        end_measurement(&loop);
        loop_empty_finish(&loop.empty, LEAVE_MS);
        app_finish(&loop.app);
    }
    loop_signal_end(&before);
    loop_measure_finish(&loop.measure);
    loop_commit_finish(&loop.commit);
    loop_disk_close(&loop.disk);
    free(loop.completed);
    if (loop.ending_signal)
        loop_signal_raise(loop.ending_signal);
    return (int)err->code;
}
