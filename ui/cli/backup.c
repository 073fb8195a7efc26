/* SPDX-License-Identifier: GPL-3.0-or-later */
/* backup.c - the commands backup and restore: every sector of a table in a file */
#include <stdio.h>
#include <unistd.h>

#include "device/commit/backup.h"
#include "device/commit/restore.h"
#include "device/move/unfinished/unfinished.h"
#include "device/system/disk.h"
#include "device/system/topology.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/shell.h"
#include "model/base/str.h"
#include "model/base/utf8.h"
#include "model/report/json.h"
#include "ui/cli/change.h"
#include "ui/cli/options_table.h"
#include "ui/cli/output.h"
#include "ui/cli/patience.h"
#include "ui/cli/run.h"

static uint64_t count_sectors(const struct backup_file *backup)
{
    uint64_t count = 0;

    for (size_t i = 0; i < backup->count; i++)
        count += backup->runs[i].count;
    return count;
}

static void backup_report(const struct cli_options *options,
                          const struct backup_file *backup)
{
    CLEANUP(str_finish) struct str text = { 0 };
    CLEANUP(freep) char *disk = utf8_clean(options->operands[0]);
    CLEANUP(freep) char *file = utf8_clean(options->operands[1]);
    ull sectors = count_sectors(backup);

    if (options->is_json) {
        output_json(report_json_backup(options->operands[0], options->operands[1], backup,
                                       !options->is_dry_run));
        return;
    }
    if (options->is_dry_run)
        str_printf(&text,
                   ngettext("%1$llu sector of %2$s would go to %3$s. Nothing was "
                            "written.\n",
                            "%1$llu sectors of %2$s would go to %3$s. Nothing was "
                            "written.\n",
                            (unsigned long)sectors),
                   sectors, disk, file);
    else
        str_printf(&text,
                   ngettext("%1$llu sector of %2$s is saved in %3$s\n",
                            "%1$llu sectors of %2$s are saved in %3$s\n",
                            (unsigned long)sectors),
                   sectors, disk, file);
    output_text(stdout, str_text(&text));
}

static bool backup_read_sectors(const struct cli_options *options,
                                struct backup_file *ret, struct err *err)
{
    struct sys sys = sys_of_machine();
    CLEANUP(store_closep) struct store *store = store_open(options->operands[0], err);

    if (!store)
        return false;
    CLEANUP(layout_unrefp)
    struct layout *layout = disk_read(store, &options->given, err);
    return layout && restore_take(store, &sys, layout, ret, err);
}

/* A FILE that is there, but is not what it should be, can be a DEVICE. */
static int fail_file(const struct cli_options *options, const char *file, struct err *err)
{
    const struct cli_command_row *row = &cli_commands[options->command];
    struct err why = *err;

    if (access(file, F_OK))
        return (int)err->code;
    *err = (struct err){ 0 };
    (void)err_pass(err, &why, _("%1$s The order is: alidade %2$s %3$s"), why.text,
                   row->name, _(row->operands));
    return (int)err->code;
}

int command_backup(const struct cli_options *options, struct err *err)
{
    const char *file = options->operands[1];
    struct sys sys = sys_of_machine();
    struct backup_file backup;
    struct patience patience;

    patience_begin(&patience, options->operands[0], NULL);
    bool is_read = backup_read_sectors(options, &backup, err);
    patience_end(&patience);
    if (!is_read)
        return fail_file(options, file, err);
    bool is_done = options->is_dry_run ? backup_is_possible(file, err)
                                       : backup_save(file, &backup, err);
    if (is_done)
        backup_report(options, &backup);
    const char *lifetime = is_done ? backup_lifetime_words(&sys, file) : NULL;
    if (lifetime)
        output_complain(lifetime);
    backup_file_finish(&backup);
    return is_done ? 0 : fail_file(options, file, err);
}

static bool restore_make_preview(struct change *change, struct err *err)
{
    struct patience patience;

    patience_begin(&patience, change->path, NULL);
    struct store *store = store_open(change->path, err);
    if (store)
        change->preview = restore_preview(store, &change->sys, change->disk.info.layout,
                                          change->backup, &change->warnings, err);
    /* A table that was lost may be the one that leads to a fix. */
    bool is_free = !change->preview ||
                   abandoned_find(store, change->preview, &change->abandoned, err);
    store_close(store);
    patience_end(&patience);
    return is_free && change->preview;
}

/* A power failure can leave the physical sector with the table unreadable. What else was
 * in it is lost, and the drive refuses it until it is written as a whole. */
static bool restore_explain(const struct cli_options *options, struct err *err)
{
    const char *path = options->operands[1];
    struct limits limits;
    CLEANUP(store_closep) struct store *store = store_open(path, ERR_IGNORED);

    if (!store || !topology_read(store, &options->given, &limits, ERR_IGNORED))
        return false;
    CLEANUP(freep) uint8_t *first = xmalloc((size_t)limits.logical);
    struct reader reader = store_reader(store);
    if (reader_read(&reader, 0, first, (size_t)limits.logical))
        return false;
    CLEANUP(freep) char *quoted = shell_path(path);
    *err = (struct err){ 0 };
    return err_set(
        err, ERR_UNREADABLE,
        _("The first sector of %1$s cannot be read. If a fix was interrupted, "
          "run: alidade resume %1$s. If not, first make it readable, with "
          "zeros: dd if=/dev/zero of=%1$s bs=%2$llu count=1 conv=notrunc,fsync "
          "oflag=direct"),
        quoted, (ull)limits.physical);
}

static bool restore_begin(struct change *change, const struct cli_options *options,
                          struct err *err)
{
    if (change_begin(change, options, options->operands[1], false, err))
        return true;
    return err->code == ERR_UNREADABLE && restore_explain(options, err);
}

int command_restore(const struct cli_options *options, struct err *err)
{
    struct change change = { 0 };
    struct backup_file backup;

    if (!backup_load(options->operands[0], &backup, err))
        return fail_file(options, options->operands[0], err);
    change.backup = &backup;
    bool is_ready =
        restore_begin(&change, options, err) && restore_make_preview(&change, err);
    int code = is_ready ? change_carry_out(&change, options, err) : (int)err->code;
    change_finish(&change);
    backup_file_finish(&backup);
    return code;
}
