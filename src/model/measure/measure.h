/* SPDX-License-Identifier: GPL-3.0-or-later */
/* measure.h - what was asked of a drive by the clock, and what it answered */
#ifndef ALIDADE_MODEL_MEASURE_MEASURE_H
#define ALIDADE_MODEL_MEASURE_MEASURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/base/histogram.h"
#include "model/base/stats.h"
#include "model/measure/test_area.h"

/* --- two or three starts against each other --- */

enum bench_arm {
    ARM_BASE,    /* as it is now */
    ARM_AGAINST, /* as suggested */
    ARM_ALIGNED, /* on the physical grid that is believed; only where the other two are
                    not */
    ARM_COUNT,
};

/* How the places of one arm follow each other. */
enum bench_sampling {
    SAMPLING_AUTO,   /* not known yet: a look decides */
    SAMPLING_RANDOM, /* single writes at independent random places */
    SAMPLING_RUNS,   /* short sequential runs, the first write dropped: rotating disks */
};

enum measure_verdict {
    MEASURE_INCONCLUSIVE,
    MEASURE_DIFFERENT, /* bench; for a probe: found */
    MEASURE_SAME,      /* bench; for a probe: none, no difference at any size */
    MEASURE_REFUSED,   /* nothing was written, and mostly nothing measured */
    MEASURE_VERDICT_COUNT,
};

/* Why there is no verdict, or why it is a smaller one. */
enum measure_reason {
    REASON_NONE,
    REASON_TIME,     /* the time allowed is over */
    REASON_WRITES,   /* as many writes as are allowed */
    REASON_STOPPED,  /* the person stopped it */
    REASON_DRIFTING, /* the drive became slower or faster all the time */
    REASON_BURSTS,   /* many writes took far longer than the rest: a cache that empties */
    REASON_FLUSH_LIES, /* durable writes faster than the platter turns */
    REASON_CHANGING, /* two readings of the window differ: somebody writes, or it fails */
    REASON_CHANGED,  /* afterwards the window is not what it was */
    REASON_READ_ERROR,  /* no window could be read */
    REASON_WRITE_ERROR, /* a write failed: nothing was tried again */
    REASON_UNREADABLE,  /* afterwards some of the window cannot be read any more */
    REASON_REWRITTEN, /* the same, but its own bytes went back once more, and are there */
    REASON_TAKEN,     /* somebody else came to use the disk: no write more was made */
    REASON_CACHED,    /* past the page cache is not possible here: no word on the drive */
    REASON_READS_ONLY, /* in use or asked for: reads show next to nothing */
    REASON_NO_SPACE,   /* no place where a window may lie */
    REASON_IN_USE,     /* refused from here on */
    REASON_READ_ONLY_DEVICE,
    REASON_ZONED,
    REASON_FAILING,
    REASON_COUNT,
};

/* What one of the arms took; times in microseconds. */
struct arm_times {
    uint64_t start_lba; /* the start it stands for */
    uint32_t count;     /* samples: writes, or runs */
    double median_us;
    double low_us, high_us; /* 5 and 95 per cent */
    double mean_us;
    /* The median lies between them as surely as the ratio does between its own; 0, 0: too
     * few samples to say. */
    double median_low_us, median_high_us;
    struct histogram histogram; /* of single writes */
};

/* Who is slow: the three things that are told apart. */
enum bench_culprit {
    CULPRIT_NONE,   /* no difference anywhere */
    CULPRIT_DRIVE,  /* direct, durable writes differ */
    CULPRIT_KERNEL, /* only writes through the page cache of the whole disk do */
    CULPRIT_UNKNOWN,
};

enum bench_worth {
    WORTH_UNSTATED, /* not a drive, or reads alone: nothing is said */
    WORTH_YES,      /* the interval lies above 1.2 */
    WORTH_NO,       /* ... below */
    WORTH_UNSURE,   /* ... on both sides, or no verdict */
};
#define WORTH_RATIO 1.2

/* Through the page cache of the whole disk: what the kernel does itself. */
struct kernel_times {
    bool is_known;          /* the device counts its reads */
    uint32_t writes;        /* of each arm */
    uint64_t base_reads;    /* that the kernel made for the writes at base */
    uint64_t against_reads; /* ... at against */
    double ratio;           /* time at base over time at against */
};

