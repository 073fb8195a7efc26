/* SPDX-License-Identifier: GPL-3.0-or-later */
/* words_bench.c - the result of a bench as sentences */
#include <math.h>

#include "model/base/intl.h"
#include "model/base/size.h"
#include "model/measure/words.h"

/* A result with the slower start first. */
struct slower {
    uint64_t slow_lba, fast_lba;
    bool is_base_slow;
    bool is_misaligned; /* slow is off the physical grid, fast is on it */
    bool is_contrary;   /* the reverse */
    int confidence;     /* per cent */
    struct measure_ratio texts;
};

static struct slower slower_of(const struct bench_result *result,
                               const struct limits *limits)
{
    struct alignment grid = limits_physical_grid(limits);
    bool is_base_slow = result->ratio >= 1;
    const struct arm_times *base = &result->arms[ARM_BASE];
    const struct arm_times *against = &result->arms[ARM_AGAINST];
    struct stats_interval interval = result->interval;
    struct slower ret = { .slow_lba = base->start_lba,
                          .fast_lba = against->start_lba,
                          .is_base_slow = is_base_slow };

    if (!is_base_slow) {
        ret.slow_lba = against->start_lba;
        ret.fast_lba = base->start_lba;
        interval = (struct stats_interval){ 1 / interval.high, 1 / interval.low };
    }
    ret.is_misaligned =
        !align_contains(grid, ret.slow_lba) && align_contains(grid, ret.fast_lba);
    ret.is_contrary =
        align_contains(grid, ret.slow_lba) && !align_contains(grid, ret.fast_lba);
    ret.confidence = (int)(result->confidence * 100 + 0.5);
    ret.texts =
        measure_ratio_of(is_base_slow ? result->ratio : 1 / result->ratio, interval);
    return ret;
}

static void add_misaligned(bool is_read, const struct slower *slower, struct lines *ret)
{
    lines_add(ret,
              is_read ? _("Misaligned reads take %1$s times as long (%2$d %% sure: %3$s "
                          "to %4$s times).")
                      : _("Misaligned writes take %1$s times as long (%2$d %% sure: "
                          "%3$s to %4$s times)."),
              slower->texts.ratio, slower->confidence, slower->texts.low,
              slower->texts.high);
}

static void add_slower(bool is_read, const struct slower *slower, struct lines *ret)
{
    lines_add(ret,
              is_read ? _("Reads at sector %1$llu take %2$s times as long as at %3$llu "
                          "(%4$d %% sure: %5$s to %6$s times).")
                      : _("Writes at sector %1$llu take %2$s times as long as at %3$llu "
                          "(%4$d %% sure: %5$s to %6$s times)."),
              (ull)slower->slow_lba, slower->texts.ratio, (ull)slower->fast_lba,
              slower->confidence, slower->texts.low, slower->texts.high);
}

/* If the current start wins, that comes first, so that it is not moved away. */
static void add_better(const struct bench_result *result, const struct slower *slower,
                       struct lines *ret)
{
    lines_add(ret,
              _("The present start %1$llu is the better one: from sector %2$llu writes "
                "take %3$s times as long (%4$d %% sure: %5$s to %6$s times)."),
              (ull)slower->fast_lba, (ull)slower->slow_lba, slower->texts.ratio,
              slower->confidence, slower->texts.low, slower->texts.high);
    if (result->is_drive && slower->is_contrary)
        lines_add(ret, "%s",
                  _("So the drive's boundaries lie elsewhere than assumed. A probe finds "
                    "where."));
}

static void add_different(const struct bench_result *result, const struct limits *limits,
                          struct lines *ret)
{
    struct slower slower = slower_of(result, limits);

    if (!slower.is_base_slow && !result->is_read)
        add_better(result, &slower, ret);
    else if (slower.is_misaligned)
        add_misaligned(result->is_read, &slower, ret);
    else
        add_slower(result->is_read, &slower, ret);
}

static void add_same(const struct bench_result *result, struct lines *ret)
{
    struct measure_ratio texts = measure_ratio_of(result->ratio, result->interval);

    lines_add(ret,
              result->is_read
                  ? _("No difference: reads at sector %1$llu take %2$s times as long as "
                      "at %3$llu (%4$d %% sure: %5$s to %6$s times).")
                  : _("No difference: writes at sector %1$llu take %2$s times as long as "
                      "at %3$llu (%4$d %% sure: %5$s to %6$s times)."),
              (ull)result->arms[ARM_BASE].start_lba, texts.ratio,
              (ull)result->arms[ARM_AGAINST].start_lba,
              (int)(result->confidence * 100 + 0.5), texts.low, texts.high);
}

static bool is_finite_interval(const struct stats_interval *interval)
{
    return isfinite(interval->low) && isfinite(interval->high) && interval->low > 0;
}

static void add_unsure(const struct bench_result *result, struct lines *ret)
{
    struct measure_ratio texts = measure_ratio_of(result->ratio, result->interval);

    if (!result->pairs || !is_finite_interval(&result->interval)) {
        lines_add(ret, "%s", _("Not sure: too little is known."));
        return;
    }
    lines_add(ret,
              result->is_read
                  ? _("Not sure: reads at sector %1$llu take between %2$s and %3$s times "
                      "as long as at %4$llu.")
                  : _("Not sure: writes at sector %1$llu take between %2$s and %3$s "
                      "times as long as at %4$llu."),
              (ull)result->arms[ARM_BASE].start_lba, texts.low, texts.high,
              (ull)result->arms[ARM_AGAINST].start_lba);
}

