/* SPDX-License-Identifier: GPL-3.0-or-later */
/* moving_table.c - writes the table's entry of a partition while its data is moved */
#include "device/move/fixing/moving_table.h"

#include <string.h>

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/move/journal/moving_entry.h"
#include "model/table/tables.h"
#include "model/write/plan.h"
#include "model/write/whitelist.h"

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

static struct layout *read_moving(const struct reader *disk, const struct limits *limits,
                                  struct err *err)
{
    struct layout *layout = NULL;

    if (tables_read(disk, limits, &layout, err) && !layout)
        (void)err_set(err, ERR_UNREADABLE, "%s",
                      _("There is no partition table on the disk any more."));
    return layout;
}

static bool plan_moving(const struct reader *disk, const struct layout *now,
                        const struct layout *wanted, struct write_plan *ret,
                        struct err *err)
{
    if (!write_plan_make(disk, now, wanted, ret, err))
        return false;
    if (whitelist_check(disk, now, wanted, ret, err))
        return true;
    write_plan_finish(ret);
    return false;
}

/* Without writes it flushes too: a program that was killed may have written what is
 * there, and not flushed it. In a recovery its first flush has done that already. */
static bool write_moving(const struct sink *sink, const struct write_plan *plan,
                         struct err *err)
{
    size_t done;
    int error = plan->count ? 0 : sink->flush(sink->context);

    if (error)
        return err_set(err, ERR_IO, _("The disk cannot be flushed: %s."),
                       strerror(error));
    return sink_write_plan(sink, plan, &done, err) && sink_verify_plan(sink, plan, err);
}

static struct reader reader_of_sink(struct sink_reader *from, const struct limits *limits)
{
    return (struct reader){ sink_reader_read, from, limits->size * limits->logical };
}

struct layout *moving_table_read(const struct sink *sink, const struct limits *limits,
                                 struct err *err)
{
    struct sink_reader from = { sink, limits->logical };
    struct reader disk = reader_of_sink(&from, limits);

    return read_moving(&disk, limits, err);
}

bool moving_table_change(const struct sink *sink, const struct limits *limits,
                         moving_table_fn wanted, void *context, struct err *err)
{
    struct sink_reader from = { sink, limits->logical };
    struct reader disk = reader_of_sink(&from, limits);
    struct write_plan writes = { 0 };

    CLEANUP(layout_unrefp) struct layout *now = read_moving(&disk, limits, err);
    if (!now)
        return false;
    CLEANUP(layout_unrefp) struct layout *after = wanted(now, context, err);
    if (!after || !plan_moving(&disk, now, after, &writes, err))
        return false;
    bool is_done = write_moving(sink, &writes, err);
    write_plan_finish(&writes);
    return is_done;
}

struct moving_label {
    const struct journal_plan *plan;
    size_t index;
    enum shift_label label;
};

static struct layout *moving_label_wanted(const struct layout *now, void *context,
                                          struct err *err)
{
    const struct moving_label *moving = context;

    return moving_entry_set(now, moving->plan, moving->index, moving->label, err);
}

bool moving_table_set(const struct sink *sink, const struct limits *limits,
                      const struct journal_plan *plan, size_t index,
                      enum shift_label label, struct err *err)
{
    struct moving_label moving = { plan, index, label };

    return moving_table_change(sink, limits, moving_label_wanted, &moving, err);
}
