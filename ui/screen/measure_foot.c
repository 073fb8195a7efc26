/* SPDX-License-Identifier: GPL-3.0-or-later */
/* measure_foot.c - the keys of a bench and of a probe, as the job's state has them */
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "ui/app/foot.h"
#include "ui/app/measure_result.h"
#include "ui/app/measure_run.h"
#include "ui/screen/measure_view.h"

#define FULL_COLS  70 /* below that the words are brief */
#define FOOT_ITEMS 6

struct foot_word {
    enum action action; /* ACTION_NONE: the row has fewer */
    const char *word;   /* NULL: the action's name */
    const char *brief;  /* where the foot is narrow; NULL: the same */
};

/* By state; each row ends with the way out. */
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

/* A result that is none cannot be used or kept, and one that is all in sight needs no
 * key. */
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

/* What was written is what was there, as was seen afterwards. */
static const char *end_text(const struct app *app)
{
    bool is_unchanged = app->job.live.is_probe ? app->job.live.probe.is_unchanged
                                               : app->job.live.bench.is_unchanged;

    if (app->job.is_kept)
        return _("Nothing is measured now.");
    if (app->job.is_refused || !measure_result_written(app))
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
                         app->job.live.errors);
    return xasprintf(
        _("Errors: %u.  Stopping is safe at any moment; do not unplug the drive."),
        app->job.live.errors);
}

void measure_draw_foot(const struct app *app, struct canvas *canvas, int row,
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
