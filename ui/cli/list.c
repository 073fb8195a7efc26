/* SPDX-License-Identifier: GPL-3.0-or-later */
/* list.c - disks and partitions as a report: list */
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

/* One report under way: JSON comes out at the end, text after each disk. */
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

/* What cannot be read is said, and the others are listed all the same. */
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

/* All disks of the machine; one that may not be opened is shown as sysfs knows it. */
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

/* The first failure is the exit code: later ones are the same kind of news. */
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

    (void)err; /* said disk by disk */
    if (options->is_json)
        lister.json = report_json_new(options->operand_count != 1);
    if (options->operand_count)
        code = list_paths(&lister);
    else
        list_machine(&lister);
    /* One DEVICE that cannot be read has no document: the sentence says it all. */
    if (lister.json && (lister.is_any || options->operand_count != 1)) {
        CLEANUP(freep) char *text = report_json_text(lister.json);
        output_json(text);
    }
    report_json_free(lister.json);
    return code;
}
