/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bench_sample.c - random places, and one round of timed requests */
#include "device/measure/bench_private.h"

#include "device/measure/moving_head.h"
#include "model/base/mem.h"

/* Ignored first writes: the drive may have slept, or its queue was full. */
#define WARM 4
/* A drive that is slower and varies more than this waits for a platter; a slow stick is
 * slow every time. */
#define ROTATING_US        2000.0
#define ROTATING_SPREAD_US 2000.0
/* Number of writes that suffices to recognize a disk, where each costs turns. */
#define LOOK_FEW 8
/* A request that took so many times as long as others of its run has waited. */
#define WAITED 5.0
/* Maximum number of failed reads. */
#define READ_ERRORS 3U

/* Places are a block apart. Two starts differ only modulo a block, counted from the
 * beginning of the disk, so the area may lie anywhere. */
static void place_side(struct bench *bench, enum bench_arm arm, struct test_area area,
                       uint64_t lba)
{
    uint64_t block = bench->result.block_bytes;
    struct bench_side *side = &bench->sides[arm];

    side->arm = (struct arm){
        .bytes = block,
        .step = block,
        .how = DRIVE_DURABLE,
        .is_read = bench->result.is_read,
        .is_random = true,
    };
    arm_place(&side->arm, bench->drive, area, lba);
    bench->result.arms[arm].start_lba = lba;
}

static bool has_places_of(const struct bench *bench, enum bench_arm one,
                          enum bench_arm other)
{
    const struct bench_side *sides = bench->sides;
    uint64_t block = bench->result.block_bytes;

    return sides[one].arm.start % block == sides[other].arm.start % block;
}

bool bench_sides_place(struct bench *bench, struct test_area area)
{
    const struct bench_starts *starts = &bench->starts;

    place_side(bench, ARM_BASE, area, starts->base);
    place_side(bench, ARM_AGAINST, area, starts->against);
    place_side(bench, ARM_ALIGNED, area, starts->aligned);
    /* A third one with the places of one of the others would tell nothing new. */
    bool is_third = !has_places_of(bench, ARM_ALIGNED, ARM_BASE) &&
                    !has_places_of(bench, ARM_ALIGNED, ARM_AGAINST);
    bench->arm_count = is_third ? ARM_COUNT : ARM_ALIGNED;
    for (unsigned i = 0; i < bench->arm_count; i++)
        if (bench->sides[i].arm.span < (uint64_t)BENCH_RUN_MAX * bench->sides[i].arm.step)
            return false;
    return true;
}

static void note_error(struct bench *bench)
{
    bench->errors++;
    if (!bench->result.is_read)
        bench_conclude(bench, MEASURE_INCONCLUSIVE, area_copy_failure(bench->copy));
    else if (bench->errors >= READ_ERRORS)
        bench_conclude(bench, MEASURE_INCONCLUSIVE, REASON_READ_ERROR);
}

bool bench_random_time(struct bench *bench, enum bench_arm arm, double *ret_us)
{
    uint64_t ns = 0;

    bench->requests++;
    if (arm_request(&bench->sides[arm].arm, &bench->scene, &ns)) {
        note_error(bench);
        return false;
    }
    *ret_us = drive_us(ns);
    return true;
}

unsigned bench_run_length(const struct bench *bench)
{
    if (bench->result.is_read)
        return 1;
    return bench->result.sampling == SAMPLING_RUNS ? BENCH_RUN
                                                   : BENCH_RUN_MAX + bench->depth;
}

/* Times of a run from the end of one request to the end of the next: the platter turns on
 * between requests, and a buffer drains, which a time from the request's start would not
 * include. */
struct run {
    struct bench *bench;
    enum bench_arm arm;
    unsigned count, max; /* without the first ones, which pay for what was before */
    double us[BENCH_RUN_MAX];
    double taken_us[BENCH_RUN_MAX]; /* by the requests alone */
};

static bool take_time(void *context, const struct arm_time *time)
{
    struct run *run = context;
    double us = drive_us(time->since_ns);

    run->taken_us[run->count] = drive_us(time->ns);
    run->us[run->count++] = us;
    if (run->bench->has_dropped)
        histogram_add(&run->bench->result.arms[run->arm].histogram, us);
    return run->count < run->max;
}

