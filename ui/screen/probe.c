/* SPDX-License-Identifier: GPL-3.0-or-later */
/* probe.c - where the physical sectors of this very drive begin, live */
#include "ui/screen/screen.h"

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/measure/words.h"
#include "ui/app/measure_run.h"
#include "ui/screen/measure_pager.h"
#include "ui/screen/measure_view.h"
#include "ui/screen/probe_view.h"

#define FRAME_ROWS    4 /* header, frame, divider, progress */
#define TOLD_MIN_ROWS 2
#define TOLD_ROWS     4
#define WORDS_ROWS    2

/* What is shown and where; a row of 0: there is no room for it. */
struct view {
    struct measure_pager words;
    int progress_row;
    int bars_title; /* the divider */
    int bars_row;
    int bar_columns; /* 0: none */
    int words_row;   /* 0: the sentences say it */
    int told_divider;
    int told_row;
    int bottom;
};

static void probe_add_sentences(const struct app *app, struct view *view)
{
    const struct probe_result *probe = &app->job.live.probe;
    bool is_ended = measure_run_state(app) == RUN_ENDED;
    CLEANUP(lines_finish) struct lines intent = { 0 };
    CLEANUP(lines_finish) struct lines told = { 0 };

    probe_intent_lines(probe, &intent);
    probe_lines_beside_table(probe, layout_limits(app->layout), &told);
    measure_pager_fill(app, &intent, is_ended ? &told : NULL, &view->words);
}

/* What was found comes first, then the bars, then sentences and titles. */
static void probe_share_rows(const struct app *app, struct view *view)
{
    bool has_result = measure_run_state(app) != RUN_READY && !app->job.is_refused;
    bool has_bars = has_result && !app->job.live.probe.is_read;
    struct measure_pager *words = &view->words;

    view->bottom = measure_bottom(app);
    int left = view->bottom - FRAME_ROWS;
    bool has_words = has_result && measure_take_all(&left, WORDS_ROWS);
    if (has_bars && left >= PROBE_BARS + 1 + TOLD_ROWS &&
        measure_take_all(&left, PROBE_BARS))
        view->bar_columns = 1;
    else if (has_bars && left >= PROBE_BARS / 2 &&
             measure_take_all(&left, PROBE_BARS / 2))
        view->bar_columns = 2;
    bool has_title =
        view->bar_columns && left >= 1 + TOLD_MIN_ROWS && measure_take_all(&left, 1);
    words->told_rows = measure_take(&left, TOLD_ROWS);
    measure_pager_take_intent(words, &left);
    words->told_rows += measure_take(&left, left);

    view->progress_row = 2 + words->intent_rows;
    int row = view->progress_row + 1;
    view->bars_title = has_title ? row++ : 0;
    view->bars_row = row;
    row += view->bar_columns ? PROBE_BARS / view->bar_columns : 0;
    view->told_divider = row++;
    view->words_row = has_words ? row : 0;
    view->told_row = row + (has_words ? WORDS_ROWS : 0);
}

static struct view probe_layout(const struct app *app)
{
    struct view view = { 0 };

    probe_add_sentences(app, &view);
    probe_share_rows(app, &view);
    return view;
}

static void probe_draw_progress(const struct app *app, struct canvas *canvas, int row)
{
    const struct probe_result *probe = &app->job.live.probe;
    unsigned long reads = probe->reads, writes = probe->writes;
    CLEANUP(freep)
    char *count = probe->is_read
                      ? xasprintf(ngettext("%lu read", "%lu reads", reads), reads)
                      : xasprintf(ngettext("%lu write", "%lu writes", writes), writes);

    measure_draw_progress(app, canvas, row, count);
}

static void probe_draw_titled_bars(const struct app *app, struct canvas *canvas,
                                   const struct view *view)
{
    CLEANUP(freep) char *title = probe_bars_title(app);

    if (view->bars_title)
        canvas_divider(canvas, view->bars_title, title, NULL);
    if (view->bar_columns)
        probe_draw_bars(app, canvas, view->bars_row, view->bar_columns);
}

static void probe_draw(const struct app *app, struct canvas *canvas)
{
    struct view view = probe_layout(app);
    CLEANUP(freep)
    char *full = xasprintf(_("%s  Probe: physical sector and boundary"), app->info.path);
    CLEANUP(freep) char *brief = xasprintf(_("%s  Probe"), app->info.path);

    measure_draw_header(app, canvas, full, brief, _("Probe"));
    canvas_box(canvas, 1, view.bottom, _("Test"), measure_title(app));
    probe_draw_progress(app, canvas, view.progress_row);
    probe_draw_titled_bars(app, canvas, &view);
    measure_pager_draw(&view.words, app, canvas, view.told_divider, view.told_row);
    if (view.words_row)
        probe_draw_words(app, canvas, view.words_row);
    measure_draw_foot(app, canvas, view.bottom + 1, measure_pager_is_long(&view.words));
    measure_pager_finish(&view.words);
}

static struct effect probe_handle(struct app *app, enum action action)
{
    struct view view = probe_layout(app);

    measure_pager_scroll(&view.words, app, action);
    measure_pager_finish(&view.words);
    return (struct effect){ .kind = EFFECT_NONE };
}

const struct screen screen_probe = { .title = N_("probe"),
                                     .draw = probe_draw,
                                     .handle = probe_handle };
