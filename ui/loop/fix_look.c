/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fix_look.c - looks at a disk before its plan is carried out */
#include "ui/loop/fix_look.h"

#include <stdlib.h>

#include "device/check/checks.h"
#include "device/io/store.h"
#include "device/move/fix_notes.h"
#include "device/move/fix_time.h"
#include "device/move/fix_writes.h"
#include "device/move/fixing_owned.h"
#include "device/system/journal_offer.h"
#include "device/system/measured.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "ui/app/measure_result.h"
#include "ui/screen/fix_words.h"
#include "ui/screen/plan_state.h"

/* --- the plan --- */

void loop_fix_plan_make(const struct app *app, struct loop_fix_plan *ret)
{
    *ret = (struct loop_fix_plan){ .writes = NULL };
    plan_make_shown(app, &ret->rows);
    ret->place = fix_words_place(app, &ret->rows);
}

void loop_fix_plan_finish(struct loop_fix_plan *plan)
{
    plan_rows_finish(&plan->rows);
    free(plan->writes);
}

/* --- the place that was named for the journal --- */

/* Includes the speed of its drive, if that was measured. */
static void look_find_offer(const struct loop_disk *disk, const struct app *app,
                            struct fix_look *look, struct err *err)
{
    CLEANUP(freep) struct saved_result *saved = xcalloc(1, sizeof(*saved));
    char path[SYS_PATH];

    if (!app->wizard.journal[0] ||
        !journal_offer_find(&disk->sys, app->wizard.journal, disk->info.path,
                            &look->offer, err))
        return;
    look->has_offer = true;
    journal_offer_disk(&disk->sys, &look->offer, path);
    if (path[0] && measured_load(&disk->sys, path, saved))
        look->offer.speed = moves_speed(saved);
}

/* --- the checks --- */

struct fix_check loop_fix_check(const struct loop_disk *disk, const struct app *app,
                                struct loop_fix_plan *plan)
{
    const struct plan_rows *planned = &plan->rows;
    struct fix_check check = {
        .sys = &disk->sys,
        .path = disk->info.path,
        .base = app->layout,
        .saved = measure_result_saved(app),
        .probe_key = keymap_keys(app, SCREEN_FIX_FOUND, ACTION_PROBE, 1, plan->probe_key),
        .given_key =
            keymap_keys(app, SCREEN_FIX_FOUND, ACTION_SET_PHYSICAL, 1, plan->given_key),
    };

    if (!plan->place)
        return check;
    check.write_count =
        fix_writes_find(app->layout, &planned->moves, plan->place, &plan->writes);
    check.writes = plan->writes;
    (void)moves_time_at(&planned->time, plan->place, &check.seconds); /* 0: unknown */
    return check;
}

static void look_add_checks(const struct fix_check *check, struct fix_look *look)
{
    struct lines *const rows[FIX_ROW_COUNT] = { [FIX_ROW_NO] = &look->refusals,
                                                [FIX_ROW_DOUBT] = &look->doubts,
                                                [FIX_ROW_BOOT] = &look->boot,
                                                [FIX_ROW_OK] = &look->passed };

    fix_check_rows(check, rows);
}

/* --- what the plan keeps off --- */

/* Adds what PLAN would overwrite that no table names; false if nothing is new. */
static bool look_find_owned(struct store *store, const struct app *app,
                            const struct loop_fix_plan *plan, struct fix_look *look)
{
    const struct loss_accepted given = { .starts = app->given_up.starts,
                                         .start_count = app->given_up.count };
    const struct journal_place *place = plan->place;
    struct fixing_avoid avoid = { &plan->rows.moves,
                                  place && !place->offer ? place : NULL, &given };

    return store && !plan->rows.err.text[0] && plan->rows.moves.is_possible &&
           fixing_find_avoided(store, app->layout, &avoid, &look->owned);
}

/* Makes the plan as the pages of the wizard do once they have LOOK; APP becomes what it
 * is with that. */
static void look_make_plan(const char *path, struct app *app, struct fix_look *look,
                           struct loop_fix_plan *ret)
{
    struct err ignored = { 0 }; /* the rehearsal tells it */
    CLEANUP(store_closep) struct store *store = store_open(path, &ignored);

    for (unsigned round = 0;; round++) {
        app->wizard.look = *look;
        loop_fix_plan_make(app, ret);
        if (round == FIXING_AVOID_ROUNDS || !look_find_owned(store, app, ret, look))
            return;
        loop_fix_plan_finish(ret);
    }
}

static void look_at_plan(const struct loop_disk *disk, const struct app *shown,
                         struct fix_look *look)
{
    CLEANUP(freep) struct app *app = xcalloc(1, sizeof(*app)); /* borrows from SHOWN */
    struct loop_fix_plan plan;
    CLEANUP(boot_notes_finish) struct boot_notes boot = { 0 };
    CLEANUP(volume_notes_finish) struct volume_notes volumes = { 0 };

    *app = *shown;
    look_make_plan(disk->info.path, app, look, &plan);
    const struct moves *moves = &plan.rows.moves;
    if (!plan.rows.err.text[0] && moves->is_possible) {
        struct fix_check check = loop_fix_check(disk, app, &plan);
        fix_notes_boot(disk->info.path, app->layout, moves, &boot);
        fix_notes_volumes(disk->info.path, app->layout, moves, &volumes);
        check.moves = moves;
        check.boot = &boot;
        check.volumes = &volumes;
        look_add_checks(&check, look);
        checks_find(&disk->sys, disk->info.path, app->layout, moves, &look->content);
    }
    loop_fix_plan_finish(&plan);
}

void loop_fix_look(const struct loop_disk *disk, const struct app *app, struct err *err,
                   struct event *ret)
{
    *ret = (struct event){ .kind = EVENT_FIX_LOOKED };
    ret->look.is_made = true;
    ret->look.usual = fix_time_typical(&disk->sys, disk->info.path, disk->info.transport);
    look_find_offer(disk, app, &ret->look, err);
    look_at_plan(disk, app, &ret->look);
    if (err->code)
        ret->text = err->text;
}
