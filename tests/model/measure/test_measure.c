/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_measure.c - ids exist and differ; whether moving is worth it */
#include "model/measure/measure.h"

#include <string.h>

#include "model/base/mem.h"
#include "support/test.h"

TEST(every_reason_has_an_id_of_its_own)
{
    ck_assert_ptr_null(measure_reason_id(REASON_NONE));
    for (unsigned i = 1; i < REASON_COUNT; i++) {
        const char *id = measure_reason_id((enum measure_reason)i);
        ck_assert_ptr_nonnull(id);
        for (unsigned j = 1; j < i; j++)
            ck_assert_str_ne(id, measure_reason_id((enum measure_reason)j));
    }
}

TEST(a_verdict_has_a_word_of_each_kind)
{
    ck_assert_str_eq(measure_bench_verdict_id(MEASURE_DIFFERENT), "different");
    ck_assert_str_eq(measure_probe_verdict_id(MEASURE_DIFFERENT), "found");
    ck_assert_str_eq(measure_bench_verdict_id(MEASURE_SAME), "same");
    ck_assert_str_eq(measure_probe_verdict_id(MEASURE_SAME), "none");
    for (unsigned i = 0; i < MEASURE_VERDICT_COUNT; i++) {
        ck_assert_ptr_nonnull(measure_bench_verdict_id((enum measure_verdict)i));
        ck_assert_ptr_nonnull(measure_probe_verdict_id((enum measure_verdict)i));
    }
    ck_assert_str_eq(bench_culprit_id(CULPRIT_KERNEL), "kernel");
    ck_assert_str_eq(bench_worth_id(WORTH_UNSURE), "unsure");
    ck_assert_str_eq(bench_sampling_id(SAMPLING_RUNS), "runs");
}

static const struct {
    struct bench_result result;
    enum bench_worth want;
} worths[] = {
    { { .verdict = MEASURE_DIFFERENT, .is_drive = true, .interval = { 2.98, 3.02 } },
      WORTH_YES },
    { { .verdict = MEASURE_DIFFERENT,
        .is_drive = true,
        .interval = { 1.05, 1.15 },
        .bytes_written = WORTH_NO_BYTES },
      WORTH_NO },
    { { .verdict = MEASURE_DIFFERENT, .is_drive = true, .interval = { 1.1, 1.3 } },
      WORTH_UNSURE },
    { { .verdict = MEASURE_DIFFERENT, .is_drive = true, .interval = { 0.25, 0.27 } },
      WORTH_NO },
    { { .verdict = MEASURE_SAME,
        .is_drive = true,
        .interval = { 0.99, 1.01 },
        .bytes_written = WORTH_NO_BYTES },
      WORTH_NO },
    { { .verdict = MEASURE_SAME,
        .is_drive = true,
        .is_on_platter = true,
        .interval = { 0.99, 1.01 } },
      WORTH_NO },
    /* A cache may have taken fewer writes, and hides a difference or most of it. */
    { { .verdict = MEASURE_SAME,
        .is_drive = true,
        .interval = { 0.99, 0.999 },
        .bytes_written = WORTH_NO_BYTES - 1 },
      WORTH_UNSURE },
    { { .verdict = MEASURE_DIFFERENT,
        .is_drive = true,
        .interval = { 1.05, 1.15 },
        .bytes_written = WORTH_NO_BYTES - 1 },
      WORTH_UNSURE },
    { { .verdict = MEASURE_INCONCLUSIVE,
        .reason = REASON_WRITES,
        .is_drive = true,
        .interval = { 0.96, 1.05 },
        .bytes_written = WORTH_NO_BYTES - 1 },
      WORTH_UNSURE },
    { { .verdict = MEASURE_INCONCLUSIVE, .is_drive = true, .interval = { 2.5, 3 } },
      WORTH_UNSURE },
    { { .verdict = MEASURE_INCONCLUSIVE, .is_drive = true, .interval = { 0.96, 1.05 } },
      WORTH_UNSURE },
    /* Noise left it open to the last write: whatever it is, it is small. */
    { { .verdict = MEASURE_INCONCLUSIVE,
        .reason = REASON_WRITES,
        .is_drive = true,
        .interval = { 0.96, 1.05 },
        .bytes_written = WORTH_NO_BYTES },
      WORTH_NO },
    { { .verdict = MEASURE_INCONCLUSIVE,
        .reason = REASON_WRITES,
        .is_drive = true,
        .interval = { 0.9, 1.3 },
        .bytes_written = WORTH_NO_BYTES },
      WORTH_UNSURE },
    { { .verdict = MEASURE_INCONCLUSIVE,
        .reason = REASON_WRITES,
        .is_drive = true,
        .interval = { 1.3, 2 },
        .bytes_written = WORTH_NO_BYTES },
      WORTH_UNSURE },
    { { .verdict = MEASURE_INCONCLUSIVE,
        .reason = REASON_WRITES,
        .is_drive = true,
        .interval = { 0.96, 1.05 },
        .bytes_written = WORTH_NO_BYTES,
        .is_buffered = true },
      WORTH_UNSURE },
    { { .verdict = MEASURE_DIFFERENT, .interval = { 2.98, 3.02 } }, WORTH_UNSTATED },
    { { .verdict = MEASURE_DIFFERENT,
        .is_drive = true,
        .is_read = true,
        .interval = { 2, 3 } },
      WORTH_UNSTATED },
    { { .verdict = MEASURE_REFUSED, .is_drive = true }, WORTH_UNSTATED },
    /* A buffer may hide a difference, and so may slow writes of one start. */
    { { .verdict = MEASURE_SAME,
        .is_drive = true,
        .interval = { 0.99, 1.01 },
        .bytes_written = WORTH_NO_BYTES,
        .is_buffered = true },
      WORTH_UNSURE },
    { { .verdict = MEASURE_SAME,
        .is_drive = true,
        .interval = { 0.99, 1.01 },
        .bytes_written = WORTH_NO_BYTES,
        .arms = { [ARM_BASE].mean_us = 150, [ARM_AGAINST].mean_us = 100 } },
      WORTH_UNSURE },
    { { .verdict = MEASURE_DIFFERENT,
        .is_drive = true,
        .interval = { 1.4, 1.6 },
        .is_buffered = true },
      WORTH_YES },
};

