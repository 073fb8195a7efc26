/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_table_bsd.c - BSD disklabels: what they say, and what is none */
#include "model/table/bsd.h"

#include <string.h>

#include "model/base/mem.h"
#include "model/base/num.h"
#include "support/reader_bytes.h"
#include "support/test.h"

#define SLICE_START  63
#define SLICE_LENGTH 1953520002
#define DISK_SIZE    1953525168

enum { A, B, C, D, E, F };

/* The OpenBSD disk of 2010 whose partitions began at 63. */
static const struct bsd_label openbsd = {
    .flavour = BSD_OPENBSD,
    .sector_bytes = 512,
    .size = DISK_SIZE,
    .bound_start = SLICE_START,
    .bound_end = SLICE_START + SLICE_LENGTH,
    .pack_name = "WDC WD10EARS-00Y",
    .count = 16,
    .entries = { [A] = { 63, 20000000, 7 },
                 [B] = { 20000063, 2000000, 1 },
                 [C] = { 0, DISK_SIZE, 0 },
                 [D] = { 22000063, 20000000, 7 },
                 [E] = { 42000063, 20000000, 7 },
                 [F] = { 62000063, 1891520002, 7 } },
};

/* Puts LABEL at byte OFFSET of a slice of 16 KiB and decodes that. */
static bool decode_at(const uint8_t *label, size_t offset, uint64_t logical,
                      enum bsd_flavour flavour, struct bsd_label *ret)
{
    uint8_t slice[16384] = { 0 };
    struct reader_bytes memory = { slice, sizeof(slice) };
    struct reader reader = reader_of_bytes(&memory);

    memcpy(slice + offset, label, BSD_LABEL_BYTES);
    return bsd_decode(&reader, logical, flavour, ret);
}

static void assert_same(const struct bsd_label *a, const struct bsd_label *b)
{
    ck_assert_uint_eq(a->sector_bytes, b->sector_bytes);
    ck_assert_uint_eq(a->size, b->size);
    ck_assert_uint_eq(a->bound_start, b->bound_start);
    ck_assert_uint_eq(a->bound_end, b->bound_end);
    ck_assert_str_eq(a->pack_name, b->pack_name);
    ck_assert_uint_eq(a->count, b->count);
    for (unsigned i = 0; i < a->count; i++) {
        ck_assert_uint_eq(a->entries[i].start, b->entries[i].start);
        ck_assert_uint_eq(a->entries[i].length, b->entries[i].length);
        ck_assert_uint_eq(a->entries[i].type, b->entries[i].type);
    }
}

TEST(label_comes_back_as_it_was_written)
{
    uint8_t bytes[BSD_LABEL_BYTES];
    struct bsd_label got;

    bsd_encode(&openbsd, bytes);
    ck_assert(decode_at(bytes, 512, 512, BSD_OPENBSD, &got));
    assert_same(&got, &openbsd);
}

TEST(an_entry_behind_the_last_has_no_range)
{
    struct bsd_label label = openbsd;
    uint64_t start, length;

    label.count = F;
    ck_assert(bsd_entry_range(&label, E, SLICE_START, 512, &start, &length));
    ck_assert(!bsd_entry_range(&label, F, SLICE_START, 512, &start, &length));
}

TEST(openbsd_counts_beyond_32_bits)
{
    struct bsd_label label = openbsd, got;
    uint8_t bytes[BSD_LABEL_BYTES];

    label.size = label.entries[C].length = UINT64_C(1) << 40;
    label.entries[F] = (struct bsd_entry){ UINT64_C(5) << 32, UINT64_C(3) << 32, 7 };
    bsd_encode(&label, bytes);
    ck_assert(decode_at(bytes, 512, 512, BSD_OPENBSD, &got));
    assert_same(&got, &label);
}

