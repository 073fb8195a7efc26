/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_measure_words.c - the result of a bench as sentences */
#include "model/measure/words.h"

#include <math.h>
#include <string.h>

#include "model/base/mem.h"
#include "support/sentences.h"
#include "support/test.h"

/* A drive that reports 512/512 and is judged by 4096. */
static struct limits liar(void)
{
    return (struct limits){ .size = 1953525168,
                            .logical = 512,
                            .physical = 4096,
                            .physical_reported = 512,
                            .physical_source = SOURCE_ASSUMED,
                            .grain = 1 << 20 };
}

static struct bench_result slow_at_63(void)
{
    struct bench_result result = {
        .verdict = MEASURE_DIFFERENT,
        .culprit = CULPRIT_DRIVE,
        .worth = WORTH_YES,
        .sampling = SAMPLING_RUNS,
        .is_drive = true,
        .block_bytes = 4096,
        .ratio = 5.4,
        .interval = { 5.0, 5.8 },
        .confidence = 0.99,
        .pairs = 16,
        .bytes_written = 131072,
        .area.start = 1 << 20,
        .area.bytes = 8 << 20,
        .is_unchanged = true,
    };

    result.arms[ARM_BASE].start_lba = 63;
    result.arms[ARM_BASE].median_us = 45700;
    result.arms[ARM_AGAINST].start_lba = 64;
    result.arms[ARM_AGAINST].median_us = 8400;
    return result;
}

static char *bench_text(const struct bench_result *result, const struct limits *limits)
{
    struct lines lines = { 0 };

    bench_lines(result, limits, &lines);
    return sentences_join(&lines);
}

TEST(two_phases_are_told)
{
    struct limits limits = { .logical = 512, .physical = 4096 };
    struct bench_result result = slow_at_63();

    result.first = (struct bench_phase){ 6 << 20, 1.0, { 0.98, 1.02 } };
    CLEANUP(freep) char *cache = bench_text(&result, &limits);
    check_has(cache, "Misaligned writes take 5.40 times as long");
    check_has(cache, "The first 6 MiB of the writes show no difference: a cache takes "
                     "them.");
    result.first = (struct bench_phase){ 6 << 20, 2.0, { 1.9, 2.1 } };
    CLEANUP(freep) char *other = bench_text(&result, &limits);
    check_has(other, "The first 6 MiB of the writes went at another speed: only what "
                     "came after them is judged.");
}

TEST(a_buffer_is_told_first)
{
    struct limits limits = { .logical = 512, .physical = 4096 };
    struct bench_result result = slow_at_63();

    result.verdict = MEASURE_INCONCLUSIVE;
    result.reason = REASON_BUFFER;
    result.worth = WORTH_UNSURE;
    result.is_buffered = true;
    CLEANUP(freep) char *text = bench_text(&result, &limits);
    ck_assert_ptr_eq(strstr(text, "Writes come back faster than reads: a buffer"), text);
    check_has(text, "--sustained writes until it is full, at most 256 MiB.");
    check_has(text, "Worth fixing: not sure.");
    ck_assert_ptr_null(strstr(strstr(text, "a buffer") + 1, "a buffer"));
    result.bytes_written = 256 << 20;
    CLEANUP(freep) char *sustained = bench_text(&result, &limits);
    check_has(sustained, "256 MiB of writes have not filled it.");
    ck_assert_ptr_null(strstr(sustained, "--sustained"));
}

TEST(what_noise_leaves_open_is_bounded)
{
    struct limits limits = { .logical = 512, .physical = 4096 };
    struct bench_result result = slow_at_63();

    result.verdict = MEASURE_INCONCLUSIVE;
    result.reason = REASON_WRITES;
    result.worth = WORTH_NO;
    result.interval = (struct stats_interval){ 0.961, 1.052 };
    CLEANUP(freep) char *text = bench_text(&result, &limits);
    check_has(text, "Not sure: writes at sector 63 take between 0.96 and 1.05 times as "
                    "long as at 64.");
    check_has(text, "Worth fixing: no. If there is a difference, it is at most 6 %.");
}

