/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_saved_result.c - the saved result of a drive: as text, merged, and as limits */
#include "model/measure/saved_result.h"

#include <locale.h>
#include <math.h>
#include <string.h>

#include "model/base/mem.h"
#include "model/base/str.h"
#include "support/test.h"

static void fill_bench(struct bench_result *bench)
{
    *bench = (struct bench_result){
        .verdict = MEASURE_DIFFERENT,
        .reason = REASON_BURSTS,
        .culprit = CULPRIT_DRIVE,
        .worth = WORTH_YES,
        .sampling = SAMPLING_RUNS,
        .is_drive = true,
        .block_bytes = 4096,
        .ratio = 2.99,
        .interval = { 2.98, 3.02 },
        .confidence = 0.99,
        .p = 1e-7,
        .pairs = 16,
        .kernel = { true, 32, 33, 0, 2.5 },
        .drift = 1.01,
        .slow_share = 0.002,
        .is_on_platter = true,
        .seed = UINT64_MAX,
        .seconds = 2.7,
        .total_seconds = 3.1,
        .bytes_written = UINT64_C(1) << 40,
        .area.start = 1 << 20,
        .area.bytes = 8 << 20,
        .area.partition = 3,
        .is_unchanged = true,
    };
    for (unsigned i = 0; i < ARM_COUNT; i++)
        bench->arms[i] = (struct arm_times){ .start_lba = 63 + i,
                                             .count = 16 + i,
                                             .median_us = 25010.5 + i,
                                             .low_us = 8000,
                                             .high_us = 33000,
                                             .mean_us = 25000.25 };
}

static void fill_probe(struct probe_result *probe)
{
    *probe = (struct probe_result){
        .verdict = MEASURE_DIFFERENT,
        .is_drive = true,
        .physical = 4096,
        .offset = 3584,
        .reported_physical = 512,
        .is_contradiction = true,
        .ratio = 3.6,
        .interval = { -INFINITY, INFINITY },
        .bar_bytes = 4096,
        .bar_step = 512,
        .bar_first = 256,
        .candidates_rejected = 1,
        .step_bytes = 4 << 20,
        .step_us = 212.5,
        .seed = 7,
        .writes = 1234,
        .bytes_written = 5 << 20,
        .seconds = 1.9,
        .area.start = 2 << 20,
        .area.bytes = 8 << 20,
        .is_unchanged = true,
    };
    for (unsigned i = 0; i < PROBE_BARS; i++)
        probe->bars[i] = (struct probe_bar){ 20 + i, 5860.5 * i, 5000, 21102 };
}

static void fill(struct saved_result *m)
{
    *m = (struct saved_result){ .model = "WDC WD10EARS-00Y",
                                .serial = "WD-WCAV5\"2\\",
                                .path = "/dev/sdc",
                                .size_bytes = UINT64_C(1000204886016),
                                .time = "2026-11-20T16:30:00Z",
                                .kernel = "6.18.0",
                                .link = "3.0 Gbps",
                                .method = "same-bytes-back",
                                .has_bench = true,
                                .bench_time = "2026-11-19T16:30:00Z",
                                .has_probe = true,
                                .probe_time = "2026-11-18T16:30:00Z",
                                .workload_count = WORKLOAD_COUNT };
    fill_bench(&m->bench);
    fill_probe(&m->probe);
    for (unsigned i = 0; i < WORKLOAD_COUNT; i++)
        m->workloads[i] =
            (struct workload_result){ .kind = (enum workload_kind)i,
                                      .start_lba = 63,
                                      .is_aligned = i % 3,
                                      .is_synced = i % 2,
                                      .requests = 4096,
                                      .bytes = 16 << 20,
                                      .seconds = 34.5,
                                      .user_seconds = 0.01,
                                      .system_seconds = 0.02,
                                      .bytes_per_second = 486326.75,
                                      .per_second = 118.5,
                                      .mean_us = 8400.25,
                                      .percentile_us = { 1, 2, 3, 4, 5, 6 } };
}

