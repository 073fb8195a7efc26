/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sum.h - typed sums of sizes: "63*512", "(8GB + 250GB) / 2", "-1GiB" */
#ifndef ALIDADE_MODEL_BASE_SUM_H
#define ALIDADE_MODEL_BASE_SUM_H

#include <stdbool.h>
#include <stdint.h>

#include "model/base/err.h"

/* What the parts of a sum are counted against; all in bytes. */
struct sum_scale {
    uint64_t logical; /* of a sector; not 0 */
    uint64_t from;    /* what a leading + adds to */
    uint64_t end;     /* what a leading - counts back from */
    uint64_t whole;   /* what 100% is */
};

struct sum {
    uint64_t bytes;  /* rounded down */
    bool is_exact;   /* it is whole bytes */
    bool is_sectors; /* nothing but sectors was typed */
    bool has_from;   /* it began with a + */
};

/* + - * / and parentheses with the usual precedence; the units are those of amount_read,
 * a bare number counts as amount_add says.  ERR_USAGE with one sentence naming what
 * cannot be read, is below 0, or needs more than 64 bits. */
bool sum_parse(const char *text, const struct sum_scale *scale, struct sum *ret,
               struct err *err) MUST_USE;

#endif
