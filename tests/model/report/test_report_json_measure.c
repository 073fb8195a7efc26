/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_report_json_measure.c - runs of bench and probe as JSON, read back with json-c */
#include "model/report/json_measure.h"

#include <errno.h>
#include <locale.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <json.h>

#include "model/base/mem.h"
#include "support/test.h"

/* TEXT is freed. */
static struct json_object *parsed(char *text)
{
    struct json_object *root = json_tokener_parse(text);

    ck_assert_msg(root != NULL, "no JSON: %s", text);
    ck_assert_int_eq(text[strlen(text) - 1], '\n');
    free(text);
    return root;
}

/* The value at a path such as "/bench/interval/0" as JSON text. */
static const char *at(struct json_object *root, const char *path)
{
    struct json_object *value = NULL;

    ck_assert_msg(!json_pointer_get(root, path, &value), "nothing at %s", path);
    return value ? json_object_to_json_string_ext(
                       value, JSON_C_TO_STRING_PLAIN | JSON_C_TO_STRING_NOSLASHESCAPE)
                 : "null";
}

static struct saved_result measured(void)
{
    struct saved_result ret = {
        .model = "WDC WD10EARS",
        .serial = "WD-1",
        .time = "2026-11-20T20:00:00Z",
        .kernel = "6.1.0",
        .has_bench = true,
        .bench = {
            .verdict = MEASURE_DIFFERENT,
            .culprit = CULPRIT_DRIVE,
            .worth = WORTH_YES,
            .sampling = SAMPLING_RUNS,
            .is_drive = true,
            .block_bytes = 4096,
            .ratio = 2.99,
            .interval = { 2.98, 3.02 },
            .confidence = 0.99,
            .p = 0.0000305,
            .pairs = 16,
            .kernel = { true, 64, 65, 0, 2.0 },
            .drift = 1.01,
            .seed = UINT64_MAX,
            .seconds = 2.7,
            .total_seconds = 3.1,
            .bytes_written = 131072,
            .area.start = 1 << 20,
            .area.bytes = 8 << 20,
            .is_unchanged = true,
        },
    };
    struct arm_times base = { .start_lba = 63, .count = 16, .median_us = 25000 };
    struct arm_times against = { .start_lba = 64, .count = 16, .median_us = 8330.04 };

    ret.bench.arms[ARM_BASE] = base;
    ret.bench.arms[ARM_AGAINST] = against;
    ret.workload_count = 1;
    ret.workloads[0] = (struct workload_result){
        .kind = WORKLOAD_DURABLE_SEQUENTIAL,
        .start_lba = 63,
        .requests = 118,
        .bytes_per_second = 483328,
        .percentile_us = { 1, 5, 50, 95, 99, 99.9 },
    };
    return ret;
}

static const struct {
    const char *path;
    const char *want;
} bench[] = {
    { "/alidade", "\"" ALIDADE_VERSION "\"" },
    { "/bench/device", "\"/dev/sdc\"" },
    { "/bench/base", "63" },
    { "/bench/against", "64" },
    { "/bench/workload", "\"durable-4k-sequential\"" },
    { "/bench/verdict", "\"different\"" },
    { "/bench/reason", "null" },
    { "/bench/ratio", "2.990" },
    { "/bench/interval", "[2.980,3.020]" },
    { "/bench/confidence", "0.990" },
    { "/bench/pairs", "16" },
    { "/bench/seconds", "2.700" },
    { "/bench/a/start", "64" },
    { "/bench/a/median-us", "8330.0" },
    { "/bench/a/per-second", "120.047" },
    { "/bench/b/start", "63" },
    { "/bench/b/median-us", "25000.0" },
    { "/bench/b/per-second", "40.000" },
    { "/bench/aligned", "null" },
    { "/bench/kernel-reads", "65" },
    { "/bench/kernel/writes", "64" },
    { "/bench/bytes-written", "131072" },
    { "/bench/unchanged", "true" },
    { "/bench/overlap", "null" },
    { "/bench/worth", "\"yes\"" },
    { "/bench/culprit", "\"drive\"" },
    { "/bench/sampling", "\"runs\"" },
    { "/bench/is-drive", "true" },
    { "/bench/reads-only", "false" },
    { "/bench/p", "0.000031" },
    { "/bench/drift", "1.010" },
    { "/bench/seed", "18446744073709551615" },
    { "/bench/window/start-bytes", "1048576" },
    { "/bench/window/partition", "null" },
    { "/bench/model", "\"WDC WD10EARS\"" },
    { "/bench/link", "null" },
    { "/bench/dry-run", "false" },
    { "/bench/kept", "\"/kept\"" },
    { "/bench/window-file", "null" },
    { "/bench/compared", "null" },
    { "/bench/workloads/0/workload", "\"durable-4k-sequential\"" },
    { "/bench/workloads/0/bytes-per-second", "483328" },
    { "/bench/workloads/0/percentiles/5/percent", "99.9" },
    { "/bench/workloads/0/percentiles/5/us", "99.9" },
    { "/bench/workloads-end", "null" },
    { "/bench/errors", "[]" },
    { "/bench/published", "[]" },
};

