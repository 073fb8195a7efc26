/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plan.c - the page that plans the whole disk: aims, maps, steps, and what they need */
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/found/whole.h"
#include "ui/app/apply.h"
#include "ui/app/disk.h"
#include "ui/app/foot.h"
#include "ui/app/keymap.h"
#include "ui/screen/frame/frame.h"
#include "ui/screen/frame/screen.h"
#include "ui/screen/wizard/fix_pages.h"
#include "ui/screen/wizard/plan_draw.h"

static void plan_reset(struct app *app)
{
    *plan_of(app) = (struct plan){ .has_aim = false };
}

/* --- drawing --- */

static const struct foot_item plan_items[] = {
    { ACTION_FIX, N_("fix") },       { ACTION_RUN, N_("add") },
    { ACTION_WRITE, N_("write") },   { ACTION_AIM, N_("aim") },
    { ACTION_START, NULL },          { ACTION_GIVE_UP, NULL },
    { ACTION_BENCH, N_("measure") }, { ACTION_PAGE_DOWN, N_("read on") },
    { ACTION_HELP, N_("help") },     { ACTION_BACK, N_("back") },
};

/* True if ACTION would do something now.  Where there is no plan, the wizard tells what
 * is missing; what is pending is carried out by it, too. */
static bool is_useful(const struct app *app, const struct plan_view *view,
                      enum action action)
{
    const struct moves *moves = &view->rows->moves;

    bool is_barred = whole_note_find(app->layout);

    if (action == ACTION_GIVE_UP)
        return is_barred;
    if (action == ACTION_FIX)
        return app_pending(app) || (!moves->is_possible && !is_barred) ||
               moves->step_count;
    if (action == ACTION_RUN)
        return moves->step_count;
    if (action == ACTION_WRITE)
        return app_pending(app);
    return action != ACTION_PAGE_DOWN || view->text.count > view->text_rows;
}

static void draw_plan_foot(const struct app *app, struct canvas *canvas,
                           const struct plan_view *view)
{
    struct foot_item items[ARRAY_SIZE(plan_items)];
    size_t count = 0;

    for (size_t i = 0; i < ARRAY_SIZE(plan_items); i++) {
        if (is_useful(app, view, plan_items[i].action))
            items[count++] = plan_items[i];
    }
    frame_draw_foot(app, canvas, 1, items, count);
}

static void plan_draw(const struct app *app, struct canvas *canvas)
{
    struct plan_view view;

    plan_view_make(app, &view);
    frame_draw_header(app, canvas, NULL, _("%s  Plan for the whole disk"),
                      app->info.path);
    plan_draw_box(app, canvas, &view, _("Plan"));
    draw_plan_foot(app, canvas, &view);
    plan_view_finish(&view);
}

/* --- actions --- */

static size_t data_steps(const struct moves *moves)
{
    size_t count = 0;

    for (size_t i = 0; i < moves->step_count; i++)
        count += moves->steps[i].action == MOVES_DATA;
    return count;
}

static void say_added(struct app *app, size_t count, size_t data)
{
    char keys[KEY_LIST];

    (void)keymap_keys(app, SCREEN_PLAN, data ? ACTION_FIX : ACTION_WRITE, 1, keys);
    if (data)
        app_say(app, false,
                ngettext("%1$zu change is pending, and moves data: %2$s carries it out.",
                         "%1$zu changes are pending, and move data: %2$s carries them "
                         "out.",
                         count),
                count, keys);
    else
        app_say(app, false,
                ngettext("%1$zu change is pending: %2$s writes it.",
                         "%1$zu changes are pending: %2$s writes them.", count),
                count, keys);
}

static void plan_add(struct app *app, const struct plan_view *view)
{
    const struct plan_rows *rows = view->rows;
    size_t count = rows->moves.step_count;

    if (!apply_is_allowed(app, false))
        return;
    if (!count)
        app_say(app, false, "%s", _("There is nothing to add."));
    else if (apply_edits(app, rows->edits, count))
        say_added(app, count, data_steps(&rows->moves));
}

static struct effect plan_handle(struct app *app, enum action action)
{
    struct plan_view view;
    int at;

    plan_view_make(app, &view);
    at = (int)view.selected;
    if (action == ACTION_RUN) {
        plan_add(app, &view);
    } else if (action == ACTION_PAGE_UP || action == ACTION_PAGE_DOWN) {
        (void)frame_scroll(action, view.text.count, view.text_rows, &app->scroll);
    } else if (frame_move(action, (int)view.rows->count, 0, &at)) {
        screen_plan_select(app, (uint32_t)at);
    }
    plan_view_finish(&view);
    return effect_none;
}

