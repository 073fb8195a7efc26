/* SPDX-License-Identifier: GPL-3.0-or-later */
/* json_measure.c - what was measured, or is going to be, as JSON */
#include "model/report/json_measure.h"

#include "model/report/json_put.h"
#include "model/report/json_workload.h"

/* Decimals: of microseconds, of seconds, of ratios and shares. */
enum { DIGITS_US = 1, DIGITS_SECONDS = 3, DIGITS_RATIO = 3, DIGITS_SHARE = 6 };

static void put_lines(struct json_object *to, const char *key, const struct lines *lines)
{
    struct json_object *array = json_put_array(to, key);

    for (size_t i = 0; lines && i < lines->count; i++)
        json_append_text(array, lines->at[i]);
}

static void put_interval(struct json_object *to, struct stats_interval interval)
{
    struct json_object *array = json_put_array(to, "interval");

    json_append(array, json_decimal(interval.low, DIGITS_RATIO));
    json_append(array, json_decimal(interval.high, DIGITS_RATIO));
}

static void put_arm(struct json_object *to, const char *key, const struct arm_times *arm)
{
    if (!arm->count) {
        json_put(to, key, NULL);
        return;
    }
    struct json_object *object = json_put_object(to, key);
    json_put_number(object, "start", arm->start_lba);
    json_put_decimal(object, "median-us", arm->median_us, DIGITS_US);
    json_put_decimal(object, "per-second", 1e6 / arm->median_us, DIGITS_US);
    if (arm->median_low_us > 0) {
        json_put_decimal(object, "median-low-us", arm->median_low_us, DIGITS_US);
        json_put_decimal(object, "median-high-us", arm->median_high_us, DIGITS_US);
    }
    json_put_decimal(object, "low-us", arm->low_us, DIGITS_US);
    json_put_decimal(object, "high-us", arm->high_us, DIGITS_US);
    json_put_decimal(object, "mean-us", arm->mean_us, DIGITS_US);
    json_put_number(object, "count", arm->count);
}

static void put_kernel(struct json_object *to, const struct kernel_times *kernel)
{
    if (!kernel->is_known) {
        json_put(to, "kernel", NULL);
        return;
    }
    struct json_object *object = json_put_object(to, "kernel");
    json_put_number(object, "writes", kernel->writes);
    json_put_number(object, "base-reads", kernel->base_reads);
    json_put_number(object, "against-reads", kernel->against_reads);
    json_put_decimal(object, "ratio", kernel->ratio, DIGITS_RATIO);
}

static void put_window(struct json_object *to, struct test_area area)
{
    if (!area.bytes) {
        json_put(to, "window", NULL);
        return;
    }
    struct json_object *object = json_put_object(to, "window");
    json_put_number(object, "start-bytes", area.start);
    json_put_number(object, "bytes", area.bytes);
    if (area.partition)
        json_put_number(object, "partition", area.partition);
    else
        json_put(object, "partition", NULL);
}

/* Reads have no workload's name of their own. */
static const char *workload_of(const struct bench_result *result)
{
    bool is_runs = result->sampling == SAMPLING_RUNS;

    if (result->is_read)
        return is_runs ? "read-4k-sequential" : "read-4k-random";
    return workload_id(is_runs ? WORKLOAD_DURABLE_SEQUENTIAL : WORKLOAD_DURABLE_RANDOM);
}

static void put_bench_times(struct json_object *to, const struct bench_result *result)
{
    json_put_decimal(to, "ratio", result->ratio, DIGITS_RATIO);
    put_interval(to, result->interval);
    json_put_decimal(to, "confidence", result->confidence, DIGITS_RATIO);
    json_put_number(to, "pairs", result->pairs);
    json_put_decimal(to, "seconds", result->seconds, DIGITS_SECONDS);
    put_arm(to, "a", &result->arms[ARM_AGAINST]);
    put_arm(to, "b", &result->arms[ARM_BASE]);
    put_arm(to, "aligned", &result->arms[ARM_ALIGNED]);
}

