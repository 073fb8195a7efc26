/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bench_sample.c - random places, and one round of timed requests */
#include "device/measure/bench_private.h"

#include "device/measure/moving_head.h"
#include "model/base/mem.h"
#include "model/base/num.h"

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

/* Places of a side are a block apart. Two starts differ only modulo a block, counted from
 * the beginning of the disk, so the area may lie anywhere. */
static void place_side(struct bench *bench, enum bench_arm arm, uint64_t lba,
                       uint64_t start, uint64_t bytes)
{
    uint64_t block = bench->result.block_bytes;
    uint64_t want = num_mul_mod(lba, bench->drive->logical, block);
    uint64_t skip = (want + block - start % block) % block;
    struct bench_side *side = &bench->sides[arm];

    side->first = start + skip;
    side->places = bytes > skip ? (bytes - skip) / block : 0;
    bench->result.arms[arm].start_lba = lba;
}

bool bench_sides_place(struct bench *bench, uint64_t start, uint64_t bytes)
{
    const struct bench_starts *starts = &bench->starts;
    const struct bench_side *sides = bench->sides;

    place_side(bench, ARM_BASE, starts->base, start, bytes);
    place_side(bench, ARM_AGAINST, starts->against, start, bytes);
    place_side(bench, ARM_ALIGNED, starts->aligned, start, bytes);
    /* A third one with the places of one of the others would tell nothing new. */
    bool is_third = sides[ARM_ALIGNED].first != sides[ARM_BASE].first &&
                    sides[ARM_ALIGNED].first != sides[ARM_AGAINST].first;
    bench->arm_count = is_third ? ARM_COUNT : ARM_ALIGNED;
    for (unsigned i = 0; i < bench->arm_count; i++)
        if (sides[i].places < BENCH_RUN_MAX)
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

/* Times one request at OFFSET; false if it failed, which has been recorded. */
static bool bench_request_time(struct bench *bench, uint64_t offset, double *ret_us)
{
    size_t count = bench->result.block_bytes;
    uint64_t ns = 0;
    int error;

    bench->requests++;
    if (bench->result.is_read)
        error = area_copy_time_read(bench->copy, offset, count, &ns);
    else
        error = area_copy_write(bench->copy, DRIVE_DURABLE, offset, count, &ns);
    if (error) {
        note_error(bench);
        return false;
    }
    *ret_us = drive_us(ns);
    return true;
}

static uint64_t random_place(struct bench *bench, enum bench_arm arm, unsigned length)
{
    const struct bench_side *side = &bench->sides[arm];
    uint64_t index = dice_below(&bench->dice, side->places - length + 1);

    return side->first + index * bench->result.block_bytes;
}

bool bench_random_time(struct bench *bench, enum bench_arm arm, double *ret_us)
{
    return bench_request_time(bench, random_place(bench, arm, 1), ret_us);
}

static void count_single(struct bench *bench, enum bench_arm arm, double us)
{
    if (bench->has_dropped)
        histogram_add(&bench->result.arms[arm].histogram, us);
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
    double us[BENCH_RUN_MAX];
    double taken_us[BENCH_RUN_MAX]; /* by the requests alone */
    unsigned count; /* without the first ones, which pay for what was before */
};

/* A run has requests of one arm only, since a drive may carry work over to the next one.
 */
static bool time_requests(struct bench *bench, enum bench_arm arm, bool is_sequential,
                          unsigned length, struct run *ret)
{
    const struct drive *drive = bench->drive;
    uint64_t offset = random_place(bench, arm, is_sequential ? length : 1), end = 0;

    ret->count = 0;
    for (unsigned i = 0; i < length; i++) {
        double us;
        if (!bench_request_time(bench, offset, &us))
            return false;
        uint64_t now = drive->now_ns(drive->context);
        if (i > bench->depth) {
            ret->taken_us[ret->count] = us;
            ret->us[ret->count] = drive_us(now - end);
            count_single(bench, arm, ret->us[ret->count++]);
        }
        end = now;
        offset = is_sequential ? offset + bench->result.block_bytes
                               : random_place(bench, arm, 1);
    }
    return true;
}

/* Mean of a sorted run, without its slowest request if that took so long that it waited
 * for another program, or for a stall. */
static double run_mean(const struct run *run)
{
    double usual = stats_median(run->us, run->count);
    bool has_waited = run->us[run->count - 1] > WAITED * usual;

    return bench_mean(run->us, run->count - has_waited);
}

/* On a disk the requests follow one another: each ends a whole number of turns after its
 * predecessor, so their median has no noise from the place, and one of them may be late.
 * Elsewhere they have random places, of which only some may cost more. */
static bool time_run(struct bench *bench, enum bench_arm arm)
{
    bool is_sequential = bench->result.sampling == SAMPLING_RUNS;
    struct bench_side *side = &bench->sides[arm];
    struct run run;

    if (!time_requests(bench, arm, is_sequential, bench_run_length(bench), &run))
        return false;
    stats_sort(run.us, run.count);
    stats_sort(run.taken_us, run.count);
    side->us[bench->pairs] =
        is_sequential ? stats_median(run.us, run.count) : run_mean(&run);
    side->mean_us[bench->pairs] = bench_mean(run.us, run.count);
    side->taken_us[bench->pairs] = stats_median(run.taken_us, run.count);
    return true;
}

/* Each side has independent places: a fixed distance between two would be a fixed angle
 * of the platter, and a bias. Reads are single: nothing is left to pay for. */
static bool time_side(struct bench *bench, enum bench_arm arm)
{
    struct bench_side *side = &bench->sides[arm];
    double us;

    if (!bench->result.is_read)
        return time_run(bench, arm);
    if (!bench_request_time(bench, random_place(bench, arm, 1), &us))
        return false;
    count_single(bench, arm, us);
    side->us[bench->pairs] = side->mean_us[bench->pairs] = us;
    side->taken_us[bench->pairs] = us;
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
    if (bench->has_looked || write_us >= MOVING_HEAD_WRITE_US)
        return false;
    bench->has_looked = true;
    return moving_head_is_detected(bench->drive, bench->copy, &bench->dice,
                                   &bench->errors, &bench->read_us);
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
    if (bench_flush_lies(bench, stats_median(bench->look, count)))
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
