/* SPDX-License-Identifier: GPL-3.0-or-later */
/* num.c - 64-bit arithmetic that cannot overflow silently */
#include "model/num.h"

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
