/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_sum.c - typed sums of sizes */
#include "model/base/sum.h"

#include <string.h>

#include "model/base/mem.h"
#include "support/test.h"

#define MIB  (UINT64_C(1) << 20)
#define GIB  (MIB * 1024)
#define DISK UINT64_C(1953525168)

static const struct {
    const char *text;
    uint64_t logical;
    bool is_good;
    uint64_t bytes;
} sums[] = {
    { "2048s", 512, true, MIB },
    { "2048s", 4096, true, 8 * MIB },
    { "2048", 512, true, MIB },
    { "1MiB", 512, true, MIB },
    { "1MB", 512, true, 1000000 },
    { "1mb", 512, true, 1000000 },
    { "1M", 512, true, MIB },
    { "8GB", 512, true, UINT64_C(8000000000) },
    { "8G", 512, true, 8 * GIB },
    { "131072k", 512, true, 128 * MIB },
    { "131074k", 512, true, 128 * MIB + 2048 },
    { "0.5GiB", 512, true, GIB / 2 },
    { "50%", 512, true, DISK / 2 * 512 },
    { "0%", 512, true, 0 },
    { "end", 512, true, DISK * 512 },
    { "end-1GiB", 512, true, DISK * 512 - GIB },
    { " END - 1 GiB", 512, true, DISK * 512 - GIB },
    { "end-1GiB + 1MiB", 512, true, DISK * 512 - GIB + MIB },
    { "end-50%", 512, true, DISK / 2 * 512 },
    { "end-100%", 512, true, 0 },
    { "-10", 512, true, 90 * 512 },
    { "- 10 s", 512, true, 90 * 512 },
    { "-1KiB+1", 512, true, 99 * 512 },
    { "+20G", 512, true, 20 * GIB + 100 * 512 },
    { "+2048", 512, true, 2148 * 512 },
    { "+1s-1s", 512, true, 100 * 512 },
    /* Sectors in sums, factors in products. */
    { "63*512", 512, true, 32256 },
    { "512*63", 512, true, 32256 },
    { "63*512", 4096, true, 32256 },
    { "8*4096", 4096, true, 32768 },
    { "8*4096", 512, true, 8 * 4096 * 512 },
    { "16*32*5", 512, true, 2560 * 512 },
    { "(63)*512", 512, true, 32256 },
    { "2*63*512", 512, true, 64512 },
    { "63*8", 512, true, 63 * 8 * 512 },
    { "63+1", 512, true, 64 * 512 },
    { "3*1MiB", 512, true, 3 * MIB },
    { "1MiB*3", 512, true, 3 * MIB },
    { "1MiB+1", 512, true, MIB + 512 },
    { "1MiB+1s", 512, true, MIB + 512 },
    { "1GiB/4", 512, true, GIB / 4 },
    { "1GiB/1MiB", 512, true, 1024 * 512 },
    { "1/3*9GB", 512, true, UINT64_C(3000000000) },
    { "1.5*1GiB", 512, true, GIB + GIB / 2 },
    { "1GB/3", 512, true, 333333333 },
    /* Precedence. */
    { "2+3*4", 512, true, 14 * 512 },
    { "(2+3)*4", 512, true, 20 * 512 },
    { "100-10-20", 512, true, 70 * 512 },
    { "64/4/4", 512, true, 4 * 512 },
    { "64/4*4", 512, true, 64 * 512 },
    { "((1MiB))", 512, true, MIB },
    { "-(1KiB+1KiB)", 512, true, 96 * 512 },
    { "end-(1MiB+1MiB)", 512, true, DISK * 512 - 2 * MIB },
    { " 8GB + 250GB ", 512, true, UINT64_C(258000000000) },
    { "18446744073709551615B", 512, true, UINT64_MAX },
    /* Invalid sums. */
    { "", 512, false, 0 },
    { " ", 512, false, 0 },
    { "abc", 512, false, 0 },
    { "1XB", 512, false, 0 },
    { "1MiB 2", 512, false, 0 },
    { "1 2", 512, false, 0 },
    { "1+", 512, false, 0 },
    { "*1", 512, false, 0 },
    { "1**2", 512, false, 0 },
    { "1--1", 512, false, 0 },
    { "--1", 512, false, 0 },
    { "(1", 512, false, 0 },
    { "1)", 512, false, 0 },
    { "()", 512, false, 0 },
    { ")", 512, false, 0 },
    { "1-2", 512, false, 0 },
    { "-101s", 512, false, 0 },
    { "-", 512, false, 0 },
    { "end-2000000000s", 512, false, 0 },
    { "end-", 512, false, 0 },
    { "end+", 512, false, 0 },
    { "ende", 512, false, 0 },
    { "end1", 512, false, 0 },
    { "end 1", 512, false, 0 },
    { "1+end", 512, false, 0 },
    { "-end", 512, false, 0 },
    { "1.5s", 512, false, 0 },
    { "1.5", 512, false, 0 },
    { "1/0", 512, false, 0 },
    { "1MiB*1MiB", 512, false, 0 },
    { "1/1MiB", 512, false, 0 },
    { "18446744073709551616B", 512, false, 0 },
    { "18446744073709551615B+1B", 512, false, 0 },
    { "18446744073709551615*18446744073709551615", 512, false, 0 },
    { "16384P", 512, false, 0 },
    { "101%", 512, false, 0 },
    { "0x100", 512, false, 0 },
    { "1,5GiB", 512, true, UINT64_C(3) << 29 },
};

