/* SPDX-License-Identifier: GPL-3.0-or-later */
/* saved_result_text.c - the saved results of one drive, as text and back */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/measure/saved_lines.h"
#include "model/measure/saved_result.h"

/* First line of each file; the number is the version of the format. Version 1 was
 * JSON. */
#define FORM_LINE "alidade-measurement = 2"

static const struct saved_field head_fields[] = {
    SAVED(SAVED_TEXT, saved_result, model, "model"),
    SAVED(SAVED_TEXT, saved_result, serial, "serial"),
    SAVED(SAVED_TEXT, saved_result, unit, "unit"),
    SAVED(SAVED_TEXT, saved_result, path, "path"),
    SAVED(SAVED_NUMBER, saved_result, size_bytes, "size-bytes"),
    SAVED(SAVED_TEXT, saved_result, time, "time"),
    SAVED(SAVED_TEXT, saved_result, kernel, "kernel"),
    SAVED(SAVED_TEXT, saved_result, link, "link"),
    SAVED(SAVED_TEXT, saved_result, method, "method"),
};

static const struct saved_field bench_fields[] = {
    SAVED(SAVED_TEXT, saved_result, bench_time, "time"),
    SAVED_ENUM(saved_result, bench.verdict, "verdict", measure_bench_verdict_id,
               MEASURE_VERDICT_COUNT),
    SAVED_ENUM(saved_result, bench.reason, "reason", measure_reason_id, REASON_COUNT),
    SAVED_ENUM(saved_result, bench.culprit, "culprit", bench_culprit_id,
               CULPRIT_UNKNOWN + 1),
    SAVED_ENUM(saved_result, bench.worth, "worth", bench_worth_id, WORTH_UNSURE + 1),
    SAVED_ENUM(saved_result, bench.sampling, "sampling", bench_sampling_id,
               SAMPLING_RUNS + 1),
    SAVED(SAVED_BOOL, saved_result, bench.is_read, "reads"),
    SAVED(SAVED_BOOL, saved_result, bench.is_drive, "drive"),
    SAVED(SAVED_NUMBER, saved_result, bench.block_bytes, "block-bytes"),
    SAVED(SAVED_REAL, saved_result, bench.ratio, "ratio"),
    SAVED(SAVED_REAL, saved_result, bench.interval.low, "ratio-low"),
    SAVED(SAVED_REAL, saved_result, bench.interval.high, "ratio-high"),
    SAVED(SAVED_REAL, saved_result, bench.confidence, "confidence"),
    SAVED(SAVED_REAL, saved_result, bench.p, "p"),
    SAVED(SAVED_NUMBER, saved_result, bench.pairs, "pairs"),
    SAVED(SAVED_BOOL, saved_result, bench.kernel.is_known, "kernel-counted"),
    SAVED(SAVED_NUMBER, saved_result, bench.kernel.writes, "kernel-writes"),
    SAVED(SAVED_NUMBER, saved_result, bench.kernel.base_reads, "kernel-reads-base"),
    SAVED(SAVED_NUMBER, saved_result, bench.kernel.against_reads, "kernel-reads-against"),
    SAVED(SAVED_REAL, saved_result, bench.kernel.ratio, "kernel-ratio"),
    SAVED(SAVED_REAL, saved_result, bench.drift, "drift"),
    SAVED(SAVED_REAL, saved_result, bench.slow_share, "slow-share"),
    SAVED(SAVED_BOOL, saved_result, bench.is_buffered, "buffered"),
    SAVED(SAVED_BOOL, saved_result, bench.is_on_platter, "on-platter"),
    SAVED(SAVED_NUMBER, saved_result, bench.first.bytes, "first-bytes"),
    SAVED(SAVED_REAL, saved_result, bench.first.ratio, "first-ratio"),
    SAVED(SAVED_REAL, saved_result, bench.first.interval.low, "first-low"),
    SAVED(SAVED_REAL, saved_result, bench.first.interval.high, "first-high"),
    SAVED(SAVED_NUMBER, saved_result, bench.seed, "seed"),
    SAVED(SAVED_REAL, saved_result, bench.seconds, "seconds"),
    SAVED(SAVED_REAL, saved_result, bench.total_seconds, "total-seconds"),
    SAVED(SAVED_NUMBER, saved_result, bench.bytes_written, "bytes-written"),
    SAVED(SAVED_NUMBER, saved_result, bench.area.start, "window-start"),
    SAVED(SAVED_NUMBER, saved_result, bench.area.bytes, "window-bytes"),
    SAVED(SAVED_NUMBER, saved_result, bench.area.partition, "window-partition"),
    SAVED(SAVED_BOOL, saved_result, bench.is_unchanged, "unchanged"),
};

