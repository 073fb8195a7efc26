/* SPDX-License-Identifier: GPL-3.0-or-later */
/* amount.h - exact numbers with the unit they were typed in */
#ifndef ALIDADE_MODEL_BASE_AMOUNT_H
#define ALIDADE_MODEL_BASE_AMOUNT_H

#include <stdbool.h>
#include <stdint.h>

#include "model/base/must_use.h"

enum amount_kind {
    AMOUNT_PLAIN,   /* a bare number: a factor, or sectors in a sum */
    AMOUNT_SECTORS, /* bytes that were typed as sectors */
    AMOUNT_BYTES,
};

/* COUNT / PARTS in lowest terms; parts is not 0, and 0 is not negative. */
struct amount {
    enum amount_kind kind;
    bool is_negative;
    bool is_typed; /* as it was read: not the result of anything */
    uint64_t count;
    uint64_t parts;
};

/* What units stand for, in bytes. */
struct amount_units {
    uint64_t logical; /* of "s"; not 0 */
    uint64_t whole;   /* of "100%"; may be 0 */
};

/* Why there is no such amount; AMOUNT_GOOD is 0. */
enum amount_fault {
    AMOUNT_GOOD,
    AMOUNT_UNREADABLE,     /* no number, or no unit */
    AMOUNT_TOO_LARGE,      /* more than 64 bits on the way */
    AMOUNT_PART_OF_SECTOR, /* "1.5s" */
    AMOUNT_SIZE_BY_SIZE,   /* "1M * 1M" */
    AMOUNT_BY_SIZE,        /* "2 / 1M" */
    AMOUNT_BY_ZERO,
    AMOUNT_FAULT_COUNT,
};

/* "2048", "1.5GiB", "8 GB", "2048s", "50%" at *AT, which moves behind it; on failure *AT
 * and *RET are untouched.  MB is 10^6, MiB and M are 2^20, in any mix of capitals; a
 * percentage is rounded down to whole bytes. */
enum amount_fault amount_read(const char **at, const struct amount_units *units,
                              struct amount *ret) MUST_USE;

/* Bare numbers count sectors where they meet a size in a sum, and are factors beside
 * * and /.  A product of bare numbers is bytes where one of them was typed as 512 or
 * the sector size, and the other was not: people write 63*512 for the byte. */
enum amount_fault amount_add(struct amount a, struct amount b,
                             const struct amount_units *units,
                             struct amount *ret) MUST_USE;
enum amount_fault amount_multiply(struct amount a, struct amount b,
                                  const struct amount_units *units,
                                  struct amount *ret) MUST_USE;
enum amount_fault amount_divide(struct amount a, struct amount b,
                                struct amount *ret) MUST_USE;
struct amount amount_negate(struct amount a);
/* A bare number as so many sectors; others as they are. */
enum amount_fault amount_settle(struct amount a, const struct amount_units *units,
                                struct amount *ret) MUST_USE;

#endif
