/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fix_plan.c - the wizard's second step: where each partition goes, and what that costs
 */
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "ui/app/apply.h"
#include "ui/app/disk.h"
#include "ui/app/give_up.h"
#include "ui/screen/frame/frame.h"
#include "ui/screen/wizard/fix_pages.h"
#include "ui/screen/wizard/plan_draw.h"

static void fix_plan_opened(struct app *app)
{
    plan_of(app)->row = 0;
    plan_of(app)->is_on_offer = false;
}

/* Returns the range for which the first partition stays that does; NULL: none. */
static const struct owner_run *range_in_way(const struct plan_view *view)
{
    const struct owner_run *range = NULL;

    for (size_t i = 0; i < view->rows->count && !range; i++)
        range = plan_rows_owned(view->rows, i);
    return range;
}

struct effect screen_give_up(struct app *app)
{
    struct plan_view view;

    if (app_screen(app) != SCREEN_FIX_PLAN)
        return give_up_ask(app, give_up_next(app));
    plan_view_make(app, &view);
    struct effect effect = give_up_ask(app, range_in_way(&view));
    plan_view_finish(&view);
    return effect;
}

/* Else there is no next step. */
static bool has_steps(const struct plan_rows *rows)
{
    return !rows->err.text[0] && rows->moves.is_possible && rows->moves.step_count;
}

static void fix_plan_draw(const struct app *app, struct canvas *canvas)
{
    struct foot_item items[] = {
        { ACTION_RUN, N_("next step") },     { ACTION_DOWN, N_("other plan") },
        { ACTION_START, N_("by hand") },     { ACTION_GIVE_UP, NULL },
        { ACTION_PAGE_DOWN, N_("read on") }, { ACTION_HELP, N_("help") },
        { ACTION_BACK, N_("back") },
    };
    struct plan_view view;

    plan_view_make(app, &view);
    fix_pages_draw_header(app, canvas, 2);
    plan_draw_box(app, canvas, &view, _("Where each partition goes"));
    size_t count = ARRAY_SIZE(items);
    if (view.overflow <= 0)
        count = foot_drop(items, count, ACTION_PAGE_DOWN);
    if (!has_steps(view.rows))
        count = foot_drop(items, count, ACTION_RUN);
    if (!range_in_way(&view))
        count = foot_drop(items, count, ACTION_GIVE_UP);
    frame_draw_foot(app, canvas, 1, items, count);
    plan_view_finish(&view);
}

static struct effect go_on(struct app *app, const struct plan_rows *rows)
{
    CLEANUP(freep)
    char *lack = rows->err.text[0] || rows->moves.is_possible
                     ? NULL
                     : moves_lack_words(app->layout, &rows->moves);
    bool is_stuck = !rows->moves.step_count && rows->moves.left_count;
    CLEANUP(freep) char *stays = is_stuck ? plan_view_row_words(app, rows, 0) : NULL;

    if (rows->err.text[0] || lack)
        app_say(app, true, "%s", lack ? lack : rows->err.text);
    else if (stays)
        app_say(app, true, "%s", stays);
    else if (!rows->moves.step_count)
        app_say(app, false, "%s", _("With this plan nothing has to be changed."));
    else
        app_push(app, SCREEN_FIX_CHECKS);
    return app_screen(app) == SCREEN_FIX_CHECKS ? fix_pages_look(app) : effect_none;
}

/* Puts the cursor on the row AT of the plans, around both ends; its plan is shown. */
static struct effect go_to_plan(struct app *app, const struct plan_view *view, int at)
{
    int rows = view->aim_count + view->offers_starts;

    at = (at + rows) % rows;
    plan_of(app)->is_on_offer = at == view->aim_count;
    if (at == view->aim_count || view->rows == &view->aims[at])
        return effect_none;
    return screen_plan_click(app, (struct spot){ SPOT_BUTTON, (uint32_t)at });
}

static struct effect fix_plan_handle(struct app *app, enum action action)
{
    struct effect effect = effect_none;
    struct plan_view view;

    plan_view_make(app, &view);
    int at = view.cursor;
    if (action == ACTION_RUN && at == view.aim_count) {
        effect = screen_plan_start(app);
    } else if (action == ACTION_RUN) {
        effect = go_on(app, view.rows);
    } else if (action == ACTION_PAGE_UP || action == ACTION_PAGE_DOWN) {
        (void)frame_scroll(action, view.text_rows + view.overflow, view.text_rows,
                           &app->scroll);
    } else if (action == ACTION_DOWN || action == ACTION_FIELD_NEXT) {
        effect = go_to_plan(app, &view, at + 1);
    } else if (action == ACTION_UP || action == ACTION_FIELD_BEFORE) {
        effect = go_to_plan(app, &view, at - 1);
    }
    plan_view_finish(&view);
    return effect;
}

const struct screen screen_fix_plan = { .title = N_("where each partition goes"),
                                        .opened = fix_plan_opened,
                                        .draw = fix_plan_draw,
                                        .handle = fix_plan_handle,
                                        .answer = screen_plan_answer,
                                        .click = screen_plan_click };
