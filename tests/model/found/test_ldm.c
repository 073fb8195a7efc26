/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_ldm.c - where the database of a Windows dynamic disk is */
#include "model/found/ldm.h"

#include <string.h>

#include "model/base/num.h"
#include "support/sparse.h"
#include "support/test.h"

#define SECTORS  UINT64_C(400000)
#define DATABASE (SECTORS - 2048)

static struct sparse disk;
static struct known_range ranges[LDM_RANGES_MAX];

static void setup(void)
{
    disk = (struct sparse){ .size_bytes = SECTORS * 512 };
}

static void teardown(void)
{
    sparse_finish(&disk);
}

TEST_FIXTURE(setup, teardown);

static void put_header(uint64_t sector, uint64_t start, uint64_t length)
{
    uint8_t header[512] = "PRIVHEAD";

    put_be64(header, 0x12b, start);
    put_be64(header, 0x133, length);
    sparse_put(&disk, sector * 512, header, sizeof(header));
}

static size_t find(uint64_t logical)
{
    struct limits limits = { .size = SECTORS * 512 / logical, .logical = logical };
    struct reader reader = sparse_reader(&disk);

    return ldm_find(&reader, &limits, ranges);
}

TEST(the_header_and_its_database_are_found)
{
    put_header(6, DATABASE, 2048);
    put_header(SECTORS - 1, DATABASE, 2048);
    ck_assert_uint_eq(find(512), 2);
    ck_assert_uint_eq(ranges[0].start, 6);
    ck_assert_uint_eq(ranges[0].length, 1);
    ck_assert_uint_eq(ranges[1].start, DATABASE);
    ck_assert_uint_eq(ranges[1].length, 2048);
    ck_assert_str_eq(ranges[1].name, "database of a Windows dynamic disk");
    ck_assert_uint_le(disk.reads, 2);
}

TEST(a_lost_header_is_replaced_by_the_copy)
{
    put_header(SECTORS - 1, DATABASE, 2048);
    ck_assert_uint_eq(find(512), 1);
    ck_assert_uint_eq(ranges[0].start, DATABASE);
}

TEST(a_copy_behind_the_database_is_a_range_of_its_own)
{
    put_header(6, DATABASE - 100, 2048);
    put_header(SECTORS - 1, DATABASE - 100, 2048);
    ck_assert_uint_eq(find(512), 3);
    ck_assert_uint_eq(ranges[2].start, SECTORS - 1);
    ck_assert_uint_eq(ranges[2].length, 1);
}

TEST(sectors_of_4096_bytes_are_whole)
{
    put_header(6, DATABASE + 1, 2047);
    ck_assert_uint_eq(find(4096), 2);
    ck_assert_uint_eq(ranges[0].start, 0);
    ck_assert_uint_eq(ranges[1].start, DATABASE / 8);
    ck_assert_uint_eq(ranges[1].start + ranges[1].length, SECTORS / 8);
}

static const struct {
    uint64_t start, length;
} forged[] = {
    { DATABASE, 2049 }, { UINT64_MAX, 2048 }, { UINT64_MAX / 512, 2048 },
    { 1, UINT64_MAX },  { DATABASE, 0 },
};

TEST_EACH(a_forged_database_is_none, forged)
{
    put_header(6, forged[_i].start, forged[_i].length);
    ck_assert_uint_eq(find(512), 1);
    ck_assert_uint_eq(ranges[0].start, 6);
}

TEST(other_disks_have_none)
{
    ck_assert_uint_eq(find(512), 0);
    disk.size_bytes = 256;
    ck_assert_uint_eq(find(512), 0);
}
