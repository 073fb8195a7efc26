/* SPDX-License-Identifier: GPL-3.0-or-later */
/* screen_probe.c - where the physical sectors of this very drive begin, live */
#include "ui/screen.h"

#include "model/intl.h"
#include "model/measure_words.h"
#include "model/mem.h"
#include "ui/measure_run.h"
#include "ui/measure_view.h"
#include "ui/pager.h"
#include "ui/probe_view.h"
#include "ui/text.h"

#define FULL_ROWS   20 /* from here on the foot has two rows */
#define TOLD_LEAST  2
#define TOLD_WANTED 4
#define INTENT_MOST 3
#define WORDS_ROWS  2

/* What is shown and where; a row of 0: there is no room for it. */
struct view {
    struct pager intent, told;
    int intent_rows;
    int progress_row;
    int bars_title; /* the divider */
    int bars_row;
    int bar_columns; /* 0: none */
    int words_row;   /* 0: the sentences say it */
    int told_divider;
    int told_row, told_rows;
    int bottom;
};

static int room(const struct app *app)
{
    return app->cols - 4;
}

static void tell(const struct app *app, struct view *view)
{
    const struct probe_result *probe = &app->live.probe;
    enum run_state state = measure_run_state(app);
    CLEANUP(lines_finish) struct lines intent = { 0 };
    CLEANUP(lines_finish) struct lines told = { 0 };

    probe_intent_lines(probe, &intent);
    probe_lines_beside(probe, layout_limits(app->layout), &told);
    measure_add_state(app, &view->told, room(app));
    if (state == RUN_READY)
        measure_add_lines(&view->told, STYLE_NORMAL, room(app), &intent);
    else if (state == RUN_ENDED && !app->is_refused)
        measure_add_lines(&view->told, STYLE_HEAD, room(app), &told);
    if (state != RUN_ENDED && state != RUN_READY)
        measure_add_lines(&view->intent, STYLE_NORMAL, room(app), &intent);
}

/* What was found comes first, then the bars, then sentences and titles. */
static void share(const struct app *app, struct view *view)
{
    bool has_result = measure_run_state(app) != RUN_READY && !app->is_refused;
    bool has_bars = has_result && !app->live.probe.is_read;
    int foot_rows = app->rows >= FULL_ROWS ? 2 : 1;
    int left = app->rows - 5 - foot_rows;

    view->bottom = app->rows - 1 - foot_rows;
    bool has_words = has_result && measure_take_all(&left, WORDS_ROWS);
    if (has_bars && left >= PROBE_BARS + 1 + TOLD_WANTED &&
        measure_take_all(&left, PROBE_BARS))
        view->bar_columns = 1;
    else if (has_bars && left >= PROBE_BARS / 2 &&
             measure_take_all(&left, PROBE_BARS / 2))
        view->bar_columns = 2;
    bool has_title =
        view->bar_columns && left >= 1 + TOLD_LEAST && measure_take_all(&left, 1);
    view->told_rows = measure_take(&left, TOLD_WANTED);
    view->intent_rows = measure_take(
        &left, view->intent.count < INTENT_MOST ? view->intent.count : INTENT_MOST);
    view->told_rows += measure_take(&left, left);

    view->progress_row = 2 + view->intent_rows;
    int row = view->progress_row + 1;
    view->bars_title = has_title ? row++ : 0;
    view->bars_row = row;
    row += view->bar_columns ? PROBE_BARS / view->bar_columns : 0;
    view->told_divider = row++;
    view->words_row = has_words ? row : 0;
    view->told_row = row + (has_words ? WORDS_ROWS : 0);
}

static struct view view_of(const struct app *app)
{
    struct view view = { 0 };

    tell(app, &view);
    share(app, &view);
    return view;
}

static void finish(struct view *view)
{
    pager_finish(&view->intent);
    pager_finish(&view->told);
}

static void draw_progress(const struct app *app, struct canvas *canvas, int row)
{
    unsigned long writes = app->live.probe.writes;
    CLEANUP(freep)
    char *count = app->live.probe.is_read
                      ? xasprintf(ngettext("%lu read", "%lu reads", writes), writes)
                      : xasprintf(ngettext("%lu write", "%lu writes", writes), writes);

    if (measure_run_state(app) == RUN_READY)
        canvas_put(canvas, row, 2, room(app), STYLE_NORMAL, _("Enter begins."));
    else
        measure_draw_progress(app, canvas, row, count);
}

static void draw_bars(const struct app *app, struct canvas *canvas,
                      const struct view *view)
{
    CLEANUP(freep) char *title = probe_bars_title(app);

    if (view->bars_title)
        canvas_divider(canvas, view->bars_title, title, NULL);
    if (view->bar_columns)
        probe_draw_bars(app, canvas, view->bars_row, view->bar_columns);
}

static void draw(const struct app *app, struct canvas *canvas)
{
    struct view view = view_of(app);
    CLEANUP(freep)
    char *full = xasprintf(_("%s  Probe: physical sector and boundary"), app->info.path);
    CLEANUP(freep) char *brief = xasprintf(_("%s  Probe"), app->info.path);

    measure_draw_header(app, canvas, full, brief, _("Probe"));
    canvas_box(canvas, 1, view.bottom, _("Test"), measure_title(app));
    pager_draw(&view.intent, canvas, 2, 2, room(app), view.intent_rows, 0);
    draw_progress(app, canvas, view.progress_row);
    draw_bars(app, canvas, &view);
    canvas_divider(canvas, view.told_divider, measure_told_title(app),
                   pager_more(view.told.count, view.told_rows, app->scroll));
    if (view.words_row)
        probe_draw_words(app, canvas, view.words_row);
    pager_draw(&view.told, canvas, view.told_row, 2, room(app), view.told_rows,
               app->scroll);
    canvas_set_cursor(canvas, view.told_divider + 1, 2);
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

const struct screen screen_probe = { .draw = draw, .handle = handle };