struct bench_result {
    enum measure_verdict verdict;
    enum measure_reason reason;
    enum bench_culprit culprit;
    enum bench_worth worth;
    enum bench_sampling sampling; /* never AUTO once the look is done */
    bool is_read;                 /* reads were timed, not writes */
    bool is_drive;        /* false: loop, dm, image file: "this is not the drive" */
    uint32_t block_bytes; /* of one write */
    double ratio;         /* time at base over time at against: median of pairs */
    struct stats_interval interval; /* 0 to INFINITY while there are too few pairs */
    double confidence;              /* of the interval: 0.99 */
    double p; /* the smaller of the two tests at the last look; 1: none yet */
    uint32_t pairs;
    struct arm_times arms[ARM_COUNT]; /* count 0: was not measured */
    struct kernel_times kernel;
    double drift;         /* last third over first third of the base's times; 1: none */
    double slow_share;    /* of the writes that took five times the median */
    uint64_t seed;        /* of order and places */
    double seconds;       /* from the first write to the verdict */
    double total_seconds; /* with reading, comparing and the kernel's part */
    uint64_t bytes_written;
    struct test_area area;
    bool is_unchanged; /* compared afterwards, and the same */
};

/* --- the probe --- */

/* How many shifted places the bars show: 0..7 eighths of a block. */
#define PROBE_BARS 8

struct probe_bar {
    uint32_t count;
    double median_us;
    double low_us, high_us; /* quarter and three quarters */
};

struct probe_result {
    enum measure_verdict verdict; /* DIFFERENT: found; SAME: none */
    enum measure_reason reason;
    bool is_drive;
    bool is_read;               /* the read-only way: STEP_BYTES alone */
    uint32_t physical;          /* bytes; 0 where nothing was found */
    uint32_t offset;            /* bytes from LBA 0 to the first boundary, < physical */
    uint64_t reported_physical; /* what the drive says */
    uint64_t reported_offset;
    bool is_contradiction; /* the drive says something else than what was found */
    double ratio;          /* across a boundary over inside one, of the confirmation */
    struct stats_interval interval;
    uint32_t bar_bytes; /* of one write of the bars */
    uint32_t bar_step;  /* bytes between two bars */
    uint32_t bar_first; /* bytes past a multiple of 8 bar_step where the first bar lies,
                           below bar_step; mostly 0 */
    struct probe_bar bars[PROBE_BARS];
    uint32_t candidates_rejected; /* that the confirmation did not bear out */
    uint64_t
        step_bytes; /* read-only: reads across multiples of this take longer; 0: none */
    double step_us; /* ... so much longer */
    uint64_t seed;
    uint32_t writes;
    uint32_t reads; /* that were timed, the read-only way; else 0 */
    uint64_t bytes_written;
    double seconds;
    struct test_area area;
    bool is_unchanged;
};

/* --- a job at work, as the screens see it: a value, copied as a whole --- */

enum measure_phase {
    MEASURE_READING,     /* the window, twice */
    MEASURE_CLASSIFYING, /* at the kind of drive */
    MEASURE_TIMING,      /* bench: pairs; probe: the bars */
    MEASURE_SEARCHING,   /* probe: places that tell the candidates apart */
    MEASURE_PROVING,     /* probe: fresh pairs for the candidate */
    MEASURE_KERNEL,      /* bench: through the page cache */
    MEASURE_COMPARING,   /* the window with what it was */
    MEASURE_ENDED,
};

struct measure_live {
    enum measure_phase phase;
    bool is_probe;
    bool is_paused;
    bool is_stopping;       /* ends after the request that is under way */
    double share;           /* 0..1 of the bound that ends it at the latest */
    double seconds;         /* since the start, pauses left out */
    double request_seconds; /* the request under way is so old; 0: none */
    unsigned errors;
    struct bench_result bench; /* so far */
    struct probe_result probe; /* so far */
};

/* Stable ids for JSON: "different", "flush-lies", "drive", "yes" ... */
const char *measure_bench_verdict_id(enum measure_verdict verdict);
const char *
measure_probe_verdict_id(enum measure_verdict verdict);    /* "found", "none" .. */
const char *measure_reason_id(enum measure_reason reason); /* NULL for none */
const char *bench_culprit_id(enum bench_culprit culprit);
const char *bench_worth_id(enum bench_worth worth);
const char *bench_sampling_id(enum bench_sampling sampling);

/* What verdict, interval and drive say together. */
enum bench_worth bench_worth_of(const struct bench_result *result);

#endif
