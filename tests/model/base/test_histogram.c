/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_histogram.c - times are counted in their bins */
#include "model/base/histogram.h"

#include <math.h>

#include "model/base/mem.h"
#include "support/test.h"

static const struct {
    double us;
    size_t bin;
} rows[] = {
    { 0, 0 },     { -1, 0 },      { 0.5, 0 },    { 1, 0 },          { 1.09, 0 },
    { 1.1, 1 },   { 2, 8 },       { 1024, 80 },  { 8333.4, 104 },   { 25000, 116 },
    { 1e6, 159 }, { 1.2e8, 214 }, { 1e12, 215 }, { INFINITY, 215 },
};

TEST_EACH(a_time_falls_into_its_bin, rows)
{
    struct histogram histogram = { 0 };

    histogram_add(&histogram, rows[_i].us);
    for (size_t i = 0; i < HISTOGRAM_BINS; i++)
        ck_assert_uint_eq(histogram.bins[i], i == rows[_i].bin);
}

TEST(a_bin_begins_with_its_own_time)
{
    for (size_t i = 0; i < HISTOGRAM_BINS; i++) {
        struct histogram histogram = { 0 };
        histogram_add(&histogram, histogram_from_us(i));
        ck_assert_uint_eq(histogram.bins[i], 1);
    }
    ck_assert_double_gt(histogram_from_us(HISTOGRAM_BINS), 120e6);
}

TEST(what_lies_between_adds_up)
{
    struct histogram histogram = { 0 };

    for (unsigned us = 1; us <= 1000; us++)
        histogram_add(&histogram, us);
    ck_assert_uint_eq(histogram_between(&histogram, 0, INFINITY), 1000);
    ck_assert_uint_eq(histogram_between(&histogram, 1, 256), 255);
    ck_assert_uint_eq(histogram_between(&histogram, 256, 512), 256);
    ck_assert_uint_eq(histogram_between(&histogram, 256, 256), 0);
}