static void put_bench_more(struct json_object *to, const struct bench_result *result)
{
    json_put_text(to, "worth", bench_worth_id(result->worth));
    json_put_text(to, "culprit", bench_culprit_id(result->culprit));
    json_put_text(to, "sampling", bench_sampling_id(result->sampling));
    json_put_bool(to, "reads-only", result->is_read);
    json_put_bool(to, "is-drive", result->is_drive);
    json_put_number(to, "block-bytes", result->block_bytes);
    json_put_decimal(to, "p", result->p, DIGITS_SHARE);
    put_kernel(to, &result->kernel);
    json_put_decimal(to, "drift", result->drift, DIGITS_RATIO);
    json_put_decimal(to, "slow-share", result->slow_share, DIGITS_SHARE);
    json_put_number(to, "seed", result->seed);
    json_put_decimal(to, "total-seconds", result->total_seconds, DIGITS_SECONDS);
    put_window(to, result->area);
}

static void put_bench(struct json_object *to, const struct bench_result *result)
{
    json_put_text(to, "workload", workload_of(result));
    json_put_text(to, "verdict", measure_bench_verdict_id(result->verdict));
    json_put_text(to, "reason", measure_reason_id(result->reason));
    put_bench_times(to, result);
    if (result->kernel.is_known)
        json_put_number(to, "kernel-reads", result->kernel.base_reads);
    else
        json_put(to, "kernel-reads", NULL);
    json_put_number(to, "bytes-written", result->bytes_written);
    json_put_bool(to, "unchanged", result->is_unchanged);
    put_bench_more(to, result);
}

static void put_bars(struct json_object *to, const struct probe_result *result)
{
    struct json_object *array = json_put_array(to, "bars");

    for (size_t i = 0; i < PROBE_BARS && result->bar_bytes; i++) {
        const struct probe_bar *bar = &result->bars[i];
        struct json_object *object = json_made(json_object_new_object());
        json_put_number(object, "offset", result->bar_first + i * result->bar_step);
        json_put_number(object, "bytes", result->bar_bytes);
        json_put_number(object, "count", bar->count);
        json_put_decimal(object, "median-us", bar->median_us, DIGITS_US);
        json_put_decimal(object, "low-us", bar->low_us, DIGITS_US);
        json_put_decimal(object, "high-us", bar->high_us, DIGITS_US);
        json_append(array, object);
    }
}

/* Null where nothing was found: 0 would be a size. */
static void put_found(struct json_object *to, const char *key, uint64_t value,
                      bool is_found)
{
    if (is_found)
        json_put_number(to, key, value);
    else
        json_put(to, key, NULL);
}

static void put_probe_more(struct json_object *to, const struct probe_result *result)
{
    json_put_bool(to, "contradiction", result->is_contradiction);
    put_interval(to, result->interval);
    json_put_bool(to, "reads-only", result->is_read);
    json_put_bool(to, "is-drive", result->is_drive);
    put_found(to, "step-bytes", result->step_bytes, result->step_bytes);
    json_put_decimal(to, "step-us", result->step_us, DIGITS_US);
    put_bars(to, result);
    json_put_number(to, "candidates-rejected", result->candidates_rejected);
    json_put_number(to, "seed", result->seed);
    json_put_number(to, "writes", result->writes);
    json_put_number(to, "reads", result->reads);
    json_put_number(to, "bytes-written", result->bytes_written);
    put_window(to, result->area);
}

static void put_probe(struct json_object *to, const struct probe_result *result)
{
    bool is_found = result->verdict == MEASURE_DIFFERENT && result->physical;

    json_put_text(to, "verdict", measure_probe_verdict_id(result->verdict));
    json_put_text(to, "reason", measure_reason_id(result->reason));
    put_found(to, "physical", result->physical, is_found);
    put_found(to, "offset", result->offset, is_found);
    put_found(to, "reported-physical", result->reported_physical,
              result->reported_physical);
    put_found(to, "reported-offset", result->reported_offset, result->reported_physical);
    json_put_decimal(to, "ratio", result->ratio, DIGITS_RATIO);
    json_put_decimal(to, "seconds", result->seconds, DIGITS_SECONDS);
    json_put_bool(to, "unchanged", result->is_unchanged);
    put_probe_more(to, result);
}

