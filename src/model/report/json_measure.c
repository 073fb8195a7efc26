/* SPDX-License-Identifier: GPL-3.0-or-later */
/* json_measure.c - runs of bench and probe as JSON */
#include "model/report/json_measure.h"

#include "model/measure/workload.h"
#include "model/report/json_put.h"
#include "model/report/json_workload.h"

static void put_arm(struct json_object *to, const char *key, const struct arm_times *arm)
{
    struct json_object *object = json_put_known_object(to, key, arm->count);

    if (!object)
        return;
    json_put_number(object, "start", arm->start_lba);
    json_put_decimal(object, "median-us", arm->median_us, JSON_DIGITS_US);
    json_put_decimal(object, "per-second", 1e6 / arm->median_us, JSON_DIGITS_RATE);
    if (arm->median_low_us > 0) {
        json_put_decimal(object, "median-low-us", arm->median_low_us, JSON_DIGITS_US);
        json_put_decimal(object, "median-high-us", arm->median_high_us, JSON_DIGITS_US);
    }
    json_put_decimal(object, "low-us", arm->low_us, JSON_DIGITS_US);
    json_put_decimal(object, "high-us", arm->high_us, JSON_DIGITS_US);
    json_put_decimal(object, "mean-us", arm->mean_us, JSON_DIGITS_US);
    json_put_number(object, "count", arm->count);
}

static void put_kernel(struct json_object *to, const struct kernel_times *kernel)
{
    struct json_object *object = json_put_known_object(to, "kernel", kernel->is_known);

    if (!object)
        return;
    json_put_number(object, "writes", kernel->writes);
    json_put_number(object, "base-reads", kernel->base_reads);
    json_put_number(object, "against-reads", kernel->against_reads);
    json_put_positive(object, "ratio", kernel->ratio, JSON_DIGITS_RATIO);
}

static void put_area(struct json_object *to, struct test_area area)
{
    struct json_object *object = json_put_known_object(to, "window", area.bytes);

    if (!object)
        return;
    json_put_number(object, "start-bytes", area.start);
    json_put_number(object, "bytes", area.bytes);
    json_put_known(object, "partition", area.partition, area.partition);
}

/* The workloads have no names for reads. */
static const char *workload_of(const struct bench_result *result)
{
    bool is_runs = result->sampling == SAMPLING_RUNS;

    if (result->is_read)
        return is_runs ? "read-4k-sequential" : "read-4k-random";
    return workload_id(is_runs ? WORKLOAD_DURABLE_SEQUENTIAL : WORKLOAD_DURABLE_RANDOM);
}

static void put_bench_times(struct json_object *to, const struct bench_result *result)
{
    json_put_positive(to, "ratio", result->pairs ? result->ratio : 0, JSON_DIGITS_RATIO);
    json_put_interval(to, result->interval.low, result->interval.high);
    json_put_decimal(to, "confidence", result->confidence, JSON_DIGITS_RATIO);
    json_put_number(to, "pairs", result->pairs);
    json_put_decimal(to, "seconds", result->seconds, JSON_DIGITS_SECONDS);
    put_arm(to, "a", &result->arms[ARM_AGAINST]);
    put_arm(to, "b", &result->arms[ARM_BASE]);
    put_arm(to, "aligned", &result->arms[ARM_ALIGNED]);
}

/* Null where the level of the drive did not change. */
static void put_first(struct json_object *to, const struct bench_phase *first)
{
    struct json_object *object = json_put_known_object(to, "first", first->bytes > 0);

    if (!object)
        return;
    json_put_number(object, "bytes", first->bytes);
    json_put_positive(object, "ratio", first->ratio, JSON_DIGITS_RATIO);
    json_put_interval(object, first->interval.low, first->interval.high);
}

