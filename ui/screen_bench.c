/* SPDX-License-Identifier: GPL-3.0-or-later */
/* screen_bench.c - what a start costs on this very drive, live */
#include "ui/screen.h"

#include "model/intl.h"
#include "model/measure_words.h"
#include "model/mem.h"
#include "ui/bench_view.h"
#include "ui/foot.h"
#include "ui/measure_run.h"
#include "ui/measure_view.h"
#include "ui/pager.h"
#include "ui/text.h"

#define FULL_ROWS    20 /* from here on the foot has two rows */
#define TOLD_LEAST   4
#define INTENT_MOST  3
#define HEIGHT_MOST  4  /* rows of one start's times */
#define PICTURE_COLS 50 /* below that there are bars, but no times */
#define FULL_COLS    72 /* from here on titles say more */

/* What is shown and where; a row of 0: there is no room for it. */
struct view {
    struct pager intent, told;
    int arms;
    int intent_rows;
    int progress_row;
    int rates_row; /* the divider; 0: the bars follow the progress */
    int bars_row;
    bool has_axis;
    int times_row; /* the divider */
    int times_height;
    int told_row; /* the divider */
    int told_rows;
    int bottom;
};

static int room(const struct app *app)
{
    return app->cols - 4;
}

/* Where it waits for a word, that is all there is to be read. */
static void tell(const struct app *app, struct view *view)
{
    const struct bench_result *bench = &app->live.bench;
    bool is_ready = measure_run_state(app) == RUN_READY;
    CLEANUP(lines_finish) struct lines intent = { 0 };
    CLEANUP(lines_finish) struct lines told = { 0 };

    bench_intent_lines(bench, &intent);
    bench_lines(bench, layout_limits(app->layout), &told);
    measure_add_state(app, &view->told, room(app));
    if (is_ready)
        measure_add_lines(&view->told, STYLE_NORMAL, room(app), &intent);
    else if (!app->is_refused)
        measure_add_lines(&view->told, STYLE_HEAD, room(app), &told);
    if (measure_run_state(app) != RUN_ENDED && !is_ready)
        measure_add_lines(&view->intent, STYLE_NORMAL, room(app), &intent);
}

/* Before it begins, and where it cannot, sentences are all there is. */
static bool has_pictures(const struct app *app)
{
    return measure_run_state(app) != RUN_READY && !app->is_refused;
}

/* The sentences come first, then the bars, then what makes both easier to read. */
static void share(const struct app *app, struct view *view)
{
    bool is_ready = !has_pictures(app);
    int pictures = is_ready ? 0 : view->arms;
    int foot_rows = app->rows >= FULL_ROWS ? 2 : 1;
    int left = app->rows - 5 - foot_rows - pictures;
    bool has_times = !is_ready && app->cols >= PICTURE_COLS;

    view->bottom = app->rows - 1 - foot_rows;
    view->told_rows = measure_take(&left, is_ready ? left : TOLD_LEAST);
    bool has_divider = !is_ready && measure_take_all(&left, 1);
    view->has_axis =
        !is_ready && left >= 2 + view->arms + 2 && measure_take_all(&left, 1);
    if (has_times && measure_take_all(&left, 2 + view->arms))
        view->times_height = 1;
    view->intent_rows = measure_take(
        &left, view->intent.count < INTENT_MOST ? view->intent.count : INTENT_MOST);
    if (view->told.count > view->told_rows)
        view->told_rows += measure_take(&left, view->told.count - view->told_rows);
    while (view->times_height && view->times_height < HEIGHT_MOST &&
           measure_take_all(&left, view->arms))
        view->times_height++;
    view->told_rows += measure_take(&left, left);

    view->progress_row = 2 + view->intent_rows;
    int row = view->progress_row + 1;
    view->rates_row = has_divider ? row++ : 0;
    view->bars_row = row;
    row += pictures + view->has_axis;
    if (view->times_height) {
        view->times_row = row;
        row += 2 + view->arms * view->times_height;
    }
    view->told_row = row;
}

static struct view view_of(const struct app *app)
{
    enum bench_arm arms[ARM_COUNT];
    struct view view = { .arms = bench_view_arms(app, arms) };

    tell(app, &view);
    share(app, &view);
    return view;
}

static void finish(struct view *view)
{
    pager_finish(&view->intent);
    pager_finish(&view->told);
}

static void draw_header(const struct app *app, struct canvas *canvas)
{
    ull base = app->measure.starts.base, against = app->measure.starts.against;
    CLEANUP(freep)
    char *full = xasprintf(_("%1$s  Benchmark: start %2$llu against %3$llu"),
                           app->info.path, base, against);
    CLEANUP(freep)
    char *title = xasprintf(_("Benchmark: start %1$llu against %2$llu"), base, against);
    CLEANUP(freep)
    char *brief = xasprintf(_("%1$llu against %2$llu"), base, against);

    measure_draw_header(app, canvas, full, title, brief);
}

static void draw_progress(const struct app *app, struct canvas *canvas,
                          const struct view *view)
{
    CLEANUP(freep)
    char *count = xasprintf(ngettext("%u pair", "%u pairs", app->live.bench.pairs),
                            app->live.bench.pairs);

    if (measure_run_state(app) == RUN_READY)
        canvas_put(canvas, view->progress_row, 2, room(app), STYLE_NORMAL,
                   _("Enter begins."));
    else
        measure_draw_progress(app, canvas, view->progress_row, count);
}

static void draw_pictures(const struct app *app, struct canvas *canvas,
                          const struct view *view)
{
    bool is_read = app->live.bench.is_read;
    CLEANUP(freep) char *title = bench_times_title(app);

    if (!has_pictures(app))
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

static void draw(const struct app *app, struct canvas *canvas)
{
    struct view view = view_of(app);

    draw_header(app, canvas);
    canvas_box(canvas, 1, view.bottom, _("Test"), measure_title(app));
    pager_draw(&view.intent, canvas, 2, 2, room(app), view.intent_rows, 0);
    draw_progress(app, canvas, &view);
    draw_pictures(app, canvas, &view);
    canvas_divider(canvas, view.told_row, measure_told_title(app),
                   pager_more(view.told.count, view.told_rows, app->scroll));
    pager_draw(&view.told, canvas, view.told_row + 1, 2, room(app), view.told_rows,
               app->scroll);
    canvas_set_cursor(canvas, view.told_row + 1, 2);
    measure_draw_foot(app, canvas, view.bottom + 1);
    finish(&view);
}

static struct effect handle(struct app *app, enum command command)
{
    struct view view = view_of(app);
    bool is_scrolled =
        pager_scroll(command, view.told.count, view.told_rows, &app->scroll);

    finish(&view);
    return is_scrolled ? (struct effect){ .kind = EFFECT_NONE }
                       : measure_run_handle(app, command);
}

const struct screen screen_bench = { .draw = draw, .handle = handle };
