/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_decimal.c - numbers with decimals in every locale */
#include "model/base/decimal.h"

#include <math.h>

#include "support/test.h"

static const struct {
    double value;
    unsigned decimals;
    const char *want;
} rows[] = {
    { 0, 0, "0" },
    { 0, 2, "0.00" },
    { 2.994, 2, "2.99" },
    { 2.995001, 2, "3.00" },
    { 99.96, 1, "100.0" },
    { 0.05, 2, "0.05" },
    { 1e6, 0, "1000000" },
    { 123456.789, 3, "123456.789" },
    { -1.5, 1, "-1.5" },
    { -0.001, 2, "0.00" },
    { 999999999999.0, 6, "999999999999.000000" },
    { 1e12, 0, "-" },
    { -1e300, 0, "-" },
    { INFINITY, 2, "-" },
    { -INFINITY, 2, "-" },
    { NAN, 2, "-" },
};

TEST_EACH(is_rounded_to_the_nearest, rows)
{
    char buf[DECIMAL_TEXT];

    ck_assert_str_eq(decimal_format(rows[_i].value, rows[_i].decimals, buf),
                     rows[_i].want);
}
