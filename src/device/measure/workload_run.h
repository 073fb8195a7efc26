/* SPDX-License-Identifier: GPL-3.0-or-later */
/* workload_run.h - one order as it is carried out, turn by turn */
#ifndef ALIDADE_DEVICE_MEASURE_WORKLOAD_RUN_H
#define ALIDADE_DEVICE_MEASURE_WORKLOAD_RUN_H

#include "device/measure/area_copy.h"
#include "device/measure/drive.h"
#include "device/measure/workload_places.h"
#include "device/measure/workload_times.h"
#include "model/measure/test_area.h"
#include "model/measure/workload.h"

struct workload_run {
    struct workload_order order;
    enum drive_write how;
    uint64_t request_bytes;
    uint64_t prime_bytes; /* read before each request, not timed; 0: none */
    struct workload_places places;
    uint64_t max_bytes, max_ns; /* what ends it */
    uint64_t moved_bytes, spent_ns;
    uint64_t dirty_bytes; /* written, and perhaps only in the drive's cache */
    bool is_over;
    struct workload_times times;
};

/* Where a run may go. */
struct workload_spaces {
    struct test_area area; /* bytes 0: nothing is written */
    struct test_area own;  /* of this run alone, for reads one after the other */
    uint64_t share_bytes;  /* of writes where the order has no size */
};

/* What all runs work with. */
struct workload_context {
    const struct drive *drive;
    struct area_copy *copy;
    struct dice *dice;
};

/* What finds no room is over from the start. */
void workload_run_init(struct workload_run *run, const struct workload_order *order,
                       const struct drive *drive, const struct workload_spaces *spaces);
/* Reads one after the other: it wants a room of its own. */
bool workload_run_needs_space(enum workload_kind kind);
/* How much of the shared bytes is its due: one, or two. */
unsigned workload_run_weight(enum workload_kind kind);

/* As much as fits in a fifth of a second, one request at least.  COMES_BACK: somebody
 * else had the drive before; GOES_AWAY: has it afterwards.  0 or an errno; then it is
 * over. */
int workload_run_turn(struct workload_run *run, const struct workload_context *scene,
                      bool comes_back, bool goes_away);
/* The flush that is due where it was stopped. */
int workload_run_flush(struct workload_run *run, const struct drive *drive);
/* 0..1 */
double workload_run_share(const struct workload_run *run);
void workload_run_result(const struct workload_run *run, struct workload_result *ret);

#endif
