/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_bench.c - verdicts of the bench on known drives in virtual time */
#include "device/measure/bench.h"

#include "model/base/mem.h"
#include "support/bench_scene.h"
#include "support/test.h"

static const struct sim_physics disk_512e = { DISK, .physical = 4096,
                                              .rmw_us = 1.1 * TURN_US };
/* Checks before each write whether another program uses the disk. */
static const struct sim_physics disk_watched = { DISK, .physical = 4096,
                                                 .rmw_us = 1.1 * TURN_US,
                                                 .pause_us = 3000 };
static const struct sim_physics disk_512n = { DISK, .physical = 512 };
static const struct sim_physics disk_jumper = { DISK, .physical = 4096, .shift = 3584,
                                                .rmw_us = 1.1 * TURN_US };
static const struct sim_physics disk_lying = { DISK, .physical = 4096,
                                               .rmw_us = 1.1 * TURN_US,
                                               .is_flush_lying = true };
static const struct sim_physics ssd_same = { SSD };
static const struct sim_physics ssd_penalty = { SSD, .physical = 4096, .rmw_us = 15 };
static const struct sim_physics ssd_weak = { SSD, .physical = 4096, .rmw_us = 5 };
static const struct sim_physics ssd_noisy = { .size_bytes = 8 * MIB,
                                              .write_us = 100,
                                              .sigma = 0.6 };
static const struct sim_physics ssd_drifting = {
    .size_bytes = 8 * MIB, .write_us = 500, .sigma = 0.6, .drift = 3
};
static const struct sim_physics cache_emptying = { SSD, .burst_every = 50,
                                                   .burst_us = 30000 };
static const struct sim_physics ssd_busy = { SSD, .spike_share = 0.05,
                                             .spike_factor = 10 };
static const struct sim_physics cache_filling = {
    .size_bytes = 8 * MIB, .write_us = 100, .sigma = 0.2, .drift = 40
};
static const struct sim_physics ssd_bursts = { .size_bytes = 8 * MIB,
                                               .write_us = 100,
                                               .sigma = 0.6,
                                               .burst_every = 8,
                                               .burst_us = 5000 };
static const struct sim_physics loop_plain = { SSD, .is_no_drive = true };
static const struct sim_physics loop_penalty = { SSD, .is_no_drive = true,
                                                 .physical = 4096, .rmw_us = 100 };
static const struct sim_physics file_cached = { SSD, .is_no_drive = true,
                                                .is_not_direct = true };
static const struct sim_physics ssd_read_only = { SSD, .physical = 4096, .rmw_us = 100,
                                                  .is_read_only = true };
static const struct sim_physics file_read_only = { SSD, .is_no_drive = true,
                                                   .is_not_direct = true,
                                                   .is_read_only = true };
static const struct sim_physics disk_4kn = { DISK, .logical = 4096, .physical = 4096 };

static struct bench_result measure(const struct sim_physics *physics, uint64_t base,
                                   uint64_t against)
{
    struct test_request request = bench_scene_ask(base, against);

    return bench_scene_measure(physics, &request);
}