TEST(what_is_kept_comes_back_as_it_was)
{
    struct saved_result was, is;
    struct err err = { 0 };

    (void)setlocale(LC_ALL, ""); /* a decimal comma or not */
    fill(&was);
    memset(&is, 0xa5, sizeof(is));
    CLEANUP(freep) char *text = saved_result_text(&was);
    ck_assert_msg(saved_result_parse(text, &is, &err), "%s", err.text);
    CLEANUP(freep) char *again = saved_result_text(&is);
    ck_assert_str_eq(text, again);
    ck_assert_str_eq(is.serial, was.serial);
    ck_assert_str_eq(is.probe_time, was.probe_time);
    ck_assert_uint_eq(is.size_bytes, was.size_bytes);
    ck_assert_uint_eq(is.bench.seed, UINT64_MAX);
    ck_assert_int_eq(is.bench.reason, REASON_BURSTS);
    ck_assert_int_eq(is.bench.sampling, SAMPLING_RUNS);
    ck_assert_double_eq(is.bench.interval.high, 3.02);
    ck_assert_double_eq(is.bench.arms[2].median_us, 25012.5);
    ck_assert(is.bench.kernel.is_known);
    ck_assert_uint_eq(is.probe.offset, 3584);
    ck_assert_uint_eq(is.probe.bars[7].count, 27);
    ck_assert(isinf(is.probe.interval.low) && is.probe.interval.low < 0);
    ck_assert(isinf(is.probe.interval.high) && is.probe.interval.high > 0);
    ck_assert_uint_eq(is.workload_count, WORKLOAD_COUNT);
    ck_assert_int_eq(is.workloads[5].kind, 5);
    ck_assert(is.workloads[5].is_synced);
    ck_assert_double_eq(is.workloads[5].percentile_us[5], 6);
    /* Histograms are only shown on the screen. */
    ck_assert_uint_eq(is.bench.arms[0].histogram.bins[0], 0);
}

TEST(nothing_measured_comes_back_as_nothing)
{
    struct saved_result none = { 0 }, is;
    struct err err = { 0 };
    CLEANUP(freep) char *text = saved_result_text(&none);

    ck_assert_msg(saved_result_parse(text, &is, &err), "%s", err.text);
    ck_assert(!is.has_bench && !is.has_probe);
    ck_assert_uint_eq(is.workload_count, 0);
    ck_assert_str_eq(is.model, "");
}

#define HEAD "alidade-measurement = 2\n"

static const char *const broken[] = {
    "",
    "\n" HEAD,
    "alidade-measurement = 1\n",
    "alidade-measurement = 20\n",
    "alidade-measurement = 2 ",
    "alidade-measurement = 2\r\n",
    "{\"alidade-measurement\": 1}",
    HEAD "x",
    HEAD "model",
    HEAD "model=7",
    HEAD "size-bytes = -1",
    HEAD "size-bytes = 1.5",
    HEAD "size-bytes = ",
    HEAD "size-bytes = 18446744073709551616",
    HEAD "[bench]\nverdict = perhaps",
    HEAD "[bench]\nverdict = ",
    HEAD "[bench]\nverdict = 1",
    HEAD "[bench]\nratio = nan",
    HEAD "[bench]\nratio = inf",
    HEAD "[bench]\nratio = 1e999",
    HEAD "[bench]\nratio = 0e999",
    HEAD "[bench]\nratio = 1e1000",
    HEAD "[bench]\nratio = 3x",
    HEAD "[bench]\nratio = --3",
    HEAD "[bench]\nratio = 3,5",
    HEAD "[bench]\nratio = 3e",
    HEAD "[bench]\nratio = ",
    HEAD "[bench]\nunchanged = 1",
    HEAD "[bench]\npairs = 4294967296",
    HEAD "[bench]\n[bench]",
    HEAD "[arm]\n[arm]\n[arm]\n[arm]",
    HEAD "[arm]\nx",
    HEAD "[bar]\n[bar]\n[bar]\n[bar]\n[bar]\n[bar]\n[bar]\n[bar]\n[bar]",
    HEAD "[probe]\nphysical = -4096",
    HEAD "[workload]\nworkload = sleep",
};

TEST_EACH(other_text_is_refused, broken)
{
    struct saved_result is = { .model = "as before" };
    struct err err = { 0 };

    ck_assert(!saved_result_parse(broken[_i], &is, &err));
    ck_assert_int_eq(err.code, ERR_UNREADABLE);
    ck_assert_str_eq(is.model, "as before");
}

TEST_TIMES(more_rows_than_there_is_room_are_refused, 2)
{
    struct str text = { 0 };
    struct saved_result is;
    struct err err = { 0 };

    str_add(&text, HEAD);
    for (int i = 0; i < WORKLOAD_MAX + _i; i++)
        str_add(&text, "[workload]\n");
    ck_assert(saved_result_parse(str_text(&text), &is, &err) == (_i == 0));
    str_finish(&text);
}

