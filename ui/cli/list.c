/* SPDX-License-Identifier: GPL-3.0-or-later */
/* list.c - the command list: disks and partitions */
#include <stdlib.h>

#include "device/io/sys.h"
#include "device/system/devices.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/report/json.h"
#include "model/report/text.h"
#include "ui/cli/disk.h"
#include "ui/cli/output.h"
#include "ui/cli/run.h"

/* The report in progress: JSON is written at the end, text after each disk. */
struct lister {
    const struct cli_options *options;
    struct report_json *json; /* NULL: text */
    bool is_next;             /* a disk was written already */
    bool is_any;              /* a disk could be read */
};

static void add_disk(struct lister *lister, const struct report_disk *disk)
{
    struct str text = { 0 };

    lister->is_any = true;
    if (lister->json) {
        report_json_add(lister->json, disk);
        return;
    }
    if (lister->is_next)
        str_add(&text, "\n");
    report_text_list(disk, output_has_color(lister->options), &text);
    output_text(stdout, str_text(&text));
    str_finish(&text);
    lister->is_next = true;
}

/* An error is printed, and the other disks are still listed. */
static int list_path(struct lister *lister, const char *path)
{
    struct command_disk disk;
    struct err err = { 0 };

    if (!command_disk_read(path, &lister->options->given, &disk, &err)) {
        if (lister->json)
            report_json_add_error(lister->json, path, err.text);
        output_complain(err.text);
        return (int)err.code;
    }
    struct report_disk report = { .info = &disk.info, .grub_sectors = disk.grub_sectors };
    add_disk(lister, &report);
    int code = layout_damaged_count(disk.info.layout) ? ERR_UNREADABLE : 0;
    command_disk_finish(&disk);
    return code;
}

/* Lists all disks of the machine; one that cannot be opened is described by sysfs. */
static void list_machine(struct lister *lister)
{
    struct sys sys = sys_of_machine();
    struct disk_info *disks;
    size_t count = devices_list(&sys, &disks);

    for (size_t i = 0; i < count; i++) {
        struct command_disk disk;
        struct err err = { 0 };
        if (command_disk_read(disks[i].path, &lister->options->given, &disk, &err)) {
            struct report_disk read = { .info = &disk.info,
                                        .grub_sectors = disk.grub_sectors };
            add_disk(lister, &read);
            command_disk_finish(&disk);
            continue;
        }
        struct report_disk known = { .info = &disks[i] };
        copy_text(disks[i].note, sizeof(disks[i].note), err.text);
        add_disk(lister, &known);
    }
    devices_free(disks, count);
    if (!count && !lister->json)
        output_text(stdout, _("There is no disk here: /sys names none.\n"));
}

/* Returns the exit code of the first disk that failed. */
static int list_paths(struct lister *lister)
{
    int code = 0;

    for (size_t i = 0; i < lister->options->operand_count; i++) {
        int failed = list_path(lister, lister->options->operands[i]);
        code = code ? code : failed;
    }
    return code;
}

int command_list(const struct cli_options *options, struct err *err)
{
    struct lister lister = { .options = options };
    int code = 0;

    (void)err; /* printed for each disk */
    if (options->is_json)
        lister.json = report_json_new(options->operand_count != 1);
    if (options->operand_count)
        code = list_paths(&lister);
    else
        list_machine(&lister);
    /* There is no document for a single DEVICE that cannot be read. */
    if (lister.json && (lister.is_any || options->operand_count != 1))
        output_json(report_json_text(lister.json));
    report_json_free(lister.json);
    return code;
}
