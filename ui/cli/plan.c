/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plan.c - the command plan: how all partitions of a disk would be aligned */
#include "model/base/mem.h"
#include "ui/cli/output.h"
#include "ui/cli/plan_text.h"
#include "ui/cli/planning.h"
#include "ui/cli/run.h"

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
    plan_text_next(&plan->moves, width, &text);
    output_glyphs(options, stdout, str_text(&text));
}

/* Returns the exit code. */
static int plan_disk(struct planning *planning, struct err *err)
{
    CLEANUP(aim_plan_finish) struct aim_plan plan = { 0 };
    CLEANUP(aim_plan_finish) struct aim_plan other = { 0 };

    if (!planning_read(planning, err) ||
        !aim_plan_make(planning, planning->options->aim, &plan, err) ||
        !other_plan_make(planning, &other, err))
        return (int)err->code;
    write_plan(planning, &plan, &other);
    return plan.moves.is_possible ? 0 : ERR_REFUSED;
}

int command_plan(const struct cli_options *options, struct err *err)
{
    struct planning planning = { .options = options };

    if (!command_disk_read(options->operands[0], &options->given, false, &planning.disk,
                           err))
        return (int)err->code;
    int code = plan_disk(&planning, err);
    planning_finish(&planning);
    return code;
}