TEST(a_later_version_may_know_more)
{
    static const char text[] = HEAD "colour = blue\n\n[bench]\nratio = 3\nspin = [up]\n"
                                    "[camera]\nratio = 7\nanything\n[probe]\nratio = 4";
    struct saved_result is;
    struct err err = { 0 };

    ck_assert_msg(saved_result_parse(text, &is, &err), "%s", err.text);
    ck_assert(is.has_bench && is.has_probe);
    ck_assert_double_eq(is.bench.ratio, 3);
    ck_assert_double_eq(is.probe.ratio, 4);
}

TEST(texts_are_cleaned_and_cut)
{
    CLEANUP(freep) char *text = xasprintf(HEAD "model = \033[2J%0200d", 7);
    struct saved_result is;
    struct err err = { 0 };

    ck_assert_msg(saved_result_parse(text, &is, &err), "%s", err.text);
    ck_assert_int_eq(is.model[0], '?');
    ck_assert_uint_eq(strlen(is.model), sizeof(is.model) - 1);
}

TEST(a_text_cannot_begin_another_line)
{
    struct saved_result was = { .model = "A = B\n[probe]\r", .serial = " [x] " }, is;
    struct err err = { 0 };
    CLEANUP(freep) char *text = saved_result_text(&was);

    ck_assert_msg(saved_result_parse(text, &is, &err), "%s", err.text);
    ck_assert_str_eq(is.model, "A = B?[probe]?");
    ck_assert_str_eq(is.serial, " [x] ");
    ck_assert(!is.has_probe);
}

static const double reals[] = {
    0,     -0.5,   3.02,      1e-7,      486326.75,      123456789, 1e12,
    1e300, -1e300, 1.25e-299, 0.1234567, 0.000123456789, 2.5e22,
};

TEST_EACH(numbers_are_the_same_in_every_language, reals)
{
    struct saved_result was = { .has_bench = true }, is;
    struct err err = { 0 };

    (void)setlocale(LC_ALL, ""); /* a decimal comma or not */
    was.bench.ratio = reals[_i];
    CLEANUP(freep) char *text = saved_result_text(&was);
    ck_assert_ptr_null(strchr(text, ','));
    ck_assert_msg(saved_result_parse(text, &is, &err), "%s", err.text);
    ck_assert_double_le(fabs(is.bench.ratio - reals[_i]), fabs(reals[_i]) * 1e-14);
}

/* --- merging --- */

static const struct {
    const char *claim;
    bool had;
    enum measure_verdict old;
    bool is_old_read;
    enum measure_verdict later;
    bool is_later_read;
    bool is_later_kept;
} ranks[] = {
    { "the first", false, MEASURE_SAME, false, MEASURE_INCONCLUSIVE, true, true },
    { "a newer one", true, MEASURE_DIFFERENT, false, MEASURE_SAME, false, true },
    { "stopped", true, MEASURE_DIFFERENT, false, MEASURE_INCONCLUSIVE, false, false },
    { "refused", true, MEASURE_SAME, false, MEASURE_REFUSED, false, false },
    { "reads", true, MEASURE_DIFFERENT, false, MEASURE_SAME, true, false },
    { "reads again", true, MEASURE_DIFFERENT, true, MEASURE_SAME, true, true },
    { "writes", true, MEASURE_DIFFERENT, true, MEASURE_SAME, false, true },
    { "better than nothing", true, MEASURE_INCONCLUSIVE, false, MEASURE_SAME, true,
      true },
};

TEST_EACH(a_result_gives_way_to_one_that_says_as_much, ranks)
{
    struct saved_result base = { .time = "old" }, later = { .time = "new" };

    base.has_bench = base.has_probe = ranks[_i].had;
    base.bench.verdict = base.probe.verdict = ranks[_i].old;
    base.bench.is_read = base.probe.is_read = ranks[_i].is_old_read;
    base.bench.seed = base.probe.seed = 1;
    later.has_bench = later.has_probe = true;
    later.bench.verdict = later.probe.verdict = ranks[_i].later;
    later.bench.is_read = later.probe.is_read = ranks[_i].is_later_read;
    later.bench.seed = later.probe.seed = 2;
    saved_result_merge(&base, &later);
    uint64_t want = ranks[_i].is_later_kept ? 2 : 1;
    ck_assert_msg(base.bench.seed == want, "%s", ranks[_i].claim);
    ck_assert_msg(base.probe.seed == want, "%s", ranks[_i].claim);
    /* Each part keeps its own time. */
    ck_assert_str_eq(base.bench_time, want == 2 ? "new" : "old");
    ck_assert_str_eq(base.probe_time, want == 2 ? "new" : "old");
    ck_assert_str_eq(base.time, "new");
}

