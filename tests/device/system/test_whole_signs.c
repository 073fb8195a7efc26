/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_whole_signs.c - finding signatures of the whole disk, and what it costs */
#include "device/system/whole.h"

#include <string.h>

#include "model/base/mem.h"
#include "model/base/num.h"
#include "support/read_disk.h"
#include "support/test.h"

#define KIB   UINT64_C(1024)
#define BYTES (UINT64_C(1) << 40)

static struct sparse disk;
static struct layout *layout;
static struct whole whole;
static struct reader reader;

static void put(uint64_t offset, const char *bytes)
{
    sparse_put(&disk, offset, bytes, strlen(bytes));
}

static void put_isw(void)
{
    put(disk.size_bytes - 1024, "Intel Raid ISM Cfg Sig. 1.3.00");
}

static void setup(void)
{
    struct err err = { 0 };
    uint8_t mbr[512] = { [450] = 0x83, [455] = 8, [460] = 8, [510] = 0x55, [511] = 0xaa };

    disk = (struct sparse){ .size_bytes = BYTES };
    sparse_put(&disk, 0, mbr, sizeof(mbr));
    layout = read_sparse(&disk, 512, NULL, &err);
    ck_assert_msg(layout != NULL, "%s", err.text);
    reader = sparse_reader(&disk);
    disk.reads = 0;
}

static void teardown(void)
{
    layout_unref(layout);
    sparse_finish(&disk);
}

TEST_FIXTURE(setup, teardown);

TEST(a_disk_without_signatures_costs_two_reads)
{
    whole_find(&reader, layout, &whole);
    ck_assert_uint_eq(whole.count, 0);
    ck_assert_uint_eq(disk.reads, 2);
    struct layout *same = layout;
    layout = whole_note(&reader, "sda", layout);
    ck_assert_ptr_eq(layout, same);
}

TEST(each_signature_is_found_and_noted)
{
    put_isw();
    put(9 * 512 + 32, "\xf0\x16\x78\x5a");
    whole_find(&reader, layout, &whole);
    ck_assert_uint_eq(whole.count, 2);
    ck_assert_str_eq(whole.at[0].type, "isw_raid_member");
    ck_assert_uint_eq(whole.at[0].magic, BYTES - 1024);
    ck_assert_str_eq(whole.at[1].type, "hpt37x_raid_member");
    layout = whole_note(&reader, "sda", layout);
    ck_assert_uint_eq(layout_note_count(layout), 2);
    ck_assert_int_eq(layout_read_only(layout)->id, NOTE_DISK_IN_RAID);
}

TEST(sectors_with_metadata_are_known)
{
    struct known_range ranges[WHOLE_KNOWN_MAX];
    uint8_t header[512] = "PRIVHEAD";

    ck_assert_uint_eq(whole_known(&reader, layout, ranges), 0);
    put_isw();
    put_be64(header, 0x12b, 5000);
    put_be64(header, 0x133, 2048);
    sparse_put(&disk, 3072, header, sizeof(header));
    ck_assert_uint_eq(whole_known(&reader, layout, ranges), 3);
    ck_assert_str_eq(ranges[0].id, "raid");
    ck_assert_str_eq(ranges[0].name, "metadata of a RAID (isw)");
    ck_assert_uint_eq(ranges[0].start + ranges[0].length, BYTES / 512);
    ck_assert_str_eq(ranges[1].id, "dynamic-disk");
    ck_assert_uint_eq(ranges[1].start, 6);
    ck_assert_uint_eq(ranges[2].start, 5000);
}

/* A sector in which nothing is looked for cannot be read. */
TEST(a_bad_sector_does_not_hide_a_signature)
{
    put_isw();
    disk.broken_from = BYTES - 1024 * KIB;
    disk.broken_to = disk.broken_from + 512;
    whole_find(&reader, layout, &whole);
    ck_assert_uint_eq(whole.count, 1);
    ck_assert_uint_le(disk.reads, 8);
}

TEST(an_end_that_cannot_be_read_has_none)
{
    put_isw();
    disk.broken_from = BYTES - 2048;
    disk.broken_to = BYTES;
    whole_find(&reader, layout, &whole);
    ck_assert_uint_eq(whole.count, 0);
    ck_assert_uint_le(disk.reads, 8);
}

/* The header of DDF is far from its anchor, and may be anywhere. */
static const struct {
    uint64_t lba;
    bool is_header, is_found;
} headers[] = {
    { BYTES / 512 - 70000, true, true },
    { BYTES / 512 - 70000, false, false },
    { UINT64_MAX, true, false },
    { BYTES / 512, true, false },
};

TEST_EACH(the_header_of_ddf_is_read_where_its_anchor_says, headers)
{
    uint8_t anchor[512];
    uint32_t crc = UINT32_MAX;

    memset(anchor, 0xff, sizeof(anchor));
    put_be32(anchor, 0, 0xDE11DE11);
    put_be64(anchor, 96, headers[_i].lba);
    for (size_t i = 0; i < sizeof(anchor); i++) {
        crc ^= anchor[i];
        for (unsigned bit = 0; bit < 8; bit++)
            crc = crc >> 1 ^ (crc & 1 ? 0xEDB88320U : 0);
    }
    put_be32(anchor, 4, ~crc);
    sparse_put(&disk, BYTES - 512, anchor, sizeof(anchor));
    if (headers[_i].is_header && headers[_i].lba < BYTES / 512)
        sparse_put(&disk, headers[_i].lba * 512, anchor, sizeof(anchor));
    whole_find(&reader, layout, &whole);
    ck_assert_uint_eq(whole.count, headers[_i].is_found);
    if (headers[_i].is_found)
        ck_assert_uint_eq(whole.at[0].first, headers[_i].lba * 512);
    ck_assert_uint_le(disk.reads, 8);
}

TEST(an_iso_image_goes_with_its_table)
{
    put(32768, "\1CD001\1");
    put(34816, "\377CD001\1");
    whole_find(&reader, layout, &whole);
    ck_assert_uint_eq(whole.count, 0);
}
