/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fix.c - the command fix: carries the plan for a whole disk out */
#include <stdio.h>

#include "device/check/checks.h"
#include "device/move/session/fix_time.h"
#include "model/base/mem.h"
#include "model/base/str.h"
#include "ui/cli/fix_ahead.h"
#include "ui/cli/fix_run.h"
#include "ui/cli/lacks.h"
#include "ui/cli/output.h"
#include "ui/cli/patience.h"
#include "ui/cli/plan_reasons.h"
#include "ui/cli/plan_text.h"
#include "ui/cli/planning.h"
#include "ui/cli/run.h"

struct fix {
    struct planning planning;
    struct aim_plan plan, other;
    struct sys sys;
    struct fix_ahead ahead;
    struct lines notes; /* that are told before, and again at the end */
    struct fix_content content;
    bool is_ended; /* the end was reported */
};

static void fix_finish(struct fix *fix)
{
    fix_ahead_finish(&fix->ahead);
    lines_finish(&fix->notes);
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

/* --- carrying it out --- */

static struct fix_prepared fix_prepared_of(struct fix *fix)
{
    struct fix_session *session = &fix->ahead.session;
    const struct fixing_bytes bytes = fixing_bytes(session->fixing);
    struct fix_prepared prepared = {
        .options = fix->planning.options,
        .session = session,
        .looks_at_flush = fix_session_looks_at_flush(session),
        .typical =
            fix_time_typical(&fix->sys, fix_path(fix), fix->planning.disk.info.transport),
        .report = { .command = "fix",
                    .aim = moves_aim_id(fix->plan.want.aim),
                    .info = &fix->planning.disk.info,
                    .plan = session->plan,
                    .journal = session->journal,
                    .first_step = fixing_first_step(session->fixing),
                    .read_bytes = bytes.read,
                    .written_bytes = bytes.written,
                    .rehearsal = &fix->ahead.rehearsal,
                    .warnings = &session->warnings,
                    .boot = &session->boot,
                    .volumes = &session->volumes },
        .notes = &fix->notes,
    };

    prepared.report.time =
        moves_time_at(&fix->plan.time, fix->plan.place, &prepared.report.seconds);
    return prepared;
}

static void fix_find_content(struct fix *fix)
{
    const struct layout *layout = fix->planning.disk.info.layout;
    const struct journal_plan *plan = fix->ahead.session.plan;

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
    struct fix_session *session = &fix->ahead.session;
    struct patience patience;

    patience_begin(&patience, fix_path(fix), fix->planning.options);
    fix_session_note(session, fix->planning.disk.info.layout, &fix->plan.moves);
    boot_notes_lines(&session->boot, &fix->notes);
    lines_append(&session->warnings, &fix->notes);
    volume_notes_lines(&session->volumes, &session->warnings);
    bool is_rehearsed = fix_ahead_rehearse(&fix->ahead, err);
    if (is_rehearsed)
        fix_find_content(fix);
    patience_end(&patience);
    return is_rehearsed;
}

static int fix_carry_out(struct fix *fix, struct err *err)
{
    int code;

    if (!fix_prepare(fix, err))
        return (int)err->code;
    struct fix_prepared prepared = fix_prepared_of(fix);
    prepared.content = &fix->content;
    fix->is_ended = true;
    return fix_ask(&prepared, &code, err) ? fix_run(&prepared, err) : code;
}

/* --- the command --- */

/* Returns the exit code. */
static int fix_disk(struct fix *fix, struct err *err)
{
    const struct moves *moves = &fix->plan.moves;

    if (!planning_make(&fix->planning, &fix->sys, &fix->plan, &fix->other, err))
        return (int)err->code;
    fix->ahead = fix_ahead_of(&fix->sys, &fix->planning, &fix->plan);
    fix_print_plan(fix);
    plan_reasons_left_lines(fix->planning.disk.info.layout, moves, &fix->notes);
    if (!fix_ahead_has_steps(&fix->ahead, err))
        return fix_has_no_steps(fix, err);
    return fix_carry_out(fix, err);
}

int command_fix(const struct cli_options *options, struct err *err)
{
    struct fix fix = { .planning = { .options = options }, .sys = sys_of_machine() };

    lacks_tell(&fix.sys, options->operands[0]);
    int code = fix_disk(&fix, err);
    err->is_reported = true;
    if (!fix.is_ended)
        (void)fix_end(options, "refused", err);
    fix_finish(&fix);
    return code;
}