static const struct {
    const char *name;
    const struct sim_physics *physics;
    uint64_t base, against;
    enum measure_verdict verdict;
    enum measure_reason reason;
    enum bench_culprit culprit;
    enum bench_worth worth;
    enum bench_sampling sampling;
    double low, high; /* of the ratio */
    double seconds;   /* maximum, to the verdict */
} truths[] = {
    { "a 512e disk is 3 times slower", &disk_512e, 63, 64, MEASURE_DIFFERENT, REASON_NONE,
      CULPRIT_DRIVE, WORTH_YES, SAMPLING_RUNS, 2.85, 3.15, 3 },
    { "what passes between two writes is none of their times", &disk_watched, 63, 64,
      MEASURE_DIFFERENT, REASON_NONE, CULPRIT_DRIVE, WORTH_YES, SAMPLING_RUNS, 2.85, 3.15,
      3 },
    { "a 512 native disk is not", &disk_512n, 63, 64, MEASURE_SAME, REASON_NONE,
      CULPRIT_KERNEL, WORTH_NO, SAMPLING_RUNS, 0.97, 1.03, 3 },
    { "the XP jumper makes 63 the fast one", &disk_jumper, 63, 64, MEASURE_DIFFERENT,
      REASON_NONE, CULPRIT_DRIVE, WORTH_NO, SAMPLING_RUNS, 0.31, 0.35, 3 },
    { "two starts on the grid are the same", &disk_512e, 2048, 64, MEASURE_SAME,
      REASON_NONE, CULPRIT_NONE, WORTH_NO, SAMPLING_RUNS, 0.97, 1.03, 3 },
    { "what would be off is slower", &disk_512e, 64, 63, MEASURE_DIFFERENT, REASON_NONE,
      CULPRIT_DRIVE, WORTH_NO, SAMPLING_RUNS, 0.31, 0.35, 3 },
    { "4Kn knows no other start", &disk_4kn, 63, 64, MEASURE_SAME, REASON_NONE,
      CULPRIT_NONE, WORTH_NO, SAMPLING_RUNS, 0.97, 1.03, 3 },
    { "an ssd with a penalty of 1.3", &ssd_penalty, 63, 64, MEASURE_DIFFERENT,
      REASON_NONE, CULPRIT_DRIVE, WORTH_YES, SAMPLING_RANDOM, 1.21, 1.4, 0.3 },
    { "a weak one of 1.1", &ssd_weak, 63, 64, MEASURE_DIFFERENT, REASON_NONE,
      CULPRIT_DRIVE, WORTH_UNSURE, SAMPLING_RANDOM, 1.04, 1.16, 0.5 },
    { "an ssd without one", &ssd_same, 63, 64, MEASURE_SAME, REASON_NONE, CULPRIT_KERNEL,
      WORTH_UNSURE, SAMPLING_RANDOM, 0.97, 1.03, 3 },
    { "noise leaves a small difference open", &ssd_noisy, 63, 64, MEASURE_INCONCLUSIVE,
      REASON_WRITES, CULPRIT_UNKNOWN, WORTH_UNSURE, SAMPLING_RANDOM, 0.9, 1.1, 10 },
    { "a drive that becomes slower", &ssd_drifting, 63, 64, MEASURE_INCONCLUSIVE,
      REASON_DRIFTING, CULPRIT_UNKNOWN, WORTH_UNSURE, SAMPLING_RANDOM, 0.8, 1.2, 10.1 },
    { "a cache that empties never says same", &cache_emptying, 63, 64,
      MEASURE_INCONCLUSIVE, REASON_BURSTS, CULPRIT_UNKNOWN, WORTH_UNSURE, SAMPLING_RANDOM,
      0.9, 1.1, 10.1 },
    { "other work on the machine is no burst", &ssd_busy, 63, 64, MEASURE_SAME,
      REASON_NONE, CULPRIT_KERNEL, WORTH_UNSURE, SAMPLING_RANDOM, 0.97, 1.03, 3 },
    { "a cache that fills never says same", &cache_filling, 63, 64, MEASURE_INCONCLUSIVE,
      REASON_DRIFTING, CULPRIT_UNKNOWN, WORTH_UNSURE, SAMPLING_RANDOM, 0.8, 1.2, 10.1 },
    { "bursts and noise", &ssd_bursts, 63, 64, MEASURE_INCONCLUSIVE, REASON_BURSTS,
      CULPRIT_UNKNOWN, WORTH_UNSURE, SAMPLING_RANDOM, 0.8, 1.2, 10 },
    { "a flush that lies gives no verdict", &disk_lying, 63, 64, MEASURE_INCONCLUSIVE,
      REASON_FLUSH_LIES, CULPRIT_UNKNOWN, WORTH_UNSURE, SAMPLING_RANDOM, 0, 9, 1 },
    { "of a plain loop it is the kernel", &loop_plain, 63, 64, MEASURE_SAME, REASON_NONE,
      CULPRIT_KERNEL, WORTH_UNSTATED, SAMPLING_RANDOM, 0.97, 1.03, 3 },
    { "a loop on a slow drive is no drive", &loop_penalty, 63, 64, MEASURE_DIFFERENT,
      REASON_NONE, CULPRIT_DRIVE, WORTH_UNSTATED, SAMPLING_RANDOM, 2, 4, 3 },
    { "through the page cache no drive is seen", &file_cached, 63, 64,
      MEASURE_INCONCLUSIVE, REASON_CACHED, CULPRIT_UNKNOWN, WORTH_UNSTATED, SAMPLING_AUTO,
      0, 9, 0 },
    { "nor by reads through it", &file_read_only, 63, 64, MEASURE_INCONCLUSIVE,
      REASON_CACHED, CULPRIT_UNKNOWN, WORTH_UNSTATED, SAMPLING_RANDOM, 0, 9, 0 },
};

TEST_EACH(it_says_the_truth, truths)
{
    struct bench_result result =
        measure(truths[_i].physics, truths[_i].base, truths[_i].against);

    ck_assert_msg(
        result.verdict == truths[_i].verdict && result.reason == truths[_i].reason &&
            result.culprit == truths[_i].culprit && result.worth == truths[_i].worth &&
            result.sampling == truths[_i].sampling,
        "%s: verdict %d, reason %d, culprit %d, worth %d, sampling %d, "
        "ratio %f",
        truths[_i].name, (int)result.verdict, (int)result.reason, (int)result.culprit,
        (int)result.worth, (int)result.sampling, result.ratio);
    ck_assert_double_ge(result.ratio, truths[_i].low);
    ck_assert_double_le(result.ratio, truths[_i].high);
    ck_assert_double_le(result.seconds, truths[_i].seconds);
    ck_assert_double_le(result.interval.low, result.ratio);
    ck_assert_double_ge(result.interval.high, result.ratio);
}