static const struct saved_field arm_fields[] = {
    SAVED(SAVED_NUMBER, arm_times, start_lba, "start"),
    SAVED(SAVED_NUMBER, arm_times, count, "count"),
    SAVED(SAVED_REAL, arm_times, median_us, "median-us"),
    SAVED(SAVED_REAL, arm_times, low_us, "low-us"),
    SAVED(SAVED_REAL, arm_times, high_us, "high-us"),
    SAVED(SAVED_REAL, arm_times, mean_us, "mean-us"),
    SAVED(SAVED_REAL, arm_times, median_low_us, "median-low-us"),
    SAVED(SAVED_REAL, arm_times, median_high_us, "median-high-us"),
};

static const struct saved_field probe_fields[] = {
    SAVED(SAVED_TEXT, saved_result, probe_time, "time"),
    SAVED_ENUM(saved_result, probe.verdict, "verdict", measure_probe_verdict_id,
               MEASURE_VERDICT_COUNT),
    SAVED_ENUM(saved_result, probe.reason, "reason", measure_reason_id, REASON_COUNT),
    SAVED(SAVED_BOOL, saved_result, probe.is_drive, "drive"),
    SAVED(SAVED_BOOL, saved_result, probe.is_read, "reads"),
    SAVED(SAVED_NUMBER, saved_result, probe.physical, "physical"),
    SAVED(SAVED_NUMBER, saved_result, probe.offset, "offset"),
    SAVED(SAVED_NUMBER, saved_result, probe.reported_physical, "reported-physical"),
    SAVED(SAVED_NUMBER, saved_result, probe.reported_offset, "reported-offset"),
    SAVED(SAVED_BOOL, saved_result, probe.is_contradiction, "contradiction"),
    SAVED(SAVED_REAL, saved_result, probe.ratio, "ratio"),
    SAVED(SAVED_REAL, saved_result, probe.interval.low, "ratio-low"),
    SAVED(SAVED_REAL, saved_result, probe.interval.high, "ratio-high"),
    SAVED(SAVED_NUMBER, saved_result, probe.bar_bytes, "bar-bytes"),
    SAVED(SAVED_NUMBER, saved_result, probe.bar_step, "bar-step"),
    SAVED(SAVED_NUMBER, saved_result, probe.bar_first, "bar-first"),
    SAVED(SAVED_NUMBER, saved_result, probe.candidates_rejected, "rejected"),
    SAVED(SAVED_NUMBER, saved_result, probe.step_bytes, "step-bytes"),
    SAVED(SAVED_REAL, saved_result, probe.step_us, "step-us"),
    SAVED(SAVED_NUMBER, saved_result, probe.seed, "seed"),
    SAVED(SAVED_NUMBER, saved_result, probe.writes, "writes"),
    SAVED(SAVED_NUMBER, saved_result, probe.reads, "read-count"),
    SAVED(SAVED_NUMBER, saved_result, probe.bytes_written, "bytes-written"),
    SAVED(SAVED_REAL, saved_result, probe.seconds, "seconds"),
    SAVED(SAVED_NUMBER, saved_result, probe.area.start, "window-start"),
    SAVED(SAVED_NUMBER, saved_result, probe.area.bytes, "window-bytes"),
    SAVED(SAVED_NUMBER, saved_result, probe.area.partition, "window-partition"),
    SAVED(SAVED_BOOL, saved_result, probe.is_unchanged, "unchanged"),
};

static const struct saved_field bar_fields[] = {
    SAVED(SAVED_NUMBER, probe_bar, count, "count"),
    SAVED(SAVED_REAL, probe_bar, median_us, "median-us"),
    SAVED(SAVED_REAL, probe_bar, low_us, "low-us"),
    SAVED(SAVED_REAL, probe_bar, high_us, "high-us"),
};

static const struct saved_field work_fields[] = {
    SAVED_ENUM(workload_result, kind, "workload", workload_id, WORKLOAD_COUNT),
    SAVED(SAVED_NUMBER, workload_result, start_lba, "start"),
    SAVED(SAVED_BOOL, workload_result, is_aligned, "aligned"),
    SAVED(SAVED_BOOL, workload_result, is_synced, "synced"),
    SAVED(SAVED_NUMBER, workload_result, requests, "requests"),
    SAVED(SAVED_NUMBER, workload_result, bytes, "bytes"),
    SAVED(SAVED_REAL, workload_result, seconds, "seconds"),
    SAVED(SAVED_REAL, workload_result, user_seconds, "user-seconds"),
    SAVED(SAVED_REAL, workload_result, system_seconds, "system-seconds"),
    SAVED(SAVED_REAL, workload_result, bytes_per_second, "bytes-per-second"),
    SAVED(SAVED_REAL, workload_result, per_second, "per-second"),
    SAVED(SAVED_REAL, workload_result, mean_us, "mean-us"),
    SAVED(SAVED_REAL, workload_result, ratio, "ratio"),
    SAVED(SAVED_REAL, workload_result, interval.low, "ratio-low"),
    SAVED(SAVED_REAL, workload_result, interval.high, "ratio-high"),
    SAVED(SAVED_REAL, workload_result, percentile_us[0], "p1-us"),
    SAVED(SAVED_REAL, workload_result, percentile_us[1], "p5-us"),
    SAVED(SAVED_REAL, workload_result, percentile_us[2], "p50-us"),
    SAVED(SAVED_REAL, workload_result, percentile_us[3], "p95-us"),
    SAVED(SAVED_REAL, workload_result, percentile_us[4], "p99-us"),
    SAVED(SAVED_REAL, workload_result, percentile_us[5], "p99.9-us"),
};
static_assert(WORKLOAD_PERCENTILES == 6, "each percentile has its key");

