/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_size.c - parses and formats sizes and positions */
#include "model/base/size.h"

#include "model/base/mem.h"
#include "support/test.h"

#define MIB  (UINT64_C(1) << 20)
#define DISK UINT64_C(1953525168)

static const struct {
    const char *text;
    bool is_good;
    uint64_t bytes;
} sizes[] = {
    { "4096", true, 4096 },
    { "4096B", true, 4096 },
    { "4K", true, 4096 },
    { "4 KiB", true, 4096 },
    { "4kB", true, 4000 },
    { "1MiB", true, MIB },
    { "1MB", true, 1000000 },
    { "1.5MiB", true, MIB + MIB / 2 },
    { "1,5MiB", true, MIB + MIB / 2 },
    { "1,MiB", false, 0 },
    { "1.5GB", true, 1500000000 },
    { "0.5K", true, 512 },
    { "16EiB", false, 0 },
    { "18446744073709551615", true, UINT64_MAX },
    { "18446744073709551616", false, 0 },
    { "16383PiB", true, UINT64_C(16383) << 50 },
    { "16384PiB", false, 0 },
    { "1.0001K", false, 0 }, /* no whole bytes */
    { "1.5", false, 0 },
    { "", false, 0 },
    { "K", false, 0 },
    { ".5K", true, 512 },
    { "5.K", false, 0 },
    { "1..5K", false, 0 },
    { "-1", false, 0 },
    { "4096x", false, 0 },
    { "0x1000", false, 0 },
    { "4K 4K", false, 0 },
    { "50%", false, 0 },
    { "0%", false, 0 },
    { "end", false, 0 },
};

TEST_EACH(sizes_are_whole_bytes_or_refused, sizes)
{
    uint64_t bytes = 42;
    struct err err = { 0 };

    ck_assert_msg(size_parse_bytes(sizes[_i].text, &bytes, &err) == sizes[_i].is_good,
                  "'%s'", sizes[_i].text);
    ck_assert_msg(bytes == (sizes[_i].is_good ? sizes[_i].bytes : 42), "'%s' is %llu",
                  sizes[_i].text, (unsigned long long)bytes);
    ck_assert_int_eq(err.code, sizes[_i].is_good ? ERR_NONE : ERR_USAGE);
}

static const struct {
    const char *text;
    uint64_t logical;
    bool is_good;
    uint64_t lba;
} places[] = {
    { "2048", 512, true, 2048 },
    { "2048s", 512, true, 2048 },
    { "1MiB", 512, true, 2048 },
    { "1MiB", 4096, true, 256 },
    { "131074KiB", 512, true, 262148 },
    { "50%", 512, true, DISK / 2 },
    { "0%", 512, true, 0 },
    { "33.3%", 512, true, DISK * 333 / 1000 },
    { "end-1s", 512, true, DISK - 1 },
    { "end-1MiB", 512, true, DISK - 2048 },
    { "end-1000", 512, true, DISK - 1000 },
    { "end-1000B", 512, true, DISK - 2 }, /* at least so much before the end */
    { "100%", 512, false, 0 },
    { "101%", 512, false, 0 },
    { "-0s", 512, false, 0 },
    { "1953525167", 512, true, DISK - 1 },
    { "1953525168", 512, false, 0 },
    { "-1953525169s", 512, false, 0 },
    { "8GBs", 512, false, 0 },
    { "--1", 512, false, 0 },
    { "99999999999999999999%", 512, false, 0 },
};

TEST_EACH(places_are_sectors_on_the_disk_or_refused, places)
{
    uint64_t lba = 42;
    struct err err = { 0 };

    ck_assert_msg(size_parse_lba(places[_i].text, DISK, places[_i].logical, &lba, &err) ==
                      places[_i].is_good,
                  "'%s'", places[_i].text);
    ck_assert_msg(lba == (places[_i].is_good ? places[_i].lba : 42), "'%s' is %llu",
                  places[_i].text, (unsigned long long)lba);
}

