/* SPDX-License-Identifier: GPL-3.0-or-later */
/* amount_text.h - parses numbers and units */
#ifndef ALIDADE_MODEL_BASE_AMOUNT_TEXT_H
#define ALIDADE_MODEL_BASE_AMOUNT_TEXT_H

#include <stdint.h>

#include "model/base/amount.h"

/* The syntax depends on the source of the text. */
enum amount_rules {
    /* Typed by the user: ".5 gib", "2048s", "50%"; units up to P, ignoring case and
     * blanks before them. */
    AMOUNT_RULES_TYPED,
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
