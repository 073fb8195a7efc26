/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bench.c - the screen of a bench: the measured cost of a start */
#include "ui/screen/frame/screen.h"

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/measure/words.h"
#include "ui/app/measure_run.h"
#include "ui/screen/measure/bench_view.h"
#include "ui/screen/measure/measure_view.h"

#define FRAME_ROWS    4 /* header, frame, divider, progress */
#define TOLD_MIN_ROWS 4
#define HEIGHT_MAX    4  /* rows of one start's times */
#define TALL_ROWS     50 /* taller screens have twice as many */
#define PICTURE_COLS  50 /* narrower screens have bars but no times */
#define FULL_COLS     72 /* narrower screens have shorter titles */

/* Rows of the parts; 0: the part does not fit. */
struct view {
    struct measure_pager words;
    int arms;
    int rates_row; /* the divider; 0: the bars follow the progress */
    int bars_row;
    bool has_axis;
    int times_row; /* the divider */
    int times_height;
    int told_row; /* the divider */
};

static void bench_add_sentences(const struct app *app, struct view *view)
{
    const struct bench_result *bench = &app->job.live.bench;
    CLEANUP(lines_finish) struct lines intent = { 0 };
    CLEANUP(lines_finish) struct lines told = { 0 };

    bench_intent_lines(bench, &intent);
    bench_lines(bench, layout_limits(app->layout), &told);
    measure_pager_fill(app, &intent, &told, &view->words);
}

/* Before a job starts, and if it cannot, there is only text. */
static bool bench_has_pictures(const struct app *app)
{
    return measure_run_state(app) != RUN_READY && !app->job.is_refused;
}

/* Rows go to sentences first, then to bars, then to times and axes. */
static void bench_share_rows(const struct app *app, struct view *view)
{
    struct measure_pager *words = &view->words;
    bool has_any = bench_has_pictures(app);
    int bars = has_any ? view->arms : 0;
    bool has_times = has_any && app->cols >= PICTURE_COLS;
    int max = app->rows >= TALL_ROWS ? 2 * HEIGHT_MAX : HEIGHT_MAX;

    int left = measure_bottom(app) - FRAME_ROWS - bars;
    words->told_rows = measure_take(&left, has_any ? TOLD_MIN_ROWS : left);
    bool has_divider = has_any && measure_take_all(&left, 1);
    view->has_axis = has_any && left >= 2 + view->arms + 2 && measure_take_all(&left, 1);
    if (has_times && measure_take_all(&left, 2 + view->arms))
        view->times_height = 1;
    measure_pager_take_intent(words, &left);
    if (words->told.count > words->told_rows)
        words->told_rows += measure_take(&left, words->told.count - words->told_rows);
    while (view->times_height && view->times_height < max &&
           measure_take_all(&left, view->arms))
        view->times_height++;
    words->told_rows += measure_take(&left, left);

    int row = measure_pager_progress_row(words) + 1;
    view->rates_row = has_divider ? row++ : 0;
    view->bars_row = row;
    row += bars + view->has_axis;
    if (view->times_height) {
        view->times_row = row;
        row += 2 + view->arms * view->times_height;
    }
    view->told_row = row;
}

static struct view bench_layout(const struct app *app)
{
    enum bench_arm arms[ARM_COUNT];
    struct view view = { .arms = bench_view_arms(app, arms) };

    bench_add_sentences(app, &view);
    bench_share_rows(app, &view);
    return view;
}

static void bench_draw_header(const struct app *app, struct canvas *canvas)
{
    ull base = app->job.request.starts.base, against = app->job.request.starts.against;
    CLEANUP(freep)
    char *full = xasprintf(_("%1$s  Benchmark: start %2$llu against %3$llu"),
                           app->info.path, base, against);
    CLEANUP(freep)
    char *title = xasprintf(_("Benchmark: start %1$llu against %2$llu"), base, against);
    CLEANUP(freep)
    char *brief = xasprintf(_("%1$llu against %2$llu"), base, against);

    measure_draw_header(app, canvas, full, title, brief);
}

static void bench_draw_pictures(const struct app *app, struct canvas *canvas,
                                const struct view *view)
{
    bool is_read = app->job.live.bench.is_read;
    CLEANUP(freep) char *title = bench_times_title(app);

    if (!bench_has_pictures(app))
        return;
    if (view->rates_row)
        canvas_divider(canvas, view->rates_row,
                       is_read ? _("Reads per second") : _("Writes per second"),
                       app->cols >= FULL_COLS ? _("median, bars to scale") : NULL);
    bench_draw_rates(app, canvas, view->bars_row, view->has_axis);
    if (!view->times_row)
        return;
    canvas_divider(canvas, view->times_row,
                   is_read ? _("Time of one read") : _("Time of one write"),
                   app->cols >= FULL_COLS ? title : NULL);
    bench_draw_times(app, canvas, view->times_row + 1, view->times_height);
}

static void bench_draw(const struct app *app, struct canvas *canvas)
{
    struct view view = bench_layout(app);
    unsigned pairs = app->job.live.bench.pairs;
    CLEANUP(freep) char *count = xasprintf(ngettext("%u pair", "%u pairs", pairs), pairs);

    bench_draw_header(app, canvas);
    measure_draw(app, canvas, &view.words, view.told_row, view.told_row + 1, count);
    bench_draw_pictures(app, canvas, &view);
    measure_pager_finish(&view.words);
}

static struct effect bench_handle(struct app *app, enum action action)
{
    struct view view = bench_layout(app);

    return measure_pager_scroll(&view.words, app, action);
}

const struct screen screen_bench = { .title = N_("benchmark"),
                                     .draw = bench_draw,
                                     .handle = bench_handle };
