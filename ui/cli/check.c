/* SPDX-License-Identifier: GPL-3.0-or-later */
/* check.c - the command check: tells by its exit code if anything is misaligned */
#include "model/base/mem.h"
#include "model/disk/note_weight.h"
#include "model/report/json.h"
#include "model/report/text.h"
#include "ui/cli/disk.h"
#include "ui/cli/output.h"
#include "ui/cli/run.h"

static void check_print(const struct cli_options *options, struct report_json *json,
                        const struct report_disk *disk)
{
    struct report_check check = { options->need, options->is_verbose };
    struct str text = { 0 };

    if (options->is_quiet)
        return;
    if (json) {
        report_json_add(json, disk);
        return;
    }
    report_text_check(disk, &check, &text);
    output_text(stdout, str_text(&text));
    str_finish(&text);
}

static int check_fail(const struct cli_options *options, const char *path,
                      struct report_json *json, const struct err *err)
{
    if (!options->is_quiet)
        output_complain(err->text);
    if (json)
        report_json_add_error(json, path, err->text);
    return (int)err->code;
}

/* A damaged table takes precedence over misaligned partitions, which are still judged. */
static int code_of(const struct layout *layout, enum report_need need)
{
    if (note_is_damaged(layout))
        return ERR_UNREADABLE;
    return report_short_of(layout, need) ? 1 : 0;
}

/* The result for all disks. */
struct checked {
    struct report_json *json; /* NULL: text */
    bool is_any_read;
    int worst;
};

static void check_path(const struct cli_options *options, const char *path,
                       struct checked *checked)
{
    struct command_disk disk;
    struct err err = { 0 };
    int code;

    if (command_disk_read(path, &options->given, &disk, &err)) {
        struct report_disk report = { .info = &disk.info,
                                      .grub_sectors = disk.grub_sectors };
        check_print(options, checked->json, &report);
        code = code_of(disk.info.layout, options->need);
        checked->is_any_read = true;
        command_disk_finish(&disk);
    } else {
        code = check_fail(options, path, checked->json, &err);
    }
    /* The worst disk decides: unreadable, misaligned, aligned. */
    checked->worst = code > checked->worst ? code : checked->worst;
}

int command_check(const struct cli_options *options, struct err *err)
{
    struct checked checked = { 0 };

    (void)err; /* printed for each disk */
    if (options->is_json)
        checked.json = report_json_new(options->operand_count != 1);
    for (size_t i = 0; i < options->operand_count; i++)
        check_path(options, options->operands[i], &checked);
    /* There is no document for a single DEVICE that cannot be read. */
    bool has_document = checked.is_any_read || options->operand_count > 1;
    if (checked.json && !options->is_quiet && has_document)
        output_json(report_json_text(checked.json));
    report_json_free(checked.json);
    return checked.worst;
}
