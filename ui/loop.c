/* SPDX-License-Identifier: GPL-3.0-or-later */
/* loop.c - the editor at work: terminal, disks and signals meet here */
#include "ui/loop.h"

#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "model/mem.h"
#include "ui/app.h"
#include "ui/loop_disk.h"
#include "ui/loop_path.h"
#include "ui/loop_signal.h"
#include "ui/table_view.h"
#include "ui/term.h"

/* A held cursor key repeats faster than this, 50 ms at the slowest that consoles are
 * set to: panes wait for it to rest. */
#define IDLE_MS      75
#define IDLE_SLOW_MS 150
/* What is found behind the screen is shown at most this often. */
#define NEWS_MS      100
#define NEWS_SLOW_MS 2000
/* What the rows on the screen hold is mostly known after this, and comes in one piece. */
#define NEWS_FIRST_MS 25
/* Input that is readable and yet holds no key, so many times: the terminal is gone. */
#define SILENT_MOST 50

struct loop {
    struct term *term;
    struct app app;
    struct loop_disk disk;
    struct err err;  /* words of the event that is under way */
    char *completed; /* the same */
    bool is_done;
    bool is_dirty;     /* the screen is behind the state */
    bool is_lagging;   /* panes are behind the cursor */
    int ending_signal; /* 0: none */
    int silent;
    uint64_t key_ms, news_ms; /* when the last ones came */
};

static uint64_t now_ms(void)
{
    struct timespec now;

    (void)clock_gettime(CLOCK_MONOTONIC, &now); /* always there on Linux */
    return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

/* Milliseconds until WAIT after SINCE are over; 0 when they are. */
static int left_ms(uint64_t since, uint64_t wait)
{
    uint64_t gone = now_ms() - since;

    return gone >= wait ? 0 : (int)(wait - gone);
}

static void ask_size(struct loop *loop, struct event *ret)
{
    *ret = (struct event){ .kind = EVENT_RESIZE };
    term_size(loop->term, &ret->rows, &ret->cols);
}

/* --- effects: each may answer with an event --- */

static bool do_quit(struct loop *loop, const struct effect *effect, struct event *ret)
{
    (void)effect; /* it says nothing more */
    (void)ret;    /* nobody is left to hear it */
    loop->is_done = true;
    return false;
}

static bool do_disks(struct loop *loop, const struct effect *effect, struct event *ret)
{
    (void)effect; /* all disks of the machine */
    loop_disk_list(&loop->disk);
    loop_disk_give_list(&loop->disk, ret);
    return true;
}

static bool do_open(struct loop *loop, const struct effect *effect, struct event *ret)
{
    loop->err = (struct err){ 0 };
    if (loop_disk_open(&loop->disk, effect->path, &effect->given, effect->is_read_only,
                       &loop->err))
        loop_disk_give(&loop->disk, ret);
    else
        *ret = (struct event){ .kind = EVENT_ERROR, .text = loop->err.text };
    return true;
}

static bool do_reread(struct loop *loop, const struct effect *effect, struct event *ret)
{
    struct effect again = *effect;

    again.path = loop->app.info.path;
    again.is_read_only = loop->app.is_read_only;
    return do_open(loop, &again, ret);
}

static bool do_details(struct loop *loop, const struct effect *effect, struct event *ret)
{
    (void)effect; /* of the open disk */
    *ret = (struct event){ .kind = EVENT_DETAILS };
    loop_disk_details(&loop->disk, &ret->details);
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
    (void)effect; /* the whole screen */
    (void)ret;    /* the state is the same */
    term_redraw(loop->term);
    return false;
}

static bool do_suspend(struct loop *loop, const struct effect *effect, struct event *ret)
{
    (void)effect; /* to the shell that started us */
    term_suspend(loop->term);
    loop_signal_stop();
    term_resume(loop->term);
    ask_size(loop, ret);
    return true;
}

static bool (*const effects[])(struct loop *, const struct effect *, struct event *) = {
    [EFFECT_NONE] = NULL,
    [EFFECT_QUIT] = do_quit,
    [EFFECT_DISKS] = do_disks,
    [EFFECT_OPEN] = do_open,
    [EFFECT_REREAD] = do_reread,
    [EFFECT_DETAILS] = do_details,
    [EFFECT_COMPLETE] = do_complete,
    [EFFECT_REDRAW] = do_redraw,
    [EFFECT_SUSPEND] = do_suspend,
};

/* Until neither side has anything more to say. */
static void send(struct loop *loop, struct event event)
{
    bool is_answered = true;

    loop->is_dirty = true;
    while (is_answered) {
        struct effect effect = app_update(&loop->app, &event);

        is_answered = effects[effect.kind] && effects[effect.kind](loop, &effect, &event);
    }
}

/* --- what comes in --- */

static void take_keys(struct loop *loop)
{
    uint32_t key;
    bool is_any = false;

    while (!loop->is_done && term_read(loop->term, &key)) {
        send(loop, (struct event){ .kind = EVENT_KEY, .key = key });
        is_any = true;
    }
    loop->key_ms = now_ms();
    loop->is_lagging = loop->app.shown != loop->app.selected;
    loop->silent = is_any ? 0 : loop->silent + 1;
    if (loop->silent > SILENT_MOST)
        loop->ending_signal = SIGHUP;
}

static void take_signal(struct loop *loop, int number)
{
    struct event event;

    switch (number) {
    case SIGWINCH:
        if (!term_resize(loop->term))
            return;
        ask_size(loop, &event);
        send(loop, event);
        return;
    case SIGTSTP:
        (void)do_suspend(loop, NULL, &event); /* it always answers */
        send(loop, event);
        return;
    case SIGCONT: /* others may have written meanwhile */
        term_redraw(loop->term);
        loop->is_dirty = true;
        return;
    case SIGINT:
        loop->is_done = true;
        return;
    default:
        loop->ending_signal = number;
        return;
    }
}

static void take_news(struct loop *loop)
{
    struct event event;

    loop->news_ms = now_ms();
    if (loop_disk_take(&loop->disk)) {
        loop_disk_give(&loop->disk, &event);
        send(loop, event);
    }
}

static void take_idle(struct loop *loop)
{
    loop->is_lagging = false;
    send(loop, (struct event){ .kind = EVENT_IDLE });
}

/* One more disk of the picker's list. */
static void take_next_disk(struct loop *loop)
{
    struct event event;

    if (!loop_disk_list_next(&loop->disk))
        return;
    loop_disk_give_list(&loop->disk, &event);
    send(loop, event);
}

/* --- the loop --- */

static void paint(struct loop *loop)
{
    CLEANUP(canvas_freep)
    struct canvas *canvas = canvas_new(loop->app.rows, loop->app.cols, loop->app.level);

    app_draw(&loop->app, canvas);
    term_paint(loop->term, canvas);
    loop->is_dirty = false;
}

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

    if (!loop->disk.store || loop->disk.is_started)
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
    loop->news_ms = now_ms() + NEWS_FIRST_MS - news_wait(loop);
}

