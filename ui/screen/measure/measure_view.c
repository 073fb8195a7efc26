/* SPDX-License-Identifier: GPL-3.0-or-later */
/* measure_view.c - what the screens of a bench and of a probe share */
#include "ui/screen/measure/measure_view.h"

#include "model/base/decimal.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/size.h"
#include "model/base/text.h"
#include "model/measure/words.h"
#include "ui/app/foot.h"
#include "ui/app/measure_result.h"
#include "ui/app/measure_run.h"
#include "ui/screen/frame/frame.h"

#define FULL_ROWS         20 /* taller screens have a foot of two rows */
#define GAP               2
#define PHASE_WIDTH       32
#define COUNT_WIDTH       12 /* "1024 writes" */
#define COUNT_WIDTH_SHORT 9  /* "999 pairs" */
#define CLOCK_WIDTH       5  /* "0:02" */
#define BAR_MIN           8  /* minimum cells of the bar */
#define FULL_COLS         70 /* narrower screens have shorter words */
#define FOOT_ITEMS        6

void measure_draw_header(const struct app *app, struct canvas *canvas, const char *full,
                         const char *brief, const char *shortest)
{
    /* TRANSLATORS: what a measurement does, at the right of the top row; 12 columns. */
    static const char *const words[] = {
        [RUN_READY] = N_("ready"),    [RUN_WORKING] = N_("running"),
        [RUN_PAUSED] = N_("paused"),  [RUN_STOPPING] = N_("stopping"),
        [RUN_ENDED] = N_("finished"),
    };
    const char *word = app->job.is_saved ? _("kept") : _(words[measure_run_state(app)]);
    int room = app->cols - 3 - text_width(word);
    const char *left = frame_title_min_width(app, full) <= room    ? full
                       : frame_title_min_width(app, brief) <= room ? brief
                                                                   : shortest;

    frame_draw_header(app, canvas, word, "%s", left);
}

int measure_bottom(const struct app *app)
{
    return app->rows - 1 - (app->rows >= FULL_ROWS ? 2 : 1);
}

static const char *measure_title(const struct app *app)
{
    if (app->job.is_refused)
        return NULL;
    return measure_result_is_read(app) ? _("reads only: nothing is written")
                                       : _("writes back the same bytes");
}

/* --- progress --- */

/* "the write under way is 3.2 s old"; NULL if it is not old; free() */
static char *age_text(const struct app *app, bool is_brief)
{
    double seconds = app->job.live.request_seconds;
    bool is_stopping = measure_run_state(app) == RUN_STOPPING;
    char age[DECIMAL_TEXT];

    if (!app->job.is_at_work || seconds < REQUEST_OLD_SECONDS)
        return NULL;
    (void)decimal_shown(seconds, 1, age);
    if (is_brief)
        return xasprintf(is_stopping ? _("stopping: request is %s s old")
                                     : _("the request is %s s old"),
                         age);
    if (is_stopping)
        return xasprintf(measure_result_is_read(app)
                             ? _("stopping after the read under way (%s s old)")
                             : _("stopping after the write under way (%s s old)"),
                         age);
    return xasprintf(measure_result_is_read(app) ? _("the read under way is %s s old")
                                                 : _("the write under way is %s s old"),
                     age);
}

/* "26 pairs in 2.7 s, 208 KiB written"; IS_BRIEF leaves out the amount.  free() */
static char *total_text(const struct app *app, const char *count, bool is_brief)
{
    double seconds = app->job.live.is_probe ? app->job.live.probe.seconds
                                            : app->job.live.bench.total_seconds;
    char size[SIZE_TEXT], time[DECIMAL_TEXT];

    if (app->job.is_refused)
        return xstrdup("");
    (void)decimal_shown(seconds, 1, time);
    if (is_brief)
        return xasprintf(_("%1$s in %2$s s"), count, time);
    if (!measure_result_written(app))
        return xasprintf(_("%1$s in %2$s s, nothing written"), count, time);
    return xasprintf(_("%1$s in %2$s s, %3$s written"), count, time,
                     size_format_iec(measure_result_written(app), size));
}

/* Draws the totals of this job, or of a saved result with its date. */
static void draw_total(const struct app *app, struct canvas *canvas, int row,
                       const char *count)
{
    CLEANUP(freep) char *sum = total_text(app, count, false);
    CLEANUP(freep) char *brief = total_text(app, count, true);
    char day[MEASURE_RESULT_DAY];
    int width = app->cols - 4;

    measure_result_day(&app->job.saved, day);
    CLEANUP(freep) char *kept = xasprintf(_("Measured on %1$s: %2$s"), day, sum);
    CLEANUP(freep) char *brief_kept = xasprintf("%s: %s", day, count);
    const char *text = app->job.is_saved ? kept : sum;
    if (text_width(text) > width)
        text = app->job.is_saved ? brief_kept : brief;
    canvas_put(canvas, row, 2, width, STYLE_NORMAL, text);
}

