/* SPDX-License-Identifier: GPL-3.0-or-later */
/* workloads.c - runs the named workloads on a drive in turns */
#include "device/measure/workloads.h"

#include <assert.h>
#include <stdlib.h>

#include "device/measure/turns.h"
#include "device/measure/workload_run.h"
#include "model/base/dice.h"
#include "model/base/mem.h"

/* Limits of one turn, for a stop and a progress line in time. */
#define TURN_NS UINT64_C(200000000)

enum workloads_phase { PHASE_READING, PHASE_RUNNING, PHASE_COMPARING, PHASE_ENDED };

struct workloads {
    const struct drive *drive;
    struct area_copy *copy;
    struct dice dice;
    struct arm_scene scene;
    struct workload_run *runs;
    size_t count;
    struct measure_bounds bounds;
    uint64_t begun_ns; /* of the first timed request */
    struct turns turns;
    const struct workload_run *last; /* run of the previous turn; NULL: none */
    enum workloads_phase phase;
    enum measure_reason reason;
    bool is_flush_lying;
    bool is_read;
    bool is_equal; /* the area, compared afterwards */
    struct workload_order orders[WORKLOAD_MAX];
};

static uint64_t max_ns(const struct workloads *workloads)
{
    return (uint64_t)(workloads->bounds.seconds * 1e9);
}

/* Only now it is known which area is readable, and what the look has written. */
static void init_runs(struct workloads *workloads)
{
    uint64_t written = area_copy_written_bytes(workloads->copy);
    uint64_t turn = max_ns(workloads) / (WORKLOAD_ROUNDS * (workloads->count + 1));
    struct workload_spaces spaces = { .turn_ns = turn < TURN_NS ? turn : TURN_NS };

    if (workloads->is_read)
        spaces.area = area_copy_area(workloads->copy);
    if (workloads->bounds.bytes > written)
        spaces.share_bytes = workloads->bounds.bytes - written;
    workload_runs_init(workloads->runs, workloads->orders, workloads->count,
                       workloads->drive, &spaces);
}

static size_t count_active(const struct workloads *workloads)
{
    size_t count = 0;

    for (size_t i = 0; i < workloads->count; i++)
        count += !workloads->runs[i].is_over;
    return count;
}

/* The next run in this round or a new one; NULL: all are over. */
static struct workload_run *next_run(struct workloads *workloads)
{
    if (!count_active(workloads))
        return NULL;
    for (;;) {
        size_t index = turns_arm(&workloads->turns, &workloads->dice);
        if (!workloads->runs[index].is_over)
            return &workloads->runs[index];
        (void)turns_end(&workloads->turns); /* a round may be over, the runs are not */
    }
}

/* A reason about how it was timed is replaced by one about why it ended. */
static void set_reason(struct workloads *workloads, enum measure_reason reason)
{
    enum measure_reason now = workloads->reason;

    if (now == REASON_NONE || now == REASON_TIME || now == REASON_READS_ONLY ||
        now == REASON_CACHED || now == REASON_NO_SPACE || reason == REASON_CHANGED ||
        reason == REASON_UNREADABLE || reason == REASON_REWRITTEN)
        workloads->reason = reason;
}

static bool times_writes(const struct workloads *workloads)
{
    bool has_writes = false;

    for (size_t i = 0; i < workloads->count; i++)
        has_writes = has_writes || (workload_writes(workloads->orders[i].kind) &&
                                    !workloads->orders[i].bytes);
    return has_writes && workloads->is_read && workloads->drive->is_direct;
}

static void begin_running(struct workloads *workloads)
{

    workloads->begun_ns = workloads->drive->now_ns(workloads->drive->context);
    workloads->is_flush_lying =
        times_writes(workloads) && workload_look_flush_lies(&workloads->scene);
    init_runs(workloads);
    turns_init(&workloads->turns, workloads->count, WORKLOAD_COUNT);
    for (size_t i = 0; i < workloads->count; i++)
        workloads->turns.groups[i] = (uint8_t)workloads->orders[i].kind;
    workloads->phase = PHASE_RUNNING;
}

static void end_running(struct workloads *workloads)
{
    workloads->phase = workloads->is_read ? PHASE_COMPARING : PHASE_ENDED;
}

static void read_area(struct workloads *workloads)
{
    enum measure_reason reason;

    if (area_copy_read(workloads->copy, &reason) == STEP_MORE)
        return;
    if (reason != REASON_NONE) {
        set_reason(workloads, reason);
        workloads->phase = PHASE_ENDED;
        return;
    }
    workloads->is_read = true;
    begin_running(workloads);
}

static uint64_t spent_ns(const struct workloads *workloads)
{
    const struct drive *drive = workloads->drive;

    return drive->now_ns(drive->context) - workloads->begun_ns;
}

/* At the time limit: only what was not timed at all, or not to its end, is missing. */
static void end_late(struct workloads *workloads)
{
    for (size_t i = 0; i < workloads->count; i++)
        if (!workloads->runs[i].is_over &&
            (!workloads->runs[i].rounds || workloads->orders[i].bytes))
            set_reason(workloads, REASON_TIME);
    end_running(workloads);
}

/* A failed write ends all writing, a failed read only its order. */
static void run_turn(struct workloads *workloads)
{
    bool is_late = spent_ns(workloads) >= max_ns(workloads);
    struct workload_run *run = is_late ? NULL : next_run(workloads);

    if (!run) {
        end_late(workloads);
        return;
    }
    bool comes_back = workloads->last != run, goes_away = count_active(workloads) > 1;
    workloads->last = run;
    size_t round = workloads->turns.round;
    (void)turns_end(&workloads->turns); /* the next round begins by itself */
    if (!workload_run_turn(run, &workloads->scene, round, comes_back, goes_away))
        return;
    if (!workload_writes(run->order.kind)) {
        set_reason(workloads, REASON_READ_ERROR);
        return;
    }
    set_reason(workloads, area_copy_failure(workloads->copy));
    end_running(workloads);
}

