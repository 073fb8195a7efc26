/* SPDX-License-Identifier: GPL-3.0-or-later */
/* amount.c - starts and sizes as sfdisk reads them */
#include <string.h>

#include "model/base/num.h"
#include "model/script/private.h"

/* More decimals than any size needs; 10^18 still fits into 64 bits. */
#define DECIMALS_MOST 18

static unsigned digit_of(char c)
{
    static const char digits[] = "0123456789abcdefABCDEF";
    const char *at = c ? strchr(digits, c) : NULL;

    if (!at)
        return UINT8_MAX;
    unsigned value = (unsigned)(at - digits);
    return value < 16 ? value : value - 6;
}

/* At least one digit of BASE; false also on overflow. */
static bool read_digits(const char **at, unsigned base, uint64_t *ret)
{
    uint64_t value = 0;
    const char *p = *at;

    for (; digit_of(*p) < base; p++)
        if (!num_mul(value, base, &value) || !num_add(value, digit_of(*p), &value))
            return false;
    if (p == *at)
        return false;
    *at = p;
    *ret = value;
    return true;
}

/* sfdisk takes "010" for 8: whoever writes it means 10, so it is neither. */
static bool read_whole(const char **at, uint64_t *ret)
{
    const char *p = *at;

    if (p[0] == '0' && (p[1] == 'x' || p[1] == 'X')) {
        *at += 2;
        return read_digits(at, 16, ret);
    }
    return !(p[0] == '0' && digit_of(p[1]) < 10) && read_digits(at, 10, ret);
}

/* K, KiB (powers of two) or KB (powers of ten) and so on up to E; the end of the text
 * stands behind it. */
static bool read_unit(const char *text, uint64_t *ret)
{
    static const char letters[] = "KMGTPEkmgtpe";
    const char *at = *text ? strchr(letters, *text) : NULL;
    uint64_t unit = 1;

    if (!at)
        return false;
    size_t power = (size_t)(at - letters) % (sizeof(letters) / 2) + 1;
    const char *rest = text + 1;
    bool is_binary = !*rest || !strcmp(rest, "iB") || !strcmp(rest, "ib");
    if (!is_binary && strcmp(rest, "B") != 0 && strcmp(rest, "b") != 0)
        return false;
    for (; power; power--)
        unit *= is_binary ? 1024 : 1000; /* 2^60 at most */
    *ret = unit;
    return true;
}

/* ".5" of UNIT behind the whole part. */
static bool read_fraction(const char **at, uint64_t *ret_digits, uint64_t *ret_scale)
{
    const char *first = *at + 1;
    uint64_t scale = 1;

    *ret_digits = 0;
    *ret_scale = 1;
    if (**at != '.')
        return true;
    *at = first;
    if (!read_digits(at, 10, ret_digits) || *at - first > DECIMALS_MOST)
        return false;
    for (ptrdiff_t i = *at - first; i; i--)
        scale *= 10;
    *ret_scale = scale;
    return true;
}

static bool scale(uint64_t whole, uint64_t digits, uint64_t parts, uint64_t unit,
                  struct script_amount *ret)
{
    uint64_t bytes;

    if (!num_mul(whole, unit, &bytes) ||
        !num_add(bytes, num_scale(digits, unit, parts), &bytes))
        return false;
    *ret = (struct script_amount){ AMOUNT_BYTES, bytes,
                                   num_mul_mod(digits, unit, parts) == 0 };
    return true;
}

bool script_amount_read(const char *text, bool has_sign, struct script_amount *ret)
{
    uint64_t whole, digits, parts, unit;

    if (!*text || !strcmp(text, "-") || !strcmp(text, "+")) {
        *ret = (struct script_amount){ .kind = AMOUNT_DEFAULT };
        return true;
    }
    if (has_sign && *text == '+')
        text++;
    if (!read_whole(&text, &whole))
        return false;
    if (!*text) {
        *ret = (struct script_amount){ AMOUNT_SECTORS, whole, true };
        return true;
    }
    return read_fraction(&text, &digits, &parts) && read_unit(text, &unit) &&
           scale(whole, digits, parts, unit, ret);
}
