/* SPDX-License-Identifier: GPL-3.0-or-later */
/* scenes_history.c - the list of saved tables, as the golden tests see it */
#include "ui/scenes_history.h"

#include "model/base/mem.h"
#include "support/disks.h"
#include "ui/saved_tables.h"
#include "ui/scenes_found.h"
#include "ui/scenes_measure.h"

static void show_history(struct app *app)
{
    scenes_open(app, disks_legacy());
    saved_tables_show(app);
    scenes_press_all(app, "jj j");
}

static void show_history_damaged(struct app *app)
{
    scenes_open(app, disks_legacy());
    saved_tables_show(app);
    scenes_press_all(app, "j");
}

static void show_history_compare(struct app *app)
{
    scenes_open(app, disks_legacy());
    saved_tables_show(app);
    scenes_press(app, KEY_CODE_ENTER);
}

static void show_history_none(struct app *app)
{
    struct event event = { .kind = EVENT_HISTORY };

    event.history.folder = xstrdup("/root/.local/state/alidade");
    scenes_open(app, disks_legacy());
    scenes_press_all(app, "H");
    app_update(app, &event);
}

static const struct scene scenes[] = {
    { "history", show_history },
    { "history-compare", show_history_compare },
    { "history-damaged", show_history_damaged },
    { "history-none", show_history_none },
};

const struct scene *scenes_history_at(size_t index)
{
    return index < ARRAY_SIZE(scenes) ? &scenes[index]
                                      : scenes_found_at(index - ARRAY_SIZE(scenes));
}
