/* SPDX-License-Identifier: GPL-3.0-or-later */
/* written.c - the screen with the result of a write and what is left to do */
#include "ui/screen/frame/frame.h"
#include "ui/screen/frame/screen.h"

#include "model/align/judge.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "ui/app/disk.h"
#include "ui/app/fix_run.h"
#include "ui/app/keymap.h"
#include "ui/app/measure_run.h"
#include "ui/draw/ruler.h"
#include "ui/screen/list/details_more.h"
#include "ui/screen/list/table_view.h"
#include "ui/screen/wizard/content_rows.h"

enum {
    NARROW = 60,         /* columns */
    RULER_ROWS = 4,      /* offsets, sectors, pointer, and the line below them */
    RULER_MIN_ROWS = 18, /* of the terminal */
};

/* What has stopped goes on from the main screen, too. */
static void add_way_on(const struct app *app, struct pager *pager, int width)
{
    char keys[KEY_LIST];

    if (!fix_run_is_unfinished(app))
        return;
    (void)keymap_keys(app, SCREEN_TABLE, ACTION_PLAN, 1, keys);
    CLEANUP(freep)
    char *words =
        xasprintf(_("%s on the main screen goes on with it, or takes it back."), keys);
    pager_add_wrapped(pager, STYLE_NORMAL, 0, width, words);
}

/* The kernel tells of a drive that fails, over the screen. */
static void add_redraw(const struct app *app, struct pager *pager, int width)
{
    char keys[KEY_LIST];

    (void)keymap_keys(app, SCREEN_WRITTEN, ACTION_REDRAW, 1, keys);
    CLEANUP(freep)
    char *words =
        xasprintf(_("%s draws the screen again, if messages stand in it."), keys);
    pager_add_wrapped(pager, STYLE_NORMAL, 0, width, words);
}

/* Adds the error, if any, and which table is on the disk now. */
static void add_outcome(const struct app *app, struct pager *pager, int width)
{
    const struct commit_report *report = &app->change.report;

    if (*app->change.failure)
        pager_add_wrapped(pager, STYLE_ERROR, 0, width, app->change.failure);
    if (*app->change.failure && app->fix.end != FIX_END_STOPPED)
        add_redraw(app, pager, width);
    if (app->change.is_move) {
        add_way_on(app, pager, width);
        return;
    }
    if (report->is_written)
        pager_add_wrapped(pager, STYLE_NORMAL, 0, width,
                          _("The table on the disk is the new one."));
    else if (!report->done.count)
        pager_add_wrapped(pager, STYLE_NORMAL, 0, width,
                          app_pending(app)
                              ? _("Nothing has been written. The changes are still "
                                  "pending.")
                              : _("Nothing has been written."));
}

/* Returns the partition whose move is complete; else NULL. */
static const struct extent *moved_partition(const struct app *app, unsigned number)
{
    if (!app->change.is_move || app->fix.end > FIX_END_TAKEN_BACK)
        return NULL;
    return layout_find_number(app->layout, number);
}

/* Adds what the move gains, and which key measures that again: a start by hand may lie
 * as badly as the old one. */
static void find_gain_lines(const struct app *app, struct lines *ret)
{
    const struct extent *moved = app->fix.gain && app->fix.end == FIX_END_COMPLETE
                                     ? moved_partition(app, app->fix.gain_number)
                                     : NULL;
    char keys[KEY_LIST];

    if (!moved)
        return;
    struct verdict verdict = judge_extent(app->layout, moved);
    if (judge_is_off(&verdict))
        return;
    (void)keymap_keys(app, SCREEN_WRITTEN, ACTION_BENCH, 1, keys);
    lines_add(ret, "%s", app->fix.gain);
    lines_add(ret, _("%s measures how it is now."), keys);
}

/* Returns the partition for the ruler; NULL if there is none. */
static const struct extent *ruler_partition(const struct app *app)
{
    return app->rows >= RULER_MIN_ROWS ? moved_partition(app, app->fix.step.number)
                                       : NULL;
}

/* Adds where all that was moved starts now; the ruler shows one of them. */
static void find_moved_starts(const struct app *app, struct lines *ret)
{
    bool is_shown = ruler_partition(app) && app->fix.moved_count == 1;

    for (size_t i = 0; i < app->fix.moved_count && !is_shown; i++) {
        const struct extent *extent = app->fix.end == FIX_END_COMPLETE
                                          ? moved_partition(app, app->fix.moved[i])
                                          : NULL;
        const struct edge edge = { .lba = extent ? extent->start : 0, .extent = extent };
        if (extent)
            lines_take(ret, table_pointer_text(app, edge));
    }
}

