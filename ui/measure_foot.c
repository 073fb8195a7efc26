/* SPDX-License-Identifier: GPL-3.0-or-later */
/* measure_foot.c - the keys of a bench and of a probe, as the job's state has them */
#include "model/intl.h"
#include "model/mem.h"
#include "ui/foot.h"
#include "ui/measure_result.h"
#include "ui/measure_run.h"
#include "ui/measure_view.h"

static const struct foot_item items_ready[] = {
    { COMMAND_USE, N_("start") },
    { COMMAND_HELP, N_("help") },
    { COMMAND_BACK, N_("leave") },
};

static const struct foot_item items_working[] = {
    { COMMAND_PAUSE, NULL },       { COMMAND_KEEP, NULL },
    { COMMAND_USE, N_("use it") }, { COMMAND_HELP, N_("help") },
    { COMMAND_BACK, N_("leave") },
};

static const struct foot_item items_paused[] = {
    { COMMAND_PAUSE, N_("go on") }, { COMMAND_KEEP, NULL },
    { COMMAND_USE, N_("use it") },  { COMMAND_HELP, N_("help") },
    { COMMAND_BACK, N_("leave") },
};

static const struct foot_item items_stopping[] = {
    { COMMAND_HELP, N_("help") },
    { COMMAND_BACK, N_("leave") },
};

static const struct foot_item items_ended[] = {
    { COMMAND_USE, NULL },        { COMMAND_KEEP, N_("keep") },
    { COMMAND_AGAIN, NULL },      { COMMAND_DOWN, N_("read on") },
    { COMMAND_HELP, N_("help") }, { COMMAND_BACK, N_("leave") },
};

static const struct {
    const struct foot_item *items;
    size_t count;
} feet[] = {
    [RUN_READY] = { items_ready, ARRAY_SIZE(items_ready) },
    [RUN_WORKING] = { items_working, ARRAY_SIZE(items_working) },
    [RUN_PAUSED] = { items_paused, ARRAY_SIZE(items_paused) },
    [RUN_STOPPING] = { items_stopping, ARRAY_SIZE(items_stopping) },
    [RUN_ENDED] = { items_ended, ARRAY_SIZE(items_ended) },
};

/* A result that is none cannot be used or kept. */
static bool is_offered(const struct app *app, enum command command)
{
    if (measure_run_state(app) != RUN_ENDED)
        return true;
    if (command == COMMAND_USE)
        return measure_result_is_usable(app);
    return command != COMMAND_KEEP || measure_result_is_keepable(app);
}

static void draw_keys(const struct app *app, struct canvas *canvas, int row)
{
    enum run_state state = measure_run_state(app);
    struct foot_item items[ARRAY_SIZE(items_ended)];
    size_t count = 0;

    for (size_t i = 0; i < feet[state].count; i++) {
        if (is_offered(app, feet[state].items[i].command))
            items[count++] = feet[state].items[i];
    }
    foot_draw(app, canvas, row, row, items, count);
}

/* What was written is what was there, as was seen afterwards. */
static const char *end_text(const struct app *app)
{
    bool is_unchanged =
        app->live.is_probe ? app->live.probe.is_unchanged : app->live.bench.is_unchanged;

    if (app->is_live_kept)
        return _("Nothing is measured now.");
    if (app->is_refused || !measure_result_written(app))
        return _("Nothing was written.");
    return is_unchanged ? _("Nothing on the disk has changed.") : "";
}

/* TEXT is free()d by the caller. */
static char *note_text(const struct app *app)
{
    enum run_state state = measure_run_state(app);

    if (state == RUN_READY)
        return xstrdup(_("Nothing has been written yet."));
    if (state == RUN_ENDED)
        return xstrdup(end_text(app));
    if (measure_result_is_read(app))
        return xasprintf(_("Errors: %u.  Stopping is safe at any moment."),
                         app->live.errors);
    return xasprintf(
        _("Errors: %u.  Stopping is safe at any moment; do not unplug the drive."),
        app->live.errors);
}

void measure_draw_foot(const struct app *app, struct canvas *canvas, int row)
{
    CLEANUP(freep) char *note = note_text(app);
    int last = app->rows - 1;

    if (foot_message(app, canvas, row, last))
        return;
    draw_keys(app, canvas, row);
    if (row < last)
        canvas_put(canvas, last, 1, app->cols - 2, STYLE_NOTE, note);
}