/* Elsewhere the same bytes say other things, as in OpenBSD's version 0. */
static const struct {
    enum bsd_flavour flavour;
    uint16_t version;
    uint64_t start, length;
} widths[] = {
    { BSD_OPENBSD, 1, (UINT64_C(5) << 32) + 64, (UINT64_C(3) << 32) + 1000 },
    { BSD_OPENBSD, 0, 64, 1000 },
    { BSD_FREEBSD, 1, 64, 1000 },
    { BSD_NETBSD, 1, 64, 1000 },
};

TEST_EACH(openbsd_alone_has_wide_numbers, widths)
{
    struct bsd_label label = openbsd, got;
    uint8_t bytes[BSD_LABEL_BYTES];

    label.entries[A] = (struct bsd_entry){ widths[0].start, widths[0].length, 7 };
    bsd_encode(&label, bytes);
    put_le16(bytes, 114, widths[_i].version);
    /* The checksum is the exclusive or of all words: 1 was the version. */
    put_le16(bytes, 136, (uint16_t)(le16_at(bytes, 136) ^ 1 ^ widths[_i].version));
    ck_assert(decode_at(bytes, 512, 512, widths[_i].flavour, &got));
    ck_assert_int_eq(got.is_wide, _i == 0);
    ck_assert_uint_eq(got.entries[A].start, widths[_i].start);
    ck_assert_uint_eq(got.entries[A].length, widths[_i].length);
}

TEST(label_is_found_at_byte_512_or_in_sector_1)
{
    uint8_t bytes[BSD_LABEL_BYTES];
    struct bsd_label got;

    bsd_encode(&openbsd, bytes);
    ck_assert(decode_at(bytes, 512, 4096, BSD_OPENBSD, &got));
    ck_assert_uint_eq(got.offset, 512);
    ck_assert(decode_at(bytes, 4096, 4096, BSD_OPENBSD, &got));
    ck_assert_uint_eq(got.offset, 4096);
    ck_assert(!decode_at(bytes, 4096, 512, BSD_OPENBSD, &got));
    ck_assert(!decode_at(bytes, 0, 512, BSD_OPENBSD, &got));
}

static const struct {
    size_t at;
    uint16_t value;
} spoiled[] = {
    { 0, 0 },                         /* magic */
    { 132, 0 },                       /* second magic */
    { 138, 0 },                       /* no entries */
    { 138, 17 },                      /* more than there are */
    { 138, 0xffff }, { 40, 0 },       /* sectors of no bytes */
    { 40, 513 },     { 148, 0x1234 }, /* checksum */
};

TEST_EACH(spoiled_label_is_none, spoiled)
{
    uint8_t bytes[BSD_LABEL_BYTES];
    struct bsd_label got;

    bsd_encode(&openbsd, bytes);
    put_le16(bytes, spoiled[_i].at, spoiled[_i].value);
    ck_assert(!decode_at(bytes, 512, 512, BSD_OPENBSD, &got));
}

static const struct {
    const char *why;
    enum bsd_flavour flavour;
    uint64_t c_start, a_start, want;
} bases[] = {
    { "OpenBSD is absolute", BSD_OPENBSD, 0, 64, 64 },
    { "NetBSD is absolute", BSD_NETBSD, 63, 63, 63 },
    { "FreeBSD counts from the slice", BSD_FREEBSD, 0, 16, 79 },
    { "old FreeBSD was absolute", BSD_FREEBSD, 63, 79, 79 },
};

TEST_EACH(starts_count_from_where_each_system_counts, bases)
{
    struct bsd_label label = { .flavour = bases[_i].flavour,
                               .sector_bytes = 512,
                               .count = 8 };
    uint64_t start, length;

    label.entries[A] = (struct bsd_entry){ bases[_i].a_start, 1000, 7 };
    label.entries[C] = (struct bsd_entry){ bases[_i].c_start, 5000, 0 };
    ck_assert(bsd_entry_range(&label, A, 63, 512, &start, &length));
    ck_assert_msg(start == bases[_i].want, "%s", bases[_i].why);
    ck_assert_uint_eq(length, 1000);
}

