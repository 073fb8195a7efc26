/* SPDX-License-Identifier: GPL-3.0-or-later */
/* words_intent.c - what a run is going to write, before it starts */
#include "model/measure/words.h"

#include <math.h>

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/size.h"
#include "model/base/utf8.h"

#define MIB (UINT64_C(1) << 20)

/* Both are rounded up. */
static ull whole_mib(const struct measure_bounds *max)
{
    return (ull)((max->bytes + MIB - 1) / MIB);
}

static unsigned whole_seconds(const struct measure_bounds *max)
{
    return (unsigned)ceil(max->seconds);
}

/* Adds what is written at most, and where; nothing if no area is chosen yet. */
static void add_bounds(const struct measure_bounds *max, struct test_area area,
                       struct lines *ret)
{
    ull mib = whole_mib(max);
    unsigned seconds = whole_seconds(max);
    char size[SIZE_TEXT];

    if (!area.bytes)
        return;
    (void)size_format_iec(area.bytes, size);
    if (area.partition)
        lines_add(ret,
                  ngettext("Writes at most %1$llu MiB in at most %2$u second, inside "
                           "%3$s from byte %4$llu on, in partition %5$u, which is not "
                           "in use.",
                           "Writes at most %1$llu MiB in at most %2$u seconds, inside "
                           "%3$s from byte %4$llu on, in partition %5$u, which is not "
                           "in use.",
                           seconds),
                  mib, seconds, size, (ull)area.start, area.partition);
    else
        lines_add(ret,
                  ngettext("Writes at most %1$llu MiB in at most %2$u second, inside "
                           "%3$s from byte %4$llu on, in free space.",
                           "Writes at most %1$llu MiB in at most %2$u seconds, inside "
                           "%3$s from byte %4$llu on, in free space.",
                           seconds),
                  mib, seconds, size, (ull)area.start);
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

    (void)size_format_iec(plan->block_bytes, size);
    if (plan->is_read) {
        lines_add(ret,
                  _("Reads of %1$s in pairs at random places: one as from sector "
                    "%2$llu, one as from sector %3$llu."),
                  size, base, against);
        lines_add(ret, "%s",
                  _("Nothing is written; reads show next to nothing of alignment."));
    } else {
        add_bounds(&plan->max, plan->area, ret);
        lines_add(ret,
                  _("Writes of %1$s in short runs at random places, by turns as from "
                    "sector %2$llu and %3$llu, each durable before the next."),
                  size, base, against);
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
        add_bounds(&plan->max, plan->area, ret);
        lines_add(
            ret, "%s",
            _("Writes of different sizes at shifted places, each durable before the "
              "next: those inside one physical sector are fast."));
        add_promise(ret);
    }
    if (!plan->is_drive)
        words_add_no_drive(ret);
}

void workload_intent_lines(struct test_area area, const struct measure_bounds *max,
                           size_t count, bool is_drive, struct lines *ret)
{
    unsigned seconds = whole_seconds(max);

    if (count > 1)
        lines_add(ret, "%s",
                  _("Workloads in turns, the starts of each directly after each other."));
    if (max->bytes && area.bytes) {
        add_bounds(max, area, ret);
        add_promise(ret);
    } else {
        lines_add(ret,
                  ngettext("Only reads, for at most %u second.",
                           "Only reads, for at most %u seconds.", seconds),
                  seconds);
    }
    if (!is_drive)
        words_add_no_drive(ret);
}

void workload_files_intent_lines(const char *folder, const struct measure_bounds *max,
                                 struct lines *ret)
{
    CLEANUP(freep) char *name = utf8_clean(folder);
    unsigned seconds = whole_seconds(max);

    lines_add(ret,
              ngettext("Writes new files in %1$s, at most %2$llu MiB in at most %3$u "
                       "second, and removes them at the end.",
                       "Writes new files in %1$s, at most %2$llu MiB in at most %3$u "
                       "seconds, and removes them at the end.",
                       seconds),
              name, whole_mib(max), seconds);
}

void measure_whole_intent_lines(const struct measure_bounds *max, struct lines *ret)
{
    unsigned seconds = whole_seconds(max);

    if (max->bytes)
        lines_add(ret,
                  ngettext("All parts together write at most %1$llu MiB in at most %2$u "
                           "second.",
                           "All parts together write at most %1$llu MiB in at most %2$u "
                           "seconds.",
                           seconds),
                  whole_mib(max), seconds);
    else
        lines_add(ret,
                  ngettext("All parts together take at most %u second.",
                           "All parts together take at most %u seconds.", seconds),
                  seconds);
}