TEST_EACH(worth_fixing_is_what_the_interval_says, worths)
{
    ck_assert_uint_eq(bench_worth_of(&worths[_i].result), worths[_i].want);
}

/* A run that is stopped, or that other writes void, is not small so far. */
TEST(what_only_a_larger_cache_can_hide_is_small_so_far)
{
    for (size_t i = 0; i < ARRAY_SIZE(worths); i++) {
        struct bench_result result = worths[i].result;
        bool is_small = bench_is_small_so_far(&result);

        result.bytes_written = WORTH_NO_BYTES;
        ck_assert_msg(!is_small || worths[i].want == WORTH_UNSURE, "row %zu", i);
        ck_assert_msg(!is_small || bench_worth_of(&result) == WORTH_NO, "row %zu", i);
        ck_assert_msg(!bench_is_small_so_far(&result), "row %zu", i);
    }
}

TEST(the_time_to_an_answer_follows_from_the_speed)
{
    struct bench_result result = { .seconds = 4, .bytes_written = WORTH_NO_BYTES / 10 };

    ck_assert_double_eq_tol(bench_seconds_to_answer(&result), 50, 1e-6);
    result.bytes_written = 0;
    ck_assert_double_eq(bench_seconds_to_answer(&result), 0);
}

TEST(sustained_writes_have_higher_bounds)
{
    struct measure_bounds usual = measure_bench_bounds(0, false);
    struct measure_bounds sustained = measure_bench_bounds(0, true);

    ck_assert_uint_gt(sustained.bytes, usual.bytes);
    /* By default no cache is proven to be none, by sustained writes it is. */
    ck_assert_uint_gt(WORTH_NO_BYTES, usual.bytes);
    ck_assert_uint_gt(sustained.bytes, WORTH_NO_BYTES);
    ck_assert_double_gt(sustained.seconds, usual.seconds);
    ck_assert_double_eq(measure_bench_bounds(7, true).seconds, 7);
}

/* Seconds given by the user, and those of them for writes through the page cache. */
static const struct {
    double given, all, kernel;
} seconds[] = { { 0, 10.5, 0.5 }, { 10, 10, 0.5 }, { 1, 1, 0.25 }, { 0.1, 0.1, 0.025 } };

TEST_EACH(a_bench_keeps_its_seconds, seconds)
{
    struct measure_bounds bounds = measure_bench_bounds(seconds[_i].given, false);

    ck_assert_double_eq(bounds.seconds, seconds[_i].all);
    ck_assert_double_eq(measure_kernel_seconds(bounds.seconds), seconds[_i].kernel);
}
