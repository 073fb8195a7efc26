/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fixing_kernel.c - the table for the kernel, and other programs that use the disk */
#include <string.h>

#include "device/move/fixing/fixing_private.h"
#include "device/system/kernel.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/refusal.h"
#include "model/table/tables.h"

/* --- the table --- */

/* The decoders read any bytes, a sink only whole sectors. */
struct sink_reader {
    const struct sink *sink;
    uint64_t logical;
};

static bool sink_reader_read(void *context, uint64_t offset, void *buf, size_t count)
{
    const struct sink_reader *from = context;
    size_t before = offset % from->logical;
    size_t sectors = (before + count + from->logical - 1) / from->logical;
    CLEANUP(freep) uint8_t *whole = xmalloc(sectors * from->logical);

    if (from->sink->read_back(from->sink->context, offset - before, whole,
                              sectors * from->logical))
        return false;
    memcpy(buf, whole + before, count);
    return true;
}

struct layout *fixing_read_table(const struct fixing *fixing, struct err *err)
{
    const struct limits *limits = &fixing->limits;
    struct sink_reader from = { &fixing->disk.table, limits->logical };
    struct reader disk = { sink_reader_read, &from, limits->size * limits->logical };
    struct layout *layout = NULL;

    if (tables_read(&disk, limits, &layout, err) && !layout)
        (void)err_set(err, ERR_UNREADABLE, "%s",
                      _("There is no partition table on the disk any more."));
    return layout;
}

/* --- the kernel --- */

bool fixing_tell(struct fixing *fixing, const struct layout *after, struct err *err)
{
    struct claim *claim = &fixing->disk.claim;

    if (!fixing->commit->mark.is_block)
        return true;
    claim_release_parts(claim);
    bool is_told = kernel_tell(fixing->sys, fixing->path, sink_disk_fd(claim->disk),
                               fixing->disk.told, after, &fixing->report.warnings);
    layout_unref(fixing->disk.told);
    fixing->disk.told = layout_ref(after);
    if (is_told)
        return !claim->is_shared || claim_parts(fixing->commit, 0, claim, err);
    CLEANUP(freep) char *way_out = kernel_way_out(fixing->sys, fixing->path);
    return err_set(err, ERR_IO, _("The kernel still uses another table. %s"), way_out);
}

bool fixing_is_told(const struct fixing *fixing, const struct layout *after)
{
    CLEANUP(lines_finish) struct lines lines = { 0 };

    return !fixing->commit->mark.is_block ||
           kernel_verify(fixing->sys, fixing->path, sink_disk_fd(fixing->disk.claim.disk),
                         after, &lines);
}

bool fixing_hide(struct fixing *fixing, size_t index, struct err *err)
{
    CLEANUP(layout_unrefp) struct layout *now = fixing_read_table(fixing, err);

    if (!now)
        return false;
    const struct extent *extent =
        layout_find_number(now, fixing->plan.steps[index].number);
    if (!extent)
        return true;
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(now);
    LAYOUT_EACH (slice, now)
        if (slice->parent == extent->id)
            layout_builder_remove(builder, slice->id);
    layout_builder_remove(builder, extent->id);
    CLEANUP(layout_unrefp) struct layout *without = layout_builder_refinish(builder);
    return fixing_tell(fixing, without, err);
}

/* --- other programs --- */

static struct shift_sectors envelope_of(const struct fixing *fixing, size_t index)
{
    const struct journal_step *step = &fixing->plan.steps[index];
    uint64_t low = step->from < step->to ? step->from : step->to;
    uint64_t high = step->from < step->to ? step->to : step->from;

    return (struct shift_sectors){ low, high - low + step->length };
}

static bool check_watch(struct fixing *fixing, struct shift_sectors all, struct err *err)
{
    char users[DISK_USERS];

    if (!watch_is_taken(&fixing->disk.watch, all.lba, all.lba + all.length, users))
        return true;
    return err_refuse(err, REFUSAL_FIX_DISK_TAKEN,
                      _("Another program has begun to use the disk (%s): the move was "
                        "stopped before the next write."),
                      users);
}

bool fixing_watch(struct fixing *fixing, size_t index, struct err *err)
{
    return check_watch(fixing, envelope_of(fixing, index), err);
}

bool fixing_watch_users(struct fixing *fixing, struct err *err)
{
    return check_watch(fixing, (struct shift_sectors){ 0 }, err);
}
