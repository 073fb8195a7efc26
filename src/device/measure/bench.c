/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bench.c - the phases of a bench, one step at a time */
#include "device/measure/bench.h"

#include <math.h>
#include <stdlib.h>

#include "device/measure/bench_private.h"
#include "model/base/mem.h"

static void begin_result(struct bench *bench, const struct test_request *request)
{
    const struct drive *drive = bench->drive;

    bench->result = (struct bench_result){
        .max = measure_bench_bounds(request->max_seconds, request->is_sustained),
        .culprit = CULPRIT_UNKNOWN,
        .sampling = SAMPLING_AUTO,
        .is_read = request->is_read_only || !drive->can_write,
        .is_drive = drive->is_drive || request->is_as_drive,
        .block_bytes = drive->logical > BENCH_BLOCK ? drive->logical : BENCH_BLOCK,
        .ratio = 1,
        .interval = { 0, INFINITY },
        .confidence = 0.99,
        .p = 1,
        .drift = 1,
        .seed = request->seed,
    };
    bench->result.worth = bench_worth_of(&bench->result);
}

/* Allocates for the maximum number of pairs, so that steps need no memory. */
static void bench_allocate(struct bench *bench)
{
    size_t max = bench->max_pairs;

    for (unsigned i = 0; i < ARM_COUNT; i++) {
        bench->sides[i].us = xcalloc(max, sizeof(double));
        bench->sides[i].mean_us = xcalloc(max, sizeof(double));
        bench->sides[i].taken_us = xcalloc(max, sizeof(double));
    }
    bench->differences = xcalloc(max, sizeof(double));
    bench->one = xcalloc(max, sizeof(double));
    bench->two = xcalloc(max, sizeof(double));
    bench->shifted = xcalloc(max, sizeof(double));
    bench->work = xcalloc(max, sizeof(*bench->work));
}

struct bench *bench_new(const struct drive *drive, const struct test_request *request)
{
    struct bench *bench = xcalloc(1, sizeof(*bench));
    struct measure_bounds bounds =
        measure_bench_bounds(request->max_seconds, request->is_sustained);

    *bench = (struct bench){
        .drive = drive,
        .starts = request->starts,
        .dice = dice_of(request->seed),
        .skips_kernel = request->skips_kernel || request->is_flush_look,
        .is_flush_look = request->is_flush_look,
        .is_sustained = request->is_sustained,
        .drift_p = 1,
        .max_ns =
            (uint64_t)((bounds.seconds - measure_kernel_seconds(bounds.seconds)) * 1e9),
        .step_ns = drive->now_ns(drive->context),
    };
    begin_result(bench, request);
    bool is_read = bench->result.is_read;
    uint64_t max = bounds.bytes / bench->result.block_bytes;
    /* Writes through the page cache have their own share. */
    bench->max_requests = is_read || max <= 2 * BENCH_KERNEL_PAIRS
                              ? max
                              : max - 2 * (uint64_t)BENCH_KERNEL_PAIRS;
    bench->max_pairs = (size_t)(max / 2 / (is_read ? 1 : BENCH_RUN));
    if (request->max_pairs && request->max_pairs < bench->max_pairs)
        bench->max_pairs = request->max_pairs;
    /* Reads go all over the disk and need no area. */
    bench->copy = area_copy_new(drive, request->areas, is_read ? 0 : request->area_count);
    bench->scene = (struct arm_scene){ drive, bench->copy, &bench->dice };
    bench_allocate(bench);
    return bench;
}

void bench_free(struct bench *bench)
{
    if (!bench)
        return;
    for (unsigned i = 0; i < ARM_COUNT; i++) {
        free(bench->sides[i].us);
        free(bench->sides[i].mean_us);
        free(bench->sides[i].taken_us);
    }
    free(bench->differences);
    free(bench->one);
    free(bench->two);
    free(bench->shifted);
    free(bench->work);
    area_copy_free(bench->copy);
    free(bench);
}

static void begin_phase(struct bench *bench, enum measure_phase phase)
{
    bench->phase = phase;
    bench->has_measured = true;
    bench->begun_ns = bench->refreshed_ns = bench_spent_ns(bench);
}

static void begin_reads(struct bench *bench)
{
    struct bench_result *result = &bench->result;

    result->area.bytes = bench->drive->size_bytes;
    /* Runs would be served by the drive's read-ahead. */
    result->sampling = SAMPLING_RANDOM;
    if (!bench->drive->is_direct)
        bench_conclude(bench, MEASURE_INCONCLUSIVE, REASON_CACHED);
    else if (!bench_sides_place(bench, result->area))
        bench_conclude(bench, MEASURE_INCONCLUSIVE, REASON_NO_SPACE);
    else
        begin_phase(bench, MEASURE_TIMING);
}

static void bench_step_reading(struct bench *bench)
{
    struct bench_result *result = &bench->result;
    enum measure_reason reason;

    if (result->is_read) {
        begin_reads(bench);
        return;
    }
    if (area_copy_read(bench->copy, &reason) == STEP_MORE)
        return;
    if (reason != REASON_NONE) {
        bench_conclude(bench, MEASURE_INCONCLUSIVE, reason);
        return;
    }
    bench->may_write = true;
    result->area = area_copy_area(bench->copy);
    if (!bench_sides_place(bench, result->area))
        bench_conclude(bench, MEASURE_INCONCLUSIVE, REASON_NO_SPACE);
    else if (!bench->drive->is_direct)
        bench_conclude(bench, MEASURE_INCONCLUSIVE, REASON_CACHED);
    else
        begin_phase(bench, MEASURE_CLASSIFYING);
}

