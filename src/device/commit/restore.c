/* SPDX-License-Identifier: GPL-3.0-or-later */
/* restore.c - makes a backup of a table, and previews the restore of one */
#include "device/commit/restore.h"

#include <string.h>

#include "device/system/backup_folder.h"
#include "device/system/devices.h"
#include "device/system/disk.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/refusal.h"
#include "model/base/shell.h"
#include "model/disk/former.h"
#include "model/write/plan.h"

bool restore_take(struct store *store, const struct sys *sys, const struct layout *layout,
                  struct backup_file *ret, struct err *err)
{
    const struct limits *limits = layout_limits(layout);
    struct backup_file backup = { .size = limits->size, .logical = limits->logical };
    struct reader reader = store_reader(store);
    struct disk_info info = { 0 };

    if (!table_runs(&reader, layout, &backup.runs, &backup.count, err))
        return false;
    devices_describe(sys, store_path(store), &info);
    copy_text(backup.path, sizeof(backup.path), store_path(store));
    copy_text(backup.model, sizeof(backup.model), info.model);
    copy_text(backup.serial, sizeof(backup.serial), info.serial);
    copy_text(backup.label, sizeof(backup.label), label_name(layout_label(layout)));
    backup_time(backup.time, sizeof(backup.time));
    *ret = backup;
    return true;
}

/* The positions of the sectors are valid only on a disk of the same size. */
static bool is_of_this_size(const struct store *store, const struct layout *base,
                            const struct backup_file *backup, struct err *err)
{
    const struct limits *limits = layout_limits(base);

    if (backup->size == limits->size && backup->logical == limits->logical)
        return true;
    return err_refuse(
        err, REFUSAL_BACKUP_OF_OTHER_SIZE,
        ngettext("The backup was taken from a disk of %1$llu sector of %2$llu bytes; "
                 "%3$s has %4$llu of %5$llu bytes.",
                 "The backup was taken from a disk of %1$llu sectors of %2$llu bytes; "
                 "%3$s has %4$llu of %5$llu bytes.",
                 backup->size),
        (ull)backup->size, (ull)backup->logical, store_path(store), (ull)limits->size,
        (ull)limits->logical);
}

/* The path of a file may differ, but hardly its name. */
static bool is_same_name(const char *a, const char *b)
{
    const char *in_a = strrchr(a, '/'), *in_b = strrchr(b, '/');

    return !strcmp(in_a ? in_a + 1 : a, in_b ? in_b + 1 : b);
}

static void warn_of_other_disk(const struct sys *sys, const struct store *store,
                               const struct backup_file *backup, struct lines *ret)
{
    struct disk_info info = { 0 };

    devices_describe(sys, store_path(store), &info);
    if (strcmp(backup->serial, info.serial) != 0 ||
        strcmp(backup->model, info.model) != 0) {
        lines_add(ret,
                  _("The backup was taken from another disk: %1$s (%2$s, serial number "
                    "%3$s)."),
                  backup->path, *backup->model ? backup->model : "-",
                  *backup->serial ? backup->serial : "-");
    } else if (!*info.serial && !is_same_name(backup->path, store_path(store))) {
        lines_add(ret,
                  _("The backup was taken from %s. Neither has a serial number by which "
                    "it could be told whether it is the same disk."),
                  backup->path);
    }
}

/* Decodes the table of the planned disk with the limits of the current disk. */
static struct layout *read_planned(struct store *store, const struct layout *base,
                                   const struct write_plan *plan, struct err *err)
{
    const struct limits *limits = layout_limits(base);
    struct limits_given given = { .logical = limits->logical,
                                  .physical = limits->physical,
                                  .grain = limits->grain,
                                  .alignment_offset = limits->alignment_offset,
                                  .has_alignment_offset = true };
    struct reader disk = store_reader(store);
    struct write_plan_view view;
    struct reader reader = write_plan_reader(&view, &disk, plan, plan->count);
    CLEANUP(store_closep)
    struct store *planned = store_of_reader(store_path(store), &reader);

    return disk_read_over(planned, &given, err);
}

/* Returns the extent of BASE at the same position; NULL: none. */
static const struct extent *restore_find_same(const struct layout *base,
                                              const struct extent *extent)
{
    LAYOUT_EACH (other, base)
        if (other->start == extent->start && other->kind != EXTENT_FREE &&
            (other->kind == extent->kind ||
             (extent_is_entry(extent) &&
              (extent_is_entry(other) || former_is_same(other, extent)))))
            return other;
    return NULL;
}

static uint32_t restored_id(const struct layout *base, const struct layout *read,
                            uint32_t id)
{
    const struct extent *extent = layout_find(read, id);
    const struct extent *same = extent ? restore_find_same(base, extent) : NULL;

    if (!extent)
        return 0;
    return same ? same->id : LAYOUT_ID_FREE + id;
}

/* Returns READ with the ids, known contents and users of BASE. */
static struct layout *restore_adopt_ids(const struct layout *base,
                                        const struct layout *read, struct err *err)
{
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder =
        layout_builder_new(layout_limits(base), layout_label(read));

    for (size_t i = 0; i < layout_count(read); i++) {
        struct extent extent = *layout_at(read, i);
        const struct extent *same = restore_find_same(base, &extent);

        if (extent.kind == EXTENT_FREE)
            continue;
        extent.id = restored_id(base, read, extent.id);
        extent.parent = restored_id(base, read, extent.parent);
        extent.ebr = restored_id(base, read, extent.ebr);
        if (same && same->length == extent.length) {
            extent.content = same->content;
            extent.use = same->use;
        }
        (void)layout_builder_add(builder, &extent);
    }
    for (size_t i = 0; i < layout_note_count(read); i++) {
        const struct note *note = layout_note_at(read, i);
        layout_builder_note(builder, note->id, "%s", note->text);
    }
    return layout_builder_finish(builder, err);
}

/* Returns the layout as the decoders read it, with the sectors of BACKUP. */
static struct layout *read_restored(struct store *store, const struct layout *base,
                                    const struct backup_file *backup, struct err *err)
{
    struct reader disk = store_reader(store);
    struct write_plan plan = { 0 };

    if (!write_plan_of_runs(&disk, base, backup->runs, backup->count, &plan, err)) {
        err_add_untouched(err);
        return NULL;
    }
    struct layout *read = read_planned(store, base, &plan, err);
    write_plan_finish(&plan);
    return read;
}

struct layout *restore_preview(struct store *store, const struct sys *sys,
                               const struct layout *base,
                               const struct backup_file *backup,
                               struct lines *ret_warnings, struct err *err)
{
    if (!is_of_this_size(store, base, backup, err)) {
        err_add_untouched(err);
        return NULL;
    }
    CLEANUP(layout_unrefp) struct layout *read = read_restored(store, base, backup, err);
    if (!read)
        return NULL;
    warn_of_other_disk(sys, store, backup, ret_warnings);
    return restore_adopt_ids(base, read, err);
}