/* "0:02": minutes and seconds of work; free() */
static char *clock_text(const struct app *app)
{
    double seconds = app->job.live.seconds;
    int whole = seconds < 6000 ? (int)seconds : 6000;

    return xasprintf("%d:%02d", whole / 60, whole % 60);
}

static void measure_draw_bar(struct canvas *canvas, int row, int col, int width,
                             double share)
{
    int done = (int)(share * width + 0.5);

    done = done < 0 ? 0 : done > width ? width : done;
    canvas_fill(canvas, row, col, done, STYLE_BAR_OK, "█");
    canvas_fill(canvas, row, col + done, width - done, STYLE_NOTE, "░");
}

/* All fields keep their columns, so that a slow line has little to redraw.  A phase that
 * leaves no space for them has the row alone. */
static void draw_running(const struct app *app, struct canvas *canvas, int row,
                         const char *count)
{
    int inside = app->cols - 4;
    bool is_wide = inside >= 70;
    const char *phase = measure_phase_text(&app->job.live);
    CLEANUP(freep) char *clock = clock_text(app);
    int phase_width = is_wide ? PHASE_WIDTH : text_width(phase);
    int count_width = is_wide || text_width(count) > COUNT_WIDTH_SHORT
                          ? COUNT_WIDTH
                          : COUNT_WIDTH_SHORT;
    int clock_width = inside >= 52 ? CLOCK_WIDTH : 0;
    int bar_col = 2 + phase_width + GAP;
    int count_col = 2 + inside - clock_width - (clock_width ? GAP : 0) - count_width;
    int bar = count_col - GAP - bar_col;

    if (phase_width > count_col - GAP - 2) {
        canvas_put(canvas, row, 2, inside, STYLE_NORMAL, phase);
        return;
    }
    canvas_put(canvas, row, 2, phase_width, STYLE_NORMAL, phase);
    if (bar >= BAR_MIN)
        measure_draw_bar(canvas, row, bar_col, bar, app->job.live.share);
    canvas_put_right(canvas, row, count_col, count_width, STYLE_NORMAL, count);
    if (clock_width)
        canvas_put_right(canvas, row, 2 + inside - clock_width, clock_width, STYLE_NORMAL,
                         clock);
}

static void measure_draw_progress(const struct app *app, struct canvas *canvas, int row,
                                  const char *count)
{
    CLEANUP(freep) char *full = age_text(app, false);
    CLEANUP(freep) char *brief = age_text(app, true);
    const char *age = full && text_width(full) <= app->cols - 4 ? full : brief;

    if (measure_run_state(app) == RUN_READY) {
        canvas_put(canvas, row, 2, app->cols - 4, STYLE_NORMAL, _("Enter begins."));
    } else if (measure_run_state(app) == RUN_ENDED) {
        draw_total(app, canvas, row, count);
    } else if (age) {
        canvas_put(canvas, row, 2, app->cols - 4, STYLE_OFF, age);
    } else {
        draw_running(app, canvas, row, count);
    }
}

/* --- pictures --- */

double measure_scale(double value)
{
    static const double steps[] = { 1, 1.5, 2, 3, 4, 5, 6, 8, 10 };
    double power = 1;

    while (power * 10 <= value)
        power *= 10;
    while (value > 0 && power > value)
        power /= 10;
    for (size_t i = 0; i < ARRAY_SIZE(steps); i++) {
        if (value <= steps[i] * power)
            return steps[i] * power;
    }
    return 10 * power;
}

void measure_draw_rate(struct canvas *canvas, int row, int col, int width, double rate,
                       double scale, bool is_off)
{
    int cells = (int)(rate / scale * width + 0.5);

    canvas_fill(canvas, row, col, cells == 0 && rate > 0 ? 1 : cells,
                is_off ? STYLE_BAR_OFF : STYLE_BAR_OK, is_off ? "▒" : "█");
}

int measure_take(int *left, int wanted)
{
    int taken = wanted < *left ? wanted : *left > 0 ? *left : 0;

    *left -= taken;
    return taken;
}

bool measure_take_all(int *left, int wanted)
{
    return *left >= wanted && measure_take(left, wanted) == wanted;
}

/* --- foot --- */

struct foot_word {
    enum action action; /* ACTION_NONE: end of the row */
    const char *word;   /* NULL: the action's name */
    const char *brief;  /* on narrow screens; NULL: the same */
};

