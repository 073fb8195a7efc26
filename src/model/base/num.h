/* SPDX-License-Identifier: GPL-3.0-or-later */
/* num.h - 64-bit arithmetic with overflow checks; numbers from bytes and digits */
#ifndef ALIDADE_MODEL_BASE_NUM_H
#define ALIDADE_MODEL_BASE_NUM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/base/must_use.h"

/* Return false on overflow; *RET is then untouched. */
bool num_add(uint64_t a, uint64_t b, uint64_t *ret) MUST_USE;
bool num_mul(uint64_t a, uint64_t b, uint64_t *ret) MUST_USE;

/* Return VALUE * FACTOR / DIVISOR with a 128-bit product, also on machines without such a
 * type; DIVISOR is not 0.  Rounds down, or to nearest with halves up; saturates at 64
 * bits. */
uint64_t num_scale(uint64_t value, uint64_t factor, uint64_t divisor);
uint64_t num_scale_nearest(uint64_t value, uint64_t factor, uint64_t divisor);
/* Returns A * B modulo M, which is not 0. */
uint64_t num_mul_mod(uint64_t a, uint64_t b, uint64_t m);

static inline uint64_t num_min(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

static inline uint64_t num_max(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

static inline int num_min_int(int a, int b)
{
    return a < b ? a : b;
}

/* STEP is not 0.  Rounding up saturates at the largest multiple in 64 bits. */
uint64_t num_round_down(uint64_t value, uint64_t step);
uint64_t num_round_up(uint64_t value, uint64_t step);

uint64_t num_gcd(uint64_t a, uint64_t b);
/* Returns false on overflow.  The result is 0 if A or B is 0. */
bool num_lcm(uint64_t a, uint64_t b, uint64_t *ret) MUST_USE;

/* True for 1, 2, 4 ...; false for 0. */
bool num_is_power_of_two(uint64_t value);

/* For qsort() of 64-bit numbers, or of structs that begin with one: orders by these. */
int num_by_first(const void *a, const void *b);

/* Read and write integers at a byte offset of a buffer. */
uint16_t le16_at(const uint8_t *buf, size_t off);
uint32_t le32_at(const uint8_t *buf, size_t off);
uint64_t le64_at(const uint8_t *buf, size_t off);
uint16_t be16_at(const uint8_t *buf, size_t off);
uint32_t be32_at(const uint8_t *buf, size_t off);
uint64_t be64_at(const uint8_t *buf, size_t off);

void put_le16(uint8_t *buf, size_t off, uint16_t value);
void put_le32(uint8_t *buf, size_t off, uint32_t value);
void put_le64(uint8_t *buf, size_t off, uint64_t value);
void put_be16(uint8_t *buf, size_t off, uint16_t value);
void put_be32(uint8_t *buf, size_t off, uint32_t value);
void put_be64(uint8_t *buf, size_t off, uint64_t value);

/* Parses digits of BASE (10 or 16) and moves *AT after them; without digits *RET is 0.
 * Returns false on overflow; *RET is then untouched. */
bool num_read(const char **at, unsigned base, uint64_t *ret) MUST_USE;
/* Returns false unless TEXT consists of decimal digits and the value is <= MAX. */
bool num_parse(const char *text, uint64_t max, uint64_t *ret) MUST_USE;
/* Returns false unless TEXT begins with two hexadecimal digits. */
bool num_hex_byte(const char *text, uint8_t *ret) MUST_USE;

#endif