TEST(an_image_is_judged_like_a_drive_when_told)
{
    struct test_request request = bench_scene_ask(63, 64);

    request.is_as_drive = true;
    struct bench_result result = bench_scene_measure(&loop_penalty, &request);
    ck_assert_uint_eq(result.worth, WORTH_YES);
    ck_assert(result.is_drive);
}

TEST(the_times_of_a_disk_are_its_turns)
{
    struct bench_result result = measure(&disk_512e, 63, 64);

    ck_assert_double_eq_tol(result.arms[ARM_AGAINST].median_us, TURN_US, 100);
    ck_assert_double_eq_tol(result.arms[ARM_BASE].median_us, 3 * TURN_US, 300);
    ck_assert_double_eq_tol(result.arms[ARM_BASE].mean_us, 3 * TURN_US, 500);
    ck_assert_uint_eq(result.arms[ARM_BASE].start_lba, 63);
    ck_assert_uint_eq(result.arms[ARM_BASE].count, result.pairs);
    ck_assert_uint_eq(result.arms[ARM_ALIGNED].count, 0);
    uint64_t singles = histogram_between(&result.arms[ARM_BASE].histogram, 20000, 30000);
    ck_assert_uint_ge(singles, 3 * result.pairs);
}

/* A verdict needs twelve pairs: then their median has bounds. */
TEST(each_median_has_its_bounds)
{
    struct bench_result result = measure(&disk_512e, 63, 64);

    for (enum bench_arm arm = ARM_BASE; arm <= ARM_AGAINST; arm++) {
        const struct arm_times *times = &result.arms[arm];
        ck_assert_double_gt(times->median_low_us, 0);
        ck_assert_double_le(times->median_low_us, times->median_us);
        ck_assert_double_ge(times->median_high_us, times->median_us);
    }
}

TEST(where_both_are_off_the_grid_is_measured_too)
{
    struct bench_result result = measure(&disk_512e, 63, 65);

    ck_assert_uint_eq(result.verdict, MEASURE_SAME);
    ck_assert_uint_eq(result.arms[ARM_ALIGNED].count, result.pairs);
    ck_assert_double_eq_tol(result.arms[ARM_ALIGNED].median_us, TURN_US, 100);
    ck_assert_double_eq_tol(result.arms[ARM_BASE].median_us, 3 * TURN_US, 300);
}

TEST(the_kernel_is_counted_by_its_reads)
{
    struct bench_result result = measure(&disk_512n, 63, 64);

    ck_assert(result.kernel.is_known);
    ck_assert_uint_ge(result.kernel.writes, 3);
    ck_assert_uint_eq(result.kernel.base_reads, 2 * result.kernel.writes);
    ck_assert_uint_eq(result.kernel.against_reads, 0);
    /* Not more than half a second, and a pair. */
    ck_assert_double_le(result.total_seconds - result.seconds, 0.8);
    struct test_request request = bench_scene_ask(63, 64);
    request.skips_kernel = true;
    result = bench_scene_measure(&disk_512n, &request);
    ck_assert_uint_eq(result.kernel.writes, 0);
    ck_assert_uint_eq(result.culprit, CULPRIT_UNKNOWN);
}

TEST(without_counted_reads_the_kernel_is_not_judged)
{
    struct test_request request = bench_scene_ask(63, 64);
    struct bench_scene scene;

    bench_scene_begin(&scene, &ssd_same, &request);
    scene.sim.drive.count_reads = NULL;
    struct bench_result result = bench_scene_run(&scene);
    ck_assert_uint_eq(result.verdict, MEASURE_SAME);
    ck_assert_uint_eq(result.culprit, CULPRIT_UNKNOWN);
    ck_assert(!result.kernel.is_known);
    bench_scene_end(&scene);
}

/* Its interval is still wide when no more writes are allowed. */
TEST(what_is_known_at_a_bound_is_said)
{
    static const struct sim_physics uneven = { .size_bytes = 8 * MIB,
                                               .write_us = 100,
                                               .sigma = 0.6,
                                               .physical = 4096,
                                               .rmw_us = 100 };
    struct test_request request = bench_scene_ask(63, 64);

    request.max_pairs = 30;
    struct bench_result result = bench_scene_measure(&uneven, &request);
    ck_assert_uint_eq(result.pairs, 30);
    ck_assert_uint_eq(result.verdict, MEASURE_DIFFERENT);
    ck_assert_uint_eq(result.reason, REASON_NONE);
    ck_assert_double_gt(result.interval.high, 1.2 * result.interval.low);
}

