/* SPDX-License-Identifier: GPL-3.0-or-later */
/* scenes_plan.c - the page that plans the whole disk, as the golden tests see it */
#include "ui/scenes_plan.h"

#include "model/base/mem.h"
#include "support/disks.h"
#include "ui/scenes_measure.h"
#include "ui/scenes_moves.h"

static void show_plan(struct app *app)
{
    scenes_open(app, disks_legacy());
    scenes_press_all(app, "A");
}

static void show_plan_lack(struct app *app)
{
    scenes_open(app, disks_touching());
    scenes_press_all(app, "A");
    scenes_press(app, KEY_CODE_TAB);
}

static void show_plan_left(struct app *app)
{
    scenes_open(app, disks_openbsd());
    scenes_press_all(app, "A");
}

/* The first step, which moves data, is selected. */
static void show_changes_of_plan(struct app *app)
{
    scenes_open(app, disks_legacy());
    scenes_press_all(app, "A");
    scenes_press(app, KEY_CODE_ENTER);
    scenes_press_all(app, "ql");
    scenes_press(app, KEY_CODE_HOME);
}

static const struct scene scenes[] = {
    { "changes-moves", show_changes_of_plan },
    { "plan", show_plan },
    { "plan-lack", show_plan_lack },
    { "plan-left", show_plan_left },
};

const struct scene *scenes_plan_at(size_t index)
{
    return index < ARRAY_SIZE(scenes) ? &scenes[index]
                                      : scenes_moves_at(index - ARRAY_SIZE(scenes));
}
