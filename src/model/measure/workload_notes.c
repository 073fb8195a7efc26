/* SPDX-License-Identifier: GPL-3.0-or-later */
/* workload_notes.c - notes for reading the figures of a preset */
#include "model/measure/workload_figure.h"

#include "model/base/decimal.h"
#include "model/base/intl.h"
#include "model/base/size.h"

/* Sources of the published rows, and figures that match none of our workloads. */
static const char *const notes[PRESET_COUNT][5] = {
    [PRESET_APOLLO] = {
        N_("The published rows (1 GiB each, 2011) went through the page cache of the "
           "whole disk: at 34 and 42 they time the kernel too, which first reads what it "
           "lacks of its own pages.  Ours go past it, to the drive."),
        N_("Over 8 GiB the same program took 80.2 s at sector 0 and 471.2 s at 34: 102 "
           "and 17.4 MiB/s.  Copying 13 GiB of files to a start that is off took 19 min "
           "13 s."),
    },
    [PRESET_OPENBSD] = {
        N_("The published rows are dd of 2 GiB to a file (OpenBSD, 2010).  WD10EARS is "
           "aligned with its jumper set, and one sector off without it; WD10EADS has "
           "sectors of 512 bytes, in another machine that was not idle."),
        N_("What files cost there, aligned and off: unpacking the source tree 6 min 26 s "
           "and 14 min 30 s, make obj 28.5 s and 61.4 s, make build 36 min 7 s and 70 "
           "min 52 s, the kernel 2 min 28 s and 2 min 48 s."),
    },
    [PRESET_FIO] = {
        N_("The published rows are fio's averages over 60 s (2019), on partitions at "
           "131072 and 131074 KiB and in a file on ext4; their times are of the fsync "
           "alone."),
        N_("Past the page cache each request is on the medium before the next: that is "
           "the drive.  Through the page cache of the whole disk the kernel makes whole "
           "pages of what is off: that is mostly the kernel.  Past it and not synced, "
           "little difference was seen in 2019: the drive's cache hides it."),
    },
    [PRESET_DD] = {
        N_("The published rows are dd of 1.7 GB in pieces of 16 KiB (2011): the aligned "
           "one on the whole disk, the others through a file system at sector 63."),
    },
    [PRESET_AVERAGE] = {
        N_("The published rows are of the disk utility of Ubuntu 13.10 on three "
           "controllers; ESXi: the controller was passed through to a guest."),
    },
};

static bool has_kind(const struct workload_result *results, size_t count,
                     bool (*is_meant)(enum workload_kind kind))
{
    for (size_t i = 0; i < count; i++)
        if (is_meant(results[i].kind))
            return true;
    return false;
}

static bool is_sequential_read(enum workload_kind kind)
{
    return kind >= WORKLOAD_READ_4K && kind <= WORKLOAD_READ_1M;
}

static bool is_plain_write(enum workload_kind kind)
{
    return (kind >= WORKLOAD_WRITE_4K && kind <= WORKLOAD_WRITE_1M) ||
           kind == WORKLOAD_AVERAGE_WRITE;
}

static void add_base_note(struct lines *ret)
{
    lines_add(ret, "%s",
              _("BASE is counted from a window that begins at a multiple of 1 MiB, never "
                "from LBA 0, and the writes wrap at the window's end."));
}

/* "0m12.545s", as the shell's time prints it. */
static void add_time(const char *word, double seconds, struct lines *ret)
{
    char buf[DECIMAL_TEXT];
    unsigned long long minutes = (unsigned long long)(seconds / 60);
    double rest = seconds - (double)minutes * 60;

    lines_add(ret, "%s  %llum%ss", word, minutes, decimal_format(rest, 3, buf));
}

void workload_align_bench_lines(const char *path, const struct workload_order *order,
                                const struct workload_result *result, struct lines *ret)
{
    /* The original output, which scripts search for. */
    lines_add(ret, "part-align-bench: %s base sector=%llu stride=%llu size=%llu %s", path,
              (ull)order->start_lba, (ull)(order->stride ? order->stride : 4096),
              (ull)order->bytes, order->is_synced ? "do_sync" : "no_sync");
    add_time("real", result->seconds, ret);
    add_time("user", result->user_seconds, ret);
    add_time("sys ", result->system_seconds, ret);
    add_base_note(ret);
}

void workload_note_lines(enum preset preset, const struct workload_result *results,
                         size_t count, struct lines *ret)
{
    char size[SIZE_TEXT];
    uint64_t bytes = 0;

    for (size_t i = 0; i < count; i++)
        bytes += results[i].bytes;
    if (preset == PRESET_APOLLO && count) {
        lines_add(ret, _("Our rows wrote %s together (-s: at most)."),
                  size_format_iec(bytes, size));
        add_base_note(ret);
    }
    for (size_t i = 0; i < 5 && notes[preset][i]; i++)
        lines_add(ret, "%s", _(notes[preset][i]));
    if (has_kind(results, count, is_sequential_read))
        lines_add(ret, "%s",
                  _("Sequential reads go on over the disk and read no place twice, or "
                    "the drive's cache would answer."));
    if (has_kind(results, count, is_plain_write))
        lines_add(ret, "%s",
                  _("Writes that are not durable one by one are flushed at the end of "
                    "each turn and before the window is written anew, and that counts."));
}