/* Nothing was measured: refused, or only shown. */
static void put_nothing(struct json_object *to, const struct report_measure *report)
{
    json_put_text(to, "verdict",
                  report->is_dry_run ? NULL : measure_bench_verdict_id(MEASURE_REFUSED));
    json_put_text(to, "reason", measure_reason_id(report->reason));
    json_put_number(to, "bytes-written", 0);
}

static void put_who(struct json_object *to, const struct saved_result *saved)
{
    json_put_text(to, "model", saved->model);
    json_put_text(to, "serial", saved->serial);
    json_put_text(to, "time", saved->time);
    json_put_text(to, "kernel-release", saved->kernel);
    json_put_text(to, "link", saved->link);
    json_put_text(to, "method", saved->method);
}

static void put_run(struct json_object *to, const struct report_measure *report)
{
    if (report->saved)
        put_who(to, report->saved);
    json_put_text(to, "sentence", report->sentence);
    put_lines(to, "lines", report->lines);
    json_put_bool(to, "dry-run", report->is_dry_run);
    json_put_text(to, "kept", report->kept_path);
    json_put_text(to, "window-file", report->area_path);
}

static void put_workloads(struct json_object *to, const struct saved_result *saved)
{
    json_put_workloads(to, saved->workloads, saved->workload_count);
}

static void put_workloads_end(struct json_object *to, const struct report_workloads *end)
{
    struct json_object *object;

    if (!end) {
        json_put(to, "workloads-end", NULL);
        return;
    }
    object = json_put_object(to, "workloads-end");
    json_put_text(object, "reason", measure_reason_id(end->reason));
    json_put_number(object, "bytes-written", end->bytes_written);
    json_put_bool(object, "unchanged", end->is_unchanged);
}

static void put_other(struct json_object *to, const struct saved_result *other)
{
    struct json_object *object;

    if (!other) {
        json_put(to, "compared", NULL);
        return;
    }
    object = json_put_object(to, "compared");
    put_who(object, other);
    if (other->has_bench) {
        json_put_number(object, "base", other->bench.arms[ARM_BASE].start_lba);
        json_put_number(object, "against", other->bench.arms[ARM_AGAINST].start_lba);
        put_bench(object, &other->bench);
    }
    put_workloads(object, other);
}

/* A document with KEY, whose object begins with the device. */
static struct json_object *measure_document(const char *key, const char *path,
                                            struct json_object **ret_object)
{
    struct json_object *root = json_made(json_object_new_object());

    json_put_text(root, "alidade", ALIDADE_VERSION);
    *ret_object = json_put_object(root, key);
    json_put_text(*ret_object, "device", path);
    return root;
}

char *report_json_bench(const struct report_measure *report)
{
    const struct saved_result *saved = report->saved;
    struct json_object *to, *root = measure_document("bench", report->path, &to);

    json_put_number(to, "base", report->base);
    json_put_number(to, "against", report->against);
    if (!saved)
        put_nothing(to, report);
    else if (saved->has_bench)
        put_bench(to, &saved->bench);
    else
        json_put(to, "verdict", NULL);
    put_run(to, report);
    if (saved)
        put_workloads(to, saved);
    put_workloads_end(to, report->workloads);
    json_put_published(to, report->preset);
    put_other(to, report->other);
    return json_take(root);
}

char *report_json_probe(const struct report_measure *report)
{
    const struct saved_result *saved = report->saved;
    struct json_object *to, *root = measure_document("probe", report->path, &to);

    if (saved)
        put_probe(to, &saved->probe);
    else
        put_nothing(to, report);
    put_run(to, report);
    return json_take(root);
}
