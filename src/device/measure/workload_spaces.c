/* SPDX-License-Identifier: GPL-3.0-or-later */
/* workload_spaces.c - divides a run's bytes and the disk among its workloads */
#include "device/measure/workload_run.h"

#include "model/base/num.h"

/* Maximum for sequential reads of one order; the spaces are close together, since the
 * outer tracks of a disk are twice as fast as the inner ones. */
#define MAX_OWN (UINT64_C(256) << 20)

static size_t count_spaces(const struct workload_order *orders, size_t count)
{
    size_t spaces = 0;

    for (size_t i = 0; i < count; i++)
        spaces += workload_run_needs_space(orders[i].kind);
    return spaces;
}

static uint64_t weight_sum(const struct workload_order *orders, size_t count)
{
    uint64_t sum = 0;

    for (size_t i = 0; i < count; i++)
        if (workload_writes(orders[i].kind) && !orders[i].bytes)
            sum += workload_run_weight(orders[i].kind);
    return sum;
}

/* One of COUNT adjacent spaces, the first at ANCHOR, all inside the disk. */
static struct test_area own_space(uint64_t size, size_t index, size_t count,
                                  uint64_t anchor)
{
    uint64_t bytes = num_round_down(size / count, TEST_AREA_GRAIN);

    bytes = bytes < MAX_OWN ? bytes : MAX_OWN;
    uint64_t last = num_round_down(size - bytes * count, TEST_AREA_GRAIN);
    uint64_t first = num_round_down(anchor, TEST_AREA_GRAIN);
    first = first < last ? first : last;
    return (struct test_area){ .start = first + index * bytes, .bytes = bytes };
}

void workload_runs_init(struct workload_run *runs, const struct workload_order *orders,
                        size_t count, const struct drive *drive,
                        const struct workload_spaces *all)
{
    uint64_t weights = weight_sum(orders, count);
    size_t space = 0, space_count = count_spaces(orders, count);

    for (size_t i = 0; i < count; i++) {
        struct workload_spaces spaces = *all;
        if (workload_run_needs_space(orders[i].kind))
            spaces.own =
                own_space(drive->size_bytes, space++, space_count, all->area.start);
        if (weights)
            spaces.share_bytes =
                num_scale(all->share_bytes, workload_run_weight(orders[i].kind), weights);
        workload_run_init(&runs[i], &orders[i], drive, &spaces);
    }
}
