/* SPDX-License-Identifier: GPL-3.0-or-later */
/* num.c - 64-bit arithmetic with overflow checks */
#include "model/base/num.h"

#include <string.h>

bool num_add(uint64_t a, uint64_t b, uint64_t *ret)
{
    uint64_t sum;

    if (__builtin_add_overflow(a, b, &sum))
        return false;
    *ret = sum;
    return true;
}

bool num_mul(uint64_t a, uint64_t b, uint64_t *ret)
{
    uint64_t product;

    if (__builtin_mul_overflow(a, b, &product))
        return false;
    *ret = product;
    return true;
}

struct product {
    uint64_t high, low;
};

/* Multiplies 32-bit halves: no sum overflows 64 bits. */
static struct product product_of(uint64_t a, uint64_t b)
{
    uint64_t a_low = a & UINT32_MAX, a_high = a >> 32;
    uint64_t b_low = b & UINT32_MAX, b_high = b >> 32;
    uint64_t low = a_low * b_low;
    uint64_t mid = a_high * b_low + (low >> 32);
    uint64_t cross = a_low * b_high + (mid & UINT32_MAX);

    return (struct product){ a_high * b_high + (mid >> 32) + (cross >> 32),
                             cross << 32 | (low & UINT32_MAX) };
}

/* Long division by bits; DIVISOR > product.high, so that the quotient fits. */
static uint64_t product_divide(struct product product, uint64_t divisor,
                               uint64_t *ret_rest)
{
    for (int bit = 0; bit < 64; bit++) {
        bool carry = product.high >> 63;
        product.high = product.high << 1 | product.low >> 63;
        product.low <<= 1;
        if (!carry && product.high < divisor)
            continue;
        product.high -= divisor; /* correct modulo 2^64, also with carry */
        product.low |= 1;
    }
    *ret_rest = product.high;
    return product.low;
}

static uint64_t num_scale_rest(uint64_t value, uint64_t factor, uint64_t divisor,
                               uint64_t *ret_rest)
{
    struct product product = product_of(value, factor);

    *ret_rest = 0;
    return product.high < divisor ? product_divide(product, divisor, ret_rest)
                                  : UINT64_MAX;
}

uint64_t num_scale(uint64_t value, uint64_t factor, uint64_t divisor)
{
    uint64_t rest;

    return num_scale_rest(value, factor, divisor, &rest);
}

uint64_t num_scale_nearest(uint64_t value, uint64_t factor, uint64_t divisor)
{
    uint64_t rest;
    uint64_t down = num_scale_rest(value, factor, divisor, &rest);

    return rest >= divisor - divisor / 2 && down < UINT64_MAX ? down + 1 : down;
}

uint64_t num_mul_mod(uint64_t a, uint64_t b, uint64_t m)
{
    uint64_t rest;

    /* The product is below M squared, and the quotient below M. */
    (void)num_scale_rest(a % m, b % m, m, &rest);
    return rest;
}

uint64_t num_round_down(uint64_t value, uint64_t step)
{
    return value - value % step;
}

uint64_t num_round_up(uint64_t value, uint64_t step)
{
    uint64_t down = num_round_down(value, step);
    uint64_t up;

    if (down == value || !num_add(down, step, &up))
        return down;
    return up;
}

uint64_t num_gcd(uint64_t a, uint64_t b)
{
    while (b) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

bool num_lcm(uint64_t a, uint64_t b, uint64_t *ret)
{
    if (!a || !b) {
        *ret = 0;
        return true;
    }
    return num_mul(a / num_gcd(a, b), b, ret);
}

bool num_is_power_of_two(uint64_t value)
{
    return value && !(value & (value - 1));
}

int num_by_first(const void *a, const void *b)
{
    const uint64_t *one = a, *other = b;

    return (*one > *other) - (*one < *other);
}

uint16_t le16_at(const uint8_t *buf, size_t off)
{
    return (uint16_t)(buf[off] | buf[off + 1] << 8);
}

uint32_t le32_at(const uint8_t *buf, size_t off)
{
    return le16_at(buf, off) | (uint32_t)le16_at(buf, off + 2) << 16;
}

uint64_t le64_at(const uint8_t *buf, size_t off)
{
    return le32_at(buf, off) | (uint64_t)le32_at(buf, off + 4) << 32;
}

uint16_t be16_at(const uint8_t *buf, size_t off)
{
    return (uint16_t)(buf[off] << 8 | buf[off + 1]);
}

uint32_t be32_at(const uint8_t *buf, size_t off)
{
    return (uint32_t)be16_at(buf, off) << 16 | be16_at(buf, off + 2);
}

uint64_t be64_at(const uint8_t *buf, size_t off)
{
    return (uint64_t)be32_at(buf, off) << 32 | be32_at(buf, off + 4);
}

void put_le16(uint8_t *buf, size_t off, uint16_t value)
{
    buf[off] = (uint8_t)value;
    buf[off + 1] = (uint8_t)(value >> 8);
}

void put_le32(uint8_t *buf, size_t off, uint32_t value)
{
    put_le16(buf, off, (uint16_t)value);
    put_le16(buf, off + 2, (uint16_t)(value >> 16));
}

void put_le64(uint8_t *buf, size_t off, uint64_t value)
{
    put_le32(buf, off, (uint32_t)value);
    put_le32(buf, off + 4, (uint32_t)(value >> 32));
}

void put_be16(uint8_t *buf, size_t off, uint16_t value)
{
    buf[off] = (uint8_t)(value >> 8);
    buf[off + 1] = (uint8_t)value;
}

void put_be32(uint8_t *buf, size_t off, uint32_t value)
{
    put_be16(buf, off, (uint16_t)(value >> 16));
    put_be16(buf, off + 2, (uint16_t)value);
}

void put_be64(uint8_t *buf, size_t off, uint64_t value)
{
    put_be32(buf, off, (uint32_t)(value >> 32));
    put_be32(buf, off + 4, (uint32_t)value);
}

static unsigned num_digit(char c)
{
    static const char digits[] = "0123456789abcdefABCDEF";
    const char *at = c ? strchr(digits, c) : NULL;

    if (!at)
        return UINT8_MAX;
    unsigned value = (unsigned)(at - digits);
    return value < 16 ? value : value - 6;
}

bool num_read(const char **at, unsigned base, uint64_t *ret)
{
    uint64_t value = 0;
    bool fits = true;

    for (; num_digit(**at) < base; (*at)++)
        fits = fits && num_mul(value, base, &value) &&
               num_add(value, num_digit(**at), &value);
    if (fits)
        *ret = value;
    return fits;
}

bool num_parse(const char *text, uint64_t max, uint64_t *ret)
{
    const char *end = text;
    uint64_t value;

    if (!num_read(&end, 10, &value) || end == text || *end || value > max)
        return false;
    *ret = value;
    return true;
}

bool num_hex_byte(const char *text, uint8_t *ret)
{
    unsigned high = num_digit(text[0]);
    unsigned low = high < 16 ? num_digit(text[1]) : high;

    if (low >= 16)
        return false;
    *ret = (uint8_t)(high << 4 | low);
    return true;
}
