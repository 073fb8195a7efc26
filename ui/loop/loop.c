/* SPDX-License-Identifier: GPL-3.0-or-later */
/* loop.c - the event loop of the editor, which connects terminal, disks and signals */
#include "ui/loop/loop.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/random.h>
#include <unistd.h>

#include "device/io/answer.h"
#include "device/io/clock.h"
#include "device/system/machine.h"
#include "model/base/intl.h"
#include "model/base/last_words.h"
#include "model/base/mem.h"
#include "ui/app/app.h"
#include "ui/app/change.h"
#include "ui/loop/attend.h"
#include "ui/loop/private.h"
#include "ui/loop/recent.h"
#include "ui/loop/signal.h"
#include "ui/screen/frame/screen.h"
#include "ui/screen/list/table_view.h"

/* By this time the contents of the visible rows are usually known, and are shown at
 * once. */
#define NEWS_FIRST_MS 25
/* At the end the loop waits so long for the last request of a measurement: silently, then
 * after a message. */
#define LEAVE_MS     300
#define LEAVE_MAX_MS 5000

void loop_paint(struct loop *loop)
{
    CLEANUP(canvas_freep)
    struct canvas *canvas = canvas_new(loop->app.rows, loop->app.cols, loop->app.level);

    app_draw(&loop->app, canvas);
    if (console_changes(&loop->console, (int)app_screen(&loop->app)))
        term_redraw(loop->term);
    term_paint(loop->term, canvas);
    loop->is_dirty = false;
}

/* Starts the work in the background after the first frame; the contents of the visible
 * rows come first. */
static void start_behind(struct loop *loop)
{
    CLEANUP(freep) const struct extent **rows = NULL;
    CLEANUP(freep) uint32_t *ids = NULL;

    if (!loop->disk.store || loop_is_busy(loop))
        return;
    if (loop_opinion_left(loop) == 0)
        loop_disk_ask(&loop->disk);
    loop_disk_sample(&loop->disk, loop->app.selected);
    loop_disk_hunt(&loop->disk);
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
    loop->news_ms = clock_ms() + NEWS_FIRST_MS - loop_news_wait(loop);
}

static void loop_until_done(struct loop *loop)
{
    while (!loop->is_done && !loop->ending_signal) {
        if (loop->is_dirty)
            loop_paint(loop);
        if (change_awaits_shown(&loop->app))
            loop_announce_consent(loop);
        start_behind(loop);
        loop_wait(loop);
    }
}

/* New GUIDs are random; early in boot, when the kernel has no random numbers yet, they
 * depend on the clock. */
static void seed_guids(struct guid_source *ret)
{
    if (getrandom(ret, sizeof(*ret), GRND_NONBLOCK) != (ssize_t)sizeof(*ret)) {
        ret->state[0] = clock_ms() + 1;
        ret->state[1] = (uint64_t)getpid();
    }
}

/* The first screen names, once, what the terminal and the machine lack. */
static void say_lacks(struct loop *loop, const char *path)
{
    CLEANUP(lines_finish) struct lines lacks = { 0 };

    if (term_note(loop->term))
        lines_add(&lacks, "%s", term_note(loop->term));
    machine_lacks(&loop->disk.sys, path, &lacks);
    CLEANUP(freep) char *text = lines_join(&lacks, " ");
    if (lacks.count)
        app_say(&loop->app, false, "%s", text);
}

/* The first event is the disk of the command line, or the list of disks. */
static void loop_begin(struct loop *loop, const struct loop_options *options)
{
    struct event event;
    int rows, cols;

    term_size(loop->term, &rows, &cols);
    app_init(&loop->app, &screen_ui, term_level(loop->term), rows, cols);
    loop->app.is_slow_line = term_is_slow(loop->term);
    loop->app.has_mouse = term_has_mouse(loop->term);
    console_begin(&loop->console, term_is_shared(loop->term), &loop->disk.sys);
    loop->app.is_lazy = true;
    loop->app.given = options->given;
    loop->commit.backup_path = options->backup_path;
    loop->key_ms = clock_ms();
    seed_guids(&loop->app.guids);
    loop_recent_load(&loop->app.recent);
    if (options->path) {
        app_skip_picker(&loop->app);
        loop_give_disk(loop, &event);
    } else {
        loop_list_disks(loop, &event);
    }
    loop_send(loop, event);
    say_lacks(loop, options->path);
}

/* Called when the terminal is restored: if the disk hangs, a message tells why the prompt
 * does not return.  False if what END waits for is still at work even then. */
