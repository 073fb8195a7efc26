/* SPDX-License-Identifier: GPL-3.0-or-later */
/* measure.h - results and live state of a bench (two starts compared) and a probe (the
 * physical sector found by timing) */
#ifndef ALIDADE_MODEL_MEASURE_MEASURE_H
#define ALIDADE_MODEL_MEASURE_MEASURE_H

#include <stdbool.h>
#include <stdint.h>

#include "model/base/histogram.h"
#include "model/base/stats.h"
#include "model/measure/test_area.h"

/* The most that one run writes, and how long it writes or reads for a result: a request
 * under way is waited for, and the test area is read before and afterwards. */
struct measure_bounds {
    uint64_t bytes;
    double seconds;
};

/* A write during which another program wrote to the disk: what that wrote to these bytes
 * may be lost. 0 bytes: none. */
struct measure_overlap {
    uint64_t start;
    uint64_t bytes;
};

/* --- two or three starts against each other --- */

enum bench_arm {
    ARM_BASE,    /* the current start */
    ARM_AGAINST, /* the suggested start */
    ARM_ALIGNED, /* on the assumed physical grid; only where the other two are not */
    ARM_COUNT,
};

/* How the places of one arm follow each other. */
enum bench_sampling {
    SAMPLING_AUTO,   /* not known yet: the first writes decide */
    SAMPLING_RANDOM, /* single reads, or runs of writes, at independent random places */
    SAMPLING_RUNS,   /* short sequential runs: rotating disks */
};

enum measure_verdict {
    MEASURE_INCONCLUSIVE,
    MEASURE_DIFFERENT, /* bench; for a probe: found */
    MEASURE_SAME,      /* bench; for a probe: no difference at any size */
    MEASURE_REFUSED,   /* nothing was written, and usually nothing timed */
    MEASURE_VERDICT_COUNT,
};

/* Why there is no verdict, or why the verdict is weaker. */
enum measure_reason {
    REASON_NONE,
    REASON_TIME,       /* the time limit was reached */
    REASON_WRITES,     /* the limit of writes was reached */
    REASON_STOPPED,    /* the user stopped it */
    REASON_DRIFTING,   /* the drive kept getting slower or faster */
    REASON_BURSTS,     /* many writes took far longer than the rest: a cache */
    REASON_BUFFER,     /* a buffer acknowledges writes: what the medium needs is hidden */
    REASON_FLUSH_LIES, /* durable writes return faster than the platter turns */
    REASON_CHANGING,   /* two first readings of the test area differ */
    REASON_CHANGED,    /* the test area differs from what was read first */
    REASON_READ_ERROR, /* no test area could be read */
    REASON_WRITE_ERROR, /* a write failed; it was not retried */
    REASON_FULL,        /* a write found no space in the file system of the image */
    REASON_BUSY,        /* the kernel refused a write: the device is in use */
    REASON_UNREADABLE,  /* some of the test area can no longer be read */
    REASON_REWRITTEN,   /* some had to be rewritten with its bytes to be readable */
    REASON_TAKEN,       /* another program began to use the disk, and writing stopped */
    REASON_OVERLAPPED,  /* another program wrote during a write: the bytes may be lost */
    REASON_CACHED,      /* O_DIRECT is not possible: no statement about the drive */
    REASON_READS_ONLY,  /* in use, or asked for: reads hardly show alignment */
    REASON_NO_SPACE,    /* no place for a test area */
    REASON_IN_USE,      /* from here on: refused */
    REASON_READ_ONLY_DEVICE,
    REASON_ZONED,
    REASON_FAILING,
    REASON_NO_MEMORY, /* a quarter of the available memory is too little */
    REASON_COUNT,
};

/* Times of one arm, in microseconds. */
struct arm_times {
    uint64_t start_lba; /* the start that the arm stands for */
    uint32_t count;     /* samples: writes, or runs */
    double median_us;
    double low_us, high_us; /* 5th and 95th percentile */
    double mean_us;
    /* Confidence interval of the median, at the level of the ratio's; 0, 0: too few
     * samples. */
    double median_low_us, median_high_us;
    struct histogram histogram; /* of single writes */
};

/* What causes the difference. */
enum bench_culprit {
    CULPRIT_NONE,   /* no difference */
    CULPRIT_DRIVE,  /* direct, durable writes differ */
    CULPRIT_KERNEL, /* only writes through the page cache of the whole disk differ */
    CULPRIT_UNKNOWN,
};

enum bench_worth {
    WORTH_UNSTATED, /* not a drive, or only reads were timed */
    WORTH_YES,      /* the interval lies above WORTH_RATIO */
    WORTH_NO,       /* the interval lies below it, even if it does not exclude 1 */
    WORTH_UNSURE,   /* it lies on both sides, or something may hide a difference */
};
#define WORTH_RATIO 1.2
/* A cache of 64 MiB is full after so many bytes, and its end is seen. */
#define WORTH_NO_BYTES (UINT64_C(80) << 20)

/* Writes through the page cache of the whole disk: what the kernel adds. */
struct kernel_times {
    bool is_known;          /* the device counts its reads */
    uint32_t writes;        /* of each arm */
    uint64_t base_reads;    /* reads by the kernel during writes at base */
    uint64_t against_reads; /* the same at against */
    double ratio;           /* time at base divided by time at against */
};

/* What was measured before a cache was full, or before a penalty began. */
struct bench_phase {
    uint64_t bytes; /* written */
    double ratio;
    struct stats_interval interval;
};

