/* SPDX-License-Identifier: GPL-3.0-or-later */
/* resume_search.c - finds the moves that resume can go on with */
#include "ui/cli/resume_search.h"

#include <stdio.h>
#include <unistd.h>

#include "device/io/answer.h"
#include "device/io/clock.h"
#include "device/move/unfinished/unfinished_explain.h"
#include "model/base/duration.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/base/shell.h"
#include "model/base/text.h"
#include "model/base/utf8.h"
#include "model/report/fix.h"
#include "ui/cli/output.h"
#include "ui/cli/status_line.h"

/* Intervals of the line on a terminal, and of lines in a log. */
#define TERMINAL_MS 500
#define LOG_MS      60000
/* Of a drive: it may have to spin up; of one that has failed. */
#define ANSWER_MS   60000
#define AGAIN_MS    1000
#define QUIET_BYTES (UINT64_C(256) << 20)

struct searching {
    const struct cli_options *options;
    bool is_begun;
    uint64_t asked_ms; /* before the first read; 0: there was none */
    uint64_t shown_ms;
    int width; /* of the line on the terminal */
};

/* Returns "25 min": how long reading TOTAL bytes takes, of which DONE have taken
 * ELAPSED_MS. */
static const char *search_time(uint64_t done, uint64_t total, uint64_t elapsed_ms,
                               char buf[DURATION_TEXT])
{
    return duration_format(
        (double)elapsed_ms / 1000 * (double)(total - done) / (double)done, buf);
}

static char *search_words(const struct cli_options *options, const char *time)
{
    CLEANUP(freep) char *path = utf8_clean(options->operands[0]);

    if (unfinished_lacks_first(options->operands[0], &options->given))
        return xasprintf(
            _("The first sector of %1$s cannot be read, and nothing tells where the "
              "journal of a fix is: all of the disk is searched for it. This takes about "
              "%2$s; Ctrl-C ends it, and nothing is written."),
            path, time);
    return xasprintf(
        _("No table of %1$s names a partition, and nothing tells where the journal of a "
          "fix is: all of the disk is searched for it. This takes about %2$s; Ctrl-C "
          "ends it, and nothing is written."),
        path, time);
}

/* It is ended by a signal: nothing has been written. From here on it shows how far it is.
 */
static void search_begin(struct searching *searching, uint64_t done, uint64_t total)
{
    uint64_t now = clock_ms();
    char time[DURATION_TEXT];
    CLEANUP(freep)
    char *words = search_words(searching->options,
                               search_time(done, total, now - searching->asked_ms, time));

    searching->is_begun = true;
    searching->shown_ms = now;
    if (searching->options->is_json)
        output_json(report_json_fix_note(words));
    else
        status_line_add(words);
    (void)fflush(NULL); /* an error of stdout is reported at the end of the program */
}

static char *search_line(uint64_t done, uint64_t total, uint64_t elapsed_ms)
{
    char left[DURATION_TEXT];
    unsigned share = (unsigned)num_scale(done, 100, total);

    return xasprintf(_("searching for the journal: %1$u %%, %2$s left"), share,
                     search_time(done, total, elapsed_ms, left));
}

static void search_show(struct searching *searching, uint64_t done, uint64_t total)
{
    bool is_terminal = isatty(STDERR_FILENO);
    uint64_t now = clock_ms();

    if (!done || searching->options->is_json ||
        now - searching->shown_ms < (is_terminal ? TERMINAL_MS : LOG_MS))
        return;
    searching->shown_ms = now;
    CLEANUP(freep) char *line = search_line(done, total, now - searching->asked_ms);
    CLEANUP(freep) char *cut = text_cut(line, output_columns(searching->options) - 1);
    if (is_terminal)
        status_line_show(cut, &searching->width);
    else
        status_line_add(line);
    (void)fflush(stderr); /* fails if the terminal is gone */
}

static bool search_go_on(void *context, uint64_t done, uint64_t total)
{
    struct searching *searching = context;

    if (!searching->asked_ms)
        searching->asked_ms = clock_ms();
    /* The ends of the disk take no time, and tell how fast it is. */
    if (!searching->is_begun && done >= QUIET_BYTES)
        search_begin(searching, done, total);
    if (searching->is_begun)
        search_show(searching, done, total);
    return true;
}

/* True if the disk that OPTIONS name has no first sector, and no journal was found. */
static bool search_has_failed(const struct cli_options *options,
                              const struct fix_found_list *list)
{
    return !list->count && !list->version_1[0] && options->operand_count &&
           !options->journal && answer_comes(options->operands[0], AGAIN_MS) &&
           unfinished_lacks_first(options->operands[0], &options->given);
}

bool resume_search(const struct cli_options *options, const struct sys *sys,
                   struct fix_found_list *ret, struct err *err)
{
    struct searching searching = { .options = options };
    const struct finder_watch watch = { .go_on = search_go_on,
                                        .context = &searching,
                                        .answer_ms = ANSWER_MS };
    const char *path = options->operand_count ? options->operands[0] : NULL;
    bool is_found = unfinished_search(sys, path, options->journal, options->given.logical,
                                      &watch, ret, err);

    status_line_wipe(searching.width);
    if (!is_found || !search_has_failed(options, ret))
        return is_found;
    CLEANUP(freep) char *quoted = shell_path(path);
    return err_set(err, ERR_UNREADABLE,
                   _("The first sector of %1$s cannot be read, and there is no journal "
                     "on the disk. If that of the fix is in a file or on another disk, "
                     "name it: alidade resume --journal=FILE %1$s"),
                   quoted);
}