TEST(a_slow_misaligned_start_is_said_whole)
{
    struct bench_result result = slow_at_63();
    struct limits limits = liar();
    CLEANUP(freep) char *text = bench_text(&result, &limits);

    ck_assert_str_eq(
        text,
        "Misaligned writes take 5.40 times as long (99 % sure: 5.00 to 5.80 times). "
        "The drive itself is slow there: it reads, changes and writes whole physical "
        "sectors. This drive has a boundary that start 64 meets and start 63 does not. "
        "Worth fixing: yes. Saves about 37.3 ms on every small write. "
        "Written: 128 KiB, all of it in sectors 2048 to 18431 of the free space, as it "
        "was read there. Compared afterwards: nothing on the disk has changed.");
}

TEST(a_measured_sector_size_is_no_guess)
{
    struct bench_result result = slow_at_63();
    struct limits limits = liar();

    limits.physical_source = SOURCE_MEASURED;
    CLEANUP(freep) char *text = bench_text(&result, &limits);
    check_has(text, "This drive has physical sectors of 4096 bytes though it reports "
                    "512.");
}

TEST(a_drive_that_admits_its_sectors_is_not_called_a_liar)
{
    struct bench_result result = slow_at_63();
    struct limits limits = liar();

    limits.physical_reported = 4096;
    limits.physical_source = SOURCE_REPORTED;
    CLEANUP(freep) char *text = bench_text(&result, &limits);
    check_lacks(text, "This drive has");
}

TEST(a_better_present_start_is_said_first)
{
    struct bench_result result = slow_at_63();
    struct limits limits = liar();

    result.ratio = 0.25;
    result.interval = (struct stats_interval){ 0.2, 0.4 };
    result.worth = WORTH_NO;
    result.arms[ARM_BASE].median_us = 8000;
    result.arms[ARM_AGAINST].median_us = 32000;
    CLEANUP(freep) char *text = bench_text(&result, &limits);
    check_has(text, "The present start 63 is the better one: from sector 64 writes take "
                    "4.00 times as long (99 % sure: 2.50 to 5.00 times). So the drive's "
                    "boundaries lie elsewhere than assumed. A probe finds where.");
    check_has(text, "Worth fixing: no. It would make every small write slower.");
    check_lacks(text, "Misaligned");
    check_lacks(text, "The drive itself is slow there");
}

TEST(an_aligned_start_against_one_that_is_off_contradicts_nothing)
{
    struct bench_result result = slow_at_63();
    struct limits limits = liar();

    result.arms[ARM_BASE].start_lba = 2048;
    result.arms[ARM_AGAINST].start_lba = 2049;
    result.ratio = 0.25;
    result.interval = (struct stats_interval){ 0.2, 0.4 };
    CLEANUP(freep) char *text = bench_text(&result, &limits);
    check_has(text, "The present start 2048 is the better one");
    check_lacks(text, "elsewhere");
}

TEST(no_difference_saves_nothing)
{
    struct bench_result result = slow_at_63();
    struct limits limits = liar();

    result.verdict = MEASURE_SAME;
    result.culprit = CULPRIT_NONE;
    result.worth = WORTH_NO;
    result.ratio = 1.001;
    result.interval = (struct stats_interval){ 0.984, 1.014 };
    CLEANUP(freep) char *text = bench_text(&result, &limits);
    check_has(text, "No difference: writes at sector 63 take 1.00 times as long as at 64 "
                    "(99 % sure: 0.98 to 1.01 times). Worth fixing: no. It would save "
                    "nothing. Written: 128 KiB");
}

/* 16 MiB in SECONDS, all of it perhaps taken by a cache. */
static struct bench_result small_so_far(double seconds)
{
    struct bench_result result = slow_at_63();

