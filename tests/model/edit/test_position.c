/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_position.c - typed starts, ends and sizes */
#include "model/edit/position.h"

#include "model/base/mem.h"
#include "model/base/utf8.h"
#include "support/disks.h"
#include "support/test.h"

#define KIB  UINT64_C(1024)
#define MIB  (KIB * 1024)
#define GIB  (MIB * 1024)
#define TIB  (GIB * 1024)
#define DISK UINT64_C(1953525168)

static struct limits settle(uint64_t size, uint64_t logical, int64_t offset,
                            uint64_t grain)
{
    struct limits_reported said = { .size_bytes = size * logical,
                                    .logical = logical,
                                    .physical = 4096,
                                    .alignment_offset = offset,
                                    .has_alignment_offset = true };
    struct limits_given given = { .grain = grain };
    struct limits limits;
    struct err err = { 0 };

    ck_assert_msg(limits_settle(&said, &given, &limits, &err), "%s", err.text);
    return limits;
}

static const struct {
    const char *text;
    uint64_t logical, lba;
    bool is_exact;
} starts[] = {
    { "1MiB", 512, 2048, true },
    { "1MB", 512, 1953, false },
    { "131074k", 512, 262148, true },
    { "63*512", 512, 63, true },
    { "63*512", 4096, 7, false },
    { "2048s", 4096, 2048, true },
    { "50%", 512, 976762880, false }, /* the nearest grain */
    { "33.3%", 512, 650524672, false },
    { "end-50%", 512, 976762880, false },
    { "0%", 512, 2048, false },
    { "0.0001%", 512, 2048, false },
    { "0%", 4096, 256, false },
    { "1B", 512, 0, false },
    { "end-1B", 512, DISK - 1, false },
    { "end-1s", 512, DISK - 1, true },
    { "end-1GiB", 512, DISK - GIB / 512, true },
    { "-10s", 512, 90, true },
    { "-10KiB", 512, 80, true },
    { "+20G", 512, 100 + 20 * GIB / 512, true },
    { "1GB/3", 512, 651041, false },
};

TEST_EACH(start_is_the_sector_that_holds_the_byte, starts)
{
    struct limits limits = settle(DISK, starts[_i].logical, 0, 0);
    struct position_context context = { &limits, 0, DISK, 100, 1000, LABEL_GPT };
    uint64_t lba;
    bool is_exact;
    struct err err = { 0 };

    ck_assert_msg(position_parse_start(starts[_i].text, &context, &lba, &is_exact, &err),
                  "%s", err.text);
    ck_assert_msg(lba == starts[_i].lba, "'%s' is %llu", starts[_i].text,
                  (unsigned long long)lba);
    ck_assert_int_eq(is_exact, starts[_i].is_exact);
}

/* Percentages in free space from LOW to HIGH of a disk of 8 GiB. */
static const struct {
    const char *text;
    int64_t offset;
    uint64_t low, high, lba; /* lba 0: refused */
} shares[] = {
    { "0%", 0, 34, 16777183, 2048 },
    { "0%", 3584, 1, 16777216, 2055 },
    { "0%", 0, 34, 2048, 0 },
    { "0%", 0, 4096, 16777183, 0 },
    { "25%", 0, 4194304, 16777183, 4194304 },
    { "25%", 0, 4194400, 16777183, 4196352 },
    { "25%", 0, 4198400, 16777183, 0 },
    { "100%", 0, 34, 16777183, 0 },
    { "99.999%", 0, 34, 16777183, 16777048 }, /* no grain is left */
};

TEST_EACH(percentage_is_a_good_start, shares)
{
    struct limits limits = settle(16777216, 512, shares[_i].offset, 0);
    struct position_context context = { &limits, shares[_i].low, shares[_i].high, 0,
                                        0,       LABEL_GPT };
    uint64_t lba = 0;
    bool is_exact;
    struct err err = { 0 };
    bool is_good = position_parse_start(shares[_i].text, &context, &lba, &is_exact, &err);

    ck_assert_int_eq(is_good, shares[_i].lba > 0);
    ck_assert_msg(lba == shares[_i].lba, "'%s' is %llu", shares[_i].text,
                  (unsigned long long)lba);
}

