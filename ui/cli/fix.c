/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fix.c - the command fix: carries the plan for a whole disk out */
#include <stdio.h>

#include "device/check/checks.h"
#include "device/move/fix_check.h"
#include "device/move/fix_notes.h"
#include "device/move/fix_time.h"
#include "model/base/mem.h"
#include "model/base/str.h"
#include "ui/cli/change.h"
#include "ui/cli/fix_ahead.h"
#include "ui/cli/fix_run.h"
#include "ui/cli/lacks.h"
#include "ui/cli/output.h"
#include "ui/cli/patience.h"
#include "ui/cli/plan_reasons.h"
#include "ui/cli/plan_text.h"
#include "ui/cli/planning.h"
#include "ui/cli/run.h"
#include "ui/loop/flush_look.h"

struct fix {
    struct planning planning;
    struct aim_plan plan, other;
    struct sys sys;
    struct fix_ahead ahead;
    struct lines notes; /* that are told before, and again at the end */
    struct boot_notes boot;
    struct volume_notes volumes;
    struct fix_content content;
    bool is_ended; /* the end was reported */
};

static void fix_finish(struct fix *fix)
{
    fix_ahead_finish(&fix->ahead);
    lines_finish(&fix->notes);
    boot_notes_finish(&fix->boot);
    volume_notes_finish(&fix->volumes);
    fix_content_finish(&fix->content);
    aim_plan_finish(&fix->plan);
    aim_plan_finish(&fix->other);
    planning_finish(&fix->planning);
}

static const char *fix_path(const struct fix *fix)
{
    return fix->planning.options->operands[0];
}

/* --- the plan --- */

static void fix_print_plan(const struct fix *fix)
{
    const struct cli_options *options = fix->planning.options;
    struct report_disk report = command_disk_report(&fix->planning.disk);
    const struct report_moves *other =
        fix->other.report.moves ? &fix->other.report : NULL;
    CLEANUP(str_finish) struct str text = { 0 };

    if (options->is_json)
        return;
    plan_text(&report, &fix->plan.report, other, output_columns(options), &text);
    output_glyphs(options, stdout, str_text(&text));
}

/* As text the reasons are printed already. */
static int fix_has_no_steps(struct fix *fix, struct err *err)
{
    struct err why = *err;

    *err = (struct err){ 0 };
    fix->is_ended = true;
    return fix_end(fix->planning.options, why.code ? "refused" : "nothing", &why);
}

/* --- steps that only change the table --- */

/* The same way as every other change of a table. */
static int fix_table(struct fix *fix, struct err *err)
{
    struct change change = { 0 };

    lines_append(&change.notes, &fix->notes);
    fix->is_ended = fix_ahead_change(&fix->ahead, &change, err);
    int code = fix->is_ended ? change_carry_out(&change, fix->planning.options, err)
                             : (int)err->code;
    change_finish(&change);
    return code;
}

/* --- steps that move data --- */

static bool fix_looks_at_flush(const struct fix *fix)
{
    char name[SYS_NAME];

    return !fix->planning.options->knows_flush_lies &&
           sys_name_of(&fix->sys, fix_path(fix), name);
}

/* Looks only after the consent, because it writes. */
static bool fix_flushes(struct fix *fix, struct err *err)
{
    struct fix_check check = { .sys = &fix->sys,
                               .path = fix_path(fix),
                               .base = fix->planning.disk.info.layout };

    if (!fix_looks_at_flush(fix))
        return true;
    check.is_flush_lying = flush_look_finds_lie(&fix->sys, check.path, check.base);
    return fix_check_find(&check, fix_answers_of_yes(), NULL, err) == FIX_ALLOWED;
}

