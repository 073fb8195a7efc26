/* SPDX-License-Identifier: GPL-3.0-or-later */
/* amount.c - parses starts and sizes as sfdisk does, and some as the forms do */
#include <string.h>
#include <strings.h>

#include "model/base/amount.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
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
    *ret = (struct script_amount){ true, AMOUNT_BYTES, bytes,
                                   num_mul_mod(number.decimals, unit, number.parts) == 0,
                                   NULL };
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
    *ret = (struct script_amount){ true, AMOUNT_SECTORS, number.whole, true, NULL };
    return true;
}

static bool is_relative(const char *text)
{
    size_t digits = strspn(text, "0123456789.");

    return (digits && text[digits] == '%') || (*text == '-' && text[1]) ||
           !strncasecmp(text, "end", 3);
}

/* Parses what the forms accept and sfdisk does not: "2048s", and as text, which RET
 * keeps, what begins with a percentage, with "end" or with a minus sign. */
static bool amount_typed(const char *text, struct script_amount *ret)
{
    /* As if a sector were a byte: the unit of the result is the sector. */
    static const struct amount_units units = { .logical = 1 };
    const char *at = text;
    struct amount amount;

    if (is_relative(text)) {
        *ret = (struct script_amount){ .is_given = true, .relative = text };
        return true;
    }
    if (amount_read(&at, &units, &amount) || *at || amount.kind != AMOUNT_SECTORS)
        return false;
    *ret = (struct script_amount){ true, AMOUNT_SECTORS, amount.count, true, NULL };
    return true;
}

bool script_amounts_read(struct script_line *line, struct err *err)
{
    const struct {
        enum script_field field;
        struct script_amount *to;
    } amounts[] = { { FIELD_START, &line->start }, { FIELD_SIZE, &line->size } };

    for (size_t i = 0; i < ARRAY_SIZE(amounts); i++) {
        enum script_field field = amounts[i].field;
        const char *text = line->fields[field];
        if (text && !script_amount_read(text, field == FIELD_SIZE, amounts[i].to) &&
            !amount_typed(text, amounts[i].to))
            return script_fail(err, line->line,
                               field == FIELD_START
                                   ? _("'%s' is no start: write a sector such as 2048, "
                                       "or a size such as 1MiB.")
                                   : _("'%s' is no size: write sectors such as 2048, or "
                                       "a size such as 20GiB."),
                               text);
    }
    return true;
}