static struct report_measure report_of(const struct saved_result *saved)
{
    return (struct report_measure){ .path = "/dev/sdc",
                                    .base = 63,
                                    .against = 64,
                                    .saved = saved,
                                    .kept_path = "/kept" };
}

TEST_EACH(a_bench_has_the_fields_that_scripts_know, bench)
{
    struct saved_result saved = measured();
    struct report_measure report = report_of(&saved);
    struct json_object *root = parsed(report_json_bench(&report));

    ck_assert_str_eq(at(root, bench[_i].path), bench[_i].want);
    json_object_put(root);
}

TEST(failed_requests_are_told_apart)
{
    struct saved_result saved = measured();
    struct report_measure report = report_of(&saved);
    struct request_errors errors = { .count = 0 };

    request_errors_add(&errors, REQUEST_WRITE, ENOSPC, 4096);
    request_errors_add(&errors, REQUEST_WRITE, ENOSPC, 8192);
    request_errors_add(&errors, REQUEST_FLUSH, EIO, 0);
    request_errors_add(&errors, REQUEST_READ, EBUSY, 512);
    request_errors_merge(&errors, &errors);
    report.errors = &errors;
    struct json_object *root = parsed(report_json_bench(&report));
    ck_assert_str_eq(at(root, "/bench/errors"),
                     "[{\"request\":\"write\",\"error\":\"ENOSPC\",\"errno\":28,"
                     "\"count\":4,\"start-bytes\":4096},"
                     "{\"request\":\"flush\",\"error\":\"EIO\",\"errno\":5,\"count\":2,"
                     "\"start-bytes\":null},"
                     "{\"request\":\"read\",\"error\":\"EBUSY\",\"errno\":16,\"count\":2,"
                     "\"start-bytes\":512}]");
    json_object_put(root);
}

TEST(what_is_not_known_is_null_and_reads_have_a_name)
{
    struct saved_result saved = measured();

    saved.bench.ratio = 1;
    saved.bench.pairs = 0;
    saved.bench.drift = 0;
    saved.bench.interval = (struct stats_interval){ 0, INFINITY };
    saved.bench.is_read = true;
    saved.bench.sampling = SAMPLING_RANDOM;
    saved.bench.kernel.is_known = false;
    struct report_measure report = report_of(&saved);
    struct json_object *root = parsed(report_json_bench(&report));
    ck_assert_str_eq(at(root, "/bench/ratio"), "null");
    ck_assert_str_eq(at(root, "/bench/drift"), "null");
    ck_assert_str_eq(at(root, "/bench/interval"), "null");
    ck_assert_str_eq(at(root, "/bench/workload"), "\"read-4k-random\"");
    ck_assert_str_eq(at(root, "/bench/kernel"), "null");
    ck_assert_str_eq(at(root, "/bench/kernel-reads"), "null");
    json_object_put(root);
}

TEST(workloads_without_bench_have_no_verdict)
{
    struct saved_result saved = measured();
    struct saved_result other = measured();

    saved.has_bench = false;
    struct report_workloads end = { .reason = REASON_OVERLAPPED,
                                    .bytes_written = 4096,
                                    .overlap = { 32256, 4096 },
                                    .is_unchanged = true };
    struct report_measure report = report_of(&saved);
    report.workloads = &end;
    report.preset = PRESET_FIO;
    report.other = &other;
    struct json_object *root = parsed(report_json_bench(&report));
    ck_assert_str_eq(at(root, "/bench/verdict"), "null");
    ck_assert_str_eq(at(root, "/bench/workloads-end/reason"), "\"overlapped\"");
    ck_assert_str_eq(at(root, "/bench/workloads-end/overlap/start-bytes"), "32256");
    ck_assert_str_eq(at(root, "/bench/workloads-end/overlap/bytes"), "4096");
    ck_assert_str_eq(at(root, "/bench/workloads-end/bytes-written"), "4096");
    ck_assert_str_eq(at(root, "/bench/workloads-end/unchanged"), "true");
    ck_assert_str_eq(at(root, "/bench/published/0/workload"),
                     "\"durable-4k-sequential\"");
    ck_assert_str_eq(at(root, "/bench/compared/serial"), "\"WD-1\"");
    ck_assert_str_eq(at(root, "/bench/compared/ratio"), "2.990");
    ck_assert_str_eq(at(root, "/bench/compared/workloads/0/start"), "63");
    json_object_put(root);
}

