/* SPDX-License-Identifier: GPL-3.0-or-later */
/* amount.c - parses exact numbers with units, and calculates with them */
#include "model/base/amount.h"

#include <ctype.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <strings.h>

#include "model/base/num.h"
#include "model/base/str.h"

/* 10^19 is the largest power of ten in 64 bits. */
#define DECIMALS_MAX        19
#define DECIMALS_MAX_SFDISK 18

/* Reads the digits before the point.  Returns false if the rules refuse them. */
static bool amount_whole(const char **at, enum amount_rules rules, uint64_t *ret,
                         bool *ret_fits)
{
    bool is_sfdisk = rules == AMOUNT_RULES_SFDISK;
    bool is_hex = is_sfdisk && !strncasecmp(*at, "0x", 2);
    const char *first = *at + (is_hex ? 2 : 0);

    *at = first;
    *ret_fits = num_read(at, is_hex ? 16 : 10, ret);
    bool is_octal = *first == '0' && *at > first + 1 && !is_hex;
    return !is_sfdisk || (*at > first && !is_octal);
}

/* Reads the digits after the point; returns false if there are none. */
static bool amount_decimals(const char **at, enum amount_rules rules,
                            struct amount_number *number, bool *fits)
{
    const char *first = *at;
    ptrdiff_t max = rules == AMOUNT_RULES_SFDISK ? DECIMALS_MAX_SFDISK : DECIMALS_MAX;

    *fits = num_read(at, 10, &number->decimals) && *at - first <= max && *fits;
    for (const char *p = first; *fits && p < *at; p++)
        number->parts *= 10;
    return *at > first;
}

enum amount_fault amount_read_number(const char **at, enum amount_rules rules,
                                     struct amount_number *ret)
{
    struct amount_number number = { .parts = 1 };
    const char *p = *at;
    bool fits;

    if (!amount_whole(&p, rules, &number.whole, &fits))
        return AMOUNT_UNREADABLE;
    bool is_comma = rules == AMOUNT_RULES_TYPED && *p == ',' && p > *at &&
                    isdigit((unsigned char)p[1]);
    if (*p == '.' || is_comma) {
        p++;
        if (!amount_decimals(&p, rules, &number, &fits))
            return AMOUNT_UNREADABLE;
    }
    if (p == *at)
        return AMOUNT_UNREADABLE;
    if (!fits)
        return AMOUNT_TOO_LARGE;
    *at = p;
    *ret = number;
    return AMOUNT_GOOD;
}

static bool is_word(const char *p, size_t count, const char *word)
{
    return !strncasecmp(p, word, count) && !word[count];
}

/* Returns the bytes of a unit: K and KiB are powers of two, KB is a power of ten; 0 for
 * others.  sfdisk does not accept a capital I. */
static uint64_t unit_bytes(const char *p, size_t count, enum amount_rules rules)
{
    static const char letters[] = "KMGTPE";
    const char *letter = strchr(letters, toupper((unsigned char)*p));
    bool is_sfdisk = rules == AMOUNT_RULES_SFDISK;
    bool is_binary = count == 1 || is_word(p + 1, count - 1, "iB");
    uint64_t bytes = 1;

    if (!letter || (!is_binary && !is_word(p + 1, count - 1, "B")))
        return 0;
    if (is_sfdisk ? p[1] == 'I' : *letter == 'E')
        return 0;
    for (const char *at = letters; at <= letter; at++)
        bytes *= is_binary ? 1024 : 1000;
    return bytes;
}

static struct amount_unit find_unit(const char *p, size_t count, enum amount_rules rules)
{
    bool is_typed = rules == AMOUNT_RULES_TYPED;

    if (is_typed && is_word(p, count, "B"))
        return (struct amount_unit){ AMOUNT_UNIT_BYTES, 1 };
    if (is_typed && is_word(p, count, "s"))
        return (struct amount_unit){ .kind = AMOUNT_UNIT_SECTOR };
    if (is_typed && is_word(p, count, "%"))
        return (struct amount_unit){ .kind = AMOUNT_UNIT_PERCENT };
    uint64_t bytes = unit_bytes(p, count, rules);
    return (struct amount_unit){ bytes ? AMOUNT_UNIT_BYTES : AMOUNT_UNIT_NONE, bytes };
}

enum amount_fault amount_read_unit(const char **at, enum amount_rules rules,
                                   struct amount_unit *ret)
{
    const char *word = rules == AMOUNT_RULES_TYPED ? str_skip_blanks(*at) : *at;
    struct amount_unit unit = { .kind = AMOUNT_UNIT_NONE };
    size_t count = 0;

    while (isalpha((unsigned char)word[count]) || word[count] == '%')
        count++;
    if (count) {
        unit = find_unit(word, count, rules);
        if (unit.kind == AMOUNT_UNIT_NONE)
            return AMOUNT_UNREADABLE;
        *at = word + count;
    }
    *ret = unit;
    return AMOUNT_GOOD;
}

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

    if (!num_mul(number.parts, 100, &parts))
        return AMOUNT_TOO_LARGE;
    if (number.count > parts)
        return AMOUNT_ABOVE_WHOLE;
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
