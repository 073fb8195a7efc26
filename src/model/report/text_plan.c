/* SPDX-License-Identifier: GPL-3.0-or-later */
/* text_plan.c - the planned writes of a change and its result, as text */

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/text.h"
#include "model/base/utf8.h"
#include "model/edit/delta.h"
#include "model/move/plan/moves_suggest.h"
#include "model/report/plan.h"
#include "model/report/text.h"

enum { LINE_INDENT = 2 };

void report_text_lines(const char *heading, const struct lines *lines, int width,
                       struct str *ret)
{
    if (lines->count)
        str_printf(ret, "\n%s\n", heading);
    for (size_t i = 0; i < lines->count; i++) {
        CLEANUP(freep) char *clean = utf8_clean(lines->at[i]);
        text_add_wrapped(ret, clean, LINE_INDENT, LINE_INDENT, width);
    }
}

/* Commands are copied as they are: each is one line. */
static void write_commands(const char *heading, const struct lines *lines,
                           struct str *ret)
{
    if (lines->count)
        str_printf(ret, "\n%s\n", heading);
    for (size_t i = 0; i < lines->count; i++)
        report_text_line("  ", lines->at[i], ret);
}

void report_text_layout(const char *heading, const struct layout *layout,
                        struct suggest_context context, const struct saved_result *saved,
                        const char *off_color, struct str *ret)
{
    const struct label *label = layout_label(layout);

    str_printf(ret, "\n%s", heading);
    if (label->kind == LABEL_NONE || label->kind == LABEL_LOOP)
        str_printf(ret, " %s", _("no partition table"));
    else if (label->id[0])
        str_printf(ret, _(" %1$s, id %2$s"), label_name(label), label->id);
    else
        str_printf(ret, " %s", label_name(label));
    str_add(ret, "\n");
    report_text_table(layout, LIST_PLAN, context, saved, off_color, ret);
}

static void write_difference(const struct report_plan *plan, int width, struct str *ret)
{
    CLEANUP(lines_finish) struct lines difference = { 0 };

    delta_lines(plan->disk->info->layout, plan->after, &difference);
    report_text_lines(_("Before and after:"), &difference, width, ret);
}

static void write_warnings(const struct rehearsal_report *rehearsal,
                           const struct lines *warnings, int width, struct str *ret)
{
    CLEANUP(lines_finish) struct lines all = { 0 };

    lines_append(&all, warnings);
    lines_append(&all, &rehearsal->warnings);
    report_text_lines(_("To be known:"), &all, width, ret);
}

void report_text_rehearsal(const struct rehearsal_report *rehearsal,
                           const struct lines *warnings, int width, struct str *ret)
{
    report_text_lines(_("What is written, in this order:"), &rehearsal->writes, width,
                      ret);
    report_text_lines(_("Checked:"), &rehearsal->checked, width, ret);
    write_warnings(rehearsal, warnings, width, ret);
    report_text_lines(_("What is lost:"), &rehearsal->losses, width, ret);
    write_commands(_("To be run before, in this order:"), &rehearsal->before, ret);
    if (rehearsal->backup_path) {
        CLEANUP(freep) char *path = utf8_clean(rehearsal->backup_path);
        str_printf(ret, _("\nThe old table is saved first: %s\n"), path);
    }
}

void report_text_plan(const struct report_plan *plan, const char *off_color, int width,
                      struct str *ret)
{
    const struct rehearsal_report *rehearsal = plan->rehearsal;

    for (size_t i = 0; i < rehearsal->disk.count; i++)
        report_text_line("", rehearsal->disk.at[i], ret);
    report_text_layout(_("Now:"), plan->disk->info->layout, plan->disk->context,
                       plan->disk->saved, off_color, ret);
    struct suggest_context then = report_context(plan->after, plan->disk->context.gap,
                                                 plan->disk->info, plan->disk->saved);
    report_text_layout(_("Then:"), plan->after, then, plan->disk->saved, off_color, ret);
    moves_suggest_finish(&then);
    write_difference(plan, width, ret);
    report_text_rehearsal(rehearsal, plan->warnings, width, ret);
}

void report_text_commit(const struct commit_report *commit, int width, struct str *ret)
{
    report_text_lines(_("Done:"), &commit->done, width, ret);
    report_text_lines(_("The kernel sees:"), &commit->kernel, width, ret);
    report_text_lines(_("To be known:"), &commit->warnings, width, ret);
    write_commands(_("What can be run now:"), &commit->after, ret);
    if (commit->backup_path) {
        CLEANUP(freep) char *path = utf8_clean(commit->backup_path);
        str_printf(ret, _("\nThe old table is in %s\n"), path);
    }
    if (commit->script_path) {
        CLEANUP(freep) char *path = utf8_clean(commit->script_path);
        str_printf(ret, _("\nThe planned table is in %s\n"), path);
    }
}
