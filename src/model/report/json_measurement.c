/* SPDX-License-Identifier: GPL-3.0-or-later */
/* json_measurement.c - what was measured of a drive, to a file and from one */
#include <assert.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/measure/measurement.h"
#include "model/report/json_field.h"
#include "model/report/json_put.h"

/* What a file of ours says first; another number would be another form. */
#define FORM_KEY    "alidade-measurement"
#define FORM_NUMBER 1

static const char *bench_verdict(unsigned value)
{
    return measure_bench_verdict_id((enum measure_verdict)value);
}

static const char *probe_verdict(unsigned value)
{
    return measure_probe_verdict_id((enum measure_verdict)value);
}

static const char *reason(unsigned value)
{
    return measure_reason_id((enum measure_reason)value);
}

static const char *culprit(unsigned value)
{
    return bench_culprit_id((enum bench_culprit)value);
}

static const char *worth(unsigned value)
{
    return bench_worth_id((enum bench_worth)value);
}

static const char *sampling(unsigned value)
{
    return bench_sampling_id((enum bench_sampling)value);
}

static const char *workload(unsigned value)
{
    return workload_id((enum workload_kind)value);
}

static const struct field head_fields[] = {
    FIELD(FIELD_TEXT, measurement, model, "model"),
    FIELD(FIELD_TEXT, measurement, serial, "serial"),
    FIELD(FIELD_TEXT, measurement, unit, "unit"),
    FIELD(FIELD_TEXT, measurement, path, "path"),
    FIELD(FIELD_NUMBER, measurement, size_bytes, "size-bytes"),
    FIELD(FIELD_TEXT, measurement, time, "time"),
    FIELD(FIELD_TEXT, measurement, kernel, "kernel"),
    FIELD(FIELD_TEXT, measurement, link, "link"),
    FIELD(FIELD_TEXT, measurement, method, "method"),
};

static const struct field bench_fields[] = {
    FIELD_ENUM(bench_result, verdict, "verdict", bench_verdict, MEASURE_VERDICT_COUNT),
    FIELD_ENUM(bench_result, reason, "reason", reason, REASON_COUNT),
    FIELD_ENUM(bench_result, culprit, "culprit", culprit, CULPRIT_UNKNOWN + 1),
    FIELD_ENUM(bench_result, worth, "worth", worth, WORTH_UNSURE + 1),
    FIELD_ENUM(bench_result, sampling, "sampling", sampling, SAMPLING_RUNS + 1),
    FIELD(FIELD_BOOL, bench_result, is_read, "reads"),
    FIELD(FIELD_BOOL, bench_result, is_drive, "drive"),
    FIELD(FIELD_NUMBER, bench_result, block_bytes, "block-bytes"),
    FIELD(FIELD_REAL, bench_result, ratio, "ratio"),
    FIELD(FIELD_REAL, bench_result, interval.low, "ratio-low"),
    FIELD(FIELD_REAL, bench_result, interval.high, "ratio-high"),
    FIELD(FIELD_REAL, bench_result, confidence, "confidence"),
    FIELD(FIELD_REAL, bench_result, p, "p"),
    FIELD(FIELD_NUMBER, bench_result, pairs, "pairs"),
    FIELD(FIELD_BOOL, bench_result, kernel.is_known, "kernel-counted"),
    FIELD(FIELD_NUMBER, bench_result, kernel.writes, "kernel-writes"),
    FIELD(FIELD_NUMBER, bench_result, kernel.base_reads, "kernel-reads-base"),
    FIELD(FIELD_NUMBER, bench_result, kernel.against_reads, "kernel-reads-against"),
    FIELD(FIELD_REAL, bench_result, kernel.ratio, "kernel-ratio"),
    FIELD(FIELD_REAL, bench_result, drift, "drift"),
    FIELD(FIELD_REAL, bench_result, slow_share, "slow-share"),
    FIELD(FIELD_NUMBER, bench_result, seed, "seed"),
    FIELD(FIELD_REAL, bench_result, seconds, "seconds"),
    FIELD(FIELD_REAL, bench_result, total_seconds, "total-seconds"),
    FIELD(FIELD_NUMBER, bench_result, bytes_written, "bytes-written"),
    FIELD(FIELD_NUMBER, bench_result, window_start, "window-start"),
    FIELD(FIELD_NUMBER, bench_result, window_bytes, "window-bytes"),
    FIELD(FIELD_NUMBER, bench_result, window_partition, "window-partition"),
    FIELD(FIELD_BOOL, bench_result, is_unchanged, "unchanged"),
};

