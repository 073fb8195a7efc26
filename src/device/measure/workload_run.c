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

/* A part of the disk in bytes, and the requests in it. */
struct places_space {
    uint64_t start, bytes;  /* START: a multiple of 64 KiB */
    uint64_t start_lba;     /* start whose position is used: modulo 1 MiB if that fits */
    uint32_t logical;       /* bytes */
    uint64_t request_bytes; /* whole sectors */
    uint64_t step;          /* whole sectors, or there are no places */
    bool is_random;
};

/* Usable bytes behind PAST, so that a request at the last sector still fits. */
static uint64_t span_from(const struct places_space *space, uint64_t past)
{
    uint64_t need = past + space->request_bytes - space->logical;

    if (space->bytes < need)
        return 0;
    return num_round_down(space->bytes - need, TEST_AREA_STEP);
}

static struct workload_places places_in(const struct places_space *space)
{
    bool is_whole = space->start % TEST_AREA_GRAIN == 0;
    uint64_t grain = is_whole ? TEST_AREA_GRAIN : TEST_AREA_STEP;
    uint64_t past = num_mul_mod(space->start_lba, space->logical, grain);

    assert(space->start % TEST_AREA_STEP == 0 && space->step);
    assert(space->request_bytes % space->logical == 0);
    /* Strides come from users: one that is no multiple of a sector has no places. */
    if (space->step % space->logical)
        return (struct workload_places){ 0 };
    /* A start late in its MiB would leave little of a small space: the position modulo 64
     * KiB is equivalent. */
    if (span_from(space, past) < space->bytes / 2)
        past %= TEST_AREA_STEP;
    return (struct workload_places){
        .start = space->start + past,
        .span = span_from(space, past),
        .step = space->step,
        .is_random = space->is_random,
    };
}

/* Byte of the disk of the next request, which ends inside the space. */
static uint64_t places_next(struct workload_places *places, struct dice *dice)
{
    uint64_t offset = places->offset;

    assert(places->span);
    if (places->is_random) {
        uint64_t count = (places->span + places->step - 1) / places->step;
        return places->start + places->step * dice_below(dice, count);
    }
    places->offset = (offset + places->step % places->span) % places->span;
    return places->start + offset;
}

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

static struct workload_places places_of(const struct workload_run *run,
                                        const struct drive *drive,
                                        const struct workload_spaces *spaces)
{
    const struct workload_order *order = &run->order;
    const struct run_kind *kind = &kinds[order->kind];
    struct test_area in = { .bytes = drive->size_bytes };

    if (kind->place != PLACE_DISK)
        in = kind->place == PLACE_AREA ? spaces->area : spaces->own;
    struct places_space space = {
        .start = in.start,
        .bytes = in.bytes,
        .start_lba = kind->place == PLACE_DISK ? 0 : order->start_lba,
        .logical = drive->logical,
        .request_bytes = run->request_bytes + run->prime_bytes,
        .step = order->stride ? order->stride : run->request_bytes,
        .is_random = kind->is_random,
    };
    return places_in(&space);
}

/* Maximum of bytes of one run. */
static uint64_t max_bytes_of(const struct workload_run *run,
                             const struct workload_spaces *spaces)
{
    enum workload_kind kind = run->order.kind;

    if (run->order.bytes)
        return num_round_up(run->order.bytes, run->request_bytes);
    if (workload_writes(kind))
        return spaces->share_bytes;
    /* Nothing is read twice: the drive's cache would answer. */
    return workload_run_needs_space(kind) ? spaces->own.bytes : MAX_READ;
}

static int make_request(struct workload_run *run, const struct workload_context *scene,
                        uint64_t *ret_ns)
{
    uint64_t offset = places_next(&run->places, scene->dice);
    size_t count = (size_t)run->request_bytes;

    run->moved_bytes += count;
    if (run->prime_bytes) {
        int error =
            area_copy_time_read(scene->copy, offset, (size_t)run->prime_bytes, ret_ns);
        if (error)
            return error;
        offset += run->prime_bytes;
    }
    if (!workload_writes(run->order.kind))
        return area_copy_time_read(scene->copy, offset, count, ret_ns);
    if (run->how == DRIVE_PLAIN)
        run->dirty_bytes += count;
    return area_copy_write(scene->copy, run->how, offset, count, ret_ns);
}

/* Rewriting a place that is still in the cache would never reach the medium. */
static int settle_if_full(struct workload_run *run, const struct workload_context *scene)
{
    if (run->dirty_bytes + run->request_bytes <= run->places.span)
        return 0;
    return workload_run_flush(run, scene);
}

static bool is_spent(const struct workload_run *run)
{
    bool has_enough = run->rounds >= WORKLOAD_ROUNDS && run->spent_ns >= SECOND_NS;

    return run->max_bytes - run->moved_bytes < run->request_bytes ||
           (!run->order.bytes && has_enough);
}

/* An untimed request returns the head from where the previous order left it, and takes
 * upon it what the drive still owes for the writes of that order. */
static int make_untimed(struct workload_run *run, const struct workload_context *scene)
{
    enum workload_kind kind = run->order.kind;
    uint64_t ns;

    if (!kinds[kind].is_onward && (!workload_writes(kind) || run->order.bytes))
        return 0;
    return make_request(run, scene, &ns);
}

static int make_requests(struct workload_run *run, const struct workload_context *scene,
                         bool comes_back)
{
    const struct drive *drive = scene->drive;
    uint64_t start = drive->now_ns(drive->context), turn_ns = 0, ns;
    uint64_t end_bytes = run->moved_bytes + run->turn_bytes;
    bool is_first = true;
    int error = comes_back ? make_untimed(run, scene) : 0;

    while (!error && !is_spent(run) &&
           (is_first || (turn_ns < run->turn_ns &&
                         run->moved_bytes + run->request_bytes <= end_bytes))) {
        error = settle_if_full(run, scene);
        if (!error)
            error = make_request(run, scene, &ns);
        if (!error)
            workload_times_add(&run->times, ns, run->request_bytes, scene->dice);
        turn_ns = drive->now_ns(drive->context) - start;
        is_first = false;
    }
    run->spent_ns += turn_ns;
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
    const struct run_kind *kind = &kinds[order->kind];
    uint32_t logical = drive->logical;

    assert(kind->bytes); /* files are not a workload of a drive */
    run->order = *order;
    run->how = how_to_write(order, drive);
    run->request_bytes = kind->bytes > logical ? kind->bytes : logical;
    if (order->kind == WORKLOAD_AVERAGE_READ)
        run->prime_bytes = logical > PAGE ? logical : PAGE;
    run->places = places_of(run, drive, spaces);
    run->max_bytes = max_bytes_of(run, spaces);
    run->turn_ns = spaces->turn_ns;
    run->turn_bytes =
        workload_writes(order->kind) ? run->max_bytes / WORKLOAD_ROUNDS : run->max_bytes;
    run->is_over = !run->places.span || is_spent(run);
}

int workload_run_flush(struct workload_run *run, const struct workload_context *scene)
{
    const struct drive *drive = scene->drive;
    uint64_t start = drive->now_ns(drive->context);

    if (!run->dirty_bytes)
        return 0;
    run->dirty_bytes = 0;
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

int workload_run_turn(struct workload_run *run, const struct workload_context *scene,
                      bool comes_back, bool goes_away)
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
        note_round(run, scene->round,
                   (double)(run->times.ns - ns) * 1e-3 /
                       (double)(run->times.requests - requests));
    return error;
}

double workload_run_share(const struct workload_run *run)
{
    double bytes = (double)run->moved_bytes / (double)run->max_bytes;
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