TEST(what_the_later_one_has_not_stays)
{
    struct saved_result base = { 0 }, later = { .path = "/dev/sdq", .time = "new" };

    fill(&base);
    later.workload_count = 2;
    later.workloads[0] = base.workloads[3];
    later.workloads[0].seconds = 1;
    later.workloads[1] = base.workloads[3];
    later.workloads[1].start_lba = 64;
    saved_result_merge(&base, &later);
    ck_assert(base.has_bench && base.has_probe);
    ck_assert_str_eq(base.bench_time, "2026-11-19T16:30:00Z");
    ck_assert_str_eq(base.path, "/dev/sdq");
    ck_assert_uint_eq(base.workload_count, WORKLOAD_COUNT + 1);
    ck_assert_double_eq(base.workloads[3].seconds, 1);
    ck_assert_uint_eq(base.workloads[WORKLOAD_COUNT].start_lba, 64);
}

TEST(files_are_no_result_of_a_drive)
{
    static const enum workload_kind kinds[] = { WORKLOAD_FILE_DURABLE, WORKLOAD_WRITE_4K,
                                                WORKLOAD_SMALL_FILES };
    struct saved_result base = { 0 }, later = { .workload_count = 3 };

    for (size_t i = 0; i < 3; i++)
        later.workloads[i].kind = kinds[i];
    saved_result_merge(&base, &later);
    ck_assert_uint_eq(base.workload_count, 1);
    ck_assert_int_eq(base.workloads[0].kind, WORKLOAD_WRITE_4K);
}

TEST(workloads_without_room_are_left_out)
{
    struct saved_result base = { 0 }, later = { 0 };

    for (size_t i = 0; i < WORKLOAD_MAX; i++) {
        base.workloads[base.workload_count++].start_lba = i;
        later.workloads[later.workload_count++].start_lba = i + 5;
    }
    saved_result_merge(&base, &later);
    ck_assert_uint_eq(base.workload_count, WORKLOAD_MAX);
    for (size_t i = 0; i < WORKLOAD_MAX; i++)
        ck_assert_uint_eq(base.workloads[i].start_lba, i);
}

TEST(the_step_of_reads_stays_with_the_sector_of_writes)
{
    struct saved_result base = { .has_probe = true }, later = { .has_probe = true };

    base.probe = (struct probe_result){ .is_drive = true,
                                        .verdict = MEASURE_DIFFERENT,
                                        .physical = 4096 };
    later.probe = (struct probe_result){ .is_drive = true,
                                         .verdict = MEASURE_DIFFERENT,
                                         .is_read = true,
                                         .step_bytes = 4 << 20,
                                         .step_us = 200 };
    saved_result_merge(&base, &later);
    ck_assert_uint_eq(saved_result_limits(&base).physical, 4096);
    ck_assert_uint_eq(saved_result_limits(&base).step, 4 << 20);
    /* The reverse: a new sector keeps the step. */
    later.probe = (struct probe_result){
        .is_drive = true, .verdict = MEASURE_DIFFERENT, .physical = 8192, .offset = 512
    };
    saved_result_merge(&base, &later);
    ck_assert_uint_eq(saved_result_limits(&base).physical, 8192);
    ck_assert_uint_eq(saved_result_limits(&base).alignment_offset, 512);
    ck_assert_uint_eq(saved_result_limits(&base).step, 4 << 20);
}

TEST(only_what_writes_found_is_a_sector)
{
    struct saved_result m = { .has_probe = true };

    m.probe = (struct probe_result){ .is_drive = true,
                                     .verdict = MEASURE_SAME,
                                     .physical = 4096 };
    ck_assert_uint_eq(saved_result_limits(&m).physical, 0);
    m.probe.verdict = MEASURE_INCONCLUSIVE;
    ck_assert_uint_eq(saved_result_limits(&m).physical, 0);
    m.probe.verdict = MEASURE_DIFFERENT;
    ck_assert_uint_eq(saved_result_limits(&m).physical, 4096);
    m.probe.is_drive = false;
    ck_assert_uint_eq(saved_result_limits(&m).physical, 0);
    m.probe.is_drive = true;
    m.probe.is_read = true;
    ck_assert_uint_eq(saved_result_limits(&m).physical, 0);
    m.has_probe = false;
    m.probe.step_bytes = 4 << 20;
    ck_assert_uint_eq(saved_result_limits(&m).step, 0);
}