struct bench_result {
    struct measure_bounds max;
    enum measure_verdict verdict;
    enum measure_reason reason;
    enum bench_culprit culprit;
    enum bench_worth worth;
    enum bench_sampling sampling; /* never AUTO once the kind of drive is known */
    bool is_read;                 /* reads were timed, not writes */
    bool is_drive;        /* false for loop devices, device mapper and image files */
    uint32_t block_bytes; /* of one write */
    /* Time at base divided by time at against: of the means, for disks the median pair.
     */
    double ratio;
    struct stats_interval interval; /* 0 to INFINITY while there are too few pairs */
    double confidence;              /* of the interval: 0.99 */
    double p; /* the smaller p of the two tests at the last check; 1: none yet */
    uint32_t pairs;
    struct arm_times arms[ARM_COUNT]; /* count 0: not measured */
    struct kernel_times kernel;
    double drift;       /* last third of the base's times divided by the first; 1: none */
    double slow_share;  /* share of writes that took five times the median */
    bool is_buffered;   /* writes are acknowledged faster than sectors are read */
    bool is_on_platter; /* each write waited for its own place: no cache took it */
    struct bench_phase first; /* before the level changed; bytes 0: it did not */
    uint64_t seed;            /* of order and places */
    double seconds;           /* from the first timed write to the verdict */
    double total_seconds;     /* including reading, comparing and the kernel's part */
    uint64_t bytes_written;
    struct test_area area;
    struct measure_overlap overlap;
    bool is_unchanged; /* compared afterwards, and equal */
};

/* --- the probe --- */

/* Number of shifted places that the bars show: 0..7 eighths of a block. */
#define PROBE_BARS 8

struct probe_bar {
    uint32_t count;
    double median_us;
    double low_us, high_us; /* first and third quartile */
};

struct probe_result {
    struct measure_bounds max;
    enum measure_verdict verdict; /* DIFFERENT: found; SAME: no difference at any size */
    enum measure_reason reason;
    bool is_drive;
    bool is_read;               /* only reads were timed: only STEP_BYTES is known */
    uint32_t physical;          /* bytes; 0: not found */
    uint32_t offset;            /* bytes from LBA 0 to the first boundary, < physical */
    uint64_t reported_physical; /* what the drive reports */
    uint64_t reported_offset;
    bool is_contradiction; /* the drive reports something else than was found */
    double ratio;          /* time across a boundary divided by time inside a block */
    struct stats_interval interval;
    uint32_t bar_bytes; /* of one write of the bars */
    uint32_t bar_step;  /* bytes between two bars */
    uint32_t bar_first; /* place of the first bar modulo 8 * bar_step */
    struct probe_bar bars[PROBE_BARS];
    uint32_t candidates_rejected; /* candidates that fresh pairs did not confirm */
    uint64_t step_bytes; /* read-only: reads across its multiples take longer; 0: none */
    double step_us;      /* read-only: by how much longer */
    uint64_t seed;
    uint32_t writes;
    uint32_t reads; /* timed reads, read-only; else 0 */
    uint64_t bytes_written;
    double seconds;
    struct test_area area;
    struct measure_overlap overlap;
    bool is_unchanged;
};

/* --- a job at work, as the screens see it: a value, copied as a whole --- */

enum measure_phase {
    MEASURE_READING,     /* reads the test area twice */
    MEASURE_CLASSIFYING, /* times a few writes to find the kind of drive */
    MEASURE_TIMING,      /* bench: pairs; probe: bars */
    MEASURE_SEARCHING,   /* probe: places that tell the candidates apart */
    MEASURE_PROVING,     /* probe: fresh pairs for the candidate */
    MEASURE_KERNEL,      /* bench: through the page cache */
    MEASURE_COMPARING,   /* compares the test area with its first reading */
    MEASURE_ENDED,
};

struct measure_live {
    enum measure_phase phase;
    bool is_probe;
    bool is_paused;
    bool is_stopping;       /* ends after the current request */
    double share;           /* 0..1 of the limit that ends it at the latest */
    double seconds;         /* since the start, without pauses */
    double request_seconds; /* age of the current request; 0: none */
    unsigned errors;
    struct bench_result bench; /* so far */
    struct probe_result probe; /* so far */
};

/* Stable ids for JSON and saved results, by a value of the enum: "different"; for a probe
 * "found"; "flush-lies", "drive", "yes" ... */
const char *measure_bench_verdict_id(unsigned verdict);
const char *measure_probe_verdict_id(unsigned verdict);
/* True if nothing more may be written after REASON. */
bool measure_ends_writing(enum measure_reason reason);
/* NULL for REASON_NONE. */
const char *measure_reason_id(unsigned reason);
const char *bench_culprit_id(unsigned culprit);
const char *bench_worth_id(unsigned worth);
const char *bench_sampling_id(unsigned sampling);

/* Bounds of a run that may take SECONDS; 0: the default. IS_SUSTAINED: higher ones, to
 * write until a buffer or a cache is full. */
struct measure_bounds measure_bench_bounds(double seconds, bool is_sustained);
/* Of the SECONDS of a bench, those for writes through the page cache, at its end. */
double measure_kernel_seconds(double seconds);
struct measure_bounds measure_probe_bounds(double seconds);

/* Decides from verdict, interval and kind of drive, and from how much was written. */
enum bench_worth bench_worth_of(const struct bench_result *result);
/* True if only a cache larger than what was written can hide a difference that would be
 * worth a change. */
bool bench_is_small_so_far(const struct bench_result *result);
/* Seconds that a run of this drive needs to write enough for an answer. */
double bench_seconds_to_answer(const struct bench_result *result);

#endif
