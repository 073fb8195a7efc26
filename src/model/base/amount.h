/* SPDX-License-Identifier: GPL-3.0-or-later */
/* amount.h - parses exact numbers with units, and calculates with them */
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
    bool is_typed; /* as it was read, not a result */
    uint64_t count;
    uint64_t parts;
};

/* The values of relative units, in bytes. */
struct amount_units {
    uint64_t logical; /* of "s"; not 0 */
    uint64_t whole;   /* of "100%"; may be 0 */
};

/* The errors; AMOUNT_GOOD is 0. */
enum amount_fault {
    AMOUNT_GOOD,
    AMOUNT_UNREADABLE,     /* no number, or no unit */
    AMOUNT_TOO_LARGE,      /* more than 64 bits, also in between */
    AMOUNT_PART_OF_SECTOR, /* "1.5s" */
    AMOUNT_SIZE_BY_SIZE,   /* "1M * 1M" */
    AMOUNT_BY_SIZE,        /* "2 / 1M" */
    AMOUNT_BY_ZERO,
    AMOUNT_ABOVE_WHOLE, /* "101%" */
    AMOUNT_FAULT_COUNT,
};

/* Parses "2048", "1.5GiB", "1,5GiB", "8 GB", "2048s" or "50%" at *AT and moves *AT after
 * it; on failure *AT and *RET are untouched.  MB is 10^6, MiB and M are 2^20, ignoring
 * case.  Percentages are rounded down to whole bytes. */
enum amount_fault amount_read(const char **at, const struct amount_units *units,
                              struct amount *ret) MUST_USE;

/* Bare numbers are sectors when added to a size, and factors in products and quotients.
 * The product of two is in bytes if exactly one was typed as 512 or the sector size:
 * people write 63*512 for a byte offset. */
enum amount_fault amount_add(struct amount a, struct amount b,
                             const struct amount_units *units,
                             struct amount *ret) MUST_USE;
enum amount_fault amount_multiply(struct amount a, struct amount b,
                                  const struct amount_units *units,
                                  struct amount *ret) MUST_USE;
enum amount_fault amount_divide(struct amount a, struct amount b,
                                struct amount *ret) MUST_USE;
struct amount amount_negate(struct amount a);
/* Converts bare numbers to sectors. */
enum amount_fault amount_settle(struct amount a, const struct amount_units *units,
                                struct amount *ret) MUST_USE;

/* The syntax depends on the source of the text. */
enum amount_rules {
    /* Typed by the user: ".5 gib", "1,5GiB", "2048s", "50%"; units up to P, ignoring case
     * and blanks before them. */
    AMOUNT_RULES_TYPED,
    /* From files of our own: no decimal comma. */
    AMOUNT_RULES_SAVED,
    /* From sfdisk scripts: "0x800", "1.5T"; units up to E, required after decimals (at
     * most 18).  Refuses "010", which sfdisk reads as 8. */
    AMOUNT_RULES_SFDISK,
};

/* WHOLE + DECIMALS / PARTS, where PARTS is a power of ten. */
struct amount_number {
    uint64_t whole, decimals, parts;
};

enum amount_unit_kind {
    AMOUNT_UNIT_NONE,
    AMOUNT_UNIT_BYTES,
    AMOUNT_UNIT_SECTOR,
    AMOUNT_UNIT_PERCENT,
};

struct amount_unit {
    enum amount_unit_kind kind;
    uint64_t bytes; /* of AMOUNT_UNIT_BYTES */
};

/* Both move *AT after what they read; on failure *AT and *RET are untouched. */
enum amount_fault amount_read_number(const char **at, enum amount_rules rules,
                                     struct amount_number *ret) MUST_USE;
/* Returns AMOUNT_UNREADABLE for unknown units; the unit is AMOUNT_UNIT_NONE if there are
 * no letters. */
enum amount_fault amount_read_unit(const char **at, enum amount_rules rules,
                                   struct amount_unit *ret) MUST_USE;

#endif
