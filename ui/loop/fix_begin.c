/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fix_begin.c - rehearses the plan of the wizard */
#include "ui/loop/fix_begin.h"

#include "device/move/fix_memory.h"
#include "device/move/fix_notes.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "ui/loop/fix_look.h"
#include "ui/loop/flush_look.h"

/* --- the rehearsal --- */

static bool begin_has_place(const struct loop_fix_plan *plan, struct err *err)
{
    return plan->place || err_set(err, ERR_REFUSED, "%s",
                                  _("There is no place for the journal of the moves."));
}

/* The look that was shown may be old. */
static bool begin_is_allowed(const struct loop_disk *disk, const struct app *app,
                             struct loop_fix_plan *plan, struct lines *ret_warnings,
                             struct err *err)
{
    struct fix_check check = loop_fix_check(disk, app, plan);

    return fix_check_find(&check, 0, ret_warnings, err) == FIX_ALLOWED;
}

static bool begin_rehearse(struct loop_fix *fix, const struct loop_disk *disk,
                           const struct app *app, struct loop_fix_plan *plan,
                           struct fix_request *request, struct event *ret)
{
    if (!begin_has_place(plan, &fix->err) ||
        !begin_is_allowed(disk, app, plan, &ret->rehearsal.warnings, &fix->err))
        return false;
    request->place = plan->place;
    request->memory = fix_memory(&disk->sys, false, &fix->err);
    if (!request->memory)
        return false;
    CLEANUP(lines_finish) struct lines warnings = ret->rehearsal.warnings;
    ret->rehearsal.warnings = (struct lines){ 0 };
    fix->fixing = fixing_begin(request, &ret->rehearsal, &fix->err);
    lines_append(&ret->rehearsal.warnings, &warnings);
    return fix->fixing;
}

static void begin_find_boot(const struct app *app, const struct loop_fix_plan *plan,
                            struct loop_fix *fix)
{
    CLEANUP(boot_notes_finish) struct boot_notes notes = { 0 };

    fix_notes_boot(fix->path, app->layout, &plan->rows.moves, &notes);
    boot_notes_after_lines(&notes, &fix->boot_to_do, &fix->boot_done);
}

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
    struct loop_fix_plan plan;

    loop_fix_forget(fix);
    fix->err = (struct err){ 0 };
    fix->is_rollback = false;
    copy_text(fix->path, sizeof(fix->path), disk->info.path);
    *ret = (struct event){ .kind = EVENT_REHEARSED, .text = fix->err.text };
    loop_fix_plan_make(app, &plan);
    struct fix_request request = { .sys = &disk->sys,
                                   .path = fix->path,
                                   .base = app->layout,
                                   .moves = &plan.rows.moves,
                                   .speed = &plan.rows.time.speed,
                                   .seed = given->seed,
                                   .backup_path = given->backup_path,
                                   /* The write screen lists it beside the consent. */
                                   .accepted = { .is_all = true,
                                                 .starts = given->rehearse->starts,
                                                 .start_count =
                                                     given->rehearse->start_count },
                                   .skips_check = app->wizard.skips_check,
                                   .lock = fix->lock };
    if (begin_rehearse(fix, disk, app, &plan, &request, ret)) {
        fix->is_elsewhere = plan.place->offer != NULL;
        fix->is_begun_here = true;
        ret->text = NULL;
        ret->is_fix = true;
        loop_fix_add_stop(fix, ret);
        begin_add_damage(app, &ret->rehearsal.warnings);
        begin_find_boot(app, &plan, fix);
    }
    loop_fix_plan_finish(&plan);
}

/* --- the look at flushes --- */

bool loop_fix_flushes(struct loop_fix *fix, const struct loop_disk *disk,
                      const struct app *app)
{
    struct fix_check check = { .sys = &disk->sys,
                               .path = fix->path,
                               .base = app->layout };
    char name[SYS_NAME];

    if (!fix->is_begun_here || !sys_name_of(&disk->sys, fix->path, name))
        return true;
    check.is_flush_lying = flush_look_finds_lie(&disk->sys, fix->path, app->layout);
    return fix_check_passes(&check, FIX_FLUSH_LIES, &fix->err);
}
