/* SPDX-License-Identifier: GPL-3.0-or-later */
/* patience.c - says what is waited for before the first write: a drive, a lock, or the
 * rehearsal
 *
 * A thread of its own watches the one that reads, which can do nothing while it waits in
 * the kernel: no processor time passes for it until the drive has answered.
 */
#include "ui/cli/patience.h"

#include <fcntl.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <unistd.h>

#include "device/io/answer.h"
#include "device/io/background.h"
#include "device/io/clock.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/utf8.h"
#include "model/report/fix.h"
#include "ui/cli/fix_run.h"
#include "ui/cli/output.h"
#include "ui/cli/seed.h"
#include "ui/cli/status_line.h"

#define SECOND_MS     1000
#define FIRST_SECONDS 2
#define AGAIN_SECONDS 60
/* Of 0.1 s each: udev holds the lock briefly. */
#define LOCK_TRIES_SILENT 5
/* Intervals of the line about the rehearsal on a terminal, and of lines elsewhere. */
#define TERMINAL_MS 500
#define LOG_MS      60000

static void tell_wait(bool is_json, const char *words)
{
    if (is_json)
        output_json(report_json_fix_note(words));
    else
        status_line_add(words);
    (void)fflush(is_json ? stdout : stderr); /* fails if no one listens */
}

/* Returns the path of the disk that is waited for; NULL: not known; free(). */
static char *path_awaited(const struct patience *patience)
{
    CLEANUP(freep) char *awaited = answer_awaited(&patience->reader);
    const char *path = awaited ? awaited : patience->path;

    return path ? utf8_clean(path) : NULL;
}

static void say_wait(const struct patience *patience, unsigned seconds)
{
    CLEANUP(freep) char *path = path_awaited(patience);
    CLEANUP(freep)
    char *words = path ? xasprintf(_("%1$s has not answered for %2$u s. Nothing was "
                                     "written; Ctrl-C ends this."),
                                   path, seconds)
                       : xasprintf(_("A drive has not answered yet, after %u s. Nothing "
                                     "was written; Ctrl-C ends this."),
                                   seconds);

    tell_wait(patience->options && patience->options->is_json, words);
}

/* The thread that waits in the kernel can be left by the whole program only. */
static _Noreturn void give_up(const struct patience *patience, unsigned seconds)
{
    CLEANUP(freep) char *path = path_awaited(patience);
    struct err err = { 0 };

    if (path)
        (void)err_set(
            &err, ERR_UNREADABLE,
            _("%1$s has not answered for %2$u s. Nothing was written. Check its "
              "cables and power, then run this again."),
            path, seconds);
    else
        (void)err_set(&err, ERR_UNREADABLE,
                      _("A drive has not answered for %u s. Nothing was written. Check "
                        "the cables and the power of the drives, then run this again."),
                      seconds);
    if (patience->options)
        (void)fix_end(patience->options, "refused", &err);
    output_complain(err.text);
    (void)fflush(NULL); /* fails if no one listens */
    _exit((int)err.code);
}

/* Counts seconds instead of comparing times: none pass while the program is suspended. */
static void watch_reader(void *context)
{
    const struct patience *patience = context;
    struct pollfd end = { .fd = patience->ends[0], .events = POLLIN };
    uint64_t worked = answer_worked_ns(&patience->reader), before;
    struct answer_keeper keeper = { 0 };

    for (unsigned silent = 0; !poll(&end, 1, patience->second_ms);) {
        if (atomic_load(&patience->is_over))
            break;
        before = worked;
        worked = answer_worked_ns(&patience->reader);
        silent = worked == before ? silent + 1 : 0;
        if (!silent)
            answer_keep_end(&keeper);
        if (silent == 1)
            answer_keep(&keeper); /* the program can be ended from now on */
        if (silent == PATIENCE_SECONDS)
            give_up(patience, silent);
        if (silent % AGAIN_SECONDS == FIRST_SECONDS)
            say_wait(patience, silent);
    }
    answer_keep_end(&keeper);
}

/* Without a thread it remains silent. */
void patience_begin_at(struct patience *ret, const char *path,
                       const struct cli_options *options, int second_ms)
{
    *ret = (struct patience){ .path = path,
                              .options = options,
                              .second_ms = second_ms,
                              .reader = answer_reader_of_self() };
    if (pipe2(ret->ends, O_CLOEXEC))
        return;
    ret->thread = background_new_for(watch_reader, ret);
    if (ret->thread)
        return;
    (void)close(ret->ends[0]);
    (void)close(ret->ends[1]);
}

void patience_begin(struct patience *ret, const char *path,
                    const struct cli_options *options)
{
    patience_begin_at(ret, path, options, SECOND_MS);
}

void patience_cease(struct patience *patience)
{
    atomic_store(&patience->is_over, true);
}

void patience_end(struct patience *patience)
{
    if (!patience->thread)
        return;
    /* A child process can have the pipe too: closing it would not do. */
    (void)!write(patience->ends[1], "", 1); /* the pipe is empty */
    background_free(patience->thread);
    (void)close(patience->ends[0]);
    (void)close(patience->ends[1]);
    patience->thread = NULL;
}

static bool tell_of_lock(void *context)
{
    struct commit_told *told = context;

    if (++told->tries == LOCK_TRIES_SILENT)
        tell_wait(told->is_json,
                  _("Another program holds the lock, which is tried again for "
                    "5 s. Nothing was written; Ctrl-C ends this."));
    return true;
}

static void tell_of_work(struct commit_told *told, const char *words)
{
    bool is_terminal = isatty(STDERR_FILENO);

    if (is_terminal)
        status_line_show(words, &told->width);
    else
        status_line_add(words);
    (void)fflush(stderr); /* fails if no one listens */
    told->next_ms = clock_ms() + (is_terminal ? TERMINAL_MS : LOG_MS);
}

/* True if it is to be told how far it is. */
static bool is_work_due(struct commit_told *told, bool is_done)
{
    if (!told->next_ms)
        told->next_ms = clock_ms() + SECOND_MS;
    if (!is_done)
        return clock_ms() >= told->next_ms;
    status_line_wipe(told->width);
    told->width = 0;
    return false;
}

static void watch_rehearsal(void *context, size_t done, size_t count)
{
    if (!is_work_due(context, done >= count))
        return;
    /* TRANSLATORS: the line has 79 columns */
    CLEANUP(freep)
    char *words = xasprintf(_("Table %1$zu of %2$zu is rehearsed; nothing was written."),
                            done + 1, count);
    tell_of_work(context, words);
}

static void watch_comparison(void *context, uint64_t done, uint64_t count)
{
    if (!is_work_due(context, done >= count))
        return;
    /* TRANSLATORS: the line has 79 columns */
    CLEANUP(freep)
    char *words = xasprintf(_("%u %% of the data is compared; nothing was written."),
                            (unsigned)((double)done / (double)count * 100));
    tell_of_work(context, words);
}

static bool tell_of_random(void *context)
{
    return seed_tell_wait(&((struct commit_told *)context)->is_random_told);
}

struct commit_watch commit_told_watch(struct commit_told *told)
{
    told->next_ms = isatty(STDERR_FILENO) ? clock_ms() + SECOND_MS : 0;
    return (struct commit_watch){ .lock = { tell_of_lock, told },
                                  .rehearsed = watch_rehearsal,
                                  .compared = watch_comparison,
                                  .unready = tell_of_random };
}
