/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_num.c - arithmetic at the limits of 64 bits, and numbers from bytes */
#include "model/base/num.h"

#include "model/base/mem.h"
#include "support/test.h"

TEST(overflow_is_refused_and_leaves_the_result_alone)
{
    uint64_t value = 42;

    ck_assert(!num_add(UINT64_MAX, 1, &value));
    ck_assert(!num_mul(UINT64_MAX / 2 + 1, 2, &value));
    ck_assert(!num_lcm(UINT64_MAX, UINT64_MAX - 1, &value));
    ck_assert_uint_eq(value, 42);
    ck_assert(num_add(UINT64_MAX - 1, 1, &value));
    ck_assert_uint_eq(value, UINT64_MAX);
    ck_assert(num_lcm(12, 18, &value));
    ck_assert_uint_eq(value, 36);
    ck_assert(num_lcm(0, 7, &value));
    ck_assert_uint_eq(value, 0);
}

static const struct {
    uint64_t value, step, down, up;
} rows[] = {
    { 0, 8, 0, 0 },
    { 63, 8, 56, 64 },
    { 64, 8, 64, 64 },
    { UINT64_MAX, 4096, UINT64_MAX - 4095, UINT64_MAX - 4095 },
};

TEST_EACH(rounds_to_multiples, rows)
{
    ck_assert_uint_eq(num_round_down(rows[_i].value, rows[_i].step), rows[_i].down);
    ck_assert_uint_eq(num_round_up(rows[_i].value, rows[_i].step), rows[_i].up);
}

static const struct {
    uint64_t value, factor, divisor, down, nearest, rest;
} products[] = {
    { 0, 7, 3, 0, 0, 0 },
    { 7, 1, 2, 3, 4, 1 },
    { 5, 1, 2, 2, 3, 1 },
    { 1, 1, UINT64_MAX, 0, 0, 1 },
    { UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX, 0 },
    { UINT64_MAX, UINT64_MAX, UINT64_MAX - 1, UINT64_MAX, UINT64_MAX, 1 },
    { UINT64_MAX - 1, UINT64_MAX, UINT64_MAX, UINT64_MAX - 1, UINT64_MAX - 1, 0 },
    { UINT64_MAX - 1, UINT64_MAX - 1, UINT64_MAX, UINT64_MAX - 2, UINT64_MAX - 2, 1 },
    { UINT64_C(9223372036854775808), 10, UINT64_C(1152921504606846976), 80, 80, 0 },
    { UINT64_MAX, 1000, UINT64_MAX - 1, 1000, 1000, 1000 },
    { UINT64_C(4294967296), UINT64_C(4294967296), UINT64_C(4294967296),
      UINT64_C(4294967296), UINT64_C(4294967296), 0 },
    { UINT64_C(9223372036854775809), UINT64_C(9223372036854775809),
      UINT64_C(9223372036854775808), UINT64_C(9223372036854775810),
      UINT64_C(9223372036854775810), 1 },
    { UINT64_C(12345678901234567890), UINT64_C(9876543210987654321), UINT64_MAX - 58,
      UINT64_C(6609981178781634674), UINT64_C(6609981178781634674),
      UINT64_C(2740388663184465272) },
    { UINT64_MAX, UINT64_MAX, 1, UINT64_MAX, UINT64_MAX, 0 },
    { UINT64_MAX, 2, 1, UINT64_MAX, UINT64_MAX, 0 },
    { 3, UINT64_C(9223372036854775808), UINT64_C(9223372036854775808), 3, 3, 0 },
};

TEST_EACH(products_are_whole_before_they_are_divided, products)
{
    uint64_t value = products[_i].value, factor = products[_i].factor;
    uint64_t divisor = products[_i].divisor;

    ck_assert_uint_eq(num_scale(value, factor, divisor), products[_i].down);
    ck_assert_uint_eq(num_scale_nearest(value, factor, divisor), products[_i].nearest);
    ck_assert_uint_eq(num_mul_mod(value, factor, divisor), products[_i].rest);
}

TEST(knows_powers_of_two)
{
    ck_assert(!num_is_power_of_two(0));
    ck_assert(num_is_power_of_two(1));
    ck_assert(num_is_power_of_two(UINT64_C(1) << 63));
    ck_assert(!num_is_power_of_two(UINT64_MAX));
}

TEST(bytes_are_numbers_and_back)
{
    uint8_t buf[16] = { 0 };

    put_le64(buf, 1, UINT64_C(0x0102030405060708));
    ck_assert_uint_eq(buf[1], 8);
    ck_assert_uint_eq(le64_at(buf, 1), UINT64_C(0x0102030405060708));
    ck_assert_uint_eq(le32_at(buf, 1), 0x05060708);
    ck_assert_uint_eq(le16_at(buf, 1), 0x0708);
    ck_assert_uint_eq(be16_at(buf, 1), 0x0807);
    put_be64(buf, 3, UINT64_C(0xF102030405060708));
    ck_assert_uint_eq(buf[3], 0xF1);
    ck_assert_uint_eq(be64_at(buf, 3), UINT64_C(0xF102030405060708));
    ck_assert_uint_eq(be32_at(buf, 3), UINT32_C(0xF1020304));
}

static const struct {
    const char *text;
    unsigned base;
    size_t digits;
    bool fits;
    uint64_t value;
} digits[] = {
    { "", 10, 0, true, 0 },
    { "x1", 10, 0, true, 0 },
    { "007 ", 10, 3, true, 7 },
    { "12ab", 10, 2, true, 12 },
    { "12aBg", 16, 4, true, 0x12ab },
    { "00000000000000000000001", 10, 23, true, 1 },
    { "18446744073709551615", 10, 20, true, UINT64_MAX },
    { "18446744073709551616.", 10, 20, false, 0 },
    { "ffffffffffffffff", 16, 16, true, UINT64_MAX },
    { "10000000000000000", 16, 17, false, 0 },
};

TEST_EACH(num_read_moves_behind_the_digits, digits)
{
    const char *at = digits[_i].text;
    uint64_t value = 42;

    ck_assert(num_read(&at, digits[_i].base, &value) == digits[_i].fits);
    ck_assert_uint_eq(value, digits[_i].fits ? digits[_i].value : 42);
    ck_assert_uint_eq((size_t)(at - digits[_i].text), digits[_i].digits);
}

TEST(num_parse_takes_digits_alone_up_to_a_maximum)
{
    static const char *const bad[] = { "",   " 1",  "1 ",
                                       "+1", "-1",  "0x1",
                                       "1.", "101", "18446744073709551616" };
    uint64_t value = 42;

    for (size_t i = 0; i < ARRAY_SIZE(bad); i++)
        ck_assert_msg(!num_parse(bad[i], 100, &value), "'%s'", bad[i]);
    ck_assert_uint_eq(value, 42);
    ck_assert(num_parse("0100", 100, &value) && value == 100);
    ck_assert(num_parse("18446744073709551615", UINT64_MAX, &value));
    ck_assert_uint_eq(value, UINT64_MAX);
}
