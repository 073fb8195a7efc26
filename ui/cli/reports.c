/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reports.c - the commands list and check: reports on one disk or several */
#include <sys/stat.h>

#include "device/io/sys.h"
#include "device/system/devices.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/disk/note_weight.h"
#include "model/report/json.h"
#include "model/report/text.h"
#include "ui/cli/disk.h"
#include "ui/cli/lacks.h"
#include "ui/cli/output.h"
#include "ui/cli/patience.h"
#include "ui/cli/run.h"

/* JSON is written at the end, text after each disk. */
struct reports {
    const struct cli_options *options;
    bool is_check;
    struct report_json *json; /* NULL: text */
    bool is_any;              /* there was a disk */
    bool is_missing_told;     /* NOTE_PARTED_MISSING */
};

/* The lack of libparted is the machine's: text names it with the first disk only. */
static void reports_tell_once(struct reports *reports, struct disk_info *info)
{
    if (reports->json || !layout_note_find(info->layout, NOTE_PARTED_MISSING))
        return;
    if (reports->is_missing_told) {
        CLEANUP(layout_builder_freep)
        struct layout_builder *builder = layout_builder_from(info->layout);
        layout_builder_drop_note(builder, NOTE_PARTED_MISSING);
        layout_unref(info->layout);
        info->layout = layout_builder_refinish(builder);
    }
    reports->is_missing_told = true;
}

static void reports_add(struct reports *reports, const struct report_disk *disk)
{
    const struct cli_options *options = reports->options;
    struct report_check check = { options->need, options->is_verbose };
    CLEANUP(str_finish) struct str text = { 0 };
    char color[TERM_SEQUENCE];

    if (reports->json)
        report_json_add(reports->json, disk);
    else if (reports->is_check)
        report_text_check(disk, &check, &text);
    else {
        str_add(&text, reports->is_any ? "\n" : "");
        report_text_list(disk, output_off_color(options, color), &text);
    }
    reports->is_any = true;
    if (!options->is_quiet)
        output_text(stdout, str_text(&text));
}

static bool reports_read(const struct reports *reports, const char *path,
                         struct command_disk *ret, struct err *err)
{
    if (!command_disk_read(path, &reports->options->given, false, ret, err))
        return false;
    command_disk_note(ret, path, reports->is_check);
    if (reports->is_check && reports->options->is_verbose)
        command_disk_note_lost(ret, path);
    return true;
}

/* For check a damaged table takes precedence over misaligned partitions. */
static int reports_code(const struct reports *reports, const struct layout *layout)
{
    if (!reports->is_check)
        return layout_damaged_count(layout) ? ERR_UNREADABLE : 0;
    if (note_has_damage(layout) || layout_limits(layout)->is_base_unknown)
        return ERR_UNREADABLE;
    return report_short_of(layout, reports->options->need) ? 1 : 0;
}

/* Returns the exit code for the disk at PATH; an error is printed. */
static int reports_add_path(struct reports *reports, const char *path)
{
    struct command_disk disk;
    struct err err = { 0 };

    if (!reports_read(reports, path, &disk, &err)) {
        if (reports->json)
            report_json_add_error(reports->json, path, &err);
        if (!reports->options->is_quiet)
            output_complain(err.text);
        return (int)err.code;
    }
    struct report_disk report = command_disk_report(&disk);
    int code = reports_code(reports, disk.info.layout);
    reports_tell_once(reports, &disk.info);
    reports_add(reports, &report);
    command_disk_finish(&disk);
    return code;
}

/* Adds all disks of the machine; one that cannot be opened is described by sysfs. */
static void reports_add_machine(struct reports *reports, const struct sys *sys)
{
    struct disk_info *disks;
    size_t count = devices_list(sys, &disks);

    for (size_t i = 0; i < count; i++) {
        struct command_disk disk;
        struct err err = { 0 };
        if (reports_read(reports, disks[i].path, &disk, &err)) {
            struct report_disk read = command_disk_report(&disk);
            reports_add(reports, &read);
            command_disk_finish(&disk);
            continue;
        }
        struct report_disk known = { .info = &disks[i] };
        copy_text(disks[i].note, sizeof(disks[i].note), err.text);
        reports_add(reports, &known);
    }
    disk_info_free(disks, count);
    if (!count && !reports->json)
        output_text(stdout, _("There is no disk here: /sys names none.\n"));
}

/* Returns a block device of the operands, else the first one; NULL: none. */
static const char *device_operand(const struct cli_options *options)
{
    const char *found = options->operand_count ? options->operands[0] : NULL;
    struct patience patience;
    struct stat status;

    patience_begin(&patience, found, NULL);
    for (size_t i = options->operand_count; i-- > 0;)
        if (!stat(options->operands[i], &status) && S_ISBLK(status.st_mode))
            found = options->operands[i];
    patience_end(&patience);
    return found;
}

/* The exit code of check is that of the worst disk, of list that of the first failure. */
static int reports_write(const struct cli_options *options, bool is_check)
{
    struct reports reports = { .options = options, .is_check = is_check };
    struct sys sys = sys_of_machine();
    int code = 0;

    if (!options->is_quiet)
        lacks_tell(&sys, device_operand(options));
    if (options->is_json)
        reports.json = report_json_new(options->operand_count != 1);
    for (size_t i = 0; i < options->operand_count; i++) {
        int own = reports_add_path(&reports, options->operands[i]);
        if (!code || (is_check && own > code))
            code = own;
    }
    if (!options->operand_count)
        reports_add_machine(&reports, &sys);
    /* There is no document for a single DEVICE that cannot be read. */
    bool has_document = reports.is_any || options->operand_count != 1;
    if (reports.json && has_document && !options->is_quiet)
        output_json(report_json_text(reports.json));
    report_json_free(reports.json);
    return code;
}

int command_list(const struct cli_options *options, struct err *err)
{
    (void)err; /* printed for each disk */
    return reports_write(options, false);
}

int command_check(const struct cli_options *options, struct err *err)
{
    (void)err; /* printed for each disk */
    return reports_write(options, true);
}
