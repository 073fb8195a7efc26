/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fix_progress.c - the progress of fix and resume: a line, or lines of JSON */
#include "ui/cli/fix_progress.h"

#include <stdio.h>
#include <unistd.h>

#include "model/base/duration.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/base/size.h"
#include "model/base/str.h"
#include "model/base/text.h"
#include "model/report/fix_pace.h"
#include "model/report/moves_time.h"
#include "ui/cli/output.h"
#include "ui/cli/status_line.h"

/* Intervals of the line on a terminal, of lines in a log, and of JSON. */
#define TERMINAL_MS 500
#define LOG_MS      60000
#define JSON_MS     1000
/* A request that takes longer is shown with its age. */
#define WAITED_MS 2000
/* What takes less needs no estimate. */
#define TOLD_SECONDS 60.0

/* --- the line --- */

static void line_part(struct str *line, const char *part)
{
    if (line->length)
        str_add(line, "  ");
    str_add(line, part);
}

static void line_step(const struct report_fix_live *live, struct str *line)
{
    CLEANUP(freep)
    char *step = xasprintf(_("step %1$zu of %2$zu"), live->step + 1, live->step_count);

    line_part(line, step);
    /* Both do not fit; the step tells which partition it is. */
    if (!live->number || live->move.retries)
        return;
    CLEANUP(freep) char *number = xasprintf(_("partition %u"), live->number);
    line_part(line, number);
}

static void line_rate(const struct move_progress *move, struct str *line)
{
    char size[SIZE_TEXT], left[DURATION_TEXT];

    if (move->bytes_per_second < 1)
        return;
    (void)size_format((uint64_t)move->bytes_per_second, SIZE_IEC, 0, size);
    CLEANUP(freep) char *rate = xasprintf(_("%s/s"), size);
    line_part(line, rate);
    if (move->seconds_left <= 0)
        return;
    CLEANUP(freep)
    char *words = xasprintf(_("%s left"), duration_format(move->seconds_left, left));
    line_part(line, words);
}

/* The rate is no help while the drive does not answer. */
static void line_bytes(const struct report_fix_live *live, bool is_waiting,
                       struct str *line)
{
    const struct move_progress *move = &live->move;

    if (!move->bytes_total)
        return;
    CLEANUP(freep)
    char *share = xasprintf(
        _("%u %%"), (unsigned)num_scale(move->bytes_done, 100, move->bytes_total));
    line_part(line, share);
    if (!is_waiting)
        line_rate(move, line);
}

static void line_waited(uint64_t waited_ms, struct str *line)
{
    if (waited_ms < WAITED_MS)
        return;
    CLEANUP(freep)
    char *words = xasprintf(_("no answer for %llu s"), (ull)(waited_ms / 1000));
    line_part(line, words);
}

static void line_retries(unsigned retries, struct str *line)
{
    if (!retries)
        return;
    /* TRANSLATORS: requests that failed and were repeated; the line has 79 columns */
    CLEANUP(freep)
    char *words = xasprintf(ngettext("%u retry", "%u retries", retries), retries);
    line_part(line, words);
}

char *fix_progress_line(const struct report_fix_live *live, enum fixing_phase phase,
                        uint64_t waited_ms)
{
    struct str line = { 0 };

    if (fix_phase_is_in_step(phase))
        line_step(live, &line);
    if (fix_phase_words(phase))
        line_part(&line, fix_phase_words(phase));
    if (fix_phase_has_bytes(phase))
        line_bytes(live, waited_ms >= WAITED_MS, &line);
    line_waited(waited_ms, &line);
    line_retries(live->move.retries, &line);
    /* TRANSLATORS: whether it is safe to unplug the disk now; the line has 79 columns */
    line_part(&line, live->is_safe ? _("unplug: yes") : _("unplug: no"));
    return str_take(&line);
}

/* --- the output --- */

