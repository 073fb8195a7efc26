/* SPDX-License-Identifier: GPL-3.0-or-later */
/* amount_text.c - parses numbers and units */
#include "model/base/amount_text.h"

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
    if (*p == '.') {
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