static bool has_disks_to_read(const struct loop *loop)
{
    return loop->disk.list_next < loop->disk.list_count;
}

/* How long poll may sleep; -1: until something comes. */
static int timeout_of(const struct loop *loop, bool has_news, int news_left)
{
    int idle = left_ms(loop->key_ms, loop->app.is_slow_line ? IDLE_SLOW_MS : IDLE_MS);

    if (has_disks_to_read(loop))
        return 0;
    if (loop->is_lagging)
        return idle;
    return has_news && news_left > 0 ? news_left : -1;
}

static void wait_and_take(struct loop *loop)
{
    struct pollfd fds[4] = {
        { .fd = STDIN_FILENO, .events = POLLIN },
        { .fd = loop_signal_fd(), .events = POLLIN },
    };
    size_t sources = loop_disk_poll(&loop->disk, fds + 2);
    int news_left = left_ms(loop->news_ms, news_wait(loop));
    size_t heard = news_left > 0 ? 0 : sources;
    int timeout = timeout_of(loop, sources > 0, news_left);
    int ready = poll(fds, 2 + heard, timeout);

    for (int number; (number = loop_signal_take()) != 0;)
        take_signal(loop, number);
    if (ready > 0 && fds[0].revents & POLLIN)
        take_keys(loop);
    else if (ready > 0 && fds[0].revents)
        loop->ending_signal = SIGHUP;
    for (size_t i = 0; ready > 0 && i < heard; i++) {
        if (fds[2 + i].revents)
            take_news(loop);
    }
    if (loop->is_lagging && ready == 0)
        take_idle(loop);
    else if (ready == 0)
        take_next_disk(loop);
}

static void run(struct loop *loop)
{
    while (!loop->is_done && !loop->ending_signal) {
        if (loop->is_dirty)
            paint(loop);
        start_behind(loop);
        wait_and_take(loop);
    }
}

/* The first event: the disk that was named, or the list of them. */
static void begin(struct loop *loop, const struct loop_options *options)
{
    struct event event;
    int rows, cols;

    term_size(loop->term, &rows, &cols);
    app_init(&loop->app, term_level(loop->term), rows, cols);
    loop->app.is_slow_line = term_is_slow(loop->term);
    loop->app.is_lazy = true;
    loop->app.given = options->given;
    if (options->path) {
        app_skip_picker(&loop->app);
        loop_disk_give(&loop->disk, &event);
    } else {
        (void)do_disks(loop, NULL, &event); /* it always answers */
    }
    send(loop, event);
    if (term_note(loop->term))
        app_say(&loop->app, false, "%s", term_note(loop->term));
}

int loop_run(const struct loop_options *options, struct err *err)
{
    struct loop loop = { .disk = { .sys = sys_of_machine() } };
    sigset_t before;

    /* What cannot be read is said in the shell, not on a screen that flashes by. */
    if (options->path && !loop_disk_open(&loop.disk, options->path, &options->given,
                                         options->is_read_only, err))
        return (int)err->code;
    if (!loop_signal_start(&before, err))
        return (int)err->code;
    loop.term = term_start(options, err);
    if (loop.term) {
        begin(&loop, options);
        run(&loop);
        term_stop(loop.term);
        app_finish(&loop.app);
    }
    loop_signal_end(&before);
    loop_disk_close(&loop.disk);
    free(loop.completed);
    if (loop.ending_signal)
        loop_signal_raise(loop.ending_signal);
    return (int)err->code;
}
