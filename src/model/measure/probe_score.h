/* SPDX-License-Identifier: GPL-3.0-or-later */
/* probe_score.h - which physical sector and offset explain the times of writes best */
#ifndef ALIDADE_MODEL_MEASURE_PROBE_SCORE_H
#define ALIDADE_MODEL_MEASURE_PROBE_SCORE_H

#include <stddef.h>
#include <stdint.h>

/* Largest physical sector that is searched for, and largest write. */
#define PROBE_PHYSICAL_MAX 65536U
#define PROBE_SAMPLES_MAX  1500U
/* Sizes of writes: LOGICAL shifted left by 0 .. 7. */
#define PROBE_SIZES 8U

/* A candidate: boundaries at OFFSET, OFFSET + PHYSICAL ... of the disk, in bytes.
 * PHYSICAL is a power of two, OFFSET below it and a multiple of the logical sector. */
struct probe_grid {
    uint32_t physical;
    uint32_t offset;
};

/* Number of blocks of GRID that [offset, offset + bytes) covers only partly: 0, 1 or
 * 2. */
unsigned probe_grid_cuts(struct probe_grid grid, uint64_t offset, uint32_t bytes);

struct probe_sample {
    uint64_t offset; /* byte of the disk */
    uint32_t bytes;  /* a power of two from the logical sector to PROBE_PHYSICAL_MAX */
    double us;
};

/* The samples and the work arrays of the score, which allocates nothing. */
struct probe_samples {
    uint32_t logical; /* bytes, >= 512 */
    size_t count;
    struct probe_sample rows[PROBE_SAMPLES_MAX];
    double values[PROBE_SAMPLES_MAX];    /* work */
    uint16_t order[PROBE_SAMPLES_MAX];   /* work: indices, sorted by time */
    uint8_t sizes[PROBE_SAMPLES_MAX];    /* work: log2 of the size in sectors */
    uint32_t offsets[PROBE_SAMPLES_MAX]; /* work: places modulo the largest block */
    uint32_t bytes[PROBE_SAMPLES_MAX];   /* work: of the writes at these places */
};

/* LOGICAL is at most half of PROBE_PHYSICAL_MAX. */
void probe_samples_init(struct probe_samples *samples, uint32_t logical);
/* Samples beyond PROBE_SAMPLES_MAX are dropped. */
void probe_samples_add(struct probe_samples *samples, uint64_t offset, uint32_t bytes,
                       double us);

struct probe_score {
    struct probe_grid best, second;
    double likelihood; /* logarithm: of BEST against no grid at all */
    double gap;        /* how much better than SECOND */
    /* The most that a partly written block may cost without having been noticed (3.3
     * standard errors), in standard deviations of the times, and the grid where;
     * INFINITY: too few samples. */
    double hidden;
    struct probe_grid hiding;
    double median_us; /* of all writes */
    double spread_us; /* around the median of their size, as a standard deviation */
};

/* Takes one or two milliseconds with all samples. COUNT > 0. */
void probe_samples_score(struct probe_samples *samples, struct probe_score *ret);
/* The same for a drive that acknowledges a partly written block and pays for it in the
 * next write. */
void probe_samples_score_late(struct probe_samples *samples, struct probe_score *ret);

#endif