TEST(sectors_of_512_on_a_4k_disk_are_converted)
{
    struct bsd_label label = { .flavour = BSD_OPENBSD, .sector_bytes = 512, .count = 2 };
    uint64_t start, length;

    label.entries[A] = (struct bsd_entry){ 64, 8000, 7 };
    label.entries[B] = (struct bsd_entry){ 63, 8000, 7 };
    ck_assert(bsd_entry_range(&label, A, 8, 4096, &start, &length));
    ck_assert_uint_eq(start, 8);
    ck_assert_uint_eq(length, 1000);
    ck_assert(!bsd_entry_range(&label, B, 8, 4096, &start, &length));
}

TEST(entries_that_are_none_have_no_range)
{
    struct bsd_label label = openbsd;
    uint64_t start = 5, length = 5;

    label.count = 8;
    ck_assert(!bsd_entry_range(&label, 6, 63, 512, &start, &length));
    ck_assert(!bsd_entry_range(&label, 8, 63, 512, &start, &length));
    label.entries[A].start = UINT64_MAX / 512;
    label.flavour = BSD_FREEBSD;
    ck_assert(!bsd_entry_range(&label, A, UINT64_MAX - 5, 512, &start, &length));
    ck_assert_uint_eq(start, 5);
    ck_assert_uint_eq(length, 5);
}

static const struct {
    const char *why;
    enum bsd_flavour flavour;
    unsigned index;
    struct bsd_entry entry;
    bool want;
} raws[] = {
    { "c of OpenBSD is the disk", BSD_OPENBSD, C, { 0, DISK_SIZE, 0 }, true },
    { "d of OpenBSD is a partition", BSD_OPENBSD, D, { 0, DISK_SIZE, 0 }, false },
    { "c of NetBSD is the slice", BSD_NETBSD, C, { 63, SLICE_LENGTH, 0 }, true },
    { "c over the slice and used", BSD_NETBSD, C, { 63, SLICE_LENGTH, 7 }, true },
    { "d of NetBSD is the disk", BSD_NETBSD, D, { 0, DISK_SIZE, 0 }, true },
    { "d of NetBSD may be smaller", BSD_NETBSD, D, { 70, 1000, 7 }, false },
    { "d may fill the slice and be used", BSD_NETBSD, D, { 63, SLICE_LENGTH, 7 }, false },
    { "d over the slice and unused", BSD_NETBSD, D, { 63, SLICE_LENGTH, 0 }, true },
    { "c that is somebody's partition", BSD_NETBSD, C, { 70, 1000, 7 }, false },
    { "a d that is not there", BSD_NETBSD, D, { 0, 0, 0 }, false },
    { "a c that is not there", BSD_OPENBSD, C, { 0, 0, 0 }, false },
    { "a is never raw", BSD_NETBSD, A, { 0, DISK_SIZE, 0 }, false },
};

TEST_EACH(raw_entries_stand_for_the_whole, raws)
{
    struct bsd_label label = { .flavour = raws[_i].flavour,
                               .sector_bytes = 512,
                               .count = 8 };

    label.entries[raws[_i].index] = raws[_i].entry;
    ck_assert_msg(bsd_entry_is_raw(&label, raws[_i].index, SLICE_START, SLICE_LENGTH,
                                   DISK_SIZE, 512) == raws[_i].want,
                  "%s", raws[_i].why);
}

TEST(types_have_the_words_of_disklabel)
{
    ck_assert_str_eq(bsd_type_word(BSD_OPENBSD, 7), "4.2BSD");
    ck_assert_str_eq(bsd_type_word(BSD_FREEBSD, 27), "ZFS");
    ck_assert_str_eq(bsd_type_word(BSD_OPENBSD, 19), "RAID");
    ck_assert_ptr_null(bsd_type_word(BSD_OPENBSD, 200));
}
