/* SPDX-License-Identifier: GPL-3.0-or-later */
/* amount_text.h - the grammar of a number and of its unit */
#ifndef ALIDADE_MODEL_BASE_AMOUNT_TEXT_H
#define ALIDADE_MODEL_BASE_AMOUNT_TEXT_H

#include <stdint.h>

#include "model/base/amount.h"

/* What may be written depends on where the text comes from. */
enum amount_rules {
    /* From people: ".5 gib", "2048s", "50%"; units up to P in any mix of capitals, also
     * with blanks in front. */
    AMOUNT_RULES_TYPED,
    /* From sfdisk scripts: "0x800", "1.5T"; units up to E, always with a unit where there
     * are decimals (at most 18).  sfdisk takes "010" for 8 and people mean 10: refused.
     */
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

/* Both move *AT behind what they read; on failure *AT and *RET are untouched. */
enum amount_fault amount_read_number(const char **at, enum amount_rules rules,
                                     struct amount_number *ret) MUST_USE;
/* AMOUNT_UNREADABLE for letters that are no unit; no letters are AMOUNT_UNIT_NONE. */
enum amount_fault amount_read_unit(const char **at, enum amount_rules rules,
                                   struct amount_unit *ret) MUST_USE;

#endif
