/* SPDX-License-Identifier: GPL-3.0-or-later */
/* decimal.c - numbers with a fixed count of decimals, with a point in every language */
#include "model/base/decimal.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>

#define VALUE_END 1e12

const char *decimal_format(double value, unsigned decimals, char buf[DECIMAL_TEXT])
{
    uint64_t scale = 1;

    assert(decimals <= DECIMAL_MAX);
    for (unsigned i = 0; i < decimals; i++)
        scale *= 10;
    /* What is written fits: 12 digits, the point, DECIMAL_MAX more and a sign. */
    if (!isfinite(value) || fabs(value) >= VALUE_END) {
        (void)snprintf(buf, DECIMAL_TEXT, "-");
        return buf;
    }
    /* printf's own %f follows the locale, and a decimal comma is no JSON. */
    uint64_t whole = (uint64_t)fabs(value);
    uint64_t parts = (uint64_t)((fabs(value) - (double)whole) * (double)scale + 0.5);
    whole += parts / scale;
    parts %= scale;
    const char *sign = value < 0 && (whole || parts) ? "-" : "";
    if (decimals)
        (void)snprintf(buf, DECIMAL_TEXT, "%s%" PRIu64 ".%0*" PRIu64, sign, whole,
                       (int)decimals, parts);
    else
        (void)snprintf(buf, DECIMAL_TEXT, "%s%" PRIu64, sign, whole);
    return buf;
}
