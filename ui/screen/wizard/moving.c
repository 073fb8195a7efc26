/* SPDX-License-Identifier: GPL-3.0-or-later */
/* moving.c - the screen of a move that runs: steps, bar, rate, times, place on the map */
#include "ui/screen/frame/screen.h"

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/report/fix_pace.h"
#include "ui/app/fix_run.h"
#include "ui/screen/frame/frame.h"
#include "ui/screen/wizard/fix_view.h"
#include "ui/screen/wizard/moving_text.h"

enum {
    NOW_ROWS = 3, /* bar, bytes, times */
    MAP_ROWS = 2,
    MAP_MIN_ROWS = 18, /* of the terminal */
    STEP_MIN_ROWS = 16,
    TEXT_MIN_ROWS = 4,
    STATE_COLUMNS = 7,
};

/* The rows of the parts; 0 rows: the part does not fit. */
struct view {
    struct pager text;
    int step_row, step_rows;
    int now_row; /* of the bar */
    int map_row;
    int text_row, text_rows;
    int bottom, foot_rows;
};

static int step_total(const struct app *app)
{
    return app->fix.live.plan ? (int)app->fix.live.plan->step_count : 0;
}

static void moving_add_sentence(struct pager *pager, int width, char *sentence)
{
    if (sentence[0])
        pager_add_wrapped(pager, STYLE_NORMAL, 0, width, sentence);
    freep(&sentence);
}

static struct pager moving_sentences(const struct app *app)
{
    struct pager pager = { 0 };

    moving_add_sentence(&pager, frame_width(app), moving_text_unplug(app));
    moving_add_sentence(&pager, frame_width(app), moving_text_retries(app));
    moving_add_sentence(&pager, frame_width(app), moving_text_journal(app));
    return pager;
}

static struct view moving_view(const struct app *app)
{
    struct view view = { .text = moving_sentences(app),
                         .foot_rows = app->rows >= STEP_MIN_ROWS ? 2 : 1 };
    bool has_map = app->rows >= MAP_MIN_ROWS;

    view.bottom = app->rows - 1 - view.foot_rows;
    int left = view.bottom - 2 - NOW_ROWS - 1 - TEXT_MIN_ROWS - (has_map ? MAP_ROWS : 0);
    if (app->rows >= STEP_MIN_ROWS && left > 1)
        view.step_rows = step_total(app) < left - 1 ? step_total(app) : left - 1;
    view.step_row = 2;
    view.now_row = view.step_rows ? view.step_row + view.step_rows + 1 : 2;
    view.map_row = has_map ? view.now_row + NOW_ROWS : 0;
    view.text_row = view.now_row + NOW_ROWS + (has_map ? MAP_ROWS : 0) + 1;
    view.text_rows = view.bottom - view.text_row;
    return view;
}

/* --- drawing --- */

/* The current step stays visible. */
static void moving_draw_steps(const struct app *app, struct canvas *canvas,
                              const struct view *view)
{
    int at = (int)app->fix.live.report.step, count = step_total(app);
    int first = at - view->step_rows / 2;

    if (first > count - view->step_rows)
        first = count - view->step_rows;
    if (first < 0)
        first = 0;
    for (int i = 0; i < view->step_rows; i++) {
        const char *state;
        CLEANUP(freep) char *words = moving_text_step(app, (size_t)(first + i), &state);
        bool is_now = first + i == at;
        int row = view->step_row + i, style = is_now ? STYLE_KEY : STYLE_NORMAL;
        canvas_put(canvas, row, 2, 1, style, is_now ? ">" : " ");
        canvas_put(canvas, row, 4, STATE_COLUMNS - 1, style, state);
        canvas_put(canvas, row, 4 + STATE_COLUMNS, frame_width(app) - STATE_COLUMNS - 2,
                   style, words);
    }
}

static void draw_now(const struct app *app, struct canvas *canvas,
                     const struct view *view)
{
    const struct move_progress *move = &app->fix.live.report.move;
    CLEANUP(freep) char *bytes = moving_text_bytes(app);
    CLEANUP(freep) char *time = moving_text_time(app, frame_width(app));
    bool is_waiting = moving_text_is_waiting(app);
    int width = frame_width(app);

    if (fix_phase_has_bytes(app->fix.live.phase))
        fix_view_bar(canvas, view->now_row, 2, width, move->bytes_done,
                     move->bytes_total);
    canvas_put(canvas, view->now_row + 1, 2, width, STYLE_NORMAL, bytes);
    canvas_put(canvas, view->now_row + 2, 2, width, is_waiting ? STYLE_OFF : STYLE_NORMAL,
               time);
    /* A screen reader reads the row that changes. */
    canvas_set_cursor(canvas, view->now_row + (is_waiting || !bytes[0] ? 2 : 1), 2);
    if (view->map_row && app->fix.live.phase == FIXING_PHASE_MOVE && move->mode)
        fix_view_place(canvas, view->map_row, 2, width, app->layout, move->frontier);
}

static void moving_draw_header(const struct app *app, struct canvas *canvas)
{
    const struct report_fix_live *report = &app->fix.live.report;
    size_t step = report->step < report->step_count ? report->step + 1 : report->step;
    CLEANUP(freep)
    char *right = report->step_count
                      ? xasprintf(_("step %1$zu of %2$zu"), step, report->step_count)
                      : NULL;

    frame_draw_header(app, canvas, right,
                      app->fix.is_rollback ? _("%s  Moving back") : _("%s  Moving"),
                      app->info.path);
}

static const struct foot_item moving_items[] = {
    { ACTION_STOP_MOVE, N_("or Ctrl-C stop (asks first)") },
    { ACTION_HELP, N_("help") },
};

static void draw_moving_foot(const struct app *app, struct canvas *canvas,
                             const struct view *view)
{
    int row = app->rows - view->foot_rows;

    if (foot_message(app, canvas, row, app->rows - 1))
        return;
    foot_draw(app, canvas, row, row, moving_items, ARRAY_SIZE(moving_items));
    if (view->foot_rows > 1)
        canvas_put(
            canvas, app->rows - 1, 1, app->cols - 2, STYLE_NOTE,
            _("Lost the connection? It stops safely, and alidade resume goes on."));
}

static void moving_draw(const struct app *app, struct canvas *canvas)
{
    struct view view = moving_view(app);
    CLEANUP(freep) char *phase = moving_text_phase(app);

    moving_draw_header(app, canvas);
    canvas_box(canvas, 1, view.bottom, view.step_rows ? _("Steps") : phase, NULL);
    if (view.step_rows) {
        moving_draw_steps(app, canvas, &view);
        canvas_divider(canvas, view.now_row - 1, phase, NULL);
    }
    draw_now(app, canvas, &view);
    canvas_divider(canvas, view.text_row - 1, _("Safety"),
                   pager_more(view.text.count, view.text_rows, app->scroll));
    pager_draw(&view.text, canvas, view.text_row, 2, frame_width(app), view.text_rows,
               app->scroll);
    draw_moving_foot(app, canvas, &view);
    pager_finish(&view.text);
}

static struct effect moving_handle(struct app *app, enum action action)
{
    struct view view = moving_view(app);

    (void)frame_scroll(action, view.text.count, view.text_rows, &app->scroll);
    pager_finish(&view.text);
    return effect_none;
}

const struct screen screen_moving = { .title = N_("a move that runs"),
                                      .draw = moving_draw,
                                      .handle = moving_handle };
