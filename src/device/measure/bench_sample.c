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

    side->is_used = true;
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
    /* It has the same places as one of the others and would tell nothing new. */
    if (sides[ARM_ALIGNED].first == sides[ARM_BASE].first ||
        sides[ARM_ALIGNED].first == sides[ARM_AGAINST].first)
        bench->sides[ARM_ALIGNED].is_used = false;
    for (unsigned i = 0; i < ARM_COUNT; i++)
        if (sides[i].is_used && sides[i].places < BENCH_RUN_MAX)
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

/* What is recorded of a run, or of a single read. */
struct times {
    double us;
    double mean_us;  /* of all its requests */
    double taken_us; /* median of the requests alone */
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
static bool time_run(struct bench *bench, enum bench_arm arm, struct times *ret)
{
    bool is_sequential = bench->result.sampling == SAMPLING_RUNS;
    struct run run;

    if (!time_requests(bench, arm, is_sequential, bench_run_length(bench), &run))
        return false;
    stats_sort(run.us, run.count);
    stats_sort(run.taken_us, run.count);
    *ret = (struct times){
        .us = is_sequential ? stats_median(run.us, run.count) : run_mean(&run),
        .mean_us = bench_mean(run.us, run.count),
        .taken_us = stats_median(run.taken_us, run.count),
    };
    return true;
}

/* Each side has independent places: a fixed distance between two would be a fixed angle
 * of the platter, and a bias. Reads are single: nothing is left to pay for. */
static bool time_side(struct bench *bench, enum bench_arm arm, struct times *ret)
{
    double us;

    if (!bench->result.is_read)
        return time_run(bench, arm, ret);
    if (!bench_request_time(bench, random_place(bench, arm, 1), &us))
        return false;
    count_single(bench, arm, us);
    *ret = (struct times){ us, us, us };
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

static void side_record(struct bench_side *side, size_t round, const struct times *times)
{
    side->us[round] = times->us;
    side->mean_us[round] = times->mean_us;
    side->taken_us[round] = times->taken_us;
}

void bench_round(struct bench *bench)
{
    const struct bench_side *sides = bench->sides;
    unsigned at[ARM_COUNT] = { 0 };
    uint8_t order[ARM_COUNT];
    struct times times[ARM_COUNT];

    dice_order(&bench->dice, order, ARM_COUNT);
    for (unsigned i = 0; i < ARM_COUNT; i++) {
        at[order[i]] = i;
        if (sides[order[i]].is_used && !time_side(bench, order[i], &times[order[i]]))
            return;
    }
    /* The first round still pays for what was before. */
    if (!bench->has_dropped) {
        bench->has_dropped = true;
        return;
    }
    for (unsigned i = 0; i < ARM_COUNT; i++)
        if (sides[i].is_used)
            side_record(&bench->sides[i], bench->pairs, &times[i]);
    bench->base_first += at[ARM_BASE] < at[ARM_AGAINST];
    bench->pairs++;
}
