/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plan.c - the command plan: how all partitions of a disk would be aligned */
#include "model/base/mem.h"
#include "model/base/text.h"
#include "ui/cli/fix_ahead.h"
#include "ui/cli/output.h"
#include "ui/cli/plan_text.h"
#include "ui/cli/planning.h"
#include "ui/cli/run.h"

static void add_volumes(const struct volume_notes *volumes, int width, struct str *ret)
{
    CLEANUP(lines_finish) struct lines lines = { 0 };

    volume_notes_lines(volumes, &lines);
    for (size_t i = 0; i < lines.count; i++) {
        str_add(ret, "\n");
        text_add_wrapped(ret, lines.at[i], 0, 0, width);
    }
}

static void write_plan(const struct planning *planning, const struct aim_plan *plan,
                       const struct aim_plan *other)
{
    const struct cli_options *options = planning->options;
    struct report_disk report = command_disk_report(&planning->disk);
    const struct report_moves *second = other->report.moves ? &other->report : NULL;
    CLEANUP(str_finish) struct str text = { 0 };

    if (options->is_json) {
        output_json(report_json_moves(&report, &plan->report, second));
        return;
    }
    int width = output_columns(options);
    plan_text(&report, &plan->report, second, width, &text);
    add_volumes(plan->report.volumes, width, &text);
    if (!plan->report.refused)
        plan_text_next(&plan->moves, width, &text);
    output_glyphs(options, stdout, str_text(&text));
}

/* What fix would refuse is no plan; the text tells some of the reasons itself. */
static int plan_disk(struct planning *planning, struct err *err)
{
    const struct sys sys = sys_of_machine();
    CLEANUP(aim_plan_finish) struct aim_plan plan = { 0 };
    CLEANUP(aim_plan_finish) struct aim_plan other = { 0 };
    struct fix_ahead ahead = fix_ahead_of(&sys, planning, &plan);
    struct err why = { 0 };

    if (!planning_make(planning, &sys, &plan, &other, err))
        return (int)err->code;
    fix_session_note(&ahead.session, planning->disk.info.layout, &plan.moves);
    plan.report.volumes = &ahead.session.volumes;
    if (!fix_ahead_is_possible(&ahead, &why) && plan.moves.step_count)
        *err = why;
    plan.report.refused = err->code ? err : NULL;
    write_plan(planning, &plan, &other);
    err->is_reported = true;
    fix_ahead_finish(&ahead);
    return (int)why.code;
}

int command_plan(const struct cli_options *options, struct err *err)
{
    struct planning planning = { .options = options };
    int code = plan_disk(&planning, err);

    planning_finish(&planning);
    return code;
}