static void compare_area(struct workloads *workloads)
{
    enum measure_reason reason;

    if (area_copy_compare(workloads->copy, &reason) == STEP_MORE)
        return;
    workloads->is_equal = reason == REASON_NONE || reason == REASON_REWRITTEN;
    if (reason != REASON_NONE)
        set_reason(workloads, reason);
    workloads->phase = PHASE_ENDED;
}

/* The reason that is known before the start. */
static enum measure_reason reason_at_start(const struct workloads *workloads,
                                           bool wants_to_write, size_t area_count)
{
    if (wants_to_write && !workloads->drive->can_write)
        return REASON_READS_ONLY;
    if (wants_to_write && !area_count)
        return REASON_NO_SPACE;
    return workloads->drive->is_direct ? REASON_NONE : REASON_CACHED;
}

struct workloads *workloads_new(const struct drive *drive, const struct test_area *areas,
                                size_t area_count, const struct workload_order *orders,
                                size_t count, const struct measure_bounds *bounds,
                                uint64_t seed)
{
    struct workloads *workloads = xcalloc(1, sizeof(*workloads));
    bool wants_to_write = false;

    assert(count <= WORKLOAD_MAX);
    workloads->drive = drive;
    workloads->dice = dice_of(seed);
    workloads->count = count;
    workloads->bounds = *bounds;
    workloads->runs = xcalloc(count + 1, sizeof(*workloads->runs));
    for (size_t i = 0; i < count; i++) {
        workloads->orders[i] = orders[i];
        wants_to_write = wants_to_write || workload_writes(orders[i].kind);
    }
    workloads->copy = area_copy_new(drive, areas, area_count);
    workloads->scene = (struct arm_scene){ drive, workloads->copy, &workloads->dice };
    workloads->reason = reason_at_start(workloads, wants_to_write, area_count);
    if (!wants_to_write || !drive->can_write || !area_count)
        begin_running(workloads);
    return workloads;
}

void workloads_free(struct workloads *workloads)
{
    if (!workloads)
        return;
    area_copy_free(workloads->copy);
    free(workloads->runs);
    free(workloads);
}

enum measure_step workloads_step(struct workloads *workloads)
{
    switch (workloads->phase) {
    case PHASE_READING:
        read_area(workloads);
        break;
    case PHASE_RUNNING:
        run_turn(workloads);
        break;
    case PHASE_COMPARING:
        compare_area(workloads);
        break;
    case PHASE_ENDED:
        break;
    }
    return workloads->phase == PHASE_ENDED ? STEP_DONE : STEP_MORE;
}

void workloads_stop(struct workloads *workloads)
{
    if (workloads->phase != PHASE_READING && workloads->phase != PHASE_RUNNING)
        return;
    set_reason(workloads, REASON_STOPPED);
    for (size_t i = 0; i < workloads->count; i++)
        if (workload_run_flush(&workloads->runs[i], &workloads->scene))
            set_reason(workloads, area_copy_failure(workloads->copy));
    end_running(workloads);
}

double workloads_share(const struct workloads *workloads)
{
    double sum = 0;

    if (workloads->phase == PHASE_READING)
        return 0.05 * area_copy_share(workloads->copy);
    if (workloads->phase == PHASE_COMPARING) {
        /* The share is still 1 from reading before the first piece is compared. */
        double share = area_copy_share(workloads->copy);
        return 0.96 + 0.04 * (share < 1 ? share : 0);
    }
    if (workloads->phase == PHASE_ENDED || !workloads->count)
        return 1;
    for (size_t i = 0; i < workloads->count; i++)
        sum += workload_run_share(&workloads->runs[i]);
    double runs = sum / (double)workloads->count;
    double time = (double)spent_ns(workloads) / (double)max_ns(workloads);
    return 0.05 + 0.9 * (time > runs ? (time < 1 ? time : 1) : runs);
}

const struct request_errors *workloads_errors(const struct workloads *workloads)
{
    return area_copy_errors(workloads->copy);
}

bool workloads_flush_lies(const struct workloads *workloads)
{
    return workloads->is_flush_lying;
}

enum measure_reason workloads_reason(const struct workloads *workloads)
{
    return workloads->reason;
}

bool workloads_is_unchanged(const struct workloads *workloads)
{
    return workloads->is_equal || !workloads_written_bytes(workloads);
}

struct measure_overlap workloads_overlap(const struct workloads *workloads)
{
    return area_copy_overlap(workloads->copy);
}

uint64_t workloads_written_bytes(const struct workloads *workloads)
{
    return area_copy_written_bytes(workloads->copy);
}

struct test_area workloads_area(const struct workloads *workloads)
{
    if (!workloads->is_read)
        return (struct test_area){ 0 };
    return area_copy_area(workloads->copy);
}

const void *workloads_area_bytes(const struct workloads *workloads)
{
    return area_copy_bytes(workloads->copy);
}

size_t workloads_results(const struct workloads *workloads, struct workload_result *ret,
                         size_t max)
{
    size_t count = 0;

    for (size_t i = 0; i < workloads->count && count < max; i++)
        if (workloads->runs[i].times.requests)
            workload_ratio_result(workloads->runs, workloads->count, i, &ret[count++]);
    return count;
}