    result.verdict = MEASURE_SAME;
    result.culprit = CULPRIT_NONE;
    result.sampling = SAMPLING_RANDOM;
    result.worth = WORTH_UNSURE;
    result.ratio = 1.001;
    result.interval = (struct stats_interval){ 0.984, 1.014 };
    result.arms[ARM_BASE].median_us = result.arms[ARM_AGAINST].median_us = 100;
    result.bytes_written = 16 << 20;
    result.seconds = seconds;
    return result;
}

TEST(what_a_larger_cache_could_hide_is_told)
{
    struct bench_result result = small_so_far(0.5);
    struct limits limits = liar();

    CLEANUP(freep) char *text = bench_text(&result, &limits);
    check_has(text, "(99 % sure: 0.98 to 1.01 times). Worth fixing: not sure. No "
                    "difference in the first 16 MiB. A larger cache could hide one: "
                    "--sustained writes up to 256 MiB and decides. Written: 16 MiB");
    result.interval = (struct stats_interval){ 0.98, 0.99 };
    CLEANUP(freep) char *below = bench_text(&result, &limits);
    check_has(below, "not sure. No difference in the first 16 MiB. A larger cache");
    result.is_buffered = true;
    CLEANUP(freep) char *buffered = bench_text(&result, &limits);
    check_has(buffered, "Worth fixing: not sure. Written:");
}

TEST(a_small_difference_may_be_what_a_cache_shows)
{
    struct bench_result result = small_so_far(0.5);
    struct limits limits = liar();

    result.verdict = MEASURE_DIFFERENT;
    result.ratio = 1.1;
    result.interval = (struct stats_interval){ 1.082, 1.124 };
    CLEANUP(freep) char *text = bench_text(&result, &limits);
    check_has(text, "Worth fixing: not sure. A difference of at most 13 % in the first "
                    "16 MiB. A larger cache could hide more: --sustained writes up to "
                    "256 MiB and decides.");
    result.verdict = MEASURE_INCONCLUSIVE;
    result.reason = REASON_WRITES;
    CLEANUP(freep) char *open = bench_text(&result, &limits);
    check_has(open, "Worth fixing: not sure. A difference of at most 13 % in the first");
    result.reason = REASON_STOPPED;
    CLEANUP(freep) char *stopped = bench_text(&result, &limits);
    check_has(stopped, "Worth fixing: not sure. Written:");
}

/* 5 ms a write: a minute writes 47 MiB. */
TEST(a_slow_drive_is_told_how_long_it_takes)
{
    struct bench_result result = small_so_far(20.5);
    struct limits limits = liar();

    CLEANUP(freep) char *text = bench_text(&result, &limits);
    check_has(text, "A larger cache could hide one: --sustained --seconds=130 writes up "
                    "to 256 MiB and decides.");
}

TEST(a_small_difference_is_not_worth_it)
{
    struct bench_result result = slow_at_63();
    struct limits limits = liar();

    result.ratio = 1.05;
    result.interval = (struct stats_interval){ 1.04, 1.06 };
    result.worth = WORTH_NO;
    result.arms[ARM_BASE].median_us = 105;
    result.arms[ARM_AGAINST].median_us = 100;
    CLEANUP(freep) char *text = bench_text(&result, &limits);
    check_has(text,
              "Worth fixing: no. It would save only about 5.0 us on every small write.");
    check_lacks(text, "This drive has");
}

TEST(the_kernel_alone_is_named_with_its_reads)
{
    struct bench_result result = slow_at_63();
    struct limits limits = liar();

    result.verdict = MEASURE_SAME;
    result.culprit = CULPRIT_KERNEL;
    result.worth = WORTH_UNSTATED;
    result.is_drive = false;
    result.ratio = 1;
    result.interval = (struct stats_interval){ 0.99, 1.01 };
    result.kernel = (struct kernel_times){ true, 64, 65, 0, 2.0 };
    CLEANUP(freep) char *text = bench_text(&result, &limits);
    check_has(text, "Kernel only: its page cache is slow there, the drive is not "
                    "affected, and file systems do not write that way. 64 writes through "
                    "the cache of the whole disk made the kernel read 65 times at this "
                    "start, 0 times at the other. Not the drive itself: ");
    check_lacks(text, "Worth");
}

