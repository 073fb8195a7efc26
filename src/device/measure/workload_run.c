/* SPDX-License-Identifier: GPL-3.0-or-later */
/* workload_run.c - runs one order, turn by turn */
#include "device/measure/workload_run.h"

#include <assert.h>

#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/measure/test_area.h"

#define SECOND_NS UINT64_C(1000000000)
#define PAGE      4096U
#define KIB       1024U
#define MIB       (1024U * 1024)
/* Limit of reads over the whole disk; most drives reach the time limit first. */
#define MAX_READ (256U * MIB)

enum run_place {
    PLACE_AREA, /* writes the area's own bytes back */
    PLACE_OWN,  /* sequential, in a space that no other order reads */
    PLACE_DISK, /* anywhere */
};

/* is_onward: each request begins where the previous one left the head. */
static const struct run_kind {
    uint32_t bytes;
    enum drive_write how;
    enum run_place place;
    bool is_random, is_onward;
} kinds[WORKLOAD_COUNT] = {
    [WORKLOAD_DURABLE_RANDOM] = { PAGE, DRIVE_DURABLE, PLACE_AREA, true, false },
    [WORKLOAD_DURABLE_SEQUENTIAL] = { PAGE, DRIVE_DURABLE, PLACE_AREA, false, true },
    [WORKLOAD_CACHED_SEQUENTIAL] = { PAGE, DRIVE_CACHED, PLACE_AREA, false, true },
    [WORKLOAD_WRITE_4K] = { PAGE, DRIVE_PLAIN, PLACE_AREA, false, false },
    [WORKLOAD_WRITE_16K] = { 16 * KIB, DRIVE_PLAIN, PLACE_AREA, false, false },
    [WORKLOAD_WRITE_64K] = { 64 * KIB, DRIVE_PLAIN, PLACE_AREA, false, false },
    [WORKLOAD_WRITE_1M] = { MIB, DRIVE_PLAIN, PLACE_AREA, false, false },
    [WORKLOAD_READ_4K] = { PAGE, DRIVE_PLAIN, PLACE_OWN, false, true },
    [WORKLOAD_READ_16K] = { 16 * KIB, DRIVE_PLAIN, PLACE_OWN, false, true },
    [WORKLOAD_READ_64K] = { 64 * KIB, DRIVE_PLAIN, PLACE_OWN, false, true },
    [WORKLOAD_READ_1M] = { MIB, DRIVE_PLAIN, PLACE_OWN, false, true },
    [WORKLOAD_AVERAGE_READ] = { MIB, DRIVE_PLAIN, PLACE_DISK, true, false },
    [WORKLOAD_AVERAGE_WRITE] = { MIB, DRIVE_PLAIN, PLACE_AREA, false, false },
    [WORKLOAD_ACCESS_TIME] = { PAGE, DRIVE_PLAIN, PLACE_DISK, true, false },
    [WORKLOAD_ALIGN_BENCH] = { PAGE, DRIVE_PLAIN, PLACE_AREA, false, false },
};

static enum drive_write how_to_write(const struct workload_order *order,
                                     const struct drive *drive)
{
    /* Without O_DIRECT only this reaches the drive. */
    if (!drive->is_direct)
        return DRIVE_CACHED;
    if (order->kind == WORKLOAD_ALIGN_BENCH && order->is_synced)
        return DRIVE_DURABLE;
    return kinds[order->kind].how;
}

static struct test_area area_of(const struct run_kind *kind, const struct drive *drive,
                                const struct workload_spaces *spaces)
{
    if (kind->place == PLACE_DISK)
        return (struct test_area){ .bytes = drive->size_bytes };
    return kind->place == PLACE_AREA ? spaces->area : spaces->own;
}

static struct arm arm_of(const struct workload_order *order, const struct drive *drive,
                         const struct workload_spaces *spaces)
{
    const struct run_kind *kind = &kinds[order->kind];
    uint32_t logical = drive->logical;
    struct arm arm = {
        .bytes = kind->bytes > logical ? kind->bytes : logical,
        .how = how_to_write(order, drive),
        .is_read = !workload_writes(order->kind),
        .is_random = kind->is_random,
    };

    if (order->kind == WORKLOAD_AVERAGE_READ)
        arm.prime_bytes = logical > PAGE ? logical : PAGE;
    arm.step = order->stride ? order->stride : arm.bytes;
    arm_place(&arm, drive, area_of(kind, drive, spaces),
              kind->place == PLACE_DISK ? 0 : order->start_lba);
    return arm;
}

/* Maximum of bytes of one run. */
static uint64_t max_bytes_of(const struct workload_run *run,
                             const struct workload_spaces *spaces)
{
    enum workload_kind kind = run->order.kind;

    if (run->order.bytes)
        return num_round_up(run->order.bytes, run->arm.bytes);
    if (workload_writes(kind))
        return spaces->share_bytes;
    /* Nothing is read twice: the drive's cache would answer. */
    return workload_run_needs_space(kind) ? spaces->own.bytes : MAX_READ;
}

static bool is_spent(const struct workload_run *run)
{
    bool has_enough = run->rounds >= WORKLOAD_ROUNDS && run->spent_ns >= SECOND_NS;

    return run->max_bytes - run->arm.moved_bytes < run->arm.bytes ||
           (!run->order.bytes && has_enough);
}

