/* SPDX-License-Identifier: GPL-3.0-or-later */
/* amount.c - exact numbers with the unit they were typed in */
#include "model/base/amount.h"

#include <ctype.h>
#include <stddef.h>
#include <strings.h>

#include "model/base/mem.h"
#include "model/base/num.h"

static const struct unit {
    const char *name;
    uint64_t bytes;
} units_known[] = {
    { "B", 1 },
    { "K", UINT64_C(1) << 10 },
    { "KiB", UINT64_C(1) << 10 },
    { "M", UINT64_C(1) << 20 },
    { "MiB", UINT64_C(1) << 20 },
    { "G", UINT64_C(1) << 30 },
    { "GiB", UINT64_C(1) << 30 },
    { "T", UINT64_C(1) << 40 },
    { "TiB", UINT64_C(1) << 40 },
    { "P", UINT64_C(1) << 50 },
    { "PiB", UINT64_C(1) << 50 },
    { "kB", UINT64_C(1000) },
    { "MB", UINT64_C(1000000) },
    { "GB", UINT64_C(1000000000) },
    { "TB", UINT64_C(1000000000000) },
    { "PB", UINT64_C(1000000000000000) },
};

static struct amount reduce(struct amount a)
{
    uint64_t common = num_gcd(a.count, a.parts);

    a.count /= common;
    a.parts /= common;
    if (!a.count)
        a.is_negative = false;
    return a;
}

/* "123" or "123.45".  False for no digit behind the point or none at all, or more than 64
 * bits hold; *RET_IS_NUMBER tells these two apart. */
static bool read_number(const char **at, struct amount *ret, bool *ret_is_number)
{
    const char *p = *at;
    struct amount number = { .is_typed = true, .parts = 1 };
    bool is_behind = false, has_digit = false, does_fit = true;

    for (;; p++) {
        if (*p == '.' && !is_behind) {
            is_behind = true;
            has_digit = false;
            continue;
        }
        if (!isdigit((unsigned char)*p))
            break;
        has_digit = true;
        does_fit = does_fit && num_mul(number.count, 10, &number.count) &&
                   num_add(number.count, (uint64_t)(*p - '0'), &number.count) &&
                   (!is_behind || num_mul(number.parts, 10, &number.parts));
    }
    *ret_is_number = has_digit;
    if (!has_digit || !does_fit)
        return false;
    *at = p;
    *ret = reduce(number);
    return true;
}

static const char *skip_blanks(const char *p)
{
    while (isblank((unsigned char)*p))
        p++;
    return p;
}

static size_t letters_at(const char *p)
{
    size_t count = 0;

    while (isalpha((unsigned char)p[count]) || p[count] == '%')
        count++;
    return count;
}

static bool is_word(const char *p, size_t count, const char *word)
{
    return !strncasecmp(p, word, count) && !word[count];
}

static const struct unit *find_unit(const char *p, size_t count)
{
    for (size_t i = 0; i < ARRAY_SIZE(units_known); i++)
        if (is_word(p, count, units_known[i].name))
            return &units_known[i];
    return NULL;
}

/* A * B, both in lowest terms: what they have in common across is taken out first, so
 * that only what cannot be counted is too large. */
static enum amount_fault multiply(struct amount a, struct amount b, struct amount *ret)
{
    uint64_t left = num_gcd(a.count, b.parts), right = num_gcd(b.count, a.parts);
    struct amount product = { .kind = a.kind,
                              .is_negative = a.is_negative != b.is_negative };

    if (!num_mul(a.count / left, b.count / right, &product.count) ||
        !num_mul(a.parts / right, b.parts / left, &product.parts))
        return AMOUNT_TOO_LARGE;
    *ret = reduce(product);
    return AMOUNT_GOOD;
}

/* NUMBER of a unit of BYTES. */
static enum amount_fault in_bytes(struct amount number, uint64_t bytes,
                                  enum amount_kind kind, struct amount *ret)
{
    enum amount_fault fault = multiply(
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

static enum amount_fault with_unit(struct amount number, const char *p, size_t count,
                                   const struct amount_units *units, struct amount *ret)
{
    const struct unit *unit = find_unit(p, count);

    if (is_word(p, count, "%"))
        return percent_of(number, units->whole, ret);
    if (is_word(p, count, "s"))
        return number.parts > 1 ? AMOUNT_PART_OF_SECTOR
                                : in_bytes(number, units->logical, AMOUNT_SECTORS, ret);
    return unit ? in_bytes(number, unit->bytes, AMOUNT_BYTES, ret) : AMOUNT_UNREADABLE;
}

enum amount_fault amount_read(const char **at, const struct amount_units *units,
                              struct amount *ret)
{
    const char *p = *at;
    struct amount number;
    bool is_number;

    if (!read_number(&p, &number, &is_number))
        return is_number ? AMOUNT_TOO_LARGE : AMOUNT_UNREADABLE;
    const char *word = skip_blanks(p);
    size_t count = letters_at(word);
    if (count) {
        enum amount_fault fault = with_unit(number, word, count, units, &number);
        if (fault)
            return fault;
        p = word + count;
    }
    *at = p;
    *ret = number;
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

/* A + B over one denominator. */
static enum amount_fault add(struct amount a, struct amount b, struct amount *ret)
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
    *ret = reduce(sum);
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
    return fault ? fault : add(a, b, ret);
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
    fault = multiply(a, b, &product);
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
    fault = multiply(a, inverse, &quotient);
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