TEST(what_is_no_drive_is_never_called_one)
{
    struct bench_result result = slow_at_63();
    struct limits limits = liar();

    result.is_drive = false;
    result.worth = WORTH_UNSTATED;
    CLEANUP(freep) char *text = bench_text(&result, &limits);
    check_has(text, "Not the drive itself: this is an image file, loop device or "
                    "device-mapper device.");
    check_lacks(text, "The drive itself");
    check_lacks(text, "This drive");
    check_lacks(text, "Worth");
}

TEST(no_verdict_says_why)
{
    struct bench_result result = slow_at_63();
    struct limits limits = liar();

    result.verdict = MEASURE_INCONCLUSIVE;
    result.reason = REASON_TIME;
    result.worth = WORTH_UNSURE;
    result.interval = (struct stats_interval){ 0.9, 2.1 };
    CLEANUP(freep) char *text = bench_text(&result, &limits);
    check_has(text, "Not sure: writes at sector 63 take between 0.90 and 2.10 times as "
                    "long as at 64. The time allowed was over before the question was "
                    "decided.");
    check_has(text, "Worth fixing: not sure.");
}

TEST(an_interval_without_ends_is_too_little)
{
    struct bench_result result = slow_at_63();
    struct limits limits = liar();

    result.verdict = MEASURE_INCONCLUSIVE;
    result.interval = (struct stats_interval){ 0, INFINITY };
    CLEANUP(freep) char *text = bench_text(&result, &limits);
    check_has(text, "Not sure: too little is known.");
    check_lacks(text, "- times");
}

TEST(reads_write_nothing_and_say_next_to_nothing)
{
    struct bench_result result = slow_at_63();
    struct limits limits = liar();

    result.verdict = MEASURE_SAME;
    result.reason = REASON_READS_ONLY;
    result.culprit = CULPRIT_UNKNOWN;
    result.worth = WORTH_UNSTATED;
    result.is_read = true;
    result.ratio = 1;
    result.interval = (struct stats_interval){ 0.99, 1.01 };
    result.bytes_written = 0;
    CLEANUP(freep) char *text = bench_text(&result, &limits);
    check_has(text, "No difference: reads at sector 63");
    check_has(text, "Only reads were timed, and reads show next to nothing of this.");
    check_has(text, "Nothing was written.");
    check_lacks(text, "Written: ");
}

TEST(a_changed_area_is_never_called_unchanged)
{
    struct bench_result result = slow_at_63();
    struct limits limits = liar();

    result.reason = REASON_CHANGED;
    result.is_unchanged = false;
    result.area.partition = 3;
    CLEANUP(freep) char *text = bench_text(&result, &limits);
    check_has(text, "are not what they were before: another program wrote there");
    check_has(text, "in sectors 2048 to 18431 of partition 3");
    check_lacks(text, "nothing on the disk has changed");
}

TEST(what_may_be_lost_of_another_program_is_said_with_its_place)
{
    struct bench_result result = slow_at_63();
    struct limits limits = liar();
    CLEANUP(freep) char *before = bench_text(&result, &limits);

    check_lacks(before, "lost");
    result.reason = REASON_OVERLAPPED;
    result.overlap = (struct measure_overlap){ (UINT64_C(1) << 40) + 63 * 512, 4096 };
    CLEANUP(freep) char *text = bench_text(&result, &limits);
    check_has(text, "some of what it wrote may be lost");
    check_has(text, "to sectors 2147483711 to 2147483718 may be lost");
}

