/* SPDX-License-Identifier: GPL-3.0-or-later */
/* workloads.c - runs the named workloads on a drive in turns */
#include "device/measure/workloads.h"

#include <assert.h>
#include <stdlib.h>

#include "device/measure/area_copy.h"
#include "device/measure/workload_run.h"
#include "model/base/dice.h"
#include "model/base/mem.h"
#include "model/base/num.h"

/* Maximum for sequential reads of one order; the spaces are close together, since the
 * outer tracks of a disk are twice as fast as the inner ones. */
#define MAX_OWN (UINT64_C(256) << 20)

enum workloads_phase { PHASE_READING, PHASE_RUNNING, PHASE_COMPARING, PHASE_ENDED };

struct workloads {
    const struct drive *drive;
    struct area_copy *copy;
    struct dice dice;
    struct workload_run *runs;
    size_t count;
    size_t *turns; /* indices of runs in the order of this round */
    size_t turn;
    const struct workload_run *last; /* run of the previous turn; NULL: none */
    enum workloads_phase phase;
    enum measure_reason reason;
    bool is_read;
    bool is_equal; /* the area, compared afterwards */
    struct workload_order orders[WORKLOAD_MAX];
};

static size_t count_spaces(const struct workloads *workloads)
{
    size_t count = 0;

    for (size_t i = 0; i < workloads->count; i++)
        count += workload_run_needs_space(workloads->orders[i].kind);
    return count;
}

static uint64_t weight_sum(const struct workloads *workloads)
{
    uint64_t sum = 0;

    for (size_t i = 0; i < workloads->count; i++)
        if (workload_writes(workloads->orders[i].kind) && !workloads->orders[i].bytes)
            sum += workload_run_weight(workloads->orders[i].kind);
    return sum;
}

/* The spaces are adjacent, the first at the area, all inside the disk. */
static struct test_area own_space(const struct workloads *workloads, size_t index,
                                  uint64_t anchor)
{
    uint64_t size = workloads->drive->size_bytes, count = count_spaces(workloads);
    uint64_t bytes = num_round_down(size / count, TEST_AREA_GRAIN);

    bytes = bytes < MAX_OWN ? bytes : MAX_OWN;
    uint64_t last = num_round_down(size - bytes * count, TEST_AREA_GRAIN);
    uint64_t first = num_round_down(anchor, TEST_AREA_GRAIN);
    first = first < last ? first : last;
    return (struct test_area){ .start = first + index * bytes, .bytes = bytes };
}

/* Only now it is known which area is readable. */
static void init_runs(struct workloads *workloads)
{
    struct workload_spaces spaces = { 0 };
    uint64_t weights = weight_sum(workloads);
    size_t space = 0;

    if (workloads->is_read)
        spaces.area = area_copy_area(workloads->copy);
    for (size_t i = 0; i < workloads->count; i++) {
        const struct workload_order *order = &workloads->orders[i];
        if (workload_run_needs_space(order->kind))
            spaces.own = own_space(workloads, space++, spaces.area.start);
        if (weights)
            spaces.share_bytes =
                WORKLOAD_DEFAULT_BYTES * workload_run_weight(order->kind) / weights;
        workload_run_init(&workloads->runs[i], order, workloads->drive, &spaces);
    }
}

static void shuffle(struct workloads *workloads)
{
    for (size_t i = workloads->count; i > 1; i--) {
        size_t other = (size_t)dice_below(&workloads->dice, i);
        size_t turn = workloads->turns[i - 1];
        workloads->turns[i - 1] = workloads->turns[other];
        workloads->turns[other] = turn;
    }
    workloads->turn = 0;
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
        if (workloads->turn == workloads->count)
            shuffle(workloads);
        size_t index = workloads->turns[workloads->turn++];
        if (!workloads->runs[index].is_over)
            return &workloads->runs[index];
    }
}

/* A reason about how it was timed is replaced by one about why it ended. */
static void set_reason(struct workloads *workloads, enum measure_reason reason)
{
    enum measure_reason now = workloads->reason;

    if (now == REASON_NONE || now == REASON_READS_ONLY || now == REASON_CACHED ||
        now == REASON_NO_SPACE || reason == REASON_CHANGED ||
        reason == REASON_UNREADABLE || reason == REASON_REWRITTEN)
        workloads->reason = reason;
}

static void begin_running(struct workloads *workloads)
{
    init_runs(workloads);
    shuffle(workloads);
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

/* A failed write ends all writing, a failed read only its order. */
static void run_turn(struct workloads *workloads)
{
    struct workload_run *run = next_run(workloads);
    const struct workload_context scene = {
        .drive = workloads->drive,
        .copy = workloads->copy,
        .dice = &workloads->dice,
    };

    if (!run) {
        end_running(workloads);
        return;
    }
    bool comes_back = workloads->last != run, goes_away = count_active(workloads) > 1;
    workloads->last = run;
    if (!workload_run_turn(run, &scene, comes_back, goes_away))
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
                                size_t count, uint64_t seed)
{
    struct workloads *workloads = xcalloc(1, sizeof(*workloads));
    bool wants_to_write = false;

    assert(count <= WORKLOAD_MAX);
    workloads->drive = drive;
    workloads->dice = dice_of(seed);
    workloads->count = count;
    workloads->runs = xcalloc(count + 1, sizeof(*workloads->runs));
    workloads->turns = xcalloc(count + 1, sizeof(*workloads->turns));
    for (size_t i = 0; i < count; i++) {
        workloads->orders[i] = orders[i];
        workloads->turns[i] = i;
        wants_to_write = wants_to_write || workload_writes(orders[i].kind);
    }
    workloads->copy = area_copy_new(drive, areas, area_count);
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
    free(workloads->turns);
    free(workloads);
}

void workloads_freep(struct workloads **workloads)
{
    workloads_free(*workloads);
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
        if (workload_run_flush(&workloads->runs[i], workloads->drive))
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
    return 0.05 + 0.9 * sum / (double)workloads->count;
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
            workload_run_result(&workloads->runs[i], &ret[count++]);
    return count;
}