TEST_TIMES(reads_show_next_to_nothing, 2)
{
    struct test_request request = bench_scene_ask(63, 64);

    request.is_read_only = _i > 0;
    struct bench_result result =
        bench_scene_measure(_i ? &ssd_penalty : &ssd_read_only, &request);
    ck_assert(result.is_read);
    ck_assert_uint_eq(result.bytes_written, 0);
    ck_assert_uint_eq(result.verdict, MEASURE_SAME);
    ck_assert_uint_eq(result.reason, REASON_READS_ONLY);
    ck_assert_uint_eq(result.worth, WORTH_UNSTATED);
    ck_assert_uint_eq(result.culprit, CULPRIT_UNKNOWN);
    ck_assert_uint_eq(result.area.bytes, 8 * MIB);
}

TEST(through_the_cache_nothing_else_is_written)
{
    struct test_request request = bench_scene_ask(63, 64);
    struct bench_scene scene;

    bench_scene_begin(&scene, &file_cached, &request);
    struct bench_result result = bench_scene_run(&scene);
    bench_scene_check_harmless(&scene);
    ck_assert_uint_eq(scene.sim.writes, 2 * result.kernel.writes);
    ck_assert_uint_eq(result.kernel.base_reads, 2 * result.kernel.writes);
    bench_scene_end(&scene);
}

static const struct {
    double seconds;
    uint32_t pairs;
    enum measure_reason reason;
} bounds[] = {
    { 0.1, 0, REASON_TIME },
    { 0, 20, REASON_WRITES },
    { 0, 100000, REASON_WRITES },
};

TEST_EACH(it_ends_at_its_bounds, bounds)
{
    struct test_request request = bench_scene_ask(63, 64);

    request.max_seconds = bounds[_i].seconds;
    request.max_pairs = bounds[_i].pairs;
    struct bench_result result = bench_scene_measure(&ssd_noisy, &request);
    ck_assert_uint_eq(result.verdict, MEASURE_INCONCLUSIVE);
    ck_assert_uint_eq(result.reason, bounds[_i].reason);
    if (bounds[_i].seconds > 0)
        ck_assert_double_le(result.seconds, bounds[_i].seconds + 0.01);
    if (bounds[_i].pairs)
        ck_assert_uint_le(result.pairs, bounds[_i].pairs);
}

static const struct {
    const struct sim_physics *physics;
    enum measure_reason reason;
    enum bench_sampling sampling;
} looks[] = {
    { &disk_lying, REASON_FLUSH_LIES, SAMPLING_RANDOM },
    { &disk_512e, REASON_NONE, SAMPLING_RUNS },
    { &ssd_same, REASON_NONE, SAMPLING_RANDOM },
};

/* What every bench sees first, and nothing of what it does then. */
TEST_EACH(a_look_at_flushes_is_short, looks)
{
    struct test_request request = bench_scene_ask(63, 64);
    struct bench_scene scene;

    request.is_flush_look = true;
    bench_scene_begin(&scene, looks[_i].physics, &request);
    struct bench_result result = bench_scene_run(&scene);
    ck_assert_int_eq(result.verdict, MEASURE_INCONCLUSIVE);
    ck_assert_int_eq(result.reason, looks[_i].reason);
    ck_assert_int_eq(result.sampling, looks[_i].sampling);
    ck_assert_uint_eq(result.pairs, 0);
    ck_assert_uint_le(scene.sim.writes, 64);
    bench_scene_check_harmless(&scene);
    bench_scene_end(&scene);
}

/* Small, and not at the start of a MiB. */
static const struct test_area narrow = { 3 * 65536, 512 * 1024, 3 };

TEST_TIMES(any_start_stays_inside_its_area, 32)
{
    struct test_request request =
        bench_scene_ask(4 * (uint64_t)_i + 1, 8 * (uint64_t)_i + 3);

    request.areas = &narrow;
    request.seed = (uint64_t)_i;
    request.max_pairs = 200;
    struct bench_result result =
        bench_scene_measure(_i % 4 ? &ssd_noisy : &disk_512e, &request);
    ck_assert_uint_eq(result.area.start, narrow.start);
    ck_assert_uint_eq(result.area.bytes, narrow.bytes);
    ck_assert_uint_eq(result.area.partition, 3);
}

TEST(the_same_seed_asks_the_same)
{
    struct bench_result one = measure(&ssd_noisy, 63, 64);
    struct bench_result two = measure(&ssd_noisy, 63, 64);
    struct test_request request = bench_scene_ask(63, 64);

    ck_assert(one.ratio >= two.ratio && one.ratio <= two.ratio);
    request.seed++;
    two = bench_scene_measure(&ssd_noisy, &request);
    ck_assert(one.ratio < two.ratio || one.ratio > two.ratio);
}