static const struct field arm_fields[] = {
    FIELD(FIELD_NUMBER, arm_times, start_lba, "start"),
    FIELD(FIELD_NUMBER, arm_times, count, "count"),
    FIELD(FIELD_REAL, arm_times, median_us, "median-us"),
    FIELD(FIELD_REAL, arm_times, low_us, "low-us"),
    FIELD(FIELD_REAL, arm_times, high_us, "high-us"),
    FIELD(FIELD_REAL, arm_times, mean_us, "mean-us"),
    FIELD(FIELD_REAL, arm_times, median_low_us, "median-low-us"),
    FIELD(FIELD_REAL, arm_times, median_high_us, "median-high-us"),
};

static const struct field probe_fields[] = {
    FIELD_ENUM(probe_result, verdict, "verdict", probe_verdict, MEASURE_VERDICT_COUNT),
    FIELD_ENUM(probe_result, reason, "reason", reason, REASON_COUNT),
    FIELD(FIELD_BOOL, probe_result, is_drive, "drive"),
    FIELD(FIELD_BOOL, probe_result, is_read, "reads"),
    FIELD(FIELD_NUMBER, probe_result, physical, "physical"),
    FIELD(FIELD_NUMBER, probe_result, offset, "offset"),
    FIELD(FIELD_NUMBER, probe_result, reported_physical, "reported-physical"),
    FIELD(FIELD_NUMBER, probe_result, reported_offset, "reported-offset"),
    FIELD(FIELD_BOOL, probe_result, is_contradiction, "contradiction"),
    FIELD(FIELD_REAL, probe_result, ratio, "ratio"),
    FIELD(FIELD_REAL, probe_result, interval.low, "ratio-low"),
    FIELD(FIELD_REAL, probe_result, interval.high, "ratio-high"),
    FIELD(FIELD_NUMBER, probe_result, bar_bytes, "bar-bytes"),
    FIELD(FIELD_NUMBER, probe_result, bar_step, "bar-step"),
    FIELD(FIELD_NUMBER, probe_result, bar_first, "bar-first"),
    FIELD(FIELD_NUMBER, probe_result, candidates_rejected, "rejected"),
    FIELD(FIELD_NUMBER, probe_result, step_bytes, "step-bytes"),
    FIELD(FIELD_REAL, probe_result, step_us, "step-us"),
    FIELD(FIELD_NUMBER, probe_result, seed, "seed"),
    FIELD(FIELD_NUMBER, probe_result, writes, "writes"),
    FIELD(FIELD_NUMBER, probe_result, reads, "read-count"),
    FIELD(FIELD_NUMBER, probe_result, bytes_written, "bytes-written"),
    FIELD(FIELD_REAL, probe_result, seconds, "seconds"),
    FIELD(FIELD_NUMBER, probe_result, window_start, "window-start"),
    FIELD(FIELD_NUMBER, probe_result, window_bytes, "window-bytes"),
    FIELD(FIELD_NUMBER, probe_result, window_partition, "window-partition"),
    FIELD(FIELD_BOOL, probe_result, is_unchanged, "unchanged"),
};

static const struct field bar_fields[] = {
    FIELD(FIELD_NUMBER, probe_bar, count, "count"),
    FIELD(FIELD_REAL, probe_bar, median_us, "median-us"),
    FIELD(FIELD_REAL, probe_bar, low_us, "low-us"),
    FIELD(FIELD_REAL, probe_bar, high_us, "high-us"),
};

static const struct field work_fields[] = {
    FIELD_ENUM(workload_result, kind, "workload", workload, WORKLOAD_COUNT),
    FIELD(FIELD_NUMBER, workload_result, start_lba, "start"),
    FIELD(FIELD_BOOL, workload_result, is_aligned, "aligned"),
    FIELD(FIELD_BOOL, workload_result, is_synced, "synced"),
    FIELD(FIELD_NUMBER, workload_result, requests, "requests"),
    FIELD(FIELD_NUMBER, workload_result, bytes, "bytes"),
    FIELD(FIELD_REAL, workload_result, seconds, "seconds"),
    FIELD(FIELD_REAL, workload_result, user_seconds, "user-seconds"),
    FIELD(FIELD_REAL, workload_result, system_seconds, "system-seconds"),
    FIELD(FIELD_REAL, workload_result, bytes_per_second, "bytes-per-second"),
    FIELD(FIELD_REAL, workload_result, per_second, "per-second"),
    FIELD(FIELD_REAL, workload_result, mean_us, "mean-us"),
    FIELD(FIELD_REAL, workload_result, percentile_us[0], "p1-us"),
    FIELD(FIELD_REAL, workload_result, percentile_us[1], "p5-us"),
    FIELD(FIELD_REAL, workload_result, percentile_us[2], "p50-us"),
    FIELD(FIELD_REAL, workload_result, percentile_us[3], "p95-us"),
    FIELD(FIELD_REAL, workload_result, percentile_us[4], "p99-us"),
    FIELD(FIELD_REAL, workload_result, percentile_us[5], "p99.9-us"),
};
static_assert(WORKLOAD_PERCENTILES == 6, "each percentile has its key");

