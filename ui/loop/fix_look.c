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
#include "device/system/backup_folder.h"
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

static const struct {
    enum fix_refusal reason;
    bool is_doubt;      /* the person may agree to it */
    bool is_of_device;  /* not of an image file */
    const char *passed; /* N_(); NULL: not worth a line */
} rows[] = {
    { FIX_IN_PROGRESS, false, false, NULL },
    { FIX_SUSPENDED, false, false,
      N_("No suspended Linux or Windows was found on this disk.") },
    { FIX_ZONED, false, true, NULL },
    { FIX_TWO_PATHS, false, true, N_("The kernel knows this drive by one name only.") },
    { FIX_ASSUMED, true, true, N_("Physical sectors are reported, measured or given.") },
    { FIX_FLUSH_LIES, false, true,
      N_("No measurement found that the drive reports data as stored before it is; that "
         "is tried once more before the first move.") },
    { FIX_SPARSE, false, false, NULL },
    { FIX_TOO_LONG, true, false, NULL },
    { FIX_BATTERY, false, false,
      N_("Power: from the mains, or the battery is charged.") },
};

struct fix_check loop_fix_check(const struct loop_disk *disk, const struct app *app,
                                struct loop_fix_plan *plan)
{
    const struct plan_rows *planned = &plan->rows;
    struct fix_check check = {
        .sys = &disk->sys,
        .path = disk->info.path,
        .base = app->layout,
        .saved = measure_result_saved(app),
        .is_agreed = true,
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

static void look_add_checks(const struct fix_check *check, bool is_device,
                            struct fix_look *look)
{
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        struct err err = { 0 };
        bool is_passed = fix_check_passes(check, rows[i].reason, &err);
        bool is_told = rows[i].passed && (is_device || !rows[i].is_of_device);
        if (!is_passed)
            lines_add(rows[i].is_doubt ? &look->doubts : &look->refusals, "%s", err.text);
        else if (is_told)
            lines_add(&look->passed, "%s", _(rows[i].passed));
    }
}

/* What is in use, or of a kind that is not moved, stays where it is. */
static void look_add_left(const struct app *app, const struct moves *moves,
                          struct fix_look *look)
{
    for (size_t i = 0; i < moves->left_count; i++)
        lines_take(&look->doubts, moves_left_words(app->layout, moves, &moves->left[i]));
    lines_add(
        &look->passed, "%s",
        _("Nothing that is moved is mounted or otherwise in use, and its content is "
          "of a known kind."));
}

/* What is not clean is moved as it is. */
static void look_add_volumes(const char *path, const struct app *app,
                             const struct moves *moves, struct fix_look *look)
{
    CLEANUP(volume_notes_finish) struct volume_notes volumes = { 0 };

    fix_notes_volumes(path, app->layout, moves, &volumes);
    volume_notes_lines(&volumes, &look->doubts);
    char *clean = volume_notes_clean_words(&volumes);
    if (clean)
        lines_take(&look->passed, clean);
}

static void look_add_backup(struct fix_look *look)
{
    CLEANUP(freep) char *folder = NULL;
    struct err err = { 0 };

    if (backup_folder_find(&folder, &err))
        lines_add(&look->passed,
                  _("The table and the first sectors of what is moved are saved in %s."),
                  folder);
    else
        lines_add(&look->doubts, "%s", err.text);
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
    struct boot_notes boot = { 0 };
    char name[SYS_NAME];

    *app = *shown;
    look_make_plan(disk->info.path, app, look, &plan);
    const struct moves *moves = &plan.rows.moves;
    if (!plan.rows.err.text[0] && moves->is_possible) {
        struct fix_check check = loop_fix_check(disk, app, &plan);
        look_add_left(app, moves, look);
        look_add_checks(&check, sys_name_of(&disk->sys, disk->info.path, name), look);
        look_add_volumes(disk->info.path, app, moves, look);
        look_add_backup(look);
        checks_find(&disk->sys, disk->info.path, app->layout, moves, &look->content);
        fix_notes_boot(disk->info.path, app->layout, moves, &boot);
        boot_notes_lines(&boot, &look->boot);
    }
    boot_notes_finish(&boot);
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
