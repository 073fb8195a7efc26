/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_inside_count.c - clusters in use in long FATs and NTFS bitmaps, and where the
 * records and texts that lead to them end */
#include <string.h>

#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/content/inside.h"
#include "support/inside_fixture.h"
#include "support/test.h"

#define KIB UINT64_C(1024)
#define MIB (1024 * KIB)
#define GIB (1024 * MIB)

enum { MEMORY = 2 * 1024 * 1024 };

static uint8_t bytes[MEMORY];

static void make(const char *name)
{
    memset(bytes, 0, sizeof(bytes));
    fixture_named(name)->make(bytes);
}

static bool decode(uint64_t size, const char *type, struct inside *ret)
{
    struct fixture_reader memory = { bytes, sizeof(bytes), 0 };
    struct reader part = fixture_reader(&memory, size);

    return inside_decode(&part, type, ret);
}

static uint64_t used(uint64_t size, const char *type)
{
    struct inside got;

    ck_assert(decode(size, type, &got));
    return got.used;
}

enum { FAT_AT = 32 * 512 };

/* The FAT has an entry for every cluster and none more, in pieces of 49152 entries. */
TEST(a_long_fat_is_counted_to_its_last_entry)
{
    static const uint32_t given[] = { 49151, 49152, 49153, 98303, 98304, 127999 };

    make("fat32 uncounted"); /* gives 3 clusters */
    put_le32(bytes, 32, 2032 + 127998 * 8);
    for (size_t i = 0; i < ARRAY_SIZE(given); i++)
        put_le32(bytes, FAT_AT + 4 * given[i], 0x0FFFFFFF);
    ck_assert_uint_eq(used(512 * MIB, "vfat"), 2032 * 512 + (3 + 6) * 4096);
    put_le32(bytes, 32, 2032 + 127999 * 8); /* a cluster without an entry */
    ck_assert_uint_eq(used(512 * MIB, "vfat"), 0);
}

TEST(a_fat_of_more_than_8_mib_is_not_counted)
{
    uint32_t front = 32 + 2 * 16385, clusters = 8 * 1024 * 1024 / 4 - 2;

    make("fat32 uncounted");
    put_le32(bytes, 36, 16385);
    put_le32(bytes, 32, front + clusters * 8);
    ck_assert_uint_eq(used(16 * GIB, "vfat"), front * 512 + 3 * 4096);
    put_le32(bytes, 32, front + (clusters + 1) * 8);
    ck_assert_uint_eq(used(16 * GIB, "vfat"), 0);
}

/* What is not a count of free clusters leaves the FAT, in which all are free. */
static const struct {
    size_t offset;
    uint32_t value;
    uint64_t clusters; /* in use */
} infos[] = {
    { 512, 0x41615252, 746 }, { 512, 0, 0 },
    { 512 + 484, 0, 0 },      { 512 + 488, 124746, 0 },
    { 512 + 488, 124745, 1 }, { 512 + 488, 0, 124746 },
    { 512 + 488, 124747, 0 },
};

TEST_EACH(the_count_of_fat32_has_two_signatures, infos)
{
    make("fat32");
    put_le32(bytes, infos[_i].offset, infos[_i].value);
    ck_assert_uint_eq(used(512 * MIB, "vfat"), 2032 * 512 + infos[_i].clusters * 4096);
}

static bool read_before_the_fat(void *context, uint64_t offset, void *buf, size_t count)
{
    (void)context;
    memcpy(buf, bytes + offset, offset < FAT_AT ? count : 0);
    return offset < FAT_AT;
}

TEST(a_fat_that_cannot_be_read_is_not_counted)
{
    struct reader part = { read_before_the_fat, NULL, 512 * MIB };
    struct inside got;

    make("fat32 uncounted");
    ck_assert(inside_decode(&part, "vfat", &got));
    ck_assert_uint_eq(got.used, 0);
}

