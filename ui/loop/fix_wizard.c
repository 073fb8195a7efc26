/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fix_wizard.c - looks at the disk of the wizard's plan, and rehearses it */
#include "ui/loop/fix_wizard.h"

#include "device/check/checks.h"
#include "device/io/store.h"
#include "device/move/fixing/fixing_owned.h"
#include "device/move/session/fix_time.h"
#include "device/system/journal_offer.h"
#include "model/base/mem.h"
#include "ui/app/keymap.h"
#include "ui/app/measure_result.h"
#include "ui/screen/wizard/fix_words.h"
#include "ui/screen/wizard/plan_state.h"

/* The plan that the wizard shows, and the keys that its findings name; owned. */
struct wizard_plan {
    struct plan_rows rows;
    char probe_key[KEY_LIST], given_key[KEY_LIST];
};

/* Returns what a session takes of PLAN, from which it borrows. */
static struct fix_want wizard_want(const struct app *app, struct wizard_plan *plan)
{
    return (struct fix_want){
        .request = { .base = app->layout,
                     .moves = &plan->rows.moves,
                     .place = fix_words_place(app, &plan->rows),
                     .skips_check = app->wizard.skips_check },
        .time = &plan->rows.time,
        .saved = measure_result_saved(app),
        .probe_key = keymap_keys(app, SCREEN_FIX_FOUND, ACTION_PROBE, 1, plan->probe_key),
        .given_key =
            keymap_keys(app, SCREEN_FIX_FOUND, ACTION_SET_PHYSICAL, 1, plan->given_key),
        .is_asked = true,
    };
}

/* --- what the plan keeps off --- */

/* Adds what PLAN would overwrite that no table names; false if nothing is new. */
static bool look_find_owned(struct store *store, const struct app *app,
                            const struct wizard_plan *plan, struct fix_look *look)
{
    const struct loss_accepted given = { .starts = app->given_up.starts,
                                         .start_count = app->given_up.count };
    const struct fixing_avoid avoid = { &plan->rows.moves,
                                        fix_words_place(app, &plan->rows), &given };

    return store && fixing_find_avoided(store, app->layout, &avoid, &look->owned);
}

/* Makes the plan as the pages of the wizard do once they have LOOK; APP becomes what it
 * is with that. */
static void look_make_plan(const char *path, struct app *app, struct fix_look *look,
                           struct wizard_plan *ret)
{
    struct err ignored = { 0 }; /* the rehearsal tells it */
    CLEANUP(store_closep) struct store *store = store_open(path, &ignored);

    for (unsigned round = 0;; round++) {
        app->wizard.look = *look;
        plan_make_shown(app, &ret->rows);
        if (round == FIXING_AVOID_ROUNDS || !look_find_owned(store, app, ret, look))
            return;
        plan_rows_finish(&ret->rows);
    }
}

static void look_at_plan(const struct loop_disk *disk, const struct app *shown,
                         struct fix_look *look)
{
    CLEANUP(freep) struct app *app = xcalloc(1, sizeof(*app)); /* borrows from SHOWN */
    struct wizard_plan plan;
    struct lines *const rows[FIX_ROW_COUNT] = { [FIX_ROW_NO] = &look->refusals,
                                                [FIX_ROW_DOUBT] = &look->doubts,
                                                [FIX_ROW_BOOT] = &look->boot,
                                                [FIX_ROW_OK] = &look->passed };
    struct fix_session session = { .sys = &disk->sys, .path = disk->info.path };

    *app = *shown;
    look_make_plan(disk->info.path, app, look, &plan);
    const struct moves *moves = &plan.rows.moves;
    if (!plan.rows.err.text[0] && moves->is_possible) {
        const struct fix_want want = wizard_want(app, &plan);
        fix_session_rows(&session, &want, rows);
        checks_find(&disk->sys, disk->info.path, app->layout, moves, &look->content);
    }
    fix_session_finish(&session);
    plan_rows_finish(&plan.rows);
}

void loop_fix_look(const struct loop_disk *disk, const struct app *app, struct err *err,
                   struct event *ret)
{
    *ret = (struct event){ .kind = EVENT_FIX_LOOKED };
    ret->look.is_made = true;
    ret->look.usual = fix_time_typical(&disk->sys, disk->info.path, disk->info.transport);
    ret->look.has_offer = app->wizard.journal[0] &&
                          journal_offer_find(&disk->sys, app->wizard.journal,
                                             disk->info.path, &ret->look.offer, err);
    look_at_plan(disk, app, &ret->look);
    if (err->code)
        ret->text = err->text;
}

/* --- the rehearsal --- */

/* What is damaged already is told beside the question. */
static void begin_add_damage(const struct app *app, struct lines *ret)
{
    const struct checker_list *list = &app->content.before;

    for (size_t i = 0; i < list->count; i++)
        if (list->at[i].verdict == CHECKER_DAMAGED)
            lines_take(ret, checker_words(&list->at[i]));
}

void loop_fix_begin(struct loop_fix *fix, const struct loop_disk *disk,
                    const struct app *app, const struct loop_fix_given *given,
                    struct event *ret)
{
    struct wizard_plan plan;

    loop_fix_renew(fix, disk);
    fix->err = (struct err){ 0 };
    *ret = (struct event){ .kind = EVENT_REHEARSED, .text = fix->err.text };
    plan_make_shown(app, &plan.rows);
    struct fix_want want = wizard_want(app, &plan);
    want.request.seed = given->seed;
    want.request.backup_path = given->backup_path;
    want.request.watch = fix->watch;
    /* The write screen lists it beside the consent. */
    want.request.accepted =
        (struct loss_accepted){ .is_all = true,
                                .starts = given->rehearse->starts,
                                .start_count = given->rehearse->start_count };
    if (fix_session_prepare(&fix->session, &want, &ret->rehearsal, &fix->err)) {
        loop_fix_give_rehearsed(fix, ret);
        begin_add_damage(app, &ret->rehearsal.warnings);
        fix_session_note(&fix->session, app->layout, &plan.rows.moves);
    }
    plan_rows_finish(&plan.rows);
}
