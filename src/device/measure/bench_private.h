/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bench_private.h - what the files of the bench share */
#ifndef ALIDADE_DEVICE_MEASURE_BENCH_PRIVATE_H
#define ALIDADE_DEVICE_MEASURE_BENCH_PRIVATE_H

#include "device/measure/arm.h"
#include "device/measure/bench.h"
#include "device/measure/turns.h"
#include "model/base/dice.h"

/* Size of one write, unless a sector is larger. */
#define BENCH_BLOCK 4096U
/* Writes of a run on a disk; the first only positions the head, and of the other three
 * one may be late. */
#define BENCH_RUN 4U
/* Writes of a run on other drives; the first pays for the run before. */
#define BENCH_RUN_MAX 9U
/* Maximum number of pairs through the page cache. */
#define BENCH_KERNEL_PAIRS 8U

/* State of one start. */
struct bench_side {
    struct arm arm;
    /* Of each round, in their order: */
    double *us;       /* what is compared */
    double *mean_us;  /* of all its requests, the slow ones too */
    double *taken_us; /* by the requests alone, without what is between them */
};

/* Writes of a burst. */
#define BENCH_BURST 160U

struct bench_burst {
    enum bench_arm arm;
    unsigned depth; /* that the burst before has shown; 0: none yet */
    unsigned count;
    double us[BENCH_BURST];
    double sum_us;
};

/* Writes of each start that show whether a platter took them, and those of a step. */
#define BENCH_PLATTER       48U
#define BENCH_PLATTER_BATCH 8U

struct bench_platter {
    bool is_due;
    bool is_over;
    unsigned count[ARM_ALIGNED];              /* of each start */
    double us[ARM_ALIGNED][BENCH_PLATTER];    /* since the one before ended */
    bool is_jump[ARM_ALIGNED][BENCH_PLATTER]; /* at another place than after that */
};

struct bench {
    const struct drive *drive;
    struct area_copy *copy;
    struct arm_scene scene;
    struct bench_starts starts;
    enum measure_phase phase;
    struct dice dice;
    struct bench_result result;
    struct bench_side sides[ARM_COUNT];
    unsigned arm_count; /* without ARM_ALIGNED where that is one of the others */
    unsigned errors;
    bool is_stopped;
    bool skips_kernel;
    bool is_flush_look;
    bool is_sustained;
    bool may_write;    /* the area was read and is kept */
    bool has_measured; /* a timed request was made */
    bool has_verdict;  /* concluded, whatever the verdict */

    size_t pairs, max_pairs;
    size_t next_look;
    size_t base_first; /* rounds in which the base came before the other */
    uint64_t requests, max_requests;
    bool has_dropped; /* the first round, which is not counted, is over */
    double *differences;
    struct stats_ratio typical;  /* median of the pairs: slow writes hardly change it */
    double *one, *two, *shifted; /* work arrays */
    struct stats_rank *work;
    int slower;     /* result of a certain check: 1 the base, -1 the other; 0: none yet */
    double drift_p; /* significance that the first and the last third differ */
    uint64_t refreshed_ns;

    double look[16]; /* microseconds */
    bool has_looked; /* for a flush that lies */
    double read_us;  /* median at random places; 0: not known */
    unsigned classified;
    bool is_classified; /* the kind of drive is known */
    struct bench_burst burst;
    struct bench_platter platter;
    unsigned depth; /* writes that a buffer takes before a start shows its own speed */

    unsigned kernel_pairs;
    uint64_t kernel_first; /* slot */
    uint64_t kernel_since_ns;
    double kernel_us[2][BENCH_KERNEL_PAIRS];

    uint64_t max_ns;
    uint64_t spent_ns; /* in earlier steps */
    uint64_t step_ns;  /* start of this step */
    uint64_t begun_ns; /* spent before the first timed request */
    uint64_t round_ns; /* the last round */
};

/* Nanoseconds spent in steps, without pauses between them. */
uint64_t bench_spent_ns(const struct bench *bench);
/* Ends the timing with a verdict; the comparison follows. */
void bench_conclude(struct bench *bench, enum measure_verdict verdict,
                    enum measure_reason reason);

/* bench_sample.c */
/* Computes where each side may write in AREA; false if a run does not fit. */
bool bench_sides_place(struct bench *bench, struct test_area area);
/* Requests for one time of a side. */
unsigned bench_run_length(const struct bench *bench);
/* Times one write to find the kind of drive; true when that is known. */
bool bench_classify(struct bench *bench);
/* Times one request at a random place of a start. */
bool bench_random_time(struct bench *bench, enum bench_arm arm, double *ret_us);
/* One round over all sides in random order. */
void bench_round(struct bench *bench);

/* True if writes that take WRITE_US are faster than the platter of this drive turns;
 * looks once. */
bool bench_flush_lies(struct bench *bench, double write_us);

/* bench_burst.c */
/* Times some writes of a burst as from one start, to find how much a buffer takes; true
 * after the last start. */
bool bench_burst(struct bench *bench);

/* bench_level.c */
/* Puts aside what came before the last change of the level, if there is one. */
void bench_cut_level(struct bench *bench);

/* bench_platter.c */
/* True if it is not known yet whether a platter takes the writes, and one may. */
bool bench_wants_platter(const struct bench *bench);
/* Times some writes to find that; after the last ones it is in the result, and true. */
bool bench_platter_look(struct bench *bench);

/* bench_doubt.c */
/* Updates drift, share of slow writes and buffer in the result. */
void bench_doubt_refresh(struct bench *bench);
/* True if something may hide a difference. */
bool bench_is_doubtful(const struct bench *bench);
/* Returns why nothing was decided: what is doubtful, else BOUND. */
enum measure_reason bench_doubt_reason(const struct bench *bench,
                                       enum measure_reason bound);
/* False if the means, which contain slow writes, clearly contradict the ratio. */
bool bench_means_agree(const struct bench *bench);
/* True if the means are equal within a tolerance and their error. */
bool bench_means_are_near(const struct bench *bench);

/* bench_decide.c */
/* Requests of one round over all sides. */
uint64_t bench_round_requests(const struct bench *bench);
/* Updates the times in the result. */
void bench_refresh(struct bench *bench);
/* Concludes and returns true if the question is decided; IS_LAST: no further pairs will
 * sharpen the ratio. */
bool bench_evaluate(struct bench *bench, bool is_last);
/* After a round: updates the result when due, and concludes when decided. */
void bench_decide(struct bench *bench);
/* Before a round: concludes if it would exceed the limits of requests or time. */
bool bench_is_over(struct bench *bench);

/* bench_kernel.c */
/* One pair through the page cache; true when there are enough. */
bool bench_kernel_pair(struct bench *bench);
/* True if the kernel read clearly more for one start than for the other. */
bool bench_kernel_reads(const struct kernel_times *kernel);

#endif