static const struct {
    uint64_t bytes;
    const char *iec, *si, *letter, *grid;
} shown[] = {
    { 0, "0 B", "0 B", "0", "0" },
    { 512, "512 B", "512 B", "512", "512" },
    { 1023, "1023 B", "1 kB", "1023", "1023" },
    { 4096, "4 KiB", "4.1 kB", "4K", "4K" },
    { 196608, "192 KiB", "196.6 kB", "192K", "192K" },
    { MIB, "1 MiB", "1 MB", "1M", "1M" },
    { 3 * MIB, "3 MiB", "3.1 MB", "3M", "3M" },
    { 2612736, "2.5 MiB", "2.6 MB", "2.5M", "2612736" },
    { MIB - 1, "1 MiB", "1 MB", "1M", "1048575" },
    { UINT64_C(104855837184), "97.7 GiB", "104.9 GB", "97.7G", NULL },
    { DISK * 512, "931.5 GiB", "1 TB", "931.5G", NULL },
    { UINT64_MAX, "16 EiB", "18.4 EB", "16E", NULL },
};

TEST_EACH(sizes_are_shown_with_one_decimal, shown)
{
    char buf[SIZE_TEXT];

    ck_assert_str_eq(size_format(shown[_i].bytes, SIZE_IEC, 0, buf), shown[_i].iec);
    ck_assert_str_eq(size_format(shown[_i].bytes, SIZE_SI, 0, buf), shown[_i].si);
    ck_assert_str_eq(size_format_short(shown[_i].bytes, buf), shown[_i].letter);
    if (shown[_i].grid)
        ck_assert_str_eq(size_format_grid(shown[_i].bytes, buf), shown[_i].grid);
}

static const struct {
    uint64_t bytes;
    const char *want;
} exact[] = {
    { 0, "0 B" },           { 512, "512 B" },
    { 4096, "4 KiB" },      { 65536, "64 KiB" },
    { 196608, "192 KiB" },  { 32256, "31.5 KiB" },
    { 1048576, "1 MiB" },   { 652835028992, "608 GiB" },
    { 33553920, "32 MiB" },
};

TEST_EACH(whole_units_need_no_decimal, exact)
{
    char buf[SIZE_TEXT];

    ck_assert_str_eq(size_format_iec(exact[_i].bytes, buf), exact[_i].want);
}

#define TIB (UINT64_C(1) << 40)

static const struct {
    uint64_t a, b;
    const char *want_a, *want_b;
} pairs[] = {
    { 4096, 4096, "4 KiB", "4 KiB" },
    { 4096, 4097, "4.000 KiB", "4.001 KiB" },
    { 3 * MIB, 4 * MIB, "3 MiB", "4 MiB" },
    { 0, 1, "0 B", "1 B" },
    { 1023, 1024, "1023 B", "1 KiB" },
    { 1022976 * MIB, 1022976 * MIB + 512, "1072668082176 B", "1072668082688 B" },
    { 1870 * 1024 * MIB, 1880 * 1024 * MIB, "1.83 TiB", "1.84 TiB" },
    { 1870 * 1024 * MIB, 1871 * 1024 * MIB, "1.826 TiB", "1.827 TiB" },
    { TIB, TIB - 512, "1099511627776 B", "1099511627264 B" },
    { UINT64_MAX, UINT64_MAX - 1, "18446744073709551615 B", "18446744073709551614 B" },
};

TEST_EACH(sizes_that_differ_read_differently, pairs)
{
    char a[SIZE_TEXT], b[SIZE_TEXT];

    size_format_pair(pairs[_i].a, pairs[_i].b, a, b);
    ck_assert_str_eq(a, pairs[_i].want_a);
    ck_assert_str_eq(b, pairs[_i].want_b);
    size_format_pair(pairs[_i].b, pairs[_i].a, b, a);
    ck_assert_str_eq(a, pairs[_i].want_a);
    ck_assert_str_eq(b, pairs[_i].want_b);
}

TEST(percent_is_of_the_whole)
{
    char buf[SIZE_TEXT];

    ck_assert_str_eq(size_format(1, SIZE_PERCENT, 3, buf), "33.3 %");
    ck_assert_str_eq(size_format(UINT64_MAX, SIZE_PERCENT, UINT64_MAX, buf), "100.0 %");
    ck_assert_str_eq(size_format(1, SIZE_PERCENT, 0, buf), "0.0 %");
}
