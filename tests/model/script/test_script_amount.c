/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_script_amount.c - starts and sizes by sfdisk's rules */
#include "model/script/private.h"
#include "support/test.h"

#define KIB (UINT64_C(1) << 10)
#define MIB (UINT64_C(1) << 20)
#define EIB (UINT64_C(1) << 60)

static const struct {
    const char *text;
    enum amount_kind kind;
    uint64_t value;
    bool is_rounded;
} good[] = {
    { "", AMOUNT_PLAIN, 0, false },
    { "-", AMOUNT_PLAIN, 0, false },
    { "+", AMOUNT_PLAIN, 0, false },
    { "0", AMOUNT_SECTORS, 0, false },
    { "+5", AMOUNT_SECTORS, 5, false },
    { "18446744073709551615", AMOUNT_SECTORS, UINT64_MAX, false },
    { "0x800", AMOUNT_SECTORS, 2048, false },
    { "0X00fF", AMOUNT_SECTORS, 255, false },
    { "0x1e", AMOUNT_SECTORS, 30, false },
    { "0x1E5K", AMOUNT_BYTES, 0x1e5 * KIB, false },
    { "0x1.5M", AMOUNT_BYTES, MIB + MIB / 2, false },
    { "1K", AMOUNT_BYTES, KIB, false },
    { "1k", AMOUNT_BYTES, KIB, false },
    { "1Kib", AMOUNT_BYTES, KIB, false },
    { "1kb", AMOUNT_BYTES, 1000, false },
    { "1kB", AMOUNT_BYTES, 1000, false },
    { "2P", AMOUNT_BYTES, EIB / 512, false },
    { "15EiB", AMOUNT_BYTES, 15 * EIB, false },
    { "18EB", AMOUNT_BYTES, UINT64_C(18000000000000000000), false },
    { "1.5e", AMOUNT_BYTES, EIB + EIB / 2, false },
    { "0.5K", AMOUNT_BYTES, 512, false },
    { "0.1K", AMOUNT_BYTES, 102, true },
    { "1.000000000000000000K", AMOUNT_BYTES, KIB, false },
    { "100.123456789012345678M", AMOUNT_BYTES, 104987053, true },
};

TEST_EACH(sectors_and_sizes_are_read, good)
{
    struct script_amount amount = { 0 };

    ck_assert_msg(script_amount_read(good[_i].text, true, &amount), "'%s'",
                  good[_i].text);
    ck_assert(amount.is_given == (good[_i].kind != AMOUNT_PLAIN));
    ck_assert_int_eq(amount.kind, good[_i].kind);
    ck_assert_uint_eq(amount.value, good[_i].value);
    if (amount.is_given)
        ck_assert(amount.is_exact == !good[_i].is_rounded);
}

static const char *const bad[] = {
    "++5",
    "-5",
    "00",
    "010",
    "00x10",
    "0x",
    "0xK",
    ".5K",
    "5.",
    "5.K",
    "1.5",
    "1.0",
    "1..5K",
    "1.5.5K",
    "1B",
    "1s",
    "50%",
    "1 K",
    " 1",
    "1 ",
    "1Ki",
    "1KIB",
    "1KBs",
    "1KK",
    "1Z",
    "1,5K",
    "16EiB",
    "18446744073709551616",
    "16384P",
    "0x10000000000000000",
    "19EB",
    "18446744073709551615.5K",
    "1.0000000000000000000K",
};

TEST_EACH(anything_else_is_refused, bad)
{
    struct script_amount amount = { .value = 42 };

    ck_assert_msg(!script_amount_read(bad[_i], true, &amount), "'%s'", bad[_i]);
    ck_assert_uint_eq(amount.value, 42);
}

TEST(a_sign_is_only_for_sizes)
{
    struct script_amount amount;

    ck_assert(script_amount_read("+", false, &amount));
    ck_assert(!script_amount_read("+5", false, &amount));
}