/* An untimed request returns the head from where the previous order left it, and takes
 * upon it what the drive still owes for the writes of that order. */
static bool needs_untimed(const struct workload_run *run)
{
    enum workload_kind kind = run->order.kind;

    return run->max_bytes - run->arm.moved_bytes >= 2 * run->arm.bytes &&
           (kinds[kind].is_onward || (workload_writes(kind) && !run->order.bytes));
}

struct turn {
    struct workload_run *run;
    const struct arm_scene *scene;
    uint64_t start_ns, end_bytes;
    int error;
};

static uint64_t turn_ns(const struct turn *turn)
{
    const struct drive *drive = turn->scene->drive;

    return drive->now_ns(drive->context) - turn->start_ns;
}

static bool take_request(void *context, const struct arm_time *time)
{
    struct turn *turn = context;
    struct workload_run *run = turn->run;

    workload_times_add(&run->times, time->ns, run->arm.bytes, turn->scene->dice);
    /* Rewriting a place that is still in the cache would never reach the medium. */
    if (run->arm.dirty_bytes + run->arm.bytes > run->arm.span)
        turn->error = workload_run_flush(run, turn->scene);
    return !turn->error && !is_spent(run) && turn_ns(turn) < run->turn_ns &&
           run->arm.moved_bytes + run->arm.bytes <= turn->end_bytes;
}

static int make_requests(struct workload_run *run, const struct arm_scene *scene,
                         bool comes_back)
{
    const struct drive *drive = scene->drive;
    struct turn turn = {
        .run = run,
        .scene = scene,
        .start_ns = drive->now_ns(drive->context),
        .end_bytes = run->arm.moved_bytes + run->turn_bytes,
    };
    unsigned skip = comes_back && needs_untimed(run);
    int error = arm_run(&run->arm, scene, skip, take_request, &turn);

    run->spent_ns += turn_ns(&turn);
    error = error ? error : turn.error;
    run->is_over = error || is_spent(run);
    return error;
}

bool workload_run_needs_space(enum workload_kind kind)
{
    return kinds[kind].bytes && kinds[kind].place == PLACE_OWN;
}

unsigned workload_run_weight(enum workload_kind kind)
{
    /* Larger requests get more bytes, or there would be too few for all rounds. */
    static const struct {
        uint32_t bytes;
        unsigned weight;
    } weights[] = { { MIB, 20 }, { 64 * KIB, 4 }, { 16 * KIB, 2 } };

    for (size_t i = 0; i < ARRAY_SIZE(weights); i++)
        if (kinds[kind].bytes >= weights[i].bytes)
            return weights[i].weight;
    return 1;
}

void workload_run_init(struct workload_run *run, const struct workload_order *order,
                       const struct drive *drive, const struct workload_spaces *spaces)
{
    assert(kinds[order->kind].bytes); /* files are not a workload of a drive */
    run->order = *order;
    run->arm = arm_of(order, drive, spaces);
    run->max_bytes = max_bytes_of(run, spaces);
    run->turn_ns = spaces->turn_ns;
    run->turn_bytes =
        workload_writes(order->kind) ? run->max_bytes / WORKLOAD_ROUNDS : run->max_bytes;
    run->is_over = !run->arm.span || is_spent(run);
}

int workload_run_flush(struct workload_run *run, const struct arm_scene *scene)
{
    const struct drive *drive = scene->drive;
    uint64_t start = drive->now_ns(drive->context);

    if (!run->arm.dirty_bytes)
        return 0;
    run->arm.dirty_bytes = 0;
    int error = area_copy_flush(scene->copy);
    workload_times_flush(&run->times, drive->now_ns(drive->context) - start);
    return error;
}

static void note_round(struct workload_run *run, size_t round, double us)
{
    run->rounds++;
    if (round < WORKLOAD_ROUNDS_MAX)
        run->round_us[round] = us;
}

int workload_run_turn(struct workload_run *run, const struct arm_scene *scene,
                      size_t round, bool comes_back, bool goes_away)
{
    uint64_t ns = run->times.ns, requests = run->times.requests;

    assert(!run->is_over);
    workload_times_begin(&run->times);
    int error = make_requests(run, scene, comes_back);
    /* The drive would write out its cache during the next order's turn. */
    if (!error && (goes_away || run->is_over))
        error = workload_run_flush(run, scene);
    workload_times_end(&run->times);
    run->is_over = run->is_over || error;
    if (!error && run->times.requests > requests)
        note_round(run, round,
                   (double)(run->times.ns - ns) * 1e-3 /
                       (double)(run->times.requests - requests));
    return error;
}

double workload_run_share(const struct workload_run *run)
{
    double bytes = (double)run->arm.moved_bytes / (double)run->max_bytes;
    double rounds = run->order.bytes ? 0 : (double)run->rounds / WORKLOAD_ROUNDS;

    if (run->is_over)
        return 1;
    double share = bytes > rounds ? bytes : rounds;
    return share < 1 ? share : 1;
}

void workload_run_result(const struct workload_run *run, struct workload_result *ret)
{
    *ret = (struct workload_result){
        .kind = run->order.kind,
        .start_lba = run->order.start_lba,
        .is_aligned = run->order.is_aligned,
        .is_synced = run->order.is_synced,
    };
    workload_times_result(&run->times, ret);
}