TEST(no_percentage_takes_the_gap_of_a_boot_loader)
{
    struct limits limits = settle(4096, 512, 0, 0); /* its grain is the physical sector */
    struct position_context context = { &limits, 1, 2000, 0, 0, LABEL_MSDOS };
    uint64_t lba = 0;
    bool is_exact;
    struct err err = { 0 };

    ck_assert_uint_eq(limits.grain, 4096);
    ck_assert(position_parse_start("0%", &context, &lba, &is_exact, &err));
    ck_assert_uint_eq(lba, 64);
}

TEST(start_outside_the_room_is_refused_with_its_range)
{
    struct limits limits = settle(DISK, 512, 0, 0);
    struct position_context context = { &limits, 2048, 10000, 2048, 0, LABEL_GPT };
    uint64_t lba = 42;
    bool is_exact;
    struct err low = { 0 }, high = { 0 };

    ck_assert(!position_parse_start("2047", &context, &lba, &is_exact, &low));
    ck_assert_str_eq(low.text, "'2047' is sector 2047; here it can be 2048 to 9999.");
    ck_assert(!position_parse_start("10000s", &context, &lba, &is_exact, &high));
    ck_assert_str_eq(high.text, "'10000s' is sector 10000; here it can be 2048 to 9999.");
    ck_assert_uint_eq(lba, 42);
}

/* On a disk of 8 GiB with free space from 2048 to 16777183 (the end of a GPT's). */
static const struct {
    const char *text;
    uint64_t from;
    uint64_t sectors; /* 0: refused */
} lengths[] = {
    { "1GiB", 2048, 2097152 },
    { "+1GiB", 2048, 2097152 },
    { "1GB", 2048, 1953792 }, /* the end, 1955173, is nearest to 1955840 */
    { "1000MB", 2048, 1953792 },
    { "100s", 2048, 100 },
    { "100", 2048, 100 },
    { "2048*3", 2048, 6144 },
    { "100%", 2048, 16773120 },
    { "50%", 2048, 8386560 },
    { "100KiB", 2048, 200 },
    { "101KiB", 2048, 200 },
    { "1B", 2048, 1 },
    { "1GiB", 63, 2097089 },
    { "end-1GiB", 2048, 14678016 },
    { "end", 2048, 16773120 },
    { "end-2048s", 2048, 16773087 },
    { "..4095s", 2048, 2048 },
    { "..4095", 2048, 2048 },
    { "..2MiB", 2048, 2048 },
    { ".. 2MiB", 2048, 2048 },
    { "..100%", 2048, 16773120 },
    { "..end-1GiB", 2048, 14678016 },
    { "..end", 2048, 16773120 },
    { "..+2048s", 2048, 2048 },
    { "..+1GiB", 2048, 2097152 },
    { "16775135s", 2048, 16775135 },
    { "16775136s", 2048, 0 },
    { "8GiB", 2048, 0 },
    { "..8GiB", 2048, 16773120 },
    { "..2047s", 2048, 0 },
    { "..1MiB", 2048, 0 },
    { "0", 2048, 0 },
    { "0%", 2048, 0 },
    { "..", 2048, 0 },
    { "", 2048, 0 },
    { "-1GiB", 2048, 0 },
    { "..-1GiB", 2048, 0 },
    { "end-9GiB", 2048, 0 },
    { "99999999999s", 2048, 0 },
    { "18446744073709551615B", 2048, 0 },
};

TEST_EACH(size_ends_on_the_grain_unless_typed_in_sectors, lengths)
{
    struct limits limits = settle(16777216, 512, 0, 0);
    struct position_context context = { &limits,          2048, 16777183,
                                        lengths[_i].from, 0,    LABEL_GPT };
    uint64_t sectors = 0;
    struct err err = { 0 };
    bool is_good = position_parse_size(lengths[_i].text, &context, &sectors, &err);

    ck_assert_msg(is_good == (lengths[_i].sectors > 0), "'%s': %s", lengths[_i].text,
                  err.text);
    ck_assert_msg(sectors == lengths[_i].sectors, "'%s' is %llu", lengths[_i].text,
                  (unsigned long long)sectors);
    ck_assert_int_eq(err.code, is_good ? ERR_NONE : ERR_USAGE);
}

