/* SPDX-License-Identifier: GPL-3.0-or-later */
/* words.c - reasons, phases, times and ratios as text */
#include "model/measure/words.h"

#include <assert.h>

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/size.h"

static const struct {
    const char *id;   /* for JSON and saved results */
    const char *text; /* sentence */
} reasons[REASON_COUNT] = {
    [REASON_TIME] = { "time",
                      N_("The time allowed was over before the question was decided.") },
    [REASON_WRITES] = { "writes", N_("As many writes as are allowed were made before the "
                                     "question was decided.") },
    [REASON_STOPPED] = { "stopped",
                         N_("It was stopped before the question was decided.") },
    [REASON_DRIFTING] = { "drifting", N_("The drive became slower or faster all the "
                                         "time: such times cannot be compared.") },
    [REASON_BURSTS] = { "bursts",
                        N_("Many writes took far longer than the rest, as where a cache "
                           "is emptied: such times cannot be compared.") },
    [REASON_FLUSH_LIES] = { "flush-lies",
                            N_("Writes come back faster than the platter turns: the "
                               "drive says they are on the medium before they are.") },
    [REASON_BUFFER] = { "buffer",
                        N_("Writes come back faster than reads: a buffer may answer for "
                           "the medium and hide a difference.") },
    [REASON_CHANGING] = { "changing",
                          N_("Two reads of the same sectors differ: another program "
                             "writes there, or the drive fails. Nothing was written.") },
    [REASON_CHANGED] = { "changed",
                         N_("The sectors that were measured are not what they were "
                            "before: another program wrote there, or the drive fails.") },
    [REASON_READ_ERROR] = { "read-error",
                            N_("No place was found that can be read without an error.") },
    [REASON_WRITE_ERROR] = { "write-error",
                             N_("A write failed; it was not tried again.") },
    [REASON_FULL] = { "full",
                      N_("A write failed: the file system that holds the image is "
                         "full.") },
    [REASON_BUSY] = { "busy",
                      N_("The kernel refused a write, because the disk is in use: "
                         "no write more was made.") },
    [REASON_UNREADABLE] = { "unreadable", N_("Sectors that were measured can no longer "
                                             "be read: the drive fails, or is gone.") },
    [REASON_REWRITTEN] = { "mended",
                           N_("Sectors could not be read after they were measured. What "
                              "had been read there was written once more, and is there "
                              "again; but the drive may fail: save what is on it.") },
    [REASON_TAKEN] = { "taken",
                       N_("Another program began to use the disk, or wrote to it or to "
                          "its file: no further write was made.") },
    [REASON_OVERLAPPED] = { "overlapped",
                            N_("Another program wrote to the disk during a write of "
                               "alidade, and some of what it wrote may be lost: no "
                               "further write was made.") },
    [REASON_CACHED] = { "cached", N_("O_DIRECT is not possible here, so the drive "
                                     "itself cannot be measured.") },
    [REASON_READS_ONLY] = { "reads-only", N_("Only reads were timed, and reads show next "
                                             "to nothing of this.") },
    [REASON_NO_SPACE] = { "no-room", N_("There is no free or idle place that is large "
                                        "enough to measure in.") },
    [REASON_IN_USE] = { "in-use", N_("The disk is in use: nothing is written to it.") },
    [REASON_READ_ONLY_DEVICE] = { "read-only-device",
                                  N_("The device can only be read.") },
    [REASON_ZONED] = { "zoned", N_("The drive has zones: what is written twice in one is "
                                   "an error there, or moves.") },
    [REASON_FAILING] = { "failing", N_("The drive fails: nothing is written to it.") },
    [REASON_NO_MEMORY] = { "no-memory",
                           N_("There is too little memory to measure anything.") },
};

const char *measure_reason_text(enum measure_reason reason)
{
    return reasons[reason].text ? _(reasons[reason].text) : NULL;
}

const char *measure_reason_id(unsigned reason)
{
    assert(reason < REASON_COUNT);
    return reasons[reason].id;
}