enum section { HEAD, BENCH, ARM, PROBE, BAR, WORKLOAD, SECTIONS };

/* "[name]" begins a section; arms, bars and workloads have one for each row. */
static const struct {
    const char *name;
    const struct saved_field *fields;
    size_t field_count;
    size_t offset,
        stride; /* of the rows in struct saved_result; fields count from them */
    size_t max; /* rows */
} sections[SECTIONS] = {
    [HEAD] = { "", head_fields, ARRAY_SIZE(head_fields), 0, 0, 1 },
    [BENCH] = { "[bench]", bench_fields, ARRAY_SIZE(bench_fields), 0, 0, 1 },
    [ARM] = { "[arm]", arm_fields, ARRAY_SIZE(arm_fields),
              offsetof(struct saved_result, bench.arms), sizeof(struct arm_times),
              ARM_COUNT },
    [PROBE] = { "[probe]", probe_fields, ARRAY_SIZE(probe_fields), 0, 0, 1 },
    [BAR] = { "[bar]", bar_fields, ARRAY_SIZE(bar_fields),
              offsetof(struct saved_result, probe.bars), sizeof(struct probe_bar),
              PROBE_BARS },
    [WORKLOAD] = { "[workload]", work_fields, ARRAY_SIZE(work_fields),
                   offsetof(struct saved_result, workloads),
                   sizeof(struct workload_result), WORKLOAD_MAX },
};

/* --- to text --- */

static void put_rows(struct str *to, enum section section,
                     const struct saved_result *saved, size_t rows)
{
    for (size_t i = 0; i < rows; i++) {
        str_printf(to, "\n%s\n", sections[section].name);
        saved_lines_put(to, sections[section].fields, sections[section].field_count,
                        (const char *)saved + sections[section].offset +
                            i * sections[section].stride);
    }
}

char *saved_result_text(const struct saved_result *saved)
{
    struct str text = { 0 };

    str_add(&text, FORM_LINE "\n");
    saved_lines_put(&text, head_fields, ARRAY_SIZE(head_fields), saved);
    put_rows(&text, BENCH, saved, saved->has_bench);
    put_rows(&text, ARM, saved, saved->has_bench ? ARM_COUNT : 0);
    put_rows(&text, PROBE, saved, saved->has_probe);
    put_rows(&text, BAR, saved, saved->has_probe ? PROBE_BARS : 0);
    put_rows(&text, WORKLOAD, saved, saved->workload_count);
    return str_take(&text);
}

/* --- from text --- */

struct reader {
    struct saved_result *to;
    enum section section; /* of the line; SECTIONS: unknown, of a later version */
    size_t rows[SECTIONS];
};

static bool begin_section(struct reader *reader, const char *name)
{
    enum section section = HEAD + 1;

    while (section < SECTIONS && strcmp(name, sections[section].name) != 0)
        section++;
    reader->section = section;
    return section == SECTIONS || reader->rows[section]++ < sections[section].max;
}

static bool take_line(struct reader *reader, const char *line)
{
    enum section section = reader->section;

    if (!*line)
        return true;
    if (*line == '[')
        return begin_section(reader, line);
    if (section == SECTIONS)
        return true;
    size_t row = section == HEAD ? 0 : reader->rows[section] - 1;
    return saved_lines_take(line, sections[section].fields, sections[section].field_count,
                            (char *)reader->to + sections[section].offset +
                                row * sections[section].stride);
}

/* Cuts TEXT into its lines. */
static bool take_all(char *text, struct saved_result *to)
{
    struct reader reader = { .to = to };
    char *line = strsep(&text, "\n");

    if (strcmp(line, FORM_LINE) != 0)
        return false;
    while ((line = strsep(&text, "\n")))
        if (!take_line(&reader, line))
            return false;
    to->has_bench = reader.rows[BENCH];
    to->has_probe = reader.rows[PROBE];
    to->workload_count = reader.rows[WORKLOAD];
    return true;
}

bool saved_result_parse(const char *text, struct saved_result *ret, struct err *err)
{
    CLEANUP(freep) struct saved_result *taken = xcalloc(1, sizeof(*taken));
    CLEANUP(freep) char *lines = xstrdup(text);

    /* A value that was not finite has no line. */
    taken->bench.interval = (struct stats_interval){ -INFINITY, INFINITY };
    taken->probe.interval = taken->bench.interval;
    if (!take_all(lines, taken))
        return err_set(err, ERR_UNREADABLE, _("That is no measurement of a drive."));
    *ret = *taken;
    return true;
}
