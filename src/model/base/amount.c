/* SPDX-License-Identifier: GPL-3.0-or-later */
/* amount.c - exact numbers with the unit they were typed in */
#include "model/base/amount.h"

#include "model/base/amount_text.h"
#include "model/base/num.h"

static struct amount amount_reduce(struct amount a)
{
    uint64_t common = num_gcd(a.count, a.parts);

    a.count /= common;
    a.parts /= common;
    if (!a.count)
        a.is_negative = false;
    return a;
}

/* Returns false on overflow. */
static bool amount_exact(struct amount_number number, struct amount *ret)
{
    struct amount amount = { .is_typed = true, .parts = number.parts };

    if (!num_mul(number.whole, number.parts, &amount.count) ||
        !num_add(amount.count, number.decimals, &amount.count))
        return false;
    *ret = amount_reduce(amount);
    return true;
}

/* Returns A * B, both in lowest terms.  Reduces crosswise first, so that only results can
 * overflow. */
static enum amount_fault amount_product(struct amount a, struct amount b,
                                        struct amount *ret)
{
    uint64_t left = num_gcd(a.count, b.parts), right = num_gcd(b.count, a.parts);
    struct amount product = { .kind = a.kind,
                              .is_negative = a.is_negative != b.is_negative };

    if (!num_mul(a.count / left, b.count / right, &product.count) ||
        !num_mul(a.parts / right, b.parts / left, &product.parts))
        return AMOUNT_TOO_LARGE;
    *ret = amount_reduce(product);
    return AMOUNT_GOOD;
}

/* Returns NUMBER units of BYTES. */
static enum amount_fault in_bytes(struct amount number, uint64_t bytes,
                                  enum amount_kind kind, struct amount *ret)
{
    enum amount_fault fault = amount_product(
        number, (struct amount){ .kind = kind, .count = bytes, .parts = 1 }, &number);

    if (fault)
        return fault;
    number.kind = kind;
    *ret = number;
    return AMOUNT_GOOD;
}

static enum amount_fault percent_of(struct amount number, uint64_t whole,
                                    struct amount *ret)
{
    uint64_t parts;

    if (!num_mul(number.parts, 100, &parts) || number.count > parts)
        return AMOUNT_TOO_LARGE;
    *ret = (struct amount){ .kind = AMOUNT_BYTES,
                            .count = num_scale(whole, number.count, parts),
                            .parts = 1 };
    return AMOUNT_GOOD;
}

static enum amount_fault with_unit(struct amount number, struct amount_unit unit,
                                   const struct amount_units *units, struct amount *ret)
{
    switch (unit.kind) {
    case AMOUNT_UNIT_PERCENT:
        return percent_of(number, units->whole, ret);
    case AMOUNT_UNIT_SECTOR:
        return number.parts > 1 ? AMOUNT_PART_OF_SECTOR
                                : in_bytes(number, units->logical, AMOUNT_SECTORS, ret);
    case AMOUNT_UNIT_BYTES:
        return in_bytes(number, unit.bytes, AMOUNT_BYTES, ret);
    case AMOUNT_UNIT_NONE:
        break;
    }
    *ret = number;
    return AMOUNT_GOOD;
}

enum amount_fault amount_read(const char **at, const struct amount_units *units,
                              struct amount *ret)
{
    const char *p = *at;
    struct amount_number number;
    struct amount_unit unit;
    struct amount amount;
    enum amount_fault fault = amount_read_number(&p, AMOUNT_RULES_TYPED, &number);

    if (!fault && !amount_exact(number, &amount))
        fault = AMOUNT_TOO_LARGE;
    if (!fault)
        fault = amount_read_unit(&p, AMOUNT_RULES_TYPED, &unit);
    if (!fault)
        fault = with_unit(amount, unit, units, &amount);
    if (fault)
        return fault;
    *at = p;
    *ret = amount;
    return AMOUNT_GOOD;
}

enum amount_fault amount_settle(struct amount a, const struct amount_units *units,
                                struct amount *ret)
{
    if (a.kind != AMOUNT_PLAIN) {
        *ret = a;
        return AMOUNT_GOOD;
    }
    if (a.parts > 1)
        return AMOUNT_PART_OF_SECTOR;
    return in_bytes(a, units->logical, AMOUNT_SECTORS, ret);
}

/* Returns A + B over a common denominator. */
static enum amount_fault amount_sum(struct amount a, struct amount b, struct amount *ret)
{
    struct amount sum = { .kind = a.kind, .is_negative = a.is_negative };

    if (!num_lcm(a.parts, b.parts, &sum.parts) ||
        !num_mul(a.count, sum.parts / a.parts, &a.count) ||
        !num_mul(b.count, sum.parts / b.parts, &b.count))
        return AMOUNT_TOO_LARGE;
    if (a.is_negative == b.is_negative) {
        if (!num_add(a.count, b.count, &sum.count))
            return AMOUNT_TOO_LARGE;
    } else if (a.count >= b.count) {
        sum.count = a.count - b.count;
    } else {
        sum.count = b.count - a.count;
        sum.is_negative = b.is_negative;
    }
    *ret = amount_reduce(sum);
    return AMOUNT_GOOD;
}

enum amount_fault amount_add(struct amount a, struct amount b,
                             const struct amount_units *units, struct amount *ret)
{
    enum amount_fault fault = AMOUNT_GOOD;

    if (a.kind != b.kind) {
        fault = amount_settle(a, units, &a);
        if (!fault)
            fault = amount_settle(b, units, &b);
    }
    if (a.kind != b.kind)
        a.kind = AMOUNT_BYTES;
    return fault ? fault : amount_sum(a, b, ret);
}

static bool is_sector_size(struct amount a, const struct amount_units *units)
{
    return a.is_typed && a.parts == 1 && (a.count == 512 || a.count == units->logical);
}

enum amount_fault amount_multiply(struct amount a, struct amount b,
                                  const struct amount_units *units, struct amount *ret)
{
    struct amount product;
    enum amount_fault fault;

    if (a.kind != AMOUNT_PLAIN && b.kind != AMOUNT_PLAIN)
        return AMOUNT_SIZE_BY_SIZE;
    fault = amount_product(a, b, &product);
    if (fault)
        return fault;
    product.kind = a.kind == AMOUNT_PLAIN ? b.kind : a.kind;
    if (product.kind == AMOUNT_PLAIN &&
        is_sector_size(a, units) != is_sector_size(b, units))
        product.kind = AMOUNT_BYTES;
    *ret = product;
    return AMOUNT_GOOD;
}

enum amount_fault amount_divide(struct amount a, struct amount b, struct amount *ret)
{
    struct amount quotient, inverse = {
        .kind = b.kind, .is_negative = b.is_negative, .count = b.parts, .parts = b.count
    };
    enum amount_fault fault;

    if (!b.count)
        return AMOUNT_BY_ZERO;
    if (a.kind == AMOUNT_PLAIN && b.kind != AMOUNT_PLAIN)
        return AMOUNT_BY_SIZE;
    fault = amount_product(a, inverse, &quotient);
    if (fault)
        return fault;
    quotient.kind = b.kind == AMOUNT_PLAIN ? a.kind : AMOUNT_PLAIN;
    *ret = quotient;
    return AMOUNT_GOOD;
}

struct amount amount_negate(struct amount a)
{
    a.is_negative = a.count && !a.is_negative;
    return a;
}