/* A partition of 4 GiB and 100 sectors from 2048 on, with free space behind it. */
static const struct {
    const char *text;
    uint64_t sectors;
    const char *says; /* the refusal */
} changes[] = {
    { "-1GiB", 3 * GIB / 512, NULL },
    { " - 1 GiB", 3 * GIB / 512, NULL },
    { "-2048", 4 * GIB / 512 + 100 - 2048, NULL },
    { "-2048s", 4 * GIB / 512 + 100 - 2048, NULL },
    { "-50%", 2 * GIB / 512, NULL },
    { "-1GiB+1MiB", (3 * GIB + MIB) / 512, NULL },
    { "+1GiB", 5 * GIB / 512, NULL },
    { "+100s", 4 * GIB / 512 + 200, NULL },
    { "+50%", 6 * GIB / 512, NULL },
    { "end-1GiB", 14678016, NULL },
    { "-0", 4 * GIB / 512 + 100, NULL },
    { "-100%", 0, "'-100%' leaves nothing: the start is sector 2048." },
    { "-5GiB", 0, "'-5GiB' comes to less than 0." },
    { "..-1GiB", 0,
      "'-1GiB' means less by so much, but nothing is there yet: write end-1GiB." },
};

TEST_EACH(sign_changes_the_present_size, changes)
{
    struct limits limits = settle(16777216, 512, 0, 0);
    struct position_context context = {
        &limits, 2048, 16777183, 2048, 4 * GIB / 512 + 100, LABEL_GPT
    };
    uint64_t sectors = 0;
    struct err err = { 0 };
    bool is_good = position_parse_size(changes[_i].text, &context, &sectors, &err);

    ck_assert_msg(is_good == !changes[_i].says, "'%s': %s", changes[_i].text, err.text);
    ck_assert_msg(sectors == changes[_i].sectors, "'%s' is %llu", changes[_i].text,
                  (unsigned long long)sectors);
    ck_assert_str_eq(err.text, changes[_i].says ? changes[_i].says : "");
}

/* The sums 8, 258 and 1458 GB, and values around half a grain. */
static const struct {
    uint64_t logical, bytes, want;
} rounds[] = {
    { 512, UINT64_C(8000000000), 15624192 },
    { 512, UINT64_C(258000000000), 503906304 },
    { 512, UINT64_C(1458000000000), UINT64_C(2847655936) },
    { 512, 0, 0 },
    { 512, MIB / 2, 0 },
    { 512, MIB / 2 + 1, 2048 },
    { 512, MIB - 1, 2048 },
    { 512, MIB, 2048 },
    { 4096, MIB / 2, 0 },
    { 4096, MIB / 2 + 1, 256 },
};

TEST_EACH(byte_is_rounded_to_the_nearest_grain, rounds)
{
    struct limits limits = settle(UINT64_C(5860533168), rounds[_i].logical, 0, 0);

    ck_assert_uint_eq(position_round(&limits, rounds[_i].bytes), rounds[_i].want);
}

#define NO UINT64_MAX

static const struct {
    int64_t offset;
    uint64_t low, high, lba;
    struct position_near want;
} nears[] = {
    { 0, 0, DISK, 262148, { 262144, 262152, 262144, 264192 } }, /* 131074k */
    { 0, 1, DISK, 63, { 56, 64, NO, 2048 } },
    { 0, 1, DISK, 2048, { 2048, 2048, 2048, 2048 } },
    { 0, 60, 64, 63, { NO, NO, NO, NO } },
    { 0, 34, 2048, 40, { 40, 40, NO, NO } },
    { 3584, 1, DISK, 63, { 63, 63, 7, 2055 } },
    { 3584, 1, DISK, 64, { 63, 71, 7, 2055 } },
};

TEST_EACH(nearest_starts_lie_on_both_sides, nears)
{
    struct limits limits = settle(DISK, 512, nears[_i].offset, 0);
    struct position_context context = { &limits, nears[_i].low, nears[_i].high, 0,
                                        0,       LABEL_GPT };
    struct position_near near = position_near(&context, nears[_i].lba);

    ck_assert_uint_eq(near.physical_below, nears[_i].want.physical_below);
    ck_assert_uint_eq(near.physical_above, nears[_i].want.physical_above);
    ck_assert_uint_eq(near.grain_below, nears[_i].want.grain_below);
    ck_assert_uint_eq(near.grain_above, nears[_i].want.grain_above);
}