TEST_TIMES(exfat_counts_in_percent, 5)
{
    static const struct {
        uint8_t percent;
        uint64_t clusters;
    } rows[] = { { 0, 0 }, { 50, 16352 }, { 100, 32704 }, { 101, 0 }, { 255, 0 } };

    make("exfat");
    bytes[112] = rows[_i].percent;
    ck_assert_uint_eq(used(GIB, "exfat"), rows[_i].clusters * 32 * KIB);
}

/* "ntfs marked" with clusters of one sector: its record and the runs of its bitmap. */
enum { RECORD = 10240, RUNS = RECORD + 80 + 64 };

static void make_ntfs(uint64_t clusters, const uint8_t *runs, size_t count)
{
    make("ntfs marked");
    bytes[13] = 1;
    put_le64(bytes, 40, clusters);
    put_le64(bytes, 48, 8);
    memcpy(bytes + RUNS, runs, count);
}

/* 300 KiB of it at 1 MiB, the last 125 bytes at 1.5 MiB; other data behind both. */
TEST(a_long_bitmap_is_counted_run_by_run)
{
    static const uint8_t runs[] = {
        0x22, 0x58, 0x02, 0x00, 0x08, 0x21, 1, 0x00, 0x04, 0
    };
    uint8_t *first = bytes + MIB, *second = bytes + MIB + 512 * KIB;

    make_ntfs(300 * KIB * 8 + 1000, runs, sizeof(runs));
    first[0] = 0x01;
    first[256 * KIB] = 0x03;
    first[300 * KIB - 1] = 0x80;
    memset(first + 300 * KIB, 0xFF, 512);
    second[0] = 0x01;
    second[124] = 0x80;
    second[125] = 0xFF;
    ck_assert_uint_eq(used(2 * GIB, "ntfs"), 6 * 512);
}

TEST(a_bitmap_of_32_mib_is_not_counted)
{
    static const uint8_t runs[] = { 0x23, 0, 0, 1, 0x00, 0x08, 0 };
    uint64_t clusters = 32 * MIB * 8;

    make_ntfs(clusters - 8, runs, sizeof(runs));
    bytes[MIB] = 0x01;
    ck_assert_uint_eq(used(256 * GIB, "ntfs"), 512);
    put_le64(bytes, 40, clusters);
    ck_assert_uint_eq(used(256 * GIB, "ntfs"), 0);
}

/* The check number and the bytes that it replaces at the end of both strides. */
TEST_TIMES(a_fixup_ends_before_the_bytes_that_it_replaces, 4)
{
    static const struct {
        uint16_t at;
        uint64_t used;
    } rows[] = { { 48, 27 * 4096 }, { 504, 27 * 4096 }, { 506, 0 }, { 508, 0 } };

    make("ntfs marked");
    put_le16(bytes, RECORD + 4, rows[_i].at);
    put_le16(bytes, RECORD + rows[_i].at, 77);
    ck_assert_uint_eq(used(GIB, "ntfs"), rows[_i].used);
}

/* A record of 4 KiB that ends with the runs of its bitmap; the last two bytes of those
 * are the last that the fixup replaced.  The bitmap has 8 clusters of 4 KiB. */
static const struct {
    const char *name;
    uint8_t runs[8];
    uint64_t clusters; /* in use; 0: not known */
} endings[] = {
    { "two runs", { 0x21, 4, 16, 0, 0x21, 4, 4, 0 }, 3 },
    { "one run, then nothing of it", { 0x21, 8, 16, 0, 0x01, 0xFF, 0xFF, 0xFF }, 3 },
    { "one run, then zeros", { 0x21, 8, 16, 0 }, 3 },
    { "too few clusters", { 0x21, 4, 16, 0, 0x21, 3, 4, 0 }, 0 },
    { "a head alone", { 0x21, 4, 16, 0, 0x11, 1, 4, 0x11 }, 0 },
    { "a place cut off", { 0x21, 4, 16, 0, 0x31, 4, 4, 0 }, 0 },
};