/* The keys in each state; the last ones are help and back. */
static const struct foot_word feet[][FOOT_ITEMS] = {
    [RUN_READY] = { { ACTION_USE, N_("start"), NULL },
                    { ACTION_HELP, N_("help"), NULL },
                    { ACTION_BACK, N_("leave"), NULL } },
    [RUN_WORKING] = { { ACTION_PAUSE, NULL, NULL },
                      { ACTION_KEEP, NULL, N_("keep") },
                      { ACTION_USE, N_("use it"), NULL },
                      { ACTION_HELP, N_("help"), NULL },
                      { ACTION_BACK, N_("leave"), NULL } },
    [RUN_PAUSED] = { { ACTION_PAUSE, N_("go on"), NULL },
                     { ACTION_KEEP, NULL, N_("keep") },
                     { ACTION_USE, N_("use it"), NULL },
                     { ACTION_HELP, N_("help"), NULL },
                     { ACTION_BACK, N_("leave"), NULL } },
    [RUN_STOPPING] = { { ACTION_HELP, N_("help"), NULL },
                       { ACTION_BACK, N_("leave"), NULL } },
    [RUN_ENDED] = { { ACTION_USE, NULL, N_("use") },
                    { ACTION_KEEP, N_("keep"), NULL },
                    { ACTION_AGAIN, NULL, NULL },
                    { ACTION_DOWN, N_("read on"), NULL },
                    { ACTION_HELP, N_("help"), NULL },
                    { ACTION_BACK, N_("leave"), NULL } },
};

/* False for actions on a result that does not exist, and for scrolling where all is
 * visible. */
static bool is_offered(const struct app *app, enum action action, bool is_long)
{
    enum run_state state = measure_run_state(app);

    if (action == ACTION_USE)
        return state == RUN_READY || measure_result_is_usable(app);
    if (action == ACTION_KEEP)
        return state != RUN_ENDED || measure_result_is_keepable(app);
    return action != ACTION_DOWN || is_long;
}

static void draw_keys(const struct app *app, struct canvas *canvas, int row, bool is_long)
{
    enum run_state state = measure_run_state(app);
    struct foot_item items[FOOT_ITEMS];
    size_t count = 0;

    for (size_t i = 0; i < FOOT_ITEMS; i++) {
        const struct foot_word *word = &feet[state][i];
        bool is_brief = word->brief && app->cols < FULL_COLS;
        if (word->action && is_offered(app, word->action, is_long))
            items[count++] =
                (struct foot_item){ word->action, is_brief ? word->brief : word->word };
    }
    foot_draw(app, canvas, row, row, items, count);
}

/* The state of the disk after the job, which compares what it has written. */
static const char *end_text(const struct app *app)
{
    bool is_unchanged = app->job.live.is_probe ? app->job.live.probe.is_unchanged
                                               : app->job.live.bench.is_unchanged;

    if (app->job.is_saved)
        return _("Nothing is measured now.");
    if (app->job.is_refused || !measure_result_written(app))
        return _("Nothing was written.");
    return is_unchanged ? _("Nothing on the disk has changed.") : "";
}

/* The note below the keys; free() */
static char *note_text(const struct app *app)
{
    enum run_state state = measure_run_state(app);

    if (state == RUN_READY)
        return xstrdup(_("Nothing has been written yet."));
    if (state == RUN_ENDED)
        return xstrdup(end_text(app));
    if (measure_result_is_read(app))
        return xasprintf(_("Errors: %u.  Stopping is safe at any moment."),
                         app->job.live.errors);
    return xasprintf(
        _("Errors: %u.  Stopping is safe at any moment; do not unplug the drive."),
        app->job.live.errors);
}

static void measure_draw_foot(const struct app *app, struct canvas *canvas, int row,
                              bool is_long)
{
    CLEANUP(freep) char *note = note_text(app);
    int last = app->rows - 1;

    if (foot_message(app, canvas, row, last))
        return;
    draw_keys(app, canvas, row, is_long);
    if (row < last)
        canvas_put(canvas, last, 1, app->cols - 2, STYLE_NOTE, note);
}

void measure_draw(const struct app *app, struct canvas *canvas,
                  const struct measure_pager *pager, int divider, int told_row,
                  const char *count)
{
    int bottom = measure_bottom(app), below = told_row + pager->told.count;

    canvas_box(canvas, 1, bottom, _("Test"), measure_title(app));
    measure_draw_progress(app, canvas, measure_pager_progress_row(pager), count);
    measure_pager_draw(pager, app, canvas, divider, told_row);
    if (measure_run_state(app) == RUN_READY && !app->job.is_refused)
        below = measure_draw_ready(app, canvas, below + 1);
    measure_draw_around(app, canvas, below);
    measure_draw_foot(app, canvas, bottom + 1, pager->told.count > pager->told_rows);
}