static const char *timing_text(const struct measure_live *live)
{
    if (live->is_probe)
        return _("Writing shifted blocks");
    return live->bench.is_read ? _("Reading pairs") : _("Writing pairs");
}

const char *measure_phase_text(const struct measure_live *live)
{
    static const char *const phases[] = {
        [MEASURE_READING] = N_("Reading the window twice"),
        [MEASURE_CLASSIFYING] = N_("Looking what kind of drive it is"),
        [MEASURE_TIMING] = NULL,    /* differs between bench and probe */
        [MEASURE_SEARCHING] = NULL, /* differs between writes and reads */
        [MEASURE_PROVING] = N_("Proving what was found"),
        [MEASURE_KERNEL] = N_("Writing through the page cache"),
        [MEASURE_COMPARING] = N_("Comparing the window"),
        [MEASURE_ENDED] = N_("Done"),
    };

    if (live->is_stopping && live->phase != MEASURE_ENDED)
        return _("Stopping after what is under way");
    if (live->is_paused)
        return _("Paused");
    if (live->phase == MEASURE_SEARCHING)
        return live->probe.is_read ? _("Reading across powers of two")
                                   : _("Searching boundaries");
    return phases[live->phase] ? _(phases[live->phase]) : timing_text(live);
}

/* Three digits, or more before the decimal point. */
static const char *three_figures(double value, char buf[DECIMAL_TEXT])
{
    return decimal_shown(value, value < 9.995 ? 2 : value < 99.95 ? 1 : 0, buf);
}

char *measure_time_text(double us)
{
    char buf[DECIMAL_TEXT];

    if (us < 9.95)
        return xasprintf("%s us", decimal_shown(us, 1, buf));
    if (us < 999.5)
        return xasprintf("%s us", decimal_shown(us, 0, buf));
    if (us < 999500)
        return xasprintf("%s ms", three_figures(us / 1e3, buf));
    return xasprintf("%s s", three_figures(us / 1e6, buf));
}

char *measure_rate_text(double per_second)
{
    char buf[DECIMAL_TEXT];
    unsigned decimals = per_second < 999.95 ? 1 : 0;

    /* Of a small rate, two significant digits. */
    if (per_second > 0 && per_second < 0.995)
        decimals = per_second < 0.0995 ? 3 : 2;
    return xstrdup(decimal_shown(per_second, decimals, buf));
}

char *measure_ratio_text(double ratio)
{
    char buf[DECIMAL_TEXT];

    return xstrdup(three_figures(ratio, buf));
}

struct measure_ratio measure_ratio_of(double ratio, struct stats_interval interval)
{
    struct measure_ratio texts;

    (void)three_figures(ratio, texts.ratio);
    (void)three_figures(interval.low, texts.low);
    (void)three_figures(interval.high, texts.high);
    return texts;
}

/* --- what is written where --- */

const char *words_no_drive(void)
{
    return _("Not the drive itself: this is an image file, loop device or device-mapper "
             "device.");
}

void words_add_no_drive(struct lines *ret)
{
    lines_add(ret, "%s", words_no_drive());
}

void measure_written_lines(struct test_area area, uint64_t bytes_written,
                           bool is_unchanged, const struct limits *limits,
                           struct lines *ret)
{
    char size[SIZE_TEXT];
    ull first = (ull)(area.start / limits->logical);
    ull last = (ull)((area.start + area.bytes) / limits->logical - 1);

    (void)size_format_iec(bytes_written, size);
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

void words_add_overlap(struct measure_overlap overlap, const struct limits *limits,
                       struct lines *ret)
{
    if (overlap.bytes)
        lines_add(ret,
                  _("What another program wrote to sectors %1$llu to %2$llu may be lost: "
                    "alidade wrote there at the same moment."),
                  (ull)(overlap.start / limits->logical),
                  (ull)((overlap.start + overlap.bytes) / limits->logical - 1));
}

void words_add_refused(struct lines *ret)
{
    lines_add(ret, "%s", _("Nothing was measured, and nothing was written."));
}