static void bench_step_classifying(struct bench *bench)
{
    if (!bench->is_classified) {
        bench->is_classified = bench_classify(bench);
        if (bench->is_classified && bench->is_flush_look && !bench->has_verdict)
            bench_conclude(bench, MEASURE_INCONCLUSIVE, REASON_NONE);
    } else if (bench_burst(bench) && !bench->has_verdict)
        bench->phase = MEASURE_TIMING;
}

static void bench_step_timing(struct bench *bench)
{
    if (bench_is_over(bench))
        return;
    if (bench->platter.is_due) {
        if (bench_platter_look(bench) && !bench->has_verdict)
            (void)bench_evaluate(bench, false); /* the next step sees its verdict */
        return;
    }
    uint64_t from = bench_spent_ns(bench);
    bench_round(bench);
    bench->round_ns = bench_spent_ns(bench) - from;
    if (!bench->has_verdict)
        bench_decide(bench);
}

static void bench_step_kernel(struct bench *bench)
{
    if (bench_kernel_pair(bench))
        bench->phase = MEASURE_COMPARING;
}

static enum bench_culprit culprit_of(const struct bench_result *result)
{
    if (result->is_read || result->verdict == MEASURE_INCONCLUSIVE)
        return CULPRIT_UNKNOWN;
    if (result->verdict == MEASURE_DIFFERENT)
        return CULPRIT_DRIVE;
    if (!result->kernel.is_known)
        return CULPRIT_UNKNOWN;
    return bench_kernel_reads(&result->kernel) ? CULPRIT_KERNEL : CULPRIT_NONE;
}

static void bench_end(struct bench *bench)
{
    struct bench_result *result = &bench->result;

    result->bytes_written = area_copy_written_bytes(bench->copy);
    result->culprit = culprit_of(result);
    result->worth = bench_worth_of(result);
    result->overlap = area_copy_overlap(bench->copy);
    result->total_seconds = (double)bench_spent_ns(bench) * 1e-9;
    bench->phase = MEASURE_ENDED;
}

static void bench_step_comparing(struct bench *bench)
{
    struct bench_result *result = &bench->result;
    enum measure_reason reason = REASON_NONE;

    if (area_copy_written_bytes(bench->copy) &&
        area_copy_compare(bench->copy, &reason) == STEP_MORE)
        return;
    result->is_unchanged = reason == REASON_NONE || reason == REASON_REWRITTEN;
    /* The verdict is void: another program wrote there, or the drive failed. */
    if (reason != REASON_NONE)
        bench_conclude(bench, MEASURE_INCONCLUSIVE, reason);
    bench_end(bench);
}

static void bench_give_up(struct bench *bench)
{
    if (bench->phase < MEASURE_KERNEL && !bench_evaluate(bench, true))
        bench_conclude(bench, MEASURE_INCONCLUSIVE, REASON_STOPPED);
    else if (bench->phase == MEASURE_KERNEL)
        bench->phase = MEASURE_COMPARING;
}

enum measure_step bench_step(struct bench *bench)
{
    static void (*const steps[])(struct bench *) = {
        [MEASURE_READING] = bench_step_reading,
        [MEASURE_CLASSIFYING] = bench_step_classifying,
        [MEASURE_TIMING] = bench_step_timing,
        [MEASURE_KERNEL] = bench_step_kernel,
        [MEASURE_COMPARING] = bench_step_comparing,
    };

    if (bench->phase == MEASURE_ENDED)
        return STEP_DONE;
    bench->step_ns = bench->drive->now_ns(bench->drive->context);
    if (bench->is_stopped)
        bench_give_up(bench);
    steps[bench->phase](bench);
    bench->spent_ns = bench_spent_ns(bench);
    bench->step_ns = bench->drive->now_ns(bench->drive->context);
    return bench->phase == MEASURE_ENDED ? STEP_DONE : STEP_MORE;
}

void bench_stop(struct bench *bench)
{
    bench->is_stopped = true;
}

/* Progress towards the limits; reading and comparing are short and not counted. */
static double bench_share(const struct bench *bench)
{
    double time = bench->has_measured ? (double)(bench->spent_ns - bench->begun_ns) /
                                            (double)bench->max_ns
                                      : 0;
    double requests = (double)bench->requests / (double)bench->max_requests;
    double timing = time > requests ? time : requests;

    switch (bench->phase) {
    case MEASURE_READING:
        return 0.1 * area_copy_share(bench->copy);
    case MEASURE_CLASSIFYING:
    case MEASURE_TIMING:
        return 0.1 + 0.7 * (timing < 1 ? timing : 1);
    case MEASURE_KERNEL:
        return 0.8 + 0.1 * bench->kernel_pairs / BENCH_KERNEL_PAIRS;
    case MEASURE_COMPARING:
        return 0.9;
    case MEASURE_SEARCHING:
    case MEASURE_PROVING:
    case MEASURE_ENDED:
        break;
    }
    return 1;
}

void bench_live(const struct bench *bench, struct measure_live *ret)
{
    *ret = (struct measure_live){
        .phase = bench->phase,
        .is_stopping = bench->is_stopped && bench->phase != MEASURE_ENDED,
        .share = bench_share(bench),
        .seconds = (double)bench->spent_ns * 1e-9,
        .errors = bench->errors,
        .bench = bench->result,
    };
    ret->bench.bytes_written = area_copy_written_bytes(bench->copy);
    if (bench->phase == MEASURE_ENDED)
        return;
    ret->bench.total_seconds = ret->seconds;
    if (bench->has_measured && !bench->has_verdict)
        ret->bench.seconds = (double)(bench->spent_ns - bench->begun_ns) * 1e-9;
}

const struct bench_result *bench_result(const struct bench *bench)
{
    return &bench->result;
}

const struct area_copy *bench_copy(const struct bench *bench)
{
    return bench->copy;
}
