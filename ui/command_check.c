/* SPDX-License-Identifier: GPL-3.0-or-later */
/* command_check.c - is anything off: check */
#include "model/mem.h"
#include "model/report_json.h"
#include "model/report_text.h"
#include "ui/command_disk.h"
#include "ui/command_output.h"
#include "ui/command_run.h"

static void say(const struct cli_options *options, struct report_json *json,
                const struct report_disk *disk)
{
    struct str text = { 0 };

    if (options->is_quiet)
        return;
    if (json) {
        report_json_add(json, disk);
        return;
    }
    report_text_check(disk, options->need, &text);
    output_text(stdout, str_text(&text));
    str_finish(&text);
}

static int fail(const struct cli_options *options, const char *path,
                struct report_json *json, const struct err *err)
{
    if (!options->is_quiet)
        output_complain(err->text);
    if (json)
        report_json_add_error(json, path, err->text);
    return (int)err->code;
}

/* Partitions that no system finds are neither well nor off. */
static bool check_is_seen(const struct command_disk *disk, struct err *err)
{
    const struct note *note =
        layout_note_find(disk->info.layout, "table-other-sector-size");

    return !note || err_set(err, ERR_UNREADABLE, "%s: %s", disk->info.path, note->text);
}

/* 0, 1, or the code of why it could not be read. */
static int check_path(const struct cli_options *options, const char *path,
                      struct report_json *json)
{
    struct command_disk disk;
    struct err err = { 0 };

    if (!command_disk_read(path, &options->given, &disk, &err))
        return fail(options, path, json, &err);
    if (!check_is_seen(&disk, &err)) {
        command_disk_finish(&disk);
        return fail(options, path, json, &err);
    }
    struct report_disk report = { .info = &disk.info, .grub_sectors = disk.grub_sectors };
    say(options, json, &report);
    int code = report_short_of(disk.info.layout, options->need) ? 1 : 0;
    command_disk_finish(&disk);
    return code;
}

int command_check(const struct cli_options *options, struct err *err)
{
    struct report_json *json = NULL;
    int worst = 0;

    (void)err; /* said disk by disk */
    if (options->is_json)
        json = report_json_new(options->operand_count != 1);
    for (size_t i = 0; i < options->operand_count; i++) {
        int code = check_path(options, options->operands[i], json);
        /* What could not be read wins over what is off, and that over what is well. */
        worst = code > worst ? code : worst;
    }
    if (json && !options->is_quiet && (worst < 2 || options->operand_count > 1)) {
        CLEANUP(freep) char *text = report_json_text(json);
        output_json(text);
    }
    report_json_free(json);
    return worst;
}