static struct fix_prepared fix_prepared_of(const struct fix *fix)
{
    const struct journal_plan *plan = fixing_plan(fix->ahead.fixing);
    const struct fixing_bytes bytes = fixing_bytes(fix->ahead.fixing);
    struct fix_prepared prepared = {
        .options = fix->planning.options,
        .sys = &fix->sys,
        .path = fix_path(fix),
        .fixing = fix->ahead.fixing,
        .looks_at_flush = fix_looks_at_flush(fix),
        .typical =
            fix_time_typical(&fix->sys, fix_path(fix), fix->planning.disk.info.transport),
        .report = { .command = "fix",
                    .info = &fix->planning.disk.info,
                    .plan = plan,
                    .journal = fix->ahead.place->offer ? plan->spot.path : NULL,
                    .first_step = fixing_first_step(fix->ahead.fixing),
                    .read_bytes = bytes.read,
                    .written_bytes = bytes.written,
                    .rehearsal = &fix->ahead.rehearsal,
                    .warnings = &fix->ahead.warnings,
                    .boot = &fix->boot,
                    .volumes = &fix->volumes },
        .notes = &fix->notes,
    };

    prepared.report.time =
        moves_time_at(&fix->plan.time, fix->ahead.place, &prepared.report.seconds);
    return prepared;
}

static void fix_find_content(struct fix *fix)
{
    const struct layout *layout = fix->planning.disk.info.layout;
    const struct journal_plan *plan = fixing_plan(fix->ahead.fixing);

    fix->content = (struct fix_content){ .options = fix->planning.options,
                                         .sys = &fix->sys,
                                         .path = fix_path(fix),
                                         .before = layout,
                                         .plan = plan,
                                         .end = plan->step_count };
    checks_find(&fix->sys, fix_path(fix), layout, &fix->plan.moves, &fix->content.found);
}

/* All that is read before the question. */
static bool fix_prepare(struct fix *fix, struct err *err)
{
    const struct layout *layout = fix->planning.disk.info.layout;
    struct patience patience;

    patience_begin(&patience, fix_path(fix), fix->planning.options);
    fix_notes_boot(fix_path(fix), layout, &fix->plan.moves, &fix->boot);
    boot_notes_lines(&fix->boot, &fix->notes);
    lines_append(&fix->ahead.warnings, &fix->notes);
    fix_notes_volumes(fix_path(fix), layout, &fix->plan.moves, &fix->volumes);
    volume_notes_lines(&fix->volumes, &fix->ahead.warnings);
    bool is_rehearsed = fix_ahead_rehearse(&fix->ahead, err);
    if (is_rehearsed)
        fix_find_content(fix);
    patience_end(&patience);
    return is_rehearsed;
}

static int fix_data(struct fix *fix, struct err *err)
{
    int code;

    if (!fix_prepare(fix, err))
        return (int)err->code;
    struct fix_prepared prepared = fix_prepared_of(fix);
    prepared.content = &fix->content;
    if (!fix_ask(&prepared, &code, err)) {
        fix->is_ended = true;
        return code;
    }
    if (!fix_flushes(fix, err))
        return (int)err->code;
    fix->is_ended = true;
    return fix_run(&prepared, err);
}

/* --- the command --- */

/* Returns the exit code. */
static int fix_disk(struct fix *fix, struct err *err)
{
    const struct moves *moves = &fix->plan.moves;

    if (!planning_make(&fix->planning, &fix->sys, &fix->plan, &fix->other, err))
        return (int)err->code;
    fix->ahead = (struct fix_ahead){ .sys = &fix->sys,
                                     .planning = &fix->planning,
                                     .plan = &fix->plan };
    fix_print_plan(fix);
    plan_reasons_left_lines(fix->planning.disk.info.layout, moves, &fix->notes);
    if (!fix_ahead_has_steps(&fix->ahead, err))
        return fix_has_no_steps(fix, err);
    return moves->sectors ? fix_data(fix, err) : fix_table(fix, err);
}

int command_fix(const struct cli_options *options, struct err *err)
{
    struct fix fix = { .planning = { .options = options }, .sys = sys_of_machine() };

    lacks_tell(&fix.sys, options->operands[0]);
    int code = fix_disk(&fix, err);
    if (!fix.is_ended)
        (void)fix_end(options, "refused", err);
    fix_finish(&fix);
    return code;
}