/* Struct and table, by the name of the array above. */
#define TABLE(name, of)                                                                  \
    {                                                                                    \
        name##_fields, ARRAY_SIZE(name##_fields), sizeof(struct of)                      \
    }

static const struct field_table head_table = TABLE(head, measurement);
static const struct field_table bench_table = TABLE(bench, bench_result);
static const struct field_table arm_table = TABLE(arm, arm_times);
static const struct field_table probe_table = TABLE(probe, probe_result);
static const struct field_table bar_table = TABLE(bar, probe_bar);
static const struct field_table work_table = TABLE(work, workload_result);

static void put_bench(struct json_object *root, const struct measurement *measurement)
{
    struct json_object *part = json_put_object(root, "bench");

    json_put_text(part, "time", measurement->bench_time);
    field_put(part, &bench_table, &measurement->bench);
    field_put_rows(part, "arms", &arm_table, measurement->bench.arms, ARM_COUNT);
}

static void put_probe(struct json_object *root, const struct measurement *measurement)
{
    struct json_object *part = json_put_object(root, "probe");

    json_put_text(part, "time", measurement->probe_time);
    field_put(part, &probe_table, &measurement->probe);
    field_put_rows(part, "bars", &bar_table, measurement->probe.bars, PROBE_BARS);
}

char *measurement_text(const struct measurement *measurement)
{
    struct json_object *root = json_made(json_object_new_object());

    json_put_number(root, FORM_KEY, FORM_NUMBER);
    field_put(root, &head_table, measurement);
    if (measurement->has_bench)
        put_bench(root, measurement);
    if (measurement->has_probe)
        put_probe(root, measurement);
    field_put_rows(root, "workloads", &work_table, measurement->workloads,
                   measurement->workload_count);
    return json_take(root);
}

/* --- and back --- */

static bool take_bench(struct json_object *part, struct measurement *to)
{
    struct json_object *value = NULL;
    size_t rows;

    to->has_bench = true;
    to->bench.interval = (struct stats_interval){ -INFINITY, INFINITY };
    (void)json_object_object_get_ex(part, "time",
                                    &value); /* NULL where it is not there */
    return field_take_text(value, to->bench_time, sizeof(to->bench_time)) &&
           field_take(part, &bench_table, &to->bench) &&
           field_take_rows(part, "arms", &arm_table, to->bench.arms, ARM_COUNT, &rows);
}

static bool take_probe(struct json_object *part, struct measurement *to)
{
    struct json_object *value = NULL;
    size_t rows;

    to->has_probe = true;
    to->probe.interval = (struct stats_interval){ -INFINITY, INFINITY };
    (void)json_object_object_get_ex(part, "time", &value); /* the same */
    return field_take_text(value, to->probe_time, sizeof(to->probe_time)) &&
           field_take(part, &probe_table, &to->probe) &&
           field_take_rows(part, "bars", &bar_table, to->probe.bars, PROBE_BARS, &rows);
}

static bool take_all(struct json_object *root, struct measurement *to)
{
    struct json_object *form, *part;

    if (!json_object_object_get_ex(root, FORM_KEY, &form) ||
        !json_object_is_type(form, json_type_int) ||
        json_object_get_int64(form) != FORM_NUMBER)
        return false;
    if (json_object_object_get_ex(root, "bench", &part) && !take_bench(part, to))
        return false;
    if (json_object_object_get_ex(root, "probe", &part) && !take_probe(part, to))
        return false;
    return field_take(root, &head_table, to) &&
           field_take_rows(root, "workloads", &work_table, to->workloads, WORKLOAD_MOST,
                           &to->workload_count);
}

/* The whole text as one value; NULL for anything else. */
static struct json_object *parse(const char *text)
{
    struct json_tokener *tokener = json_tokener_new();
    size_t length = strlen(text);

    if (!tokener)
        abort(); /* no memory, as in xmalloc */
    json_tokener_set_flags(tokener, JSON_TOKENER_STRICT);
    /* With the NUL the tokener knows that nothing follows. */
    struct json_object *root =
        length < INT32_MAX ? json_tokener_parse_ex(tokener, text, (int)length + 1) : NULL;
    json_tokener_free(tokener);
    return root;
}

bool measurement_parse(const char *text, struct measurement *ret, struct err *err)
{
    struct json_object *root = parse(text);
    CLEANUP(freep) struct measurement *taken = xcalloc(1, sizeof(*taken));
    bool is_one = root && take_all(root, taken);

    (void)json_object_put(root); /* accepts NULL; ours alone */
    if (!is_one)
        return err_set(err, ERR_UNREADABLE, _("That is no measurement of a drive."));
    *ret = *taken;
    return true;
}
