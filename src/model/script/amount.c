/* SPDX-License-Identifier: GPL-3.0-or-later */
/* amount.c - parses starts and sizes as sfdisk does */
#include <string.h>

#include "model/base/amount.h"
#include "model/base/num.h"
#include "model/script/private.h"

/* Converts NUMBER units of UNIT bytes, rounding down.  Decimals are scaled separately,
 * because together with the whole part they may exceed 64 bits. */
static bool amount_scale(struct amount_number number, uint64_t unit,
                         struct script_amount *ret)
{
    uint64_t bytes;

    if (!num_mul(number.whole, unit, &bytes) ||
        !num_add(bytes, num_scale(number.decimals, unit, number.parts), &bytes))
        return false;
    *ret =
        (struct script_amount){ true, AMOUNT_BYTES, bytes,
                                num_mul_mod(number.decimals, unit, number.parts) == 0 };
    return true;
}

bool script_amount_read(const char *text, bool has_sign, struct script_amount *ret)
{
    struct amount_number number;
    struct amount_unit unit;

    if (!*text || !strcmp(text, "-") || !strcmp(text, "+")) {
        *ret = (struct script_amount){ .is_given = false };
        return true;
    }
    text += has_sign && *text == '+';
    if (amount_read_number(&text, AMOUNT_RULES_SFDISK, &number) ||
        amount_read_unit(&text, AMOUNT_RULES_SFDISK, &unit) || *text)
        return false;
    if (unit.kind == AMOUNT_UNIT_BYTES)
        return amount_scale(number, unit.bytes, ret);
    if (number.parts > 1)
        return false;
    *ret = (struct script_amount){ true, AMOUNT_SECTORS, number.whole, true };
    return true;
}