static bool end_request(struct loop *loop, bool (*end)(struct loop *loop, int max_ms))
{
    if (end(loop, LEAVE_MS))
        return true;
    (void)fprintf(stderr, _("%s has not answered yet: waiting for the last request ..\n"),
                  loop_attend_path(loop));
    return end(loop, LEAVE_MAX_MS);
}

static bool loop_end_measure(struct loop *loop, int max_ms)
{
    return loop_measure_end(&loop->measure, max_ms);
}

static void end_measurement(struct loop *loop)
{
    if (!end_request(loop, loop_end_measure))
        (void)fprintf(stderr,
                      _("It still hangs: the prompt comes back when the kernel gives "
                        "up on it. Nothing on %s was changed.\n"),
                      loop->app.info.path);
}

/* Returns false if it still hangs. */
static bool end_attended(struct loop *loop)
{
    bool has_ended = end_request(loop, loop_attend_end);

    if (!has_ended)
        (void)fprintf(stderr,
                      _("It still hangs: the program ends without its answer.\n"));
    return has_ended;
}

/* Returns false if something that only reads a disk still hangs. */
static bool end_reads_of_disks(struct loop *loop)
{
    const char *path = loop_list_leave(&loop->list);

    if (!path && !loop_disk_rest(&loop->disk, LEAVE_MS))
        path = loop->disk.info.path;
    if (path)
        (void)fprintf(stderr, _("%s has not answered yet: it is left.\n"), path);
    return !path;
}

/* Called when the terminal is restored, or lost: everything becomes durable first. */
static void end_running_move(struct loop *loop, struct err *err)
{
    if (!loop->fix.session.job)
        return;
    (void)fprintf(stderr, "%s\n", _("Stopping at the next safe point."));
    loop_fix_end(&loop->fix, err);
}

static void loop_finish(struct loop *loop)
{
    loop_measure_finish(&loop->measure);
    loop_commit_finish(&loop->commit);
    loop_fix_finish(&loop->fix);
    loop_disk_close(&loop->disk);
    loop_list_finish(&loop->list);
    free(loop->completed);
    free(loop);
}

/* Returns false if an effect still hangs. */
static bool run_with_terminal(struct loop *loop, const struct loop_options *options,
                              struct err *err)
{
    struct event ignored;

    loop_begin(loop, options);
    loop_until_done(loop);
    term_stop(loop->term);
    last_words_after(NULL);
    console_end(&loop->console);
    bool has_ended = end_attended(loop);
    bool has_read = has_ended && end_reads_of_disks(loop); /* else it uses the disk */
    end_measurement(loop);
    end_running_move(loop, err);
    if (!err->code && !loop->ending_signal)
        *err = loop->fix.left;
    loop_recent_save(&loop->app.recent);
    if (!has_ended || !has_read || loop->disk.has_left || loop->disk.found.job ||
        loop->disk.lost.job)
        answer_keep(&(struct answer_keeper){ 0 });
    if (!has_ended)
        return false;
    loop_empty_finish(&loop->empty, LEAVE_MS);
    (void)loop_read_speed_stop(&loop->read_speed, LEAVE_MS, &ignored);
    loop_checks_finish(&loop->checks, LEAVE_MS);
    options->told(options->context, &loop->app.change.report);
    app_finish(&loop->app);
    return true;
}

/* The error of a disk that cannot be read is for the shell, not for a screen that closes
 * at once. */
static bool open_named(struct loop *loop, const struct loop_options *options,
                       struct err *err)
{
    bool is_open = !options->path || loop_open(loop, options->path, &options->given,
                                               options->is_read_only, err);

    options->opened(options->context);
    return is_open;
}

int loop_run(const struct loop_options *options, struct err *err)
{
    struct loop *loop = xcalloc(1, sizeof(*loop));
    sigset_t before;
    bool has_ended = true;

    loop->disk.sys = sys_of_machine();
    if (!open_named(loop, options, err) || !loop_signal_start(&before, err)) {
        loop_finish(loop);
        return (int)err->code;
    }
    loop->term = term_start(&options->term, err);
    last_words_after(loop->term ? term_suspend : NULL);
    if (loop->term)
        has_ended = run_with_terminal(loop, options, err);
    loop_signal_end(&before);
    int ending_signal = loop->ending_signal;
    if (has_ended)
        loop_finish(loop);
    /* A move that was stopped has an exit code of its own. */
    if (ending_signal && !err->code)
        loop_signal_raise(ending_signal);
    return (int)err->code;
}