static struct pager written_text(const struct app *app)
{
    const struct commit_report *report = &app->change.report;
    CLEANUP(lines_finish) struct lines gain = { 0 };
    CLEANUP(lines_finish) struct lines starts = { 0 };
    struct content_rows content = { .found = { 0 } };
    const struct lines none = { 0 };
    bool is_checking = app->content.live.is_at_work;
    /* What was done comes before what can be checked now. */
    const struct frame_part parts[] = {
        { N_("To know"), STYLE_OFF, &content.found },
        { N_("Checked"), STYLE_NORMAL, &content.clean },
        { N_("Checkers"), STYLE_NOTE, is_checking ? &content.notes : &none },
        { N_("Done"), STYLE_NORMAL, &report->done },
        { N_("Checkers"), STYLE_NOTE, is_checking ? &none : &content.notes },
        { N_("Starts"), STYLE_NORMAL, &starts },
        { N_("To do"), STYLE_OFF, &report->warnings },
        { N_("Gain"), STYLE_NORMAL, &gain },
        { N_("Kernel"), STYLE_NORMAL, &report->kernel },
        { N_("Afterwards"), STYLE_NORMAL, &report->after },
    };
    struct pager pager = { 0 };

    add_outcome(app, &pager, frame_width(app));
    find_gain_lines(app, &gain);
    find_moved_starts(app, &starts);
    if (app->change.is_move && app->fix.end == FIX_END_COMPLETE)
        content_rows_make(app, true, &content);
    frame_add_parts(app, parts, ARRAY_SIZE(parts), &pager);
    content_rows_finish(&content);
    return pager;
}

static const struct foot_item items[] = {
    { ACTION_DOWN, N_("scroll") },
    { ACTION_HELP, N_("help") },
    { ACTION_BACK, N_("back to the table") },
};

static const char *moved_title(enum fix_end end)
{
    static const char *const titles[] = {
        [FIX_END_COMPLETE] = N_("The move is complete"),
        [FIX_END_TAKEN_BACK] = N_("The move is taken back"),
        [FIX_END_STOPPED] = N_("The move has stopped"),
        [FIX_END_FAILED] = N_("The move has failed"),
    };

    return _(titles[end]);
}

/* With a %s for the path. */
static const char *written_title(const struct commit_report *report)
{
    if (report->is_begun)
        return _("%s  Written in part");
    return report->is_written ? _("%s  Written") : _("%s  Not written");
}

static void written_draw_header(const struct app *app, struct canvas *canvas)
{
    if (app->change.is_move)
        frame_draw_header(app, canvas, NULL, "%s  %s", app->info.path,
                          moved_title(app->fix.end));
    else
        frame_draw_header(app, canvas, NULL, written_title(&app->change.report),
                          app->info.path);
}

/* A long path would leave no space for the outcome of a move in the header. */
static const char *done_title(const struct app *app)
{
    return app->change.is_move && app->cols < NARROW ? moved_title(app->fix.end)
                                                     : _("What was done");
}

/* Returns the rows of the text, below the ruler if there is one. */
static int written_rows(const struct app *app)
{
    return frame_rows(app) - (ruler_partition(app) ? RULER_ROWS : 0);
}

static void draw_moved(const struct app *app, struct canvas *canvas,
                       const struct extent *extent)
{
    const struct edge edge = { .lba = extent->start, .extent = extent };
    CLEANUP(freep) char *text = table_pointer_text(app, edge);
    CLEANUP(freep) char *brief = table_pointer_brief(app, edge);
    CLEANUP(freep) char *boundary = ruler_boundary_text(layout_limits(app->layout));
    /* TRANSLATORS: the number of a partition, then "4 KiB boundary" */
    CLEANUP(freep)
    char *title =
        xasprintf(_("Where %1$u starts now ─ │ = %2$s"), extent->number, boundary);

    canvas_box(canvas, 1, app->rows - 2, title, NULL);
    ruler_draw_sectors(canvas, 2, 2, frame_width(app), 1, app->layout, edge, text, brief);
}

static void written_draw(const struct app *app, struct canvas *canvas)
{
    const struct extent *moved = ruler_partition(app);
    struct pager text = written_text(app);
    int rows = written_rows(app), above = frame_rows(app) - rows;
    size_t fits = text.count <= rows; /* nothing to scroll, so no key for it */
    const char *more = pager_more(text.count, rows, app->scroll);

    written_draw_header(app, canvas);
    if (moved) {
        draw_moved(app, canvas, moved);
        canvas_divider(canvas, 1 + above, done_title(app), more);
    } else {
        canvas_box(canvas, 1, app->rows - 2, done_title(app), more);
    }
    pager_draw(&text, canvas, 2 + above, 2, frame_width(app), rows, app->scroll);
    if (frame_is_tall(app))
        details_around_draw(app, canvas, 2 + above + rows, rows - text.count,
                            app_selected(app));
    canvas_set_cursor(canvas, 2 + above, 2);
    frame_draw_foot(app, canvas, 1, items + fits, ARRAY_SIZE(items) - fits);
    pager_finish(&text);
}

static struct effect written_handle(struct app *app, enum action action)
{
    struct pager text = written_text(app);

    (void)frame_scroll(action, text.count, written_rows(app), &app->scroll);
    pager_finish(&text);
    return (struct effect){ .kind = EFFECT_NONE };
}

struct effect screen_bench_open(struct app *app)
{
    const struct extent *moved =
        app_screen(app) == SCREEN_WRITTEN
            ? moved_partition(app,
                              app->fix.gain ? app->fix.gain_number : app->fix.step.number)
            : NULL;

    if (moved)
        app->selected = moved->id;
    return measure_run_open_bench(app);
}

const struct screen screen_written = { .title = N_("what was written"),
                                       .draw = written_draw,
                                       .handle = written_handle };
