/* SPDX-License-Identifier: GPL-3.0-or-later */
/* words_intent.c - what is written where, before and after a run */
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/size.h"
#include "model/measure/words_private.h"

void words_add_no_drive(struct lines *ret)
{
    lines_add(ret, "%s",
              _("This is not the drive: an image file, a loop or a mapped device stands "
                "before it."));
}

void measure_written_lines(struct test_area area, uint64_t bytes_written,
                           bool is_unchanged, const struct limits *limits,
                           struct lines *ret)
{
    char size[SIZE_TEXT];
    ull first = (ull)(area.start / limits->logical);
    ull last = (ull)((area.start + area.bytes) / limits->logical - 1);

    (void)size_format_exact(bytes_written, size);
    if (area.partition)
        lines_add(ret,
                  _("Written: %1$s, all of it in sectors %2$llu to %3$llu of partition "
                    "%4$u, as it was read there."),
                  size, first, last, area.partition);
    else
        lines_add(ret,
                  _("Written: %1$s, all of it in sectors %2$llu to %3$llu of the free "
                    "space, as it was read there."),
                  size, first, last);
    if (is_unchanged)
        lines_add(ret, "%s", _("Compared afterwards: nothing on the disk has changed."));
}

void words_add_written(struct test_area area, uint64_t bytes_written, bool is_unchanged,
                       bool is_only_read, const struct limits *limits, struct lines *ret)
{
    if (bytes_written)
        measure_written_lines(area, bytes_written, is_unchanged, limits, ret);
    else if (is_only_read)
        lines_add(ret, "%s", _("Nothing was written."));
}

void words_add_refused(struct lines *ret)
{
    lines_add(ret, "%s", _("Nothing was measured, and nothing was written."));
}

/* Adds nothing if no area is chosen yet. */
static void add_area(struct test_area area, struct lines *ret)
{
    char size[SIZE_TEXT];

    if (!area.bytes)
        return;
    (void)size_format_exact(area.bytes, size);
    if (area.partition)
        lines_add(ret,
                  _("It stays inside %1$s from byte %2$llu on, in partition %3$u, which "
                    "nobody uses."),
                  size, (ull)area.start, area.partition);
    else
        lines_add(ret, _("It stays inside %1$s from byte %2$llu on, in free space."),
                  size, (ull)area.start);
}

static void add_promise(struct lines *ret)
{
    lines_add(ret, "%s",
              _("Every block written is the block that was read there: no data changes, "
                "whenever it ends. Do not unplug the drive meanwhile."));
}

void bench_intent_lines(const struct bench_result *plan, struct lines *ret)
{
    char size[SIZE_TEXT];
    ull base = (ull)plan->arms[ARM_BASE].start_lba;
    ull against = (ull)plan->arms[ARM_AGAINST].start_lba;

    (void)size_format_exact(plan->block_bytes, size);
    if (plan->is_read) {
        lines_add(ret,
                  _("Reads of %1$s in pairs at places by chance: one as from sector "
                    "%2$llu, one as from sector %3$llu."),
                  size, base, against);
        lines_add(ret, "%s",
                  _("Nothing is written; reads show next to nothing of alignment."));
    } else {
        lines_add(ret,
                  _("Writes of %1$s in pairs at places by chance: one as from sector "
                    "%2$llu, one as from sector %3$llu, each on the medium before the "
                    "next; 16 MiB at most."),
                  size, base, against);
        add_area(plan->area, ret);
        add_promise(ret);
    }
    if (!plan->is_drive)
        words_add_no_drive(ret);
}

void probe_intent_lines(const struct probe_result *plan, struct lines *ret)
{
    if (plan->is_read) {
        lines_add(ret, "%s",
                  _("Reads across every power of two. Nothing is written; the size of "
                    "physical sectors cannot be found this way."));
    } else {
        lines_add(ret, "%s",
                  _("Writes of different sizes at shifted places, each on the medium "
                    "before the next: those inside one physical sector are fast."));
        add_area(plan->area, ret);
        add_promise(ret);
    }
    if (!plan->is_drive)
        words_add_no_drive(ret);
}

void workload_intent_lines(struct test_area area, uint64_t bytes, bool is_drive,
                           struct lines *ret)
{
    char size[SIZE_TEXT];

    if (bytes && area.bytes) {
        (void)size_format_exact(bytes, size);
        lines_add(ret, _("Workloads, a piece of each in turn; they write %s at most."),
                  size);
        add_area(area, ret);
        add_promise(ret);
    } else {
        lines_add(ret, "%s", _("Workloads, a piece of each in turn; they only read."));
    }
    if (!is_drive)
        words_add_no_drive(ret);
}