static void put_bench_more(struct json_object *to, const struct bench_result *result)
{
    json_put_text(to, "worth",
                  bench_worth_id(result->is_drive ? result->worth : WORTH_UNSTATED));
    json_put_text(to, "culprit", bench_culprit_id(result->culprit));
    json_put_text(to, "sampling", bench_sampling_id(result->sampling));
    json_put_bool(to, "reads-only", result->is_read);
    json_put_bool(to, "is-drive", result->is_drive);
    json_put_number(to, "block-bytes", result->block_bytes);
    json_put_decimal(to, "p", result->p, JSON_DIGITS_SHARE);
    put_kernel(to, &result->kernel);
    json_put_positive(to, "drift", result->drift, JSON_DIGITS_RATIO);
    json_put_decimal(to, "slow-share", result->slow_share, JSON_DIGITS_SHARE);
    json_put_bool(to, "buffered", result->is_buffered);
    put_first(to, &result->first);
    json_put_number(to, "seed", result->seed);
    json_put_decimal(to, "total-seconds", result->total_seconds, JSON_DIGITS_SECONDS);
    put_area(to, result->area);
}

/* Null where nothing may be lost. */
static void put_overlap(struct json_object *to, struct measure_overlap overlap)
{
    struct json_object *object = json_put_known_object(to, "overlap", overlap.bytes > 0);

    if (!object)
        return;
    json_put_number(object, "start-bytes", overlap.start);
    json_put_number(object, "bytes", overlap.bytes);
}

static void put_bench(struct json_object *to, const struct bench_result *result)
{
    json_put_text(to, "workload", workload_of(result));
    json_put_text(to, "verdict", measure_bench_verdict_id(result->verdict));
    json_put_text(to, "reason", measure_reason_id(result->reason));
    put_bench_times(to, result);
    json_put_known(to, "kernel-reads", result->kernel.base_reads,
                   result->kernel.is_known);
    json_put_number(to, "bytes-written", result->bytes_written);
    json_put_bool(to, "unchanged", result->is_unchanged);
    put_overlap(to, result->overlap);
    put_bench_more(to, result);
}

static void put_bars(struct json_object *to, const struct probe_result *result)
{
    struct json_object *array = json_put_array(to, "bars");

    for (size_t i = 0; i < PROBE_BARS && result->bar_bytes; i++) {
        const struct probe_bar *bar = &result->bars[i];
        struct json_object *object = json_append_object(array);
        json_put_number(object, "offset", result->bar_first + i * result->bar_step);
        json_put_number(object, "bytes", result->bar_bytes);
        json_put_number(object, "count", bar->count);
        json_put_positive(object, "median-us", bar->median_us, JSON_DIGITS_US);
        json_put_positive(object, "low-us", bar->low_us, JSON_DIGITS_US);
        json_put_positive(object, "high-us", bar->high_us, JSON_DIGITS_US);
    }
}

static void put_probe_more(struct json_object *to, const struct probe_result *result)
{
    json_put_bool(to, "contradiction", result->is_contradiction);
    json_put_interval(to, result->interval.low, result->interval.high);
    json_put_bool(to, "reads-only", result->is_read);
    json_put_bool(to, "is-drive", result->is_drive);
    json_put_known(to, "step-bytes", result->step_bytes, result->step_bytes);
    json_put_positive(to, "step-us", result->step_us, JSON_DIGITS_US);
    put_bars(to, result);
    json_put_number(to, "candidates-rejected", result->candidates_rejected);
    json_put_number(to, "seed", result->seed);
    json_put_number(to, "writes", result->writes);
    json_put_number(to, "reads", result->reads);
    json_put_number(to, "bytes-written", result->bytes_written);
    put_area(to, result->area);
}

