/* SPDX-License-Identifier: GPL-3.0-or-later */
/* histogram.h - how many times fell where: eight steps to an octave, in fixed room */
#ifndef ALIDADE_MODEL_BASE_HISTOGRAM_H
#define ALIDADE_MODEL_BASE_HISTOGRAM_H

#include <stddef.h>
#include <stdint.h>

/* From 1 microsecond to more than two minutes; what is outside falls into the last ones.
 */
#define HISTOGRAM_BINS 216

/* Zero-initialised: empty. */
struct histogram {
    uint32_t bins[HISTOGRAM_BINS];
};

void histogram_add(struct histogram *histogram, double us);
/* The time where bin INDEX begins, in microseconds. */
double histogram_from_us(size_t index);
/* How many fell into [from, to), whole bins by their beginnings. */
uint64_t histogram_between(const struct histogram *histogram, double from_us,
                           double to_us);

#endif