void screen_plan_select(struct app *app, uint32_t row)
{
    plan_of(app)->row = row;
    app->scroll = 0;
}

/* The wizard looks at the disk again. */
static struct effect after_change(const struct app *app)
{
    return plan_is_in_wizard(app) ? fix_pages_look(app) : effect_none;
}

static struct effect choose_aim(struct app *app, enum plan_aim aim)
{
    plan_choose_aim(plan_of(app), aim);
    plan_of(app)->is_on_offer = false;
    screen_plan_select(app, 0);
    return after_change(app);
}

struct effect screen_plan_aim(struct app *app)
{
    const struct plan *plan = plan_of(app);

    int shown = (int)plan_shown_aim(app, plan);

    return choose_aim(app, (enum plan_aim)((shown + 1) % plan_aim_count(app, plan)));
}

struct effect screen_plan_default(struct app *app)
{
    plan_of(app)->has_aim = false;
    app_back_to(app, SCREEN_TABLE);
    return (struct effect){ .kind = EFFECT_ACTION, .action = ACTION_PLAN };
}

/* Selects the row of the partition with ID. */
static void select_partition(struct app *app, uint32_t id)
{
    struct plan_view view;

    plan_view_make(app, &view);
    for (size_t i = 0; i < view.rows->count; i++) {
        if (plan_rows_id(view.rows, i) != id)
            continue;
        screen_plan_select(app, (uint32_t)i);
        break;
    }
    plan_view_finish(&view);
}

/* A cure of the default plan leads to that one.  The row is that of the selected
 * partition, if the plan has one. */
static void plan_opened(struct app *app)
{
    if (app_has_screen(app, SCREEN_WHY))
        plan_of(app)->has_aim = false;
    plan_of(app)->row = 0;
    select_partition(app, app->selected);
}

struct effect screen_plan_click(struct app *app, struct spot spot)
{
    if (spot.kind == SPOT_BUTTON)
        return choose_aim(app, (enum plan_aim)spot.value);
    select_partition(app, spot.value);
    return effect_none;
}

/* --- starts by hand --- */

/* Returns the selected partition, and where the plan has it begin; NULL if the row is no
 * partition. */
static const struct extent *plan_partition(const struct app *app, uint64_t *ret_start)
{
    struct plan_view view;

    plan_view_make(app, &view);
    uint32_t id = view.rows->count ? plan_rows_id(view.rows, view.selected) : 0;
    const struct extent *extent = layout_find(app->layout, id);
    bool is_partition = extent && extent_holds_data(extent);
    if (is_partition)
        *ret_start =
            layout_find(view.rows->moves.result ? view.rows->moves.result : app->layout,
                        id)
                ->start;
    plan_view_finish(&view);
    return is_partition ? extent : NULL;
}

struct effect screen_plan_start(struct app *app)
{
    uint64_t start = 0;

    if (app_screen(app) == SCREEN_FIX_PLAN) {
        app_push(app, SCREEN_FIX_STARTS);
        return effect_none;
    }
    const struct extent *extent = plan_partition(app, &start);

    if (!extent) {
        app_say(app, false, "%s", _("Only a partition can have a start by hand."));
        return effect_none;
    }
    app->selected = extent->id;
    app->scroll = 0;
    CLEANUP(freep)
    char *prompt = xasprintf(plan_start_of(app, plan_of(app)) == ALIGN_NONE
                                 ? _("Start of partition %u:")
                                 : _("Start of partition %u (nothing: as planned):"),
                             extent->number);
    CLEANUP(freep) char *text = xasprintf("%llu", (ull)start);
    app_ask(app, ASK_START, prompt, text);
    return effect_none;
}

struct effect screen_plan_answer(struct app *app, enum ask asked, const char *text)
{
    struct err err = { 0 };

    if (asked == ASK_START && !plan_enter_start(app, text, plan_of(app), &err))
        app_say(app, true, "%s", err.text);
    return after_change(app);
}

const struct screen screen_plan = { .title = N_("the plan for the whole disk"),
                                    .own_size = sizeof(struct plan),
                                    .opened = plan_opened,
                                    .reset = plan_reset,
                                    .draw = plan_draw,
                                    .handle = plan_handle,
                                    .answer = screen_plan_answer,
                                    .select = screen_plan_select,
                                    .click = screen_plan_click };