TEST_EACH(sums_are_exact_bytes_or_refused, sums)
{
    const struct sum_scale scale = { sums[_i].logical, UINT64_C(100) * sums[_i].logical,
                                     true, DISK * sums[_i].logical,
                                     DISK * sums[_i].logical };
    struct sum sum = { .bytes = 42 };
    struct err err = { 0 };
    bool is_good = sum_parse(sums[_i].text, &scale, &sum, &err);

    ck_assert_msg(is_good == sums[_i].is_good, "'%s': %s", sums[_i].text, err.text);
    ck_assert_msg(sum.bytes == (is_good ? sums[_i].bytes : 42), "'%s' is %llu",
                  sums[_i].text, (unsigned long long)sum.bytes);
    ck_assert_int_eq(err.code, is_good ? ERR_NONE : ERR_USAGE);
}

TEST(deep_parentheses_are_refused_without_harm)
{
    const struct sum_scale scale = { 512, 0, false, DISK * 512, DISK * 512 };
    char text[300];
    struct sum sum;

    for (size_t depth = 1; depth < 140; depth++) {
        struct err err = { 0 };
        memset(text, '(', depth);
        text[depth] = '1';
        memset(text + depth + 1, ')', depth);
        text[2 * depth + 1] = '\0';
        bool is_good = sum_parse(text, &scale, &sum, &err);
        ck_assert(is_good || err.code == ERR_USAGE);
        ck_assert(is_good || depth > 20);
    }
}

static const struct {
    const char *text, *want;
} sentences[] = {
    { "1MiB+8GBs", "'8GBs' cannot be read in '1MiB+8GBs'." },
    { "1MiB 2", "'2' cannot be read in '1MiB 2'." },
    { "2*(1MiB+)", "')' cannot be read in '2*(1MiB+)'." },
    { " ", "Nothing is typed: write a sector or a size, such as 2048s, 1MiB, 8GB, 50% or "
           "end-1GiB." },
    { "1+", "'1+' breaks off: something must follow." },
    { "(1", "A closing parenthesis is missing in '(1'." },
    { "1.5s", "'1.5s' counts a part of a sector." },
    { "1/0", "'1/0' divides by 0." },
    { ",5GiB", "',5GiB' cannot be read: write a sector or a size, such as 2048s, 1MiB, "
               "8GB, 50% or end-1GiB." },
    { "1,5,5GiB", "',5GiB' cannot be read in '1,5,5GiB'." },
    { "1,GiB", "',GiB' cannot be read in '1,GiB'." },
    { "101%", "'101%' is more than 100%." },
    { "16384P", "'16384P' is too large to be counted." },
    { "1-2", "'1-2' comes to less than 0." },
    { "end-2PiB", "'end-2PiB' comes to less than 0." },
    { " -1GiB",
      "'-1GiB' means less by so much, but nothing is there yet: write end-1GiB." },
    { "--1G", "'-' cannot be read in '--1G'." },
    { "end-", "'end-' breaks off: something must follow." },
    { "end 1", "'1' cannot be read in 'end 1'." },
    { "1MiB*1MiB",
      "'1MiB*1MiB' multiplies a size by a size: one of them must be a bare number." },
    { "1/1MiB", "'1/1MiB' divides a bare number by a size." },
};

TEST_EACH(refusal_names_the_word, sentences)
{
    const struct sum_scale scale = { 512, 0, false, DISK * 512, DISK * 512 };
    struct sum sum;
    struct err err = { 0 };

    ck_assert(!sum_parse(sentences[_i].text, &scale, &sum, &err));
    ck_assert_str_eq(err.text, sentences[_i].want);
}

/* Sums of sectors are exact. */
static const struct {
    const char *text;
    bool is_sectors, is_exact, has_from;
} kinds[] = {
    { "2048s", true, true, false },    { "2048", true, true, false },
    { "1+2s", true, true, false },     { "2*1024s", true, true, false },
    { "2047s/2", true, true, false },  { "1MiB", false, true, false },
    { "1MiB+1s", false, true, false }, { "50%", false, true, false },
    { "63*512", false, true, false },  { "1GB/3", false, false, false },
    { "+1s", true, true, true },       { "end-1s", true, true, false },
    { "end", false, true, false },     { "end-1MiB", false, true, false },
};

TEST_EACH(sum_knows_how_it_was_typed, kinds)
{
    const struct sum_scale scale = { 512, 0, false, DISK * 512, DISK * 512 };
    struct sum sum;
    struct err err = { 0 };

    ck_assert_msg(sum_parse(kinds[_i].text, &scale, &sum, &err), "%s", err.text);
    ck_assert_int_eq(sum.is_sectors, kinds[_i].is_sectors);
    ck_assert_int_eq(sum.is_exact, kinds[_i].is_exact);
    ck_assert_int_eq(sum.has_from, kinds[_i].has_from);
}
