/* SPDX-License-Identifier: GPL-3.0-or-later */
/* workload_run.h - runs one order, turn by turn */
#ifndef ALIDADE_DEVICE_MEASURE_WORKLOAD_RUN_H
#define ALIDADE_DEVICE_MEASURE_WORKLOAD_RUN_H

#include "device/measure/arm.h"
#include "device/measure/workload_times.h"
#include "model/measure/test_area.h"
#include "model/measure/workload.h"

/* Turns of each run that give an interval; the share of bytes of a run is divided among
 * them. More are made while a run has not had a second, and so many are kept. */
#define WORKLOAD_ROUNDS     16U
#define WORKLOAD_ROUNDS_MAX 64U

struct workload_run {
    struct workload_order order;
    struct arm arm;
    uint64_t max_bytes;
    uint64_t turn_bytes, turn_ns; /* limits of one turn */
    uint64_t spent_ns;
    unsigned rounds;                      /* turns with a timed request */
    double round_us[WORKLOAD_ROUNDS_MAX]; /* of one request; 0: not in that round */
    bool is_over;
    struct workload_times times;
};

/* Where a run may go. */
struct workload_spaces {
    struct test_area area; /* bytes 0: nothing is written */
    struct test_area own;  /* of this run alone, for sequential reads */
    uint64_t share_bytes;  /* of writes if the order has no size */
    uint64_t turn_ns;      /* limit of one turn */
};

/* True if durable writes are faster than a platter turns, though a head moves. Writes 64
 * KiB, or 16 sectors. */
bool workload_look_flush_lies(const struct arm_scene *scene);

/* A run without space is over from the start. */
void workload_run_init(struct workload_run *run, const struct workload_order *order,
                       const struct drive *drive, const struct workload_spaces *spaces);
/* All runs: ALL has the bytes of all of them, of which each gets its share, and no OWN
 * space yet. */
void workload_runs_init(struct workload_run *runs, const struct workload_order *orders,
                        size_t count, const struct drive *drive,
                        const struct workload_spaces *all);
/* True for sequential reads: they need a space of their own. */
bool workload_run_needs_space(enum workload_kind kind);
/* Weight of its share of the common bytes. */
unsigned workload_run_weight(enum workload_kind kind);

/* Makes a turn in ROUND, at least one request. COMES_BACK: another run had the drive
 * before; GOES_AWAY: another one has it afterwards. Returns 0 or an errno; then it is
 * over. */
int workload_run_turn(struct workload_run *run, const struct arm_scene *scene,
                      size_t round, bool comes_back, bool goes_away);
/* The flush that is still due after a stop. */
int workload_run_flush(struct workload_run *run, const struct arm_scene *scene);
/* 0..1 */
double workload_run_share(const struct workload_run *run);
void workload_run_result(const struct workload_run *run, struct workload_result *ret);
/* The same, with the ratio of RUNS[INDEX] to the first aligned start of its workload. */
void workload_ratio_result(const struct workload_run *runs, size_t count, size_t index,
                           struct workload_result *ret);

#endif