void fix_progress_begin(struct fix_progress *progress, const struct cli_options *options,
                        const struct journal_plan *plan, size_t first, uint64_t now_ms)
{
    *progress = (struct fix_progress){ .options = options,
                                       .is_terminal = isatty(STDERR_FILENO),
                                       .shown_ms = now_ms,
                                       .news_ms = now_ms,
                                       .told = first };
    fix_pace_begin(&progress->pace, plan, now_ms);
    progress->pace.is_rollback = options->is_rollback;
    progress->pace.skips_check = options->skips_check;
    /* A person sees at once that it has begun. */
    if (progress->is_terminal && !options->is_json)
        progress->shown_ms -= TERMINAL_MS;
}

static void write_event(char *line)
{
    output_json(line);
    (void)fflush(stdout); /* an error is reported at the end of the program */
}

/* Steps that take no time may have passed since the last report. */
static void tell_steps(struct fix_progress *progress)
{
    const struct fixing_live *live = &progress->pace.live;
    bool is_begun = live->phase == FIXING_PHASE_TABLE || live->phase == FIXING_PHASE_MOVE;
    size_t end = live->step + (is_begun && live->step < live->step_count);

    for (; progress->told < end; progress->told++)
        if (progress->options->is_json)
            write_event(report_json_fix_step(progress->pace.plan, progress->told));
}

/* A rate is known only after the first seconds of a move: until then this is. */
static void tell_time(struct fix_progress *progress)
{
    const struct fixing_live *live = &progress->pace.live;

    if (progress->has_told_time || live->planned == MOVE_TIME_UNKNOWN)
        return;
    progress->has_told_time = true;
    if (live->planned_seconds < TOLD_SECONDS)
        return;
    CLEANUP(freep) char *time = moves_time_words(live->planned, live->planned_seconds);
    CLEANUP(freep)
    char *words =
        xasprintf(_("By the speed at which all was read, moving it takes %s."), time);
    fix_progress_note(progress, words);
}

void fix_progress_take(struct fix_progress *progress, const struct fixing_live *live,
                       uint64_t now_ms)
{
    progress->news_ms = now_ms;
    fix_pace_take(&progress->pace, live, now_ms);
    tell_time(progress);
    tell_steps(progress);
}

static uint64_t interval_of(const struct fix_progress *progress)
{
    if (progress->options->is_json)
        return JSON_MS;
    return progress->is_terminal ? TERMINAL_MS : LOG_MS;
}

static void show_text(struct fix_progress *progress, const struct report_fix_live *live,
                      uint64_t now_ms)
{
    CLEANUP(freep)
    char *line =
        fix_progress_line(live, progress->pace.live.phase, now_ms - progress->news_ms);

    if (progress->is_terminal) {
        CLEANUP(freep)
        char *cut = text_cut(line, output_columns(progress->options) - 1);
        status_line_show(cut, &progress->width);
    } else {
        status_line_add(line);
    }
    (void)fflush(stderr); /* fails if the terminal is gone */
}

void fix_progress_show(struct fix_progress *progress, uint64_t now_ms)
{
    struct report_fix_live live = fix_pace_live(&progress->pace, now_ms);

    bool is_over = progress->has_told_safe && !live.is_safe;

    if (!is_over && now_ms - progress->shown_ms < interval_of(progress))
        return;
    progress->has_told_safe = live.is_safe;
    progress->shown_ms = now_ms;
    if (progress->options->is_json)
        write_event(report_json_fix_progress(&live));
    else
        show_text(progress, &live, now_ms);
}

void fix_progress_note(struct fix_progress *progress, const char *sentence)
{
    fix_progress_end(progress);
    if (progress->options->is_json) {
        write_event(report_json_fix_note(sentence));
        return;
    }
    status_line_add(sentence);
    (void)fflush(stderr); /* fails if the terminal is gone */
}

void fix_progress_end(struct fix_progress *progress)
{
    status_line_wipe(progress->width);
    progress->width = 0;
}
