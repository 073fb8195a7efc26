/* SPDX-License-Identifier: GPL-3.0-or-later */
/* probe_score.h - which physical sector and offset explain the times of writes best */
#ifndef ALIDADE_MODEL_MEASURE_PROBE_SCORE_H
#define ALIDADE_MODEL_MEASURE_PROBE_SCORE_H

#include <stddef.h>
#include <stdint.h>

/* Physical sectors are looked for up to this, and no write is larger. */
#define PROBE_PHYSICAL_MAX 65536U
#define PROBE_SAMPLES_MAX  1500U
/* Sizes of writes: LOGICAL shifted left by 0 .. 7. */
#define PROBE_SIZES 8U

/* One guess: boundaries at OFFSET, OFFSET + PHYSICAL .. of the disk, in bytes.  PHYSICAL
 * is a power of two, OFFSET below it and a multiple of the logical sector. */
struct probe_grid {
    uint32_t physical;
    uint32_t offset;
};

/* Blocks of GRID that [offset, offset + bytes) touches without covering them: 0, 1, 2. */
unsigned probe_grid_cuts(struct probe_grid grid, uint64_t offset, uint32_t bytes);

struct probe_sample {
    uint64_t offset; /* byte of the disk */
    uint32_t bytes;  /* a power of two from the logical sector to PROBE_PHYSICAL_MAX */
    double us;
};

/* What was measured, and room to work in: nothing is allocated. */
struct probe_samples {
    uint32_t logical; /* bytes, >= 512 */
    size_t count;
    struct probe_sample rows[PROBE_SAMPLES_MAX];
    double values[PROBE_SAMPLES_MAX];    /* work */
    uint16_t order[PROBE_SAMPLES_MAX];   /* work: indices, by time */
    uint8_t sizes[PROBE_SAMPLES_MAX];    /* work: logarithms of sectors */
    uint32_t offsets[PROBE_SAMPLES_MAX]; /* work: places modulo the largest block */
};

/* LOGICAL up to half of PROBE_PHYSICAL_MAX: above that there is nothing to look for. */
void probe_samples_init(struct probe_samples *samples, uint32_t logical);
/* Beyond PROBE_SAMPLES_MAX it is dropped. */
void probe_samples_add(struct probe_samples *samples, uint64_t offset, uint32_t bytes,
                       double us);

struct probe_score {
    struct probe_grid best, second;
    double
        likelihood; /* logarithm: how much better than chance BEST explains the times */
    double gap;     /* ... than SECOND does */
    /* What a block written in part may cost and not have been noticed yet (3.3 standard
     * errors), in deviations of the times, and the grid it may hide in: INFINITY with too
     * few samples to say so. */
    double hidden;
    struct probe_grid hiding;
    double median_us; /* of all writes */
    double spread_us; /* about the middle of their sizes, as a standard deviation */
};

/* Takes one or two milliseconds with all samples.  COUNT > 0. */
void probe_samples_score(struct probe_samples *samples, struct probe_score *ret);

#endif