static void put_probe(struct json_object *to, const struct probe_result *result)
{
    bool is_found = result->verdict == MEASURE_DIFFERENT && result->physical;

    json_put_text(to, "verdict", measure_probe_verdict_id(result->verdict));
    json_put_text(to, "reason", measure_reason_id(result->reason));
    json_put_known(to, "physical", result->physical, is_found);
    json_put_known(to, "offset", result->offset, is_found);
    json_put_known(to, "reported-physical", result->reported_physical,
                   result->reported_physical);
    json_put_known(to, "reported-offset", result->reported_offset,
                   result->reported_physical);
    json_put_positive(to, "ratio", result->ratio, JSON_DIGITS_RATIO);
    json_put_decimal(to, "seconds", result->seconds, JSON_DIGITS_SECONDS);
    json_put_bool(to, "unchanged", result->is_unchanged);
    put_overlap(to, result->overlap);
    put_probe_more(to, result);
}

/* For a refused run and a dry run. */
static void put_no_result(struct json_object *to, const struct report_measure *report)
{
    json_put_text(to, "verdict",
                  report->is_dry_run ? NULL : measure_bench_verdict_id(MEASURE_REFUSED));
    json_put_text(to, "reason", measure_reason_id(report->reason));
    json_put_number(to, "bytes-written", 0);
}

static void put_origin(struct json_object *to, const struct saved_result *saved)
{
    json_put_text(to, "model", saved->model);
    json_put_text(to, "serial", saved->serial);
    json_put_text(to, "time", saved->time);
    json_put_text(to, "kernel-release", saved->kernel);
    json_put_text(to, "link", saved->link);
    json_put_text(to, "method", saved->method);
}

static void put_errors(struct json_object *to, const struct request_errors *errors)
{
    struct json_object *array = json_put_array(to, "errors");

    for (size_t i = 0; errors && i < errors->count; i++) {
        const struct request_error *error = &errors->at[i];
        struct json_object *object = json_append_object(array);
        json_put_text(object, "request", request_kind_id(error->kind));
        json_put_text(object, "error", request_error_id(error->error));
        json_put_number(object, "errno", (uint64_t)error->error);
        json_put_number(object, "count", error->count);
        json_put_known(object, "start-bytes", error->first, error->kind != REQUEST_FLUSH);
    }
}

static void put_run(struct json_object *to, const struct report_measure *report)
{
    if (report->saved)
        put_origin(to, report->saved);
    json_put_text(to, "reason-id", report->reason_id);
    json_put_text(to, "sentence", report->sentence);
    json_put_lines(to, "lines", report->lines);
    put_errors(to, report->errors);
    json_put_bool(to, "dry-run", report->is_dry_run);
    json_put_text(to, "kept", report->kept_path);
    json_put_text(to, "window-file", report->area_path);
}

static void put_workloads_end(struct json_object *to, const struct report_workloads *end)
{
    struct json_object *object = json_put_known_object(to, "workloads-end", end != NULL);

    if (!object)
        return;
    json_put_text(object, "reason", measure_reason_id(end->reason));
    json_put_number(object, "bytes-written", end->bytes_written);
    json_put_bool(object, "unchanged", end->is_unchanged);
    json_put_bool(object, "flush-lies", end->is_flush_lying);
    put_overlap(object, end->overlap);
}

static void put_other(struct json_object *to, const struct saved_result *other)
{
    struct json_object *object = json_put_known_object(to, "compared", other != NULL);

    if (!object)
        return;
    put_origin(object, other);
    if (other->has_bench) {
        json_put_number(object, "base", other->bench.arms[ARM_BASE].start_lba);
        json_put_number(object, "against", other->bench.arms[ARM_AGAINST].start_lba);
        put_bench(object, &other->bench);
    }
    json_put_workloads(object, other->workloads, other->workload_count);
}

/* Returns a document with an object KEY, which begins with the device. */
static struct json_object *measure_document(const char *key, const char *path,
                                            struct json_object **ret_object)
{
    struct json_object *root = json_document();

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
        put_no_result(to, report);
    else if (saved->has_bench)
        put_bench(to, &saved->bench);
    else
        json_put(to, "verdict", NULL);
    put_run(to, report);
    if (saved)
        json_put_workloads(to, saved->workloads, saved->workload_count);
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
        put_no_result(to, report);
    put_run(to, report);
    return json_take(root);
}
