/* SPDX-License-Identifier: GPL-3.0-or-later */
/* decimal.c - numbers with decimals, for programs and for people */
#include "model/base/decimal.h"

#include <assert.h>
#include <inttypes.h>
#include <langinfo.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define VALUE_END 1e12

const char *decimal_sign(void)
{
    const char *sign = nl_langinfo(RADIXCHAR);

    return *sign && strlen(sign) < DECIMAL_SIGN ? sign : ".";
}

/* WITH_SIGN: instead of the point. */
static const char *decimal_put(double value, unsigned decimals, const char *with_sign,
                               char buf[DECIMAL_TEXT])
{
    uint64_t scale = 1;

    assert(decimals <= DECIMAL_MAX);
    for (unsigned i = 0; i < decimals; i++)
        scale *= 10;
    /* The sign, 12 digits, the point and DECIMAL_MAX digits fit in BUF. */
    if (!isfinite(value) || fabs(value) >= VALUE_END) {
        (void)snprintf(buf, DECIMAL_TEXT, "-");
        return buf;
    }
    /* %f depends on the locale: a decimal comma is invalid in JSON. */
    uint64_t whole = (uint64_t)fabs(value);
    uint64_t parts = (uint64_t)((fabs(value) - (double)whole) * (double)scale + 0.5);
    whole += parts / scale;
    parts %= scale;
    const char *sign = value < 0 && (whole || parts) ? "-" : "";
    if (decimals)
        (void)snprintf(buf, DECIMAL_TEXT, "%s%" PRIu64 "%s%0*" PRIu64, sign, whole,
                       with_sign, (int)decimals, parts);
    else
        (void)snprintf(buf, DECIMAL_TEXT, "%s%" PRIu64, sign, whole);
    return buf;
}

const char *decimal_format(double value, unsigned decimals, char buf[DECIMAL_TEXT])
{
    return decimal_put(value, decimals, ".", buf);
}

const char *decimal_shown(double value, unsigned decimals, char buf[DECIMAL_TEXT])
{
    return decimal_put(value, decimals, decimal_sign(), buf);
}
