/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sum.h - evaluates typed sums of sizes: "63*512", "(8GB + 250GB) / 2", "end-1GiB" */
#ifndef ALIDADE_MODEL_BASE_SUM_H
#define ALIDADE_MODEL_BASE_SUM_H

#include <stdbool.h>
#include <stdint.h>

#include "model/base/err.h"

/* The values to which a sum can be relative; all in bytes. */
struct sum_scale {
    uint64_t logical; /* of a sector; not 0 */
    uint64_t from;    /* what a leading + adds to, and a leading - takes from */
    bool exists;    /* FROM is of something that is there; else a leading - is refused */
    uint64_t end;   /* the word "end" at the beginning, as in "end-1GiB" */
    uint64_t whole; /* 100% */
};

struct sum {
    uint64_t bytes;  /* rounded down */
    bool is_exact;   /* not rounded */
    bool is_sectors; /* only sectors were typed */
    bool has_from;   /* relative to FROM: began with + or - */
};

/* Evaluates + - * / and parentheses with the usual precedence; see amount_read() for
 * units and amount_add() for bare numbers.  ERR_USAGE names what is invalid, negative, or
 * more than 64 bits. */
bool sum_parse(const char *text, const struct sum_scale *scale, struct sum *ret,
               struct err *err) MUST_USE;

#endif
