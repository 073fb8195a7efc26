/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plan_state.c - the aim and the starts by hand of the plan page */
#include "ui/screen/wizard/plan_state.h"

#include <string.h>

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/refusal.h"
#include "model/base/size.h"
#include "model/move/plan/moves_edit.h"
#include "model/move/plan/moves_suggest.h"
#include "ui/app/disk.h"
#include "ui/app/measure_result.h"

struct plan *plan_of(const struct app *app)
{
    return app->own[SCREEN_PLAN];
}

/* Ids change when a table is read again, so an id alone can be of another partition. */
static bool is_of_layout(const struct plan_start *start, const struct layout *layout)
{
    const struct extent *extent = layout_find(layout, start->chosen.id);

    return extent && extent_holds_data(extent) &&
           (extent->start == start->from || extent->start == start->chosen.start);
}

size_t plan_starts(const struct app *app, const struct plan *plan,
                   struct moves_start ret[PLAN_CHOSEN_MAX])
{
    size_t count = 0;

    for (size_t i = 0; i < plan->chosen_count; i++)
        if (is_of_layout(&plan->chosen[i], app->layout))
            ret[count++] = plan->chosen[i].chosen;
    return count;
}

int plan_aim_count(const struct app *app, const struct plan *plan)
{
    struct moves_start starts[PLAN_CHOSEN_MAX];

    return plan_starts(app, plan, starts) ? PLAN_AIM_COUNT : PLAN_AIM_CHOSEN;
}

struct move_speed plan_speed(const struct app *app)
{
    return moves_speed_usual(&app->info, measure_result_saved(app));
}

bool plan_is_in_wizard(const struct app *app)
{
    return app_has_screen(app, SCREEN_FIX_FOUND);
}

/* What was found on the disk may be in the way of the plan that is suggested. */
enum plan_aim plan_default_aim(const struct app *app)
{
    const struct owner_runs *owned = &app->wizard.look.owned;
    enum moves_aim aim = moves_suggest_aim(&app->context);

    if (plan_is_in_wizard(app) && owned->count) {
        struct move_speed speed = plan_speed(app);
        const struct moves_want want = { .grub_sectors = app->context.gap.grub_sectors,
                                         .owned = owned->at,
                                         .owned_count = owned->count };
        aim = moves_default_aim(app->layout, &want, &speed);
    }
    return aim == MOVES_MIB ? PLAN_AIM_MIB : PLAN_AIM_NUDGE;
}

enum plan_aim plan_shown_aim(const struct app *app, const struct plan *plan)
{
    bool is_there = (int)plan->aim < plan_aim_count(app, plan);

    return plan->has_aim && is_there ? plan->aim : plan_default_aim(app);
}

void plan_choose_aim(struct plan *plan, enum plan_aim aim)
{
    plan->aim = aim;
    plan->has_aim = true;
}

void plan_make_aim(const struct app *app, const struct plan *plan, enum plan_aim aim,
                   struct plan_rows *ret)
{
    struct moves_start starts[PLAN_CHOSEN_MAX];
    struct moves_want want = { .aim = aim == PLAN_AIM_MIB ? MOVES_MIB : MOVES_NUDGE,
                               .grub_sectors = app->context.gap.grub_sectors };

    if (aim == PLAN_AIM_CHOSEN) {
        struct move_speed speed = plan_speed(app);
        want.starts = starts;
        want.start_count = plan_starts(app, plan, starts);
        want.aim = moves_default_aim(app->layout, &want, &speed);
    }
    const struct typical_speed *usual =
        typical_speed_of(app->info.transport, app->info.is_rotational);
    struct plan_pricing pricing = { .saved = measure_result_saved(app), .usual = usual };
    const struct fix_look *look = &app->wizard.look;

    if (plan_is_in_wizard(app)) {
        pricing.usual = look->usual ? look->usual : usual;
        pricing.read = &look->read;
        pricing.offer = look->has_offer ? &look->offer : NULL;
        want.owned = look->owned.at;
        want.owned_count = look->owned.count;
    }
    pricing.usual = typical_speed_or_any(pricing.usual);
    plan_rows_make(app->layout, &want, &pricing, ret);
}

void plan_make_shown(const struct app *app, struct plan_rows *ret)
{
    const struct plan *plan = plan_of(app);

    plan_make_aim(app, plan, plan_shown_aim(app, plan), ret);
}

/* --- starts by hand --- */

/* Returns the place of the start of the selected partition, or that behind the last. */
static size_t find_chosen(const struct app *app, const struct plan *plan)
{
    size_t i = 0;

    while (i < plan->chosen_count && plan->chosen[i].chosen.id != app->selected)
        i++;
    return i;
}

uint64_t plan_start_of(const struct app *app, const struct plan *plan)
{
    size_t i = find_chosen(app, plan);

    return i < plan->chosen_count ? plan->chosen[i].chosen.start : ALIGN_NONE;
}

/* Adds or replaces the start of the selected partition. */
static void choose_start(const struct app *app, struct plan *plan, uint64_t start)
{
    size_t i = find_chosen(app, plan);

    if (i == PLAN_CHOSEN_MAX)
        return;
    plan->chosen[i] =
        (struct plan_start){ .chosen = { app->selected, start },
                             .from = layout_find(app->layout, app->selected)->start };
    plan->chosen_count += i == plan->chosen_count;
    plan_choose_aim(plan, PLAN_AIM_CHOSEN);
}

static void forget_start(const struct app *app, struct plan *plan)
{
    size_t i = find_chosen(app, plan);

    if (i < plan->chosen_count)
        plan->chosen[i] = plan->chosen[--plan->chosen_count];
}

void plan_take_queue(const struct queue *queue, struct plan *plan)
{
    const struct layout *base = queue_base(queue);
    CLEANUP(freep)
    struct moves_start *starts = xcalloc(layout_count(base) + 1, sizeof(*starts));
    size_t count = moves_queued_starts(queue, starts);

    plan->chosen_count = 0;
    for (size_t i = 0; i < count && i < PLAN_CHOSEN_MAX; i++)
        plan->chosen[plan->chosen_count++] =
            (struct plan_start){ .chosen = starts[i],
                                 .from = layout_find(base, starts[i].id)->start };
    plan_choose_aim(plan, PLAN_AIM_CHOSEN);
}

/* Makes the selected partition the row of PLAN; false if it has no such plan. */
static bool select_row(const struct app *app, struct plan *plan, struct err *err)
{
    struct plan_rows rows;

    plan_make_aim(app, plan, plan_shown_aim(app, plan), &rows);
    bool is_made = !rows.err.text[0];
    for (size_t i = 0; i < rows.count; i++)
        if (plan_rows_id(&rows, i) == app->selected)
            plan->row = i;
    if (!is_made)
        *err = rows.err;
    plan_rows_finish(&rows);
    return is_made;
}

bool plan_enter_start(const struct app *app, const char *text, struct plan *plan,
                      struct err *err)
{
    const struct limits *limits = layout_limits(app->layout);
    const struct extent *extent = app_selected(app);
    struct plan before = *plan;
    uint64_t start;

    /* The table can be read again while a start is typed. */
    if (!extent || !extent_holds_data(extent))
        return err_refuse(err, REFUSAL_START_OF_NO_PARTITION, "%s",
                          _("Only a partition can have a start by hand."));
    if (!text[strspn(text, " ")])
        forget_start(app, plan);
    else if (size_parse_lba(text, limits->size, limits->logical, &start, err))
        choose_start(app, plan, start);
    else
        return false;
    bool is_made = select_row(app, plan, err);
    if (!is_made)
        *plan = before;
    return is_made;
}
