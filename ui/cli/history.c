/* SPDX-License-Identifier: GPL-3.0-or-later */
/* history.c - the command history: tables that were saved before writes */
#include "model/report/history.h"

#include <stdio.h>
#include <string.h>

#include "device/commit/history_read.h"
#include "model/base/columns.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/base/shell.h"
#include "model/base/utf8.h"
#include "model/edit/match.h"
#include "model/move/plan/moves_suggest.h"
#include "model/report/plan.h"
#include "model/report/text.h"
#include "ui/cli/disk.h"
#include "ui/cli/output.h"
#include "ui/cli/run.h"

enum { COLUMN_NUMBER, COLUMN_WHEN, COLUMN_DISK, COLUMN_TABLE, COLUMN_PARTS, COLUMN_FILE };

/* Returns "/dev/sda WDC WD10EARS WD-WCAV5"; free(). */
static char *disk_words(const struct backup_file *head)
{
    CLEANUP(str_finish) struct str words = { 0 };
    const char *const parts[] = { head->path, head->model, head->serial };

    for (size_t i = 0; i < ARRAY_SIZE(parts); i++)
        if (parts[i][0])
            str_printf(&words, "%s%s", words.length ? " " : "", parts[i]);
    return str_take(&words);
}

static void history_add_row(struct columns *columns, const struct saved_table *table,
                            size_t number, bool has_disks)
{
    CLEANUP(freep) char *file = utf8_clean(table->file);
    CLEANUP(freep) char *disk = disk_words(&table->head);

    columns_row(columns);
    columns_set(columns, COLUMN_NUMBER, "%zu", number);
    columns_set(columns, COLUMN_WHEN, "%s", table->when);
    if (has_disks)
        columns_set(columns, COLUMN_DISK, "%s", disk);
    if (table->layout) {
        columns_set(columns, COLUMN_TABLE, "%s",
                    layout_label(table->layout)->kind == LABEL_NONE
                        ? "-"
                        : label_name(layout_label(table->layout)));
        columns_set(columns, COLUMN_PARTS, "%u", layout_data_count(table->layout));
    }
    columns_set(columns, COLUMN_FILE, "%s", file);
}

/* Writes the line of each table, heads first, without what changed; free(). */
static char *history_rows(const struct history *history)
{
    CLEANUP(columns_freep) struct columns *columns = columns_new(COLUMN_FILE + 1);
    CLEANUP(str_finish) struct str text = { 0 };

    columns_head(columns, COLUMN_NUMBER, true, "#");
    columns_head(columns, COLUMN_WHEN, false, _("Saved"));
    columns_head(columns, COLUMN_DISK, false, _("Disk"));
    columns_head(columns, COLUMN_TABLE, false, _("Table"));
    columns_head(columns, COLUMN_PARTS, true, _("Partitions"));
    columns_head(columns, COLUMN_FILE, false, _("File"));
    for (size_t i = 0; i < history->count; i++)
        history_add_row(columns, &history->at[i], i + 1, !history->is_one_disk);
    columns_write(columns, 0, &text);
    return str_take(&text);
}

static void add_changes(const struct saved_table *table, struct str *ret)
{
    if (table->problem)
        report_text_line("      ", table->problem, ret);
    else if (!table->has_next)
        report_text_line("      ", _("The disk cannot be compared now."), ret);
    else if (!table->changes.count)
        report_text_line("    ", _("changed after it: no partition"), ret);
    else
        report_text_line("    ", _("changed after it:"), ret);
    for (size_t i = 0; i < table->changes.count; i++)
        report_text_line("      ", table->changes.at[i], ret);
}

/* Writes which command restores the newest table that can be read. */
static void add_way_back(const struct history *history, struct str *ret)
{
    for (size_t i = 0; i < history->count; i++) {
        const struct saved_table *table = &history->at[i];
        if (!table->layout)
            continue;
        CLEANUP(freep) char *file = shell_path(table->file);
        CLEANUP(freep) char *disk = shell_path(table->head.path);
        CLEANUP(freep) char *words = xasprintf("alidade restore %s %s", file, disk);
        str_printf(ret, _("\nThis restores number %zu:\n"), i + 1);
        report_text_line("  ", words, ret);
        return;
    }
}

static void history_print(const struct history *history, const char *path)
{
    CLEANUP(freep) char *rows = history_rows(history);
    CLEANUP(freep) char *disk = utf8_clean(path ? path : "");
    CLEANUP(str_finish) struct str text = { 0 };
    const char *line = rows;

    if (!history->count && path)
        str_printf(&text, _("No table of %s was saved.\n"), disk);
    else if (!history->count)
        str_add(&text, _("No table was saved.\n"));
    for (size_t i = 0; history->count && i <= history->count; i++) {
        const char *stop = strchr(line, '\n') + 1;
        str_add_bytes(&text, line, (size_t)(stop - line));
        line = stop;
        if (i)
            add_changes(&history->at[i - 1], &text);
    }
    add_way_back(history, &text);
    output_text(stdout, str_text(&text));
}

