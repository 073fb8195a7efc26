/* SPDX-License-Identifier: GPL-3.0-or-later */
/* measure.c - stable ids of verdicts and reasons, and whether moving is worth it */
#include "model/measure/measure.h"

#include <assert.h>

#define BENCH_SECONDS     10.0
#define KERNEL_SECONDS    0.5
#define SUSTAINED_SECONDS 60.0
#define SUSTAINED_BYTES   (UINT64_C(256) << 20)
#define BENCH_BYTES       (UINT64_C(16) << 20)
#define PROBE_SECONDS     8.0
#define PROBE_BYTES       (UINT64_C(32) << 20)

static const struct {
    const char *bench, *probe;
} verdicts[MEASURE_VERDICT_COUNT] = {
    [MEASURE_INCONCLUSIVE] = { "inconclusive", "inconclusive" },
    [MEASURE_DIFFERENT] = { "different", "found" },
    [MEASURE_SAME] = { "same", "none" },
    [MEASURE_REFUSED] = { "refused", "refused" },
};

static const char *const culprits[] = {
    [CULPRIT_NONE] = "none",
    [CULPRIT_DRIVE] = "drive",
    [CULPRIT_KERNEL] = "kernel",
    [CULPRIT_UNKNOWN] = "unknown",
};

static const char *const worths[] = {
    [WORTH_UNSTATED] = "unsaid",
    [WORTH_YES] = "yes",
    [WORTH_NO] = "no",
    [WORTH_UNSURE] = "unsure",
};

static const char *const samplings[] = {
    [SAMPLING_AUTO] = "auto",
    [SAMPLING_RANDOM] = "random",
    [SAMPLING_RUNS] = "runs",
};

const char *measure_bench_verdict_id(unsigned verdict)
{
    assert(verdict < MEASURE_VERDICT_COUNT);
    return verdicts[verdict].bench;
}

const char *measure_probe_verdict_id(unsigned verdict)
{
    assert(verdict < MEASURE_VERDICT_COUNT);
    return verdicts[verdict].probe;
}

const char *bench_culprit_id(unsigned culprit)
{
    return culprits[culprit];
}

const char *bench_worth_id(unsigned worth)
{
    return worths[worth];
}

const char *bench_sampling_id(unsigned sampling)
{
    return samplings[sampling];
}

bool measure_ends_writing(enum measure_reason reason)
{
    return reason == REASON_WRITE_ERROR || reason == REASON_FULL ||
           reason == REASON_BUSY || reason == REASON_TAKEN || reason == REASON_OVERLAPPED;
}

/* True if writes of a drive were timed, and either there is a verdict or all writes that
 * the bounds allow were made, with nothing doubtful about them. */
static bool is_answer(const struct bench_result *result)
{
    return result->is_drive && !result->is_read && result->verdict != MEASURE_REFUSED &&
           (result->verdict != MEASURE_INCONCLUSIVE || result->reason == REASON_WRITES);
}

/* True if the times show no gain of WORTH_RATIO, nor slow writes or a buffer behind which
 * there may be one. */
static bool has_no_gain(const struct bench_result *result)
{
    /* Slow writes that belong to one start change its mean, not its median. */
    const struct arm_times *arms = result->arms;
    bool is_hidden = result->is_buffered ||
                     arms[ARM_BASE].mean_us > WORTH_RATIO * arms[ARM_AGAINST].mean_us;

    return result->interval.high <= WORTH_RATIO && !is_hidden;
}

/* A cache may have taken all writes: as slowly as the medium, it hides what the medium
 * needs and nothing else. Not so where the present start is the faster one. */
static bool may_be_cached(const struct bench_result *result)
{
    bool is_faster = result->verdict == MEASURE_DIFFERENT && result->interval.high < 1;

    return !is_faster && !result->is_on_platter && result->bytes_written < WORTH_NO_BYTES;
}

bool bench_is_small_so_far(const struct bench_result *result)
{
    return is_answer(result) && has_no_gain(result) && may_be_cached(result);
}

enum bench_worth bench_worth_of(const struct bench_result *result)
{
    if (!result->is_drive || result->is_read || result->verdict == MEASURE_REFUSED)
        return WORTH_UNSTATED;
    if (!is_answer(result))
        return WORTH_UNSURE;
    if (result->interval.low > WORTH_RATIO)
        return result->verdict == MEASURE_INCONCLUSIVE ? WORTH_UNSURE : WORTH_YES;
    return has_no_gain(result) && !may_be_cached(result) ? WORTH_NO : WORTH_UNSURE;
}

double bench_seconds_to_answer(const struct bench_result *result)
{
    /* A quarter more: no run is as fast as another. */
    return result->bytes_written ? 1.25 * result->seconds * (double)WORTH_NO_BYTES /
                                       (double)result->bytes_written
                                 : 0;
}

struct measure_bounds measure_bench_bounds(double seconds, bool is_sustained)
{
    double usual = is_sustained ? SUSTAINED_SECONDS : BENCH_SECONDS;

    return (struct measure_bounds){
        .bytes = is_sustained ? SUSTAINED_BYTES : BENCH_BYTES,
        .seconds = seconds > 0 ? seconds : usual + KERNEL_SECONDS,
    };
}

double measure_kernel_seconds(double seconds)
{
    return seconds / 4 < KERNEL_SECONDS ? seconds / 4 : KERNEL_SECONDS;
}

struct measure_bounds measure_probe_bounds(double seconds)
{
    return (struct measure_bounds){
        .bytes = PROBE_BYTES,
        .seconds = seconds > 0 ? seconds : PROBE_SECONDS,
    };
}
