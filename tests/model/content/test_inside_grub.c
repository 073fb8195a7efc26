/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_inside_grub.c - how many sectors of the gap a GRUB core image needs */
#include "model/content/grub.h"

#include <string.h>

#include "model/base/num.h"
#include "support/reader_bytes.h"
#include "support/test.h"

/* GRUB 2 in LBA 0 with its image from FIRST; the rest is one run of LENGTH behind it. */
static void make_grub2(uint8_t *disk, uint64_t first, uint16_t length)
{
    memcpy(disk + 0x180, "GRUB \0Geom\0Hard Disk\0Read\0 Error", 33);
    put_le16(disk, 0x5A, 0x8000);
    put_le64(disk, 0x5C, first);
    put_le16(disk, 510, 0xAA55);
    uint8_t *sector = disk + first * 512;
    memcpy(sector + 0x170, "loading", 7);
    put_le64(sector, 0x1F4, first + 1);
    put_le16(sector, 0x1FC, length);
}

/* The same from GRUB 0.97 with a stage 1.5. */
static void make_grub_legacy(uint8_t *disk, uint32_t first, uint16_t length)
{
    memcpy(disk + 0x180, "GRUB \0Geom\0Hard Disk\0Read\0 Error", 33);
    put_le16(disk, 0x3E, 0x0203);
    put_le16(disk, 0x42, 0x2000);
    put_le32(disk, 0x44, first);
    put_le16(disk, 510, 0xAA55);
    uint8_t *sector = disk + first * 512;
    memcpy(sector + 0x160, "Loading stage1.5", 16);
    put_le32(sector, 0x1F8, first + 1);
    put_le16(sector, 0x1FC, length);
}

static uint64_t sectors_of(const uint8_t *disk, size_t count, uint64_t gap_end)
{
    struct reader_bytes memory = { disk, count };
    struct reader reader = reader_of_bytes(&memory);

    return inside_grub_sectors(&reader, 1, gap_end);
}

TEST(a_core_image_of_50_sectors_is_found)
{
    uint8_t disk[4096] = { 0 };

    make_grub2(disk, 1, 49);
    ck_assert_uint_eq(sectors_of(disk, sizeof(disk), 63), 50);
    ck_assert_uint_eq(sectors_of(disk, sizeof(disk), 51), 50);
}

TEST(a_stage_1_5_of_17_sectors_is_found)
{
    uint8_t disk[4096] = { 0 };

    make_grub_legacy(disk, 1, 16);
    ck_assert_uint_eq(sectors_of(disk, sizeof(disk), 63), 17);
}

TEST(an_image_in_several_runs_ends_with_its_last)
{
    uint8_t disk[4096] = { 0 };

    make_grub2(disk, 1, 20);
    put_le64(disk + 512, 0x1E8, 30);
    put_le16(disk + 512, 0x1F0, 10);
    ck_assert_uint_eq(sectors_of(disk, sizeof(disk), 63), 39);
}

/* Each row breaks one thing; what is then left is no image in the gap. */
static const struct {
    const char *name;
    size_t offset;
    uint16_t value;
} broken[] = {
    { "no name", 0x180, 0x5858 },
    { "no boot mark", 510, 0 },
    { "neither generation", 0x5A, 0x7C00 },
    { "image behind the gap", 0x5C, 63 },
    { "image in LBA 0", 0x5C, 0 },
    { "image beyond 2^55", 0x62, 0xFFFF },
    { "no image there", 512 + 0x172, 0 },
    { "rest behind the gap", 512 + 0x1F4, 2000 },
    { "rest longer than the gap", 512 + 0x1FC, 62 },
    { "rest wraps at 2^64", 512 + 0x1FA, 0xFFFF },
};

TEST_EACH(what_is_broken_is_no_image, broken)
{
    uint8_t disk[4096] = { 0 };

    make_grub2(disk, 1, 49);
    put_le16(disk, broken[_i].offset, broken[_i].value);
    ck_assert_msg(sectors_of(disk, sizeof(disk), 63) == 0, "%s", broken[_i].name);
}

TEST(a_list_without_end_is_refused)
{
    uint8_t disk[4096] = { 0 };

    make_grub2(disk, 1, 49);
    for (size_t at = 12; at < 0x1F4; at += 12)
        put_le16(disk + 512, 0x1FC - at, 1), put_le64(disk + 512, 0x1F4 - at, 2);
    memcpy(disk + 512 + 0x10, "loading", 7);
    ck_assert_uint_eq(sectors_of(disk, sizeof(disk), 63), 0);
}

TEST(a_disk_that_ends_early_has_none)
{
    uint8_t disk[4096] = { 0 };

    make_grub2(disk, 1, 49);
    ck_assert_uint_eq(sectors_of(disk, 511, 63), 0);
    ck_assert_uint_eq(sectors_of(disk, 1023, 63), 0);
}