TEST(refusal_has_its_reason_and_no_writes)
{
    struct report_measure report = report_of(NULL);

    report.reason = REASON_ZONED;
    report.sentence = "zones";
    struct json_object *root = parsed(report_json_bench(&report));
    ck_assert_str_eq(at(root, "/bench/verdict"), "\"refused\"");
    ck_assert_str_eq(at(root, "/bench/reason"), "\"zoned\"");
    ck_assert_str_eq(at(root, "/bench/sentence"), "\"zones\"");
    ck_assert_str_eq(at(root, "/bench/bytes-written"), "0");
    json_object_put(root);
    root = parsed(report_json_probe(&report));
    ck_assert_str_eq(at(root, "/probe/verdict"), "\"refused\"");
    json_object_put(root);
}

TEST(dry_run_has_no_verdict)
{
    struct lines lines = { 0 };
    struct report_measure report = report_of(NULL);

    lines_add(&lines, "intent");
    report.is_dry_run = true;
    report.lines = &lines;
    struct json_object *root = parsed(report_json_bench(&report));
    ck_assert_str_eq(at(root, "/bench/verdict"), "null");
    ck_assert_str_eq(at(root, "/bench/dry-run"), "true");
    ck_assert_str_eq(at(root, "/bench/lines"), "[\"intent\"]");
    json_object_put(root);
    lines_finish(&lines);
}

static struct saved_result probed(void)
{
    return (struct saved_result){
        .has_probe = true,
        .probe = {
            .verdict = MEASURE_DIFFERENT,
            .is_drive = true,
            .physical = 4096,
            .offset = 3584,
            .reported_physical = 512,
            .is_contradiction = true,
            .ratio = 3.6,
            .interval = { 3.5, 3.7 },
            .bar_bytes = 4096,
            .bar_step = 512,
            .bars = { [7] = { 12, 120.25, 100, 140 } },
            .seconds = 1.9,
            .is_unchanged = true,
        },
    };
}

static const struct {
    const char *path;
    const char *want;
} probe[] = {
    { "/alidade", "\"" ALIDADE_VERSION "\"" },
    { "/probe/device", "\"/dev/sdc\"" },
    { "/probe/verdict", "\"found\"" },
    { "/probe/reason", "null" },
    { "/probe/physical", "4096" },
    { "/probe/offset", "3584" },
    { "/probe/reported-physical", "512" },
    { "/probe/reported-offset", "0" },
    { "/probe/ratio", "3.600" },
    { "/probe/interval", "[3.500,3.700]" },
    { "/probe/seconds", "1.900" },
    { "/probe/unchanged", "true" },
    { "/probe/overlap", "null" },
    { "/probe/contradiction", "true" },
    { "/probe/step-bytes", "null" },
    { "/probe/bars/7/offset", "3584" },
    { "/probe/bars/7/median-us", "120.3" },
    { "/probe/window", "null" },
};

TEST_EACH(a_probe_has_the_fields_that_scripts_know, probe)
{
    struct saved_result saved = probed();
    struct report_measure report = report_of(&saved);
    struct json_object *root = parsed(report_json_probe(&report));

    ck_assert_str_eq(at(root, probe[_i].path), probe[_i].want);
    json_object_put(root);
}

TEST(a_probe_that_found_nothing_names_no_size)
{
    struct saved_result saved = probed();

    saved.probe.verdict = MEASURE_SAME;
    saved.probe.physical = 0;
    saved.probe.ratio = 0;
    saved.probe.interval = (struct stats_interval){ 0, 0 };
    struct report_measure report = report_of(&saved);
    struct json_object *root = parsed(report_json_probe(&report));
    ck_assert_str_eq(at(root, "/probe/verdict"), "\"none\"");
    ck_assert_str_eq(at(root, "/probe/physical"), "null");
    ck_assert_str_eq(at(root, "/probe/offset"), "null");
    ck_assert_str_eq(at(root, "/probe/ratio"), "null");
    ck_assert_str_eq(at(root, "/probe/interval"), "null");
    ck_assert_str_eq(at(root, "/probe/step-us"), "null");
    ck_assert_str_eq(at(root, "/probe/bars/0/median-us"), "null");
    json_object_put(root);
}

TEST(a_locale_with_a_decimal_comma_changes_nothing)
{
    struct saved_result saved = measured();
    struct report_measure report = report_of(&saved);

    if (!setlocale(LC_NUMERIC, "de_DE.UTF-8"))
        return; /* the locale is not installed here */
    CLEANUP(freep) char *text = report_json_bench(&report);
    ck_assert_ptr_nonnull(strstr(text, "2.990"));
    ck_assert_ptr_null(strstr(text, "2,9"));
}