TEST(the_intent_promises_what_is_kept)
{
    struct bench_result plan = slow_at_63();
    struct lines lines = { 0 };

    plan.max = measure_bench_bounds(0, false);
    bench_intent_lines(&plan, &lines);
    CLEANUP(freep) char *text = sentences_join(&lines);
    ck_assert_str_eq(
        text,
        "Writes at most 16 MiB in at most 11 seconds, inside 8 MiB from byte 1048576 on, "
        "in free space. Writes of 4 KiB in short runs at random places, by turns as "
        "from sector 63 and 64, each durable before the next. Every block written is "
        "the block that was read there: no data changes, whenever it ends. Do not unplug "
        "the drive meanwhile.");
    plan.is_read = true;
    plan.is_drive = false;
    bench_intent_lines(&plan, &lines);
    CLEANUP(freep) char *reads = sentences_join(&lines);
    check_has(reads, "Nothing is written; reads show next to nothing of alignment.");
    check_has(reads, "Not the drive itself");
    check_lacks(reads, "Writes");
}

TEST(every_reason_is_a_sentence_of_its_own)
{
    ck_assert_ptr_null(measure_reason_text(REASON_NONE));
    for (unsigned i = REASON_NONE + 1; i < REASON_COUNT; i++) {
        const char *text = measure_reason_text((enum measure_reason)i);
        ck_assert_msg(text && text[strlen(text) - 1] == '.', "reason %u", i);
        for (unsigned k = REASON_NONE + 1; k < i; k++)
            ck_assert_str_ne(text, measure_reason_text((enum measure_reason)k));
    }
}

TEST(every_phase_has_words)
{
    for (unsigned i = 0; i <= MEASURE_ENDED; i++) {
        struct measure_live live = { .phase = (enum measure_phase)i };
        const char *bench = measure_phase_text(&live);
        live.is_probe = true;
        const char *probe = measure_phase_text(&live);
        ck_assert(*bench && *probe);
        ck_assert_int_eq(i == MEASURE_TIMING, strcmp(bench, probe) != 0);
    }
    struct measure_live live = { .phase = MEASURE_TIMING, .is_paused = true };
    ck_assert_str_eq(measure_phase_text(&live), "Paused");
    live.is_stopping = true;
    ck_assert_str_eq(measure_phase_text(&live), "Stopping after what is under way");
}

static const struct {
    double value;
    const char *time, *rate, *ratio;
} numbers[] = {
    { 0, "0.0 us", "0.0", "0.00" },
    { 0.0123, "0.0 us", "0.012", "0.01" },
    { 0.0996, "0.1 us", "0.10", "0.10" },
    { 0.347, "0.3 us", "0.35", "0.35" },
    { 0.996, "1.0 us", "1.0", "1.00" },
    { 3.07, "3.1 us", "3.1", "3.07" },
    { 9.949, "9.9 us", "9.9", "9.95" },
    { 9.996, "10 us", "10.0", "10.0" },
    { 99.96, "100 us", "100.0", "100" },
    { 120.4, "120 us", "120.4", "120" },
    { 999.6, "1.00 ms", "999.6", "1000" },
    { 8330, "8.33 ms", "8330", "8330" },
    { 45700, "45.7 ms", "45700", "45700" },
    { 999400, "999 ms", "999400", "999400" },
    { 999600, "1.00 s", "999600", "999600" },
    { 61500000, "61.5 s", "61500000", "61500000" },
};

TEST_EACH(numbers_are_as_wide_as_they_need_be, numbers)
{
    CLEANUP(freep) char *time = measure_time_text(numbers[_i].value);
    CLEANUP(freep) char *rate = measure_rate_text(numbers[_i].value);
    CLEANUP(freep) char *ratio = measure_ratio_text(numbers[_i].value);

    ck_assert_str_eq(time, numbers[_i].time);
    ck_assert_str_eq(rate, numbers[_i].rate);
    ck_assert_str_eq(ratio, numbers[_i].ratio);
}
