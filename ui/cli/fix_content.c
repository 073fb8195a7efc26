/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fix_content.c - the checkers of the file systems that fix or resume moves, before and
 * after */
#include "ui/cli/fix_content.h"

#include <poll.h>
#include <stdio.h>
#include <unistd.h>

#include "device/check/checks.h"
#include "device/io/clock.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/text.h"
#include "model/report/fix.h"
#include "ui/cli/output.h"
#include "ui/cli/status_line.h"
#include "ui/cli/steps.h"
#include "ui/loop/fix_moved.h"

/* Interval of the line on a terminal, and of a look at the signals. */
#define SHOW_MS 500

void fix_content_finish(struct fix_content *content)
{
    checker_list_finish(&content->found);
    lines_finish(&content->done);
    lines_finish(&content->warnings);
}

bool fix_content_is_offered(const struct fix_content *content)
{
    return !content->is_checked && checker_list_is_useful(&content->found);
}

/* --- running them --- */

static void show_checker(const struct checks_news *news, uint64_t began_ms, int *width)
{
    if (!news->number || !isatty(STDERR_FILENO))
        return;
    CLEANUP(freep)
    char *line =
        xasprintf(_("%1$s reads partition %2$u (%3$s)  %4$llu s"), news->program,
                  news->number, news->type, (ull)((clock_ms() - began_ms) / 1000));
    status_line_show(line, width);
    (void)fflush(stderr); /* fails if the terminal is gone */
}

/* Returns true: it has ended, and is freed. */
static bool watch_checks(struct job *job)
{
    uint64_t began_ms = clock_ms(), shown_ms = 0;
    struct checks_news news = { 0 };
    bool is_more = true, is_stopped = false;
    int width = 0;

    while (is_more) {
        struct pollfd fd = { .fd = job_fd(job), .events = POLLIN };
        (void)poll(&fd, 1, SHOW_MS); /* EINTR: a signal, which is looked at below */
        is_more = job_peek(job, &news);
        if (*steps_stop_flag() && !is_stopped)
            job_stop(job);
        is_stopped = *steps_stop_flag();
        if (!is_more || clock_ms() - shown_ms < SHOW_MS)
            continue;
        show_checker(&news, began_ms, &width);
        shown_ms = clock_ms();
    }
    status_line_wipe(width);
    return job_join(job, -1);
}

/* Sets RET to what was found of LIST where LAYOUT has the partitions now.  Returns the
 * path of the log; NULL: there is none; free(). */
static char *run_checks(const struct fix_content *content, const struct layout *layout,
                        const struct checker_list *list, struct checker_list *ret)
{
    struct checks *checks = checks_new(content->sys, content->path, layout, list);
    const struct job_work work = checks_job(checks);
    struct err ignored = { 0 }; /* the results tell that nothing was run */
    struct job *job = job_start(&work, &ignored);

    if (job && !watch_checks(job))
        return NULL; /* it still uses the checks */
    checker_list_copy(checks_results(checks), ret);
    char *log = checks_log(checks) ? xstrdup(checks_log(checks)) : NULL;
    checks_free(checks);
    return log;
}

/* --- what was found --- */

static void print_lines(const struct fix_content *content, const struct lines *lines)
{
    CLEANUP(str_finish) struct str text = { 0 };

    str_add(&text, "\n");
    for (size_t i = 0; i < lines->count; i++)
        text_add_wrapped(&text, lines->at[i], 0, 0, output_columns(content->options));
    output_text(stdout, str_text(&text));
}

/* Takes ownership of WORDS. */
static void tell_result(const struct fix_content *content,
                        const struct checker_result *result, const char *when,
                        char *words, struct lines *ret)
{
    if (content->options->is_json)
        output_json(report_json_fix_checked(result, when, words));
    lines_take(ret, words);
}

static void add_log(const char *log, struct lines *ret)
{
    if (log)
        lines_add(ret, _("What the checkers have printed is in the log: %s"), log);
}

bool fix_content_check(struct fix_content *content, struct err *err)
{
    CLEANUP(lines_finish) struct lines lines = { 0 };
    struct checker_list found = { 0 };

    if (!content->options->is_json)
        (void)fflush(stdout); /* an error is reported at the end of the program */
    steps_catch_stop(true);
    CLEANUP(freep)
    char *log = run_checks(content, content->before, &content->found, &found);
    steps_catch_stop(false);
    checker_list_finish(&content->found);
    content->found = found;
    content->is_checked = true;
    if (*steps_stop_flag())
        return err_set(err, ERR_STOPPED, "%s", _("Stopped. Nothing was written."));
    for (size_t i = 0; i < found.count; i++)
        tell_result(content, &found.at[i], "before", checker_words(&found.at[i]), &lines);
    if (!found.count)
        lines_add(
            &lines, "%s",
            content->is_resumed
                ? _("What is in the middle of its move can be checked only after that.")
                : _("There is no checker for the content of what is moved."));
    add_log(log, &lines);
    if (!content->options->is_json)
        print_lines(content, &lines);
    return true;
}

static void offer_commands(struct fix_content *content, const struct fix_moved *moved)
{
    CLEANUP(freep)
    char *commands =
        checks_commands(content->sys, content->path, moved->layout, &moved->checkers);

    if (commands)
        lines_add(&content->done,
                  _("What checks the file systems, and writes nothing: %s"), commands);
}

/* Returns what was found of partition NUMBER before; NULL: nothing. */
static const struct checker_result *result_before(const struct fix_content *content,
                                                  unsigned number)
{
    for (size_t i = 0; i < content->found.count; i++)
        if (content->found.at[i].number == number)
            return &content->found.at[i];
    return NULL;
}

static void check_moved(struct fix_content *content, const struct fix_moved *moved)
{
    CLEANUP(checker_list_finish) struct checker_list now = { 0 };
    CLEANUP(freep)
    char *log = run_checks(content, moved->layout, &moved->checkers, &now);

    for (size_t i = 0; i < now.count; i++) {
        const struct checker_result *result = &now.at[i];
        const struct checker_result *before = result_before(content, result->number);
        bool is_clean = result->verdict == CHECKER_CLEAN;
        tell_result(content, result, "after", checker_words_after(result, before),
                    is_clean ? &content->done : &content->warnings);
    }
    add_log(log, &content->done);
}

void fix_content_check_again(struct fix_content *content)
{
    CLEANUP(fix_moved_finish) struct fix_moved moved;

    fix_moved_look(content->sys, content->path, content->plan, content->first,
                   content->end, &moved);
    volume_notes_after_lines(&moved.volumes, &content->warnings);
    if (content->is_checked)
        check_moved(content, &moved);
    else
        offer_commands(content, &moved);
}