TEST_EACH(runs_may_end_with_their_record, endings)
{
    uint8_t *record = bytes + 4096 + 6 * 4096, *data = record + 4096 - 72;

    make("ntfs");
    put_le64(bytes, 48, 1);
    bytes[64] = 1; /* records of one cluster */
    memcpy(record, "FILE", 4);
    put_le16(record, 4, 48);
    put_le16(record, 6, 9);
    put_le16(record, 20, 72);
    put_le32(record, 44, 6);
    put_le32(record, 72, 0x10);
    put_le32(record, 76, 4096 - 72 - 72);
    put_le32(data, 0, 0x80);
    put_le32(data, 4, 72);
    data[8] = 1;
    put_le16(data, 32, 64);
    memcpy(data + 64, endings[_i].runs, 8);
    memcpy(record + 48 + 2 * 8, data + 70, 2);
    for (size_t i = 0; i <= 8; i++)
        put_le16(record, i ? i * 512 - 2 : 48, 77);
    bytes[16 * 4096] = 0x01;
    bytes[20 * 4096] = 0x03;
    ck_assert_msg(used(GIB, "ntfs") == endings[_i].clusters * 4096, "%s",
                  endings[_i].name);
}

/* The text of LUKS2 from 4 KiB to 16 KiB, with BLANKS in front of its segments. */
enum { LUKS_TEXT = 4096, LUKS_END = 16384 };
#define SEGMENTS "\"segments\":{\"0\":{\"offset\":\"16777216\",\"sector_size\":4096}}}"

static void make_luks(size_t blanks)
{
    make("luks2");
    memset(bytes + LUKS_TEXT, ' ', 2 * LUKS_END);
    bytes[LUKS_TEXT] = '{';
    memcpy(bytes + LUKS_TEXT + blanks, SEGMENTS, strlen(SEGMENTS));
}

TEST_TIMES(a_text_of_luks_ends_with_its_header, 5)
{
    size_t most = LUKS_END - LUKS_TEXT - strlen(SEGMENTS);
    const struct {
        size_t blanks;
        bool is_found;
    } rows[] = {
        { 1, true }, { 4095, true }, { 5000, true }, { most, true }, { most + 2, false },
    };
    struct inside got;

    make_luks(rows[_i].blanks);
    ck_assert_msg(decode(GIB, "crypto_LUKS", &got) == rows[_i].is_found, "row %d", _i);
    ck_assert(!rows[_i].is_found || got.data_offset == 16 * MIB);
}

TEST(a_text_of_luks_that_leaves_its_partition_is_not_decoded)
{
    struct inside got;

    make_luks(5000);
    memcpy(strstr((char *)bytes + LUKS_TEXT, "16777216"), "00000512", 8);
    ck_assert(decode(LUKS_END, "crypto_LUKS", &got));
    ck_assert_uint_eq(got.data_offset, 512);
    ck_assert(!decode(LUKS_TEXT + 4096, "crypto_LUKS", &got));
    ck_assert(!decode(LUKS_TEXT, "crypto_LUKS", &got));
}

/* Sectors of the text in the fixture, as long as the number that they replace. */
static const struct {
    const char *text;
    uint64_t sector; /* 0: not decoded */
} luks_sectors[] = {
    { "4096", 4096 }, { "2048", 2048 }, { "0512", 512 }, { "4095", 0 },
    { "8192", 0 },    { "0256", 0 },    { "4k\"\"", 0 },
};

TEST_EACH(luks_has_sectors_of_512_to_4096, luks_sectors)
{
    struct inside got = { 0 };

    make_luks(1);
    memcpy(strstr((char *)bytes + LUKS_TEXT, "4096"), luks_sectors[_i].text, 4);
    ck_assert_msg(decode(GIB, "crypto_LUKS", &got) == !!luks_sectors[_i].sector, "%s",
                  luks_sectors[_i].text);
    ck_assert_uint_eq(got.sector, luks_sectors[_i].sector);
}
