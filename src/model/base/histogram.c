/* SPDX-License-Identifier: GPL-3.0-or-later */
/* histogram.c - a histogram of times with eight bins per octave */
#include "model/base/histogram.h"

#include <math.h>

#define BINS_PER_OCTAVE 8

static size_t bin_of(double us)
{
    double at = us > 1 ? BINS_PER_OCTAVE * log2(us) : 0;
    size_t index = at < HISTOGRAM_BINS - 1 ? (size_t)at : HISTOGRAM_BINS - 1;

    /* log2() was rounded down below a whole number. */
    if (index + 1 < HISTOGRAM_BINS && histogram_from_us(index + 1) <= us)
        index++;
    return index;
}

void histogram_add(struct histogram *histogram, double us)
{
    histogram->bins[bin_of(us)]++;
}

double histogram_from_us(size_t index)
{
    return exp2((double)index / BINS_PER_OCTAVE);
}

uint64_t histogram_between(const struct histogram *histogram, double from_us,
                           double to_us)
{
    uint64_t sum = 0;

    for (size_t i = 0; i < HISTOGRAM_BINS; i++)
        if (histogram_from_us(i) >= from_us && histogram_from_us(i) < to_us)
            sum += histogram->bins[i];
    return sum;
}