/* Mean of a sorted run, without its slowest request if that took so long that it waited
 * for another program, or for a stall. */
static double run_mean(const struct run *run)
{
    double usual = stats_median(run->us, run->count);
    bool has_waited = run->us[run->count - 1] > WAITED * usual;

    return stats_mean(run->us, run->count - has_waited);
}

/* On a disk the requests follow one another: each ends a whole number of turns after its
 * predecessor, so their median has no noise from the place, and one of them may be late.
 * Elsewhere they have random places, of which only some may cost more. Each run has an
 * independent place: a fixed distance between two would be a fixed angle of the platter,
 * and a bias. */
static bool time_side(struct bench *bench, enum bench_arm arm)
{
    bool is_sequential = bench->result.sampling == SAMPLING_RUNS;
    unsigned length = bench_run_length(bench), skip = length > 1 ? bench->depth + 1 : 0;
    struct bench_side *side = &bench->sides[arm];
    struct run run = { .bench = bench, .arm = arm, .max = length - skip };

    bench->requests += length;
    if (is_sequential)
        arm_jump(&side->arm, &bench->dice, length);
    if (arm_run(&side->arm, &bench->scene, skip, take_time, &run)) {
        note_error(bench);
        return false;
    }
    stats_sort(run.us, run.count);
    stats_sort(run.taken_us, run.count);
    side->us[bench->pairs] =
        is_sequential ? stats_median(run.us, run.count) : run_mean(&run);
    side->mean_us[bench->pairs] = stats_mean(run.us, run.count);
    side->taken_us[bench->pairs] = stats_median(run.taken_us, run.count);
    return true;
}

/* Sorts the times so far. */
static bool waits_for_a_platter(struct bench *bench, size_t count)
{
    stats_sort(bench->look, count);
    double spread =
        stats_quantile(bench->look, count, 0.9) - stats_quantile(bench->look, count, 0.1);
    return stats_median(bench->look, count) > ROTATING_US && spread > ROTATING_SPREAD_US;
}

bool bench_flush_lies(struct bench *bench, double write_us)
{
    bool is_fast = write_us < MOVING_HEAD_WRITE_US;

    /* Slow writes are compared with the reads too: a buffer may acknowledge them. */
    if (bench->has_looked || (!is_fast && bench->read_us > 0))
        return false;
    bench->has_looked = is_fast;
    return moving_head_is_detected(bench->drive, bench->copy, &bench->dice,
                                   &bench->errors, &bench->read_us) &&
           is_fast;
}

bool bench_classify(struct bench *bench)
{
    double us;

    if (!bench_random_time(bench, ARM_AGAINST, &us))
        return false;
    if (bench->classified++ < WARM)
        return false;
    size_t count = bench->classified - WARM;
    bench->look[count - 1] = us;
    bool is_last = count == ARRAY_SIZE(bench->look);
    if (!is_last && count != LOOK_FEW)
        return false;
    bool is_rotating = waits_for_a_platter(bench, count);
    if (!is_last && !is_rotating)
        return false;
    bench->result.sampling = is_rotating ? SAMPLING_RUNS : SAMPLING_RANDOM;
    if (!is_rotating && bench_flush_lies(bench, stats_median(bench->look, count)))
        bench_conclude(bench, MEASURE_INCONCLUSIVE, REASON_FLUSH_LIES);
    return true;
}

void bench_round(struct bench *bench)
{
    unsigned at[ARM_COUNT];
    struct turns turns;

    turns_init(&turns, bench->arm_count, 0);
    do {
        enum bench_arm arm = (enum bench_arm)turns_arm(&turns, &bench->dice);
        at[arm] = turns.next;
        if (!time_side(bench, arm))
            return;
    } while (!turns_end(&turns));
    /* The first round still pays for what was before. */
    if (bench->has_dropped) {
        bench->base_first += at[ARM_BASE] < at[ARM_AGAINST];
        bench->pairs++;
    }
    bench->has_dropped = true;
}