static const struct {
    uint64_t size, logical;
    int64_t offset;
    uint64_t low, high, lba;
    const char *want;
} start_lines[] = {
    { DISK, 512, 0, 0, DISK, 2048, "2048 s = 1048576 B = 1 MiB   ok 1M" },
    { DISK, 512, 0, 1, DISK, 63,
      "63 s = 32256 B = 31.5 KiB   ! +7 s   56 or 64 (4K), 2048 (1M)" },
    { DISK, 512, 0, 34, DISK, 40, "40 s = 20480 B = 20 KiB   ok 4K   2048 (1M)" },
    { DISK, 512, 0, 34, DISK, 262148,
      "262148 s = 134219776 B ≈ 128 MiB   ! +4 s   262144 or 262152 (4K)" },
    { DISK, 512, 0, 34, DISK, 1953,
      "1953 s = 999936 B = 976.5 KiB   ! +1 s   1952 or 1960 (4K), 2048 (1M)" },
    { DISK, 512, 3584, 1, DISK, 2055, "2055 s = 1052160 B ≈ 1 MiB   ok 1M" },
    { DISK, 512, 0, 1, DISK, 1, "1 s = 512 B   ! +1 s   8 (4K), 2048 (1M)" },
    { DISK, 512, 0, 0, DISK, 0, "0 s = 0 B   ok 1M" },
    { DISK, 4096, 0, 0, DISK, 256, "256 s = 1048576 B = 1 MiB   ok 1M" },
    { DISK, 4096, 0, 6, DISK, 6, "6 s = 24576 B = 24 KiB   ok 4K   256 (1M)" },
    { 4 * TIB, 512, 0, 0, 4 * TIB, 2 * TIB + 3,
      "2199023255555 s = 1125899906844160 B   ! +3 s" },
};

TEST_EACH(start_says_sectors_bytes_verdict_and_better_ones, start_lines)
{
    struct limits limits =
        settle(start_lines[_i].size, start_lines[_i].logical, start_lines[_i].offset, 0);
    struct position_context context = {
        &limits, start_lines[_i].low, start_lines[_i].high, 0, 0, LABEL_GPT
    };
    CLEANUP(freep) char *line = position_start_words(&context, start_lines[_i].lba);

    ck_assert_str_eq(line, start_lines[_i].want);
}

TEST(near_starts_of_two_grids_that_are_one_are_named_once)
{
    struct limits limits = settle(DISK, 512, 0, 0);
    struct position_context context = { &limits, 1, DISK, 0, 0, LABEL_GPT };
    CLEANUP(freep) char *both = position_near_words(&context, 63);

    ck_assert_str_eq(both, "56 or 64 (4K), 2048 (1M)");
    limits.grain = limits.physical;
    CLEANUP(freep) char *one = position_near_words(&context, 63);
    ck_assert_str_eq(one, "56 or 64 (4K)");
}

static const struct {
    uint64_t logical, from, sectors;
    const char *want;
} size_lines[] = {
    { 512, 2048, 41943040,
      "41943040 s = 21474836480 B = 20 GiB ≈ 21.5 GB   ..41945087s" },
    { 512, 2048, 15625000, "15625000 s = 8000000000 B ≈ 7.5 GiB = 8 GB   ..15627047s" },
    { 512, 2048, 15625001,
      "15625001 s = 8000000512 B ≈ 7.5 GiB ≈ 8 GB   ..15627048s   end +1" },
    { 4096, 256, 256, "256 s = 1048576 B = 1 MiB ≈ 1 MB   ..511s" },
    { 512, 34, 1, "1 s = 512 B   ..34s   end +1" },
    { 512, 34, 2, "2 s = 1024 B = 1 KiB ≈ 1 kB   ..35s   end +2" },
    { 512, 34, 0, "0 s = 0 B" },
};

TEST_EACH(size_says_both_kinds_of_units_and_its_last_sector, size_lines)
{
    struct limits limits = settle(DISK, size_lines[_i].logical, 0, 0);
    struct position_context context = { &limits, 0,        DISK, size_lines[_i].from,
                                        0,       LABEL_GPT };
    CLEANUP(freep) char *line = position_size_words(&context, size_lines[_i].sectors);

    ck_assert_str_eq(line, size_lines[_i].want);
}

TEST(lines_fit_under_a_field)
{
    struct limits limits = settle(UINT64_C(39062500000), 512, 0, 0); /* 20 TB */
    struct position_context context = { &limits, 1, limits.size, 2048, 0, LABEL_GPT };

    for (uint64_t lba = 1; lba < limits.size; lba = lba * 3 + 1) {
        CLEANUP(freep) char *start = position_start_words(&context, lba);
        CLEANUP(freep) char *size = position_size_words(&context, lba);
        ck_assert_msg(utf8_columns(start) <= 76, "%s", start);
        ck_assert_msg(utf8_columns(size) <= 76, "%s", size);
    }
}