/* Tells what came before the last change of the drive's level, which is not judged. */
static void add_first(const struct bench_result *result, struct lines *ret)
{
    const struct bench_phase *first = &result->first;
    bool has_difference =
        first->interval.low > WORTH_RATIO || first->interval.high < 1 / WORTH_RATIO;
    char size[SIZE_TEXT];

    if (!first->bytes)
        return;
    (void)size_format(first->bytes, SIZE_IEC, 0, size);
    lines_add(
        ret,
        result->verdict == MEASURE_DIFFERENT && !has_difference
            ? _("The first %s of the writes show no difference: a cache takes them.")
            : _("The first %s of the writes went at another speed: only what came "
                "after them is judged."),
        size);
}

/* Comes first: whatever follows may be told of the buffer. */
static void add_buffer(const struct bench_result *result, struct lines *ret)
{
    char size[SIZE_TEXT];

    if (!result->is_buffered)
        return;
    lines_add(ret, "%s", measure_reason_text(REASON_BUFFER));
    if (result->bytes_written > measure_bench_bounds(0, false).bytes) {
        (void)size_format(result->bytes_written, SIZE_IEC, 0, size);
        lines_add(ret, _("%s of writes have not filled it."), size);
    } else {
        (void)size_format_iec(measure_bench_bounds(0, true).bytes, size);
        lines_add(ret, _("--sustained writes until it is full, at most %s."), size);
    }
}

static void add_bench_verdict(const struct bench_result *result,
                              const struct limits *limits, struct lines *ret)
{
    add_buffer(result, ret);
    switch (result->verdict) {
    case MEASURE_DIFFERENT:
        add_different(result, limits, ret);
        break;
    case MEASURE_SAME:
        add_same(result, ret);
        break;
    case MEASURE_REFUSED:
        words_add_refused(ret);
        break;
    case MEASURE_INCONCLUSIVE:
    case MEASURE_VERDICT_COUNT:
        add_unsure(result, ret);
        break;
    }
    add_first(result, ret);
    if (result->reason && result->reason != REASON_BUFFER)
        lines_add(ret, "%s", measure_reason_text(result->reason));
    words_add_overlap(result->overlap, limits, ret);
}

/* Adds how often the kernel had to read for writes through its cache. */
static void add_kernel_reads(const struct kernel_times *kernel, struct lines *ret)
{
    lines_add(ret,
              ngettext("%1$lu write through the cache of the whole disk made the kernel "
                       "read %2$llu times at this start, %3$llu times at the other.",
                       "%1$lu writes through the cache of the whole disk made the kernel "
                       "read %2$llu times at this start, %3$llu times at the other.",
                       kernel->writes),
              (unsigned long)kernel->writes, (ull)kernel->base_reads,
              (ull)kernel->against_reads);
}

static void add_culprit(const struct bench_result *result, struct lines *ret)
{
    bool is_base_slow = result->verdict == MEASURE_DIFFERENT && result->ratio > 1;

    if (result->culprit == CULPRIT_DRIVE && is_base_slow && result->is_drive)
        lines_add(ret, "%s",
                  _("The drive itself is slow there: it reads, changes and writes whole "
                    "physical sectors."));
    if (result->culprit == CULPRIT_KERNEL)
        lines_add(ret, "%s",
                  result->is_drive
                      ? _("Only the kernel's page cache is slow there; the drive is not "
                          "affected, and file systems do not write that way.")
                      : _("Kernel only: its page cache is slow there, the drive is not "
                          "affected, and file systems do not write that way."));
    if (result->kernel.is_known && result->kernel.base_reads)
        add_kernel_reads(&result->kernel, ret);
}

/* Adds what the times imply about the drive's boundaries. Two starts show that there is
 * one, but not the size of the blocks: only a probe measures that. */
static void add_drive(const struct bench_result *result, const struct limits *limits,
                      struct lines *ret)
{
    struct alignment grid = limits_physical_grid(limits);
    bool is_misaligned = !align_contains(grid, result->arms[ARM_BASE].start_lba) &&
                         align_contains(grid, result->arms[ARM_AGAINST].start_lba);

    if (!result->is_drive) {
        words_add_no_drive(ret);
        return;
    }
    /* If larger blocks than assumed are present, a small difference proves no size. */
    if (result->is_read || result->worth != WORTH_YES || !is_misaligned ||
        limits->physical <= limits->physical_reported)
        return;
    if (limits->physical_source == SOURCE_MEASURED)
        lines_add(ret,
                  _("This drive has physical sectors of %1$llu bytes though it reports "
                    "%2$llu."),
                  (ull)limits->physical, (ull)limits->physical_reported);
    else
        lines_add(ret,
                  _("This drive has a boundary that start %1$llu meets and start %2$llu "
                    "does not."),
                  (ull)result->arms[ARM_AGAINST].start_lba,
                  (ull)result->arms[ARM_BASE].start_lba);
}

void bench_lines(const struct bench_result *result, const struct limits *limits,
                 struct lines *ret)
{
    add_bench_verdict(result, limits, ret);
    add_culprit(result, ret);
    add_drive(result, limits, ret);
    words_add_worth(result, ret);
    words_add_written(result->area, result->bytes_written, result->is_unchanged,
                      result->verdict != MEASURE_REFUSED && result->pairs, limits, ret);
}
