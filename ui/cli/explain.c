/* SPDX-License-Identifier: GPL-3.0-or-later */
/* explain.c - the command explain: why a partition is misaligned, and better starts */
#include "model/align/judge.h"
#include "model/align/verify.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/utf8.h"
#include "model/disk/partition_name.h"
#include "model/measure/cost.h"
#include "model/report/json.h"
#include "ui/cli/disk.h"
#include "ui/cli/explain_text.h"
#include "ui/cli/output.h"
#include "ui/cli/run.h"

struct explainer {
    const struct report_disk *disk;
    int width;
    struct str text;
};

static void add_title(struct explainer *explainer, const struct extent *extent,
                      enum explain_scope scope)
{
    CLEANUP(freep) char *path = utf8_clean(explainer->disk->info->path);
    char name[16], content[CONTENT_NAME];

    if (explainer->text.length)
        str_add(&explainer->text, "\n");
    if (scope == SCOPE_SHARED) {
        str_printf(&explainer->text, _("%s  all partitions"), path);
        str_add(&explainer->text, "\n\n");
        return;
    }
    str_printf(&explainer->text, "%s %s", path, partition_name(extent, name));
    if (*content_name(&extent->content, content))
        str_printf(&explainer->text, "  %s", content);
    if (extent->content.label[0])
        str_printf(&explainer->text, "  %s", extent->content.label);
    str_add(&explainer->text, "\n\n");
}

static void explain_add_extent(struct explainer *explainer, const struct extent *extent,
                               enum explain_scope scope)
{
    const struct report_disk *disk = explainer->disk;
    const struct layout *layout = disk->info->layout;
    const struct bench_result *bench =
        cost_of_partition(disk->saved, layout, extent, disk->context);
    CLEANUP(freep) char *cost = bench ? cost_sentence(bench) : NULL;
    CLEANUP(freep)
    char *text =
        explain_text(layout, extent, disk->context, explainer->width, cost, scope);

    if (!*text)
        return;
    add_title(explainer, extent, scope);
    str_add(&explainer->text, text);
}

/* The notes of a table without a partition that can be judged. */
static void explain_add_table(struct explainer *explainer, const struct layout *layout)
{
    CLEANUP(lines_finish) struct lines lines = { 0 };

    verify_list(layout, &lines);
    for (size_t i = 0; i < lines.count; i++) {
        CLEANUP(freep) char *clean = utf8_clean(lines.at[i]);
        str_printf(&explainer->text, "%s\n", clean);
    }
}

/* What the partitions share is told once, as of the first misaligned one. */
static void add_all(struct explainer *explainer)
{
    const struct layout *layout = explainer->disk->info->layout;
    bool is_one = judge_all(layout).judged == 1;
    const struct extent *shared = NULL;

    LAYOUT_EACH (extent, layout) {
        enum grade grade = judge_extent(layout, extent).grade;
        if (grade == GRADE_HARMLESS)
            continue;
        if (!shared ||
            (grade == GRADE_OFF && judge_extent(layout, shared).grade != GRADE_OFF))
            shared = extent;
        explain_add_extent(explainer, extent, is_one ? SCOPE_WHOLE : SCOPE_OWN);
    }
    if (shared && !is_one)
        explain_add_extent(explainer, shared, SCOPE_SHARED);
    if (!explainer->text.length)
        explain_add_table(explainer, layout);
}

static void write_json(const struct explainer *explainer)
{
    CLEANUP(report_json_freep) struct report_json *json = report_json_new(false);

    report_json_add(json, explainer->disk);
    report_json_add_explain(json, str_text(&explainer->text));
    output_json(report_json_text(json));
}

static bool explain(const struct cli_options *options, const struct report_disk *disk,
                    struct err *err)
{
    const char *word = options->operand_count > 1 ? options->operands[1] : NULL;
    const struct extent *extent = NULL;
    struct explainer explainer = { .disk = disk, .width = output_columns(options) };

    if (word && !command_disk_find(disk->info, word, &extent, err))
        return false;
    if (extent)
        explain_add_extent(&explainer, extent, SCOPE_WHOLE);
    else
        add_all(&explainer);
    if (options->is_json)
        write_json(&explainer);
    else
        output_glyphs(options, stdout, str_text(&explainer.text));
    str_finish(&explainer.text);
    return true;
}

int command_explain(const struct cli_options *options, struct err *err)
{
    struct command_disk disk;

    if (!command_disk_read(options->operands[0], &options->given, false, &disk, err))
        return (int)err->code;
    command_disk_note(&disk, options->operands[0], false);
    struct report_disk report = command_disk_report(&disk);
    const struct note *moving = layout_note_find(disk.info.layout, NOTE_MOVE_IN_PROGRESS);
    if (moving)
        output_complain(moving->text);
    bool is_done = explain(options, &report, err);
    command_disk_finish(&disk);
    return is_done ? 0 : (int)err->code;
}
