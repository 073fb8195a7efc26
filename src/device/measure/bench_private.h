/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bench_private.h - what the rooms of the bench share */
#ifndef ALIDADE_DEVICE_MEASURE_BENCH_PRIVATE_H
#define ALIDADE_DEVICE_MEASURE_BENCH_PRIVATE_H

#include "device/measure/area_copy.h"
#include "device/measure/bench.h"
#include "model/base/dice.h"

/* One write, where a sector is no larger. */
#define BENCH_BLOCK 4096U
/* Writes of a run; the first one only brings the head to its place, and of the other
 * three one may be late. */
#define BENCH_RUN 4U
/* Pairs through the page cache, at most. */
#define BENCH_KERNEL_PAIRS 8U

/* What one start is measured with. */
struct bench_side {
    bool is_used;
    uint64_t first;  /* byte of the disk of its first place */
    uint64_t places; /* a block apart */
    double sum_us;
    double *us; /* of each round, in their order */
};

struct bench {
    const struct drive *drive;
    struct area_copy *copy;
    struct bench_starts starts;
    enum measure_phase phase;
    struct dice dice;
    struct bench_result result;
    struct bench_side sides[ARM_COUNT];
    unsigned errors;
    bool is_stopped;
    bool skips_kernel;
    bool may_write;    /* the window was read, and is kept */
    bool has_measured; /* a request of the measurement was made */
    bool has_verdict;  /* concluded, whatever the verdict */

    size_t pairs, max_pairs;
    size_t next_look;
    size_t base_first; /* rounds in which the base came before the other */
    uint64_t requests, max_requests;
    bool has_dropped; /* the first round, which counts for nothing, is over */
    double *differences;
    double *one, *two, *shifted; /* to work in */
    struct stats_rank *work;
    int slower;     /* a look was sure: 1 the base, -1 the other; 0: none was */
    double drift_p; /* that the first and the last third are of one law */
    uint64_t refreshed_ns;

    double look[16]; /* microseconds */
    unsigned classified;

    unsigned kernel_pairs;
    uint64_t kernel_first; /* slot */
    uint64_t kernel_since_ns;
    double kernel_us[2][BENCH_KERNEL_PAIRS];

    uint64_t max_ns;
    uint64_t spent_ns; /* in steps before this one */
    uint64_t step_ns;  /* when this one began */
    uint64_t begun_ns; /* spent until the first request of the measurement */
};

/* Nanoseconds that were spent in steps: a pause is not among them. */
uint64_t bench_spent_ns(const struct bench *bench);
/* Ends the timing; what is left is to compare. */
void bench_conclude(struct bench *bench, enum measure_verdict verdict,
                    enum measure_reason reason);

/* bench_sample.c */
/* Where each side may write in [START, START + BYTES); false where a run has no room. */
bool bench_sides_place(struct bench *bench, uint64_t start, uint64_t bytes);
/* One request of SIDE at OFFSET; false after it failed, and the bench has taken note. */
bool bench_request_time(struct bench *bench, uint64_t offset, double *ret_us);
/* One write to see what kind of drive it is; true when that is known. */
bool bench_classify(struct bench *bench);
/* One round over all sides, in an order by chance. */
void bench_round(struct bench *bench);

/* bench_decide.c */
/* Brings what the result says of the times up to what is known now. */
void bench_refresh(struct bench *bench);
/* Concludes, and returns true, where the question is decided by now; IS_LAST: nothing
 * that comes will make it sharper. */
bool bench_evaluate(struct bench *bench, bool is_last);
/* After a round: refreshes when it is time to, and concludes when it is decided. */
void bench_decide(struct bench *bench);
/* Before a round: concludes where its requests or its time would be too many. */
bool bench_is_over(struct bench *bench);

/* bench_kernel.c */
/* One pair through the page cache; true when there are enough. */
bool bench_kernel_pair(struct bench *bench);
/* Whether the kernel read for one start what it did not for the other. */
bool bench_kernel_reads(const struct kernel_times *kernel);

#endif