static int history_list(const struct cli_options *options, struct history *history,
                        const struct layout *now)
{
    struct sys sys = sys_of_machine();

    for (size_t i = 0; i < history->count; i++) {
        if (!history_is_newest(history, i))
            continue;
        CLEANUP(layout_unrefp)
        struct layout *layout =
            now ? layout_ref(now) : history_read_now(&sys, &history->at[i]);
        if (layout)
            history_compare_now(history, i, layout);
    }
    if (options->is_json)
        output_json(history_json(history));
    else
        history_print(history, now ? options->operands[0] : NULL);
    return 0;
}

/* Finds the table with number WORD; 0 is the one on the disk. */
static const struct layout *history_find(const struct history *history,
                                         const struct layout *now, const char *word,
                                         size_t *ret_number, struct err *err)
{
    uint64_t number;

    if (!num_parse(word, history->count, &number)) {
        (void)err_set(err, ERR_USAGE,
                      _("'%1$s' is no number of the list: there are 0 (the disk now) to "
                        "%2$zu."),
                      word, history->count);
        return NULL;
    }
    *ret_number = (size_t)number;
    if (!number)
        return now;
    const struct saved_table *table = &history->at[number - 1];
    if (!table->layout)
        (void)err_set(err, ERR_UNREADABLE, _("%1$s cannot be read: %2$s"), table->file,
                      table->problem);
    return table->layout;
}

static void print_side(const char *heading, const struct command_disk *disk,
                       const struct layout *layout, const char *off_color,
                       struct str *ret)
{
    struct suggest_context context =
        report_context(layout, disk->context.gap, &disk->info, disk->saved);

    report_text_layout(heading, layout, context, disk->saved, off_color, ret);
    moves_suggest_finish(&context);
}

/* Returns "Number 2, 2026-11-20 16:30:00:" or "Now:"; free(). */
static char *side_heading(const struct history *history, size_t number)
{
    return number
               ? xasprintf(_("Number %1$zu, %2$s:"), number, history->at[number - 1].when)
               : xstrdup(_("Now:"));
}

static void print_difference(const struct cli_options *options,
                             const struct history *history,
                             const struct command_disk *disk,
                             const struct history_difference *difference)
{
    CLEANUP(lines_finish) struct lines lines = { 0 };
    CLEANUP(str_finish) struct str text = { 0 };
    CLEANUP(freep) char *before = side_heading(history, difference->before_number);
    CLEANUP(freep) char *after = side_heading(history, difference->after_number);
    char color[TERM_SEQUENCE];
    const char *off_color = output_off_color(options, color);

    report_text_line("", options->operands[0], &text);
    match_lines(difference->before, difference->after, &lines);
    print_side(before, disk, difference->before, off_color, &text);
    print_side(after, disk, difference->after, off_color, &text);
    if (!lines.count)
        lines_add(&lines, "%s", _("No partition differs."));
    report_text_lines(_("Before and after:"), &lines, output_columns(options), &text);
    output_text(stdout, str_text(&text));
}

static int history_differ(const struct cli_options *options,
                          const struct history *history, const struct command_disk *disk,
                          struct err *err)
{
    const struct layout *now = disk->info.layout;
    const struct report_disk report = command_disk_report(disk);
    const char *last = options->operand_count > 2 ? options->operands[2] : "0";
    struct history_difference difference = { .disk = &report };

    difference.before =
        history_find(history, now, options->operands[1], &difference.before_number, err);
    if (difference.before)
        difference.after =
            history_find(history, now, last, &difference.after_number, err);
    if (!difference.after)
        return (int)err->code;
    if (options->is_json)
        output_json(history_json_difference(&difference));
    else
        print_difference(options, history, disk, &difference);
    return 0;
}

int command_history(const struct cli_options *options, struct err *err)
{
    struct sys sys = sys_of_machine();
    CLEANUP(history_finish) struct history history = { 0 };
    const char *path = options->operand_count ? options->operands[0] : NULL;
    struct command_disk disk = { 0 };
    int code;

    /* A damaged table is what a saved one is needed for. */
    if (path && !command_disk_read(path, &options->given, true, &disk, err))
        return (int)err->code;
    history_read(&sys, path, &history);
    code = options->operand_count > 1 ? history_differ(options, &history, &disk, err)
                                      : history_list(options, &history, disk.info.layout);
    command_disk_finish(&disk);
    return code;
}
