/* SPDX-License-Identifier: GPL-3.0-or-later */
/* histogram.h - a histogram of times with eight bins per octave */
#ifndef ALIDADE_MODEL_BASE_HISTOGRAM_H
#define ALIDADE_MODEL_BASE_HISTOGRAM_H

#include <stddef.h>
#include <stdint.h>

/* From 1 microsecond to more than two minutes; the outer bins include all other times. */
#define HISTOGRAM_BINS 216

/* Zero-initialised: empty. */
struct histogram {
    uint32_t bins[HISTOGRAM_BINS];
};

void histogram_add(struct histogram *histogram, double us);
/* Returns the start of bin INDEX in microseconds. */
double histogram_from_us(size_t index);
/* Returns the number of times in the bins that start in [FROM_US, TO_US). */
uint64_t histogram_between(const struct histogram *histogram, double from_us,
                           double to_us);

#endif