/* The default range in the first free space of at least MIN sectors. */
static const struct disks_part at_63[] = {
    { .kind = EXTENT_PARTITION, .number = 1, .start = 63, .length = 2000000 },
};
static const struct disks_part chain[] = {
    { .kind = EXTENT_EXTENDED, .number = 1, .start = 2048, .length = 4000000 },
    { .kind = EXTENT_METADATA, .role = ROLE_EBR, .start = 2048, .length = 1 },
    { .kind = EXTENT_LOGICAL, .number = 5, .start = 4096, .length = 204800 },
};

static const struct {
    struct disks_spec spec;
    uint64_t lba; /* of the free space */
    bool is_logical;
    uint64_t start, end;
} defaults[] = {
    { { .size = DISK, .label = LABEL_GPT }, 34, false, 2048, 1953523712 },
    { { .size = DISK, .label = LABEL_MSDOS }, 1, false, 2048, DISK },
    { { .size = DISK,
        .label = LABEL_MSDOS,
        .said = { .alignment_offset = 3584, .has_alignment_offset = true } },
      1,
      false,
      2055,
      DISK },
    { { .size = DISK,
        .label = LABEL_GPT,
        .said = { .alignment_offset = 3584, .has_alignment_offset = true } },
      34,
      false,
      2055,
      1953523719 },
    { { .size = DISK / 8, .logical = 4096, .label = LABEL_GPT },
      6,
      false,
      256,
      244190464 },
    { { .size = DISK, .label = LABEL_MSDOS, .parts = at_63, .count = 1 },
      1,
      false,
      8,
      56 },
    { { .size = DISK, .label = LABEL_MSDOS, .parts = at_63, .count = 1 },
      2000063,
      false,
      2000896,
      DISK },
    { { .size = 8388608, .label = LABEL_MSDOS, .parts = chain, .count = 3 },
      208896,
      true,
      210944,
      4001792 },
    { { .size = 8388608, .label = LABEL_MSDOS, .parts = chain, .count = 3 },
      4002048,
      false,
      4003840,
      8388608 },
    { { .size = 2048, .label = LABEL_MSDOS }, 1, false, 64, 2048 },
    { { .size = DISK,
        .label = LABEL_MSDOS,
        .said = { .alignment_offset = 512, .has_alignment_offset = true } },
      1,
      false,
      2049,
      DISK },
};

TEST_EACH(default_is_on_the_grain_where_there_is_one, defaults)
{
    struct layout *layout = disks_build(&defaults[_i].spec);
    const struct extent *free = layout_find_lba(layout, defaults[_i].lba);
    uint64_t start, end;

    ck_assert_int_eq(free->kind, EXTENT_FREE);
    ck_assert(position_default(layout, free, defaults[_i].is_logical, &start, &end));
    ck_assert_uint_eq(start, defaults[_i].start);
    ck_assert_uint_eq(end, defaults[_i].end);
    layout_unref(layout);
}

static const struct disks_part one_left[] = {
    { .kind = EXTENT_EXTENDED, .number = 1, .start = 2048, .length = 4097 },
    { .kind = EXTENT_METADATA, .role = ROLE_EBR, .start = 2048, .length = 1 },
    { .kind = EXTENT_LOGICAL, .number = 5, .start = 2049, .length = 4095 },
};

TEST(sector_that_an_ebr_needs_is_no_room)
{
    struct disks_spec spec = {
        .size = 8388608, .label = LABEL_MSDOS, .parts = one_left, .count = 3
    };
    struct layout *layout = disks_build(&spec);
    const struct extent *free = layout_find_lba(layout, 6144);
    uint64_t start, end;

    ck_assert_int_eq(free->kind, EXTENT_FREE);
    ck_assert_uint_eq(free->length, 1);
    ck_assert(!position_default(layout, free, true, &start, &end));
    layout_unref(layout);
}

TEST(nothing_begins_where_the_table_cannot_count)
{
    struct disks_spec spec = { .size = UINT64_C(1) << 33, .label = LABEL_MSDOS };
    CLEANUP(layout_unrefp) struct layout *layout = disks_build(&spec);
    const struct extent *free = layout_find_lba(layout, UINT64_C(1) << 32);
    uint64_t start, end;

    ck_assert_int_eq(free->role, ROLE_UNADDRESSABLE);
    ck_assert(!position_default(layout, free, false, &start, &end));
}
