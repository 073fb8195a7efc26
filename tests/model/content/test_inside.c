/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_inside.c - each decoder on bytes made by hand, and on what is broken in them */
#include "model/content/inside.h"

#include <string.h>

#include "model/base/num.h"
#include "support/inside_fixture.h"
#include "support/test.h"

static bool decode(const struct fixture *fixture, const uint8_t *bytes, const char *type,
                   struct inside *ret)
{
    struct fixture_reader memory = { bytes, fixture->count, fixture->base };
    struct reader part = fixture_reader(&memory, fixture->size);

    return inside_decode(&part, type, ret);
}

static void check_same(const struct fixture *fixture, const struct inside *got)
{
    const struct inside *want = &fixture->want;

    ck_assert_msg(got->kind == want->kind, "%s", fixture->name);
    ck_assert_uint_eq(got->data_offset, want->data_offset);
    ck_assert_uint_eq(got->unit, want->unit);
    ck_assert(got->is_remakeable == want->is_remakeable);
    ck_assert_uint_eq(got->block, want->block);
    ck_assert_uint_eq(got->sector, want->sector);
    ck_assert_uint_eq(got->stripe_unit, want->stripe_unit);
    ck_assert_uint_eq(got->stripe_width, want->stripe_width);
    ck_assert_uint_eq(got->used, want->used);
    ck_assert_uint_eq(got->volume, want->volume);
    ck_assert_uint_eq(got->proof_offset, want->proof_offset);
    ck_assert_str_eq(got->proof, want->proof);
}

TEST_TIMES(each_content_is_decoded_by_its_type, fixture_count())
{
    const struct fixture *fixture = fixture_at((unsigned)_i);
    uint8_t bytes[FIXTURE_ROOM] = { 0 };
    struct inside got;

    fixture->make(bytes);
    ck_assert_msg(decode(fixture, bytes, fixture->type, &got), "%s", fixture->name);
    check_same(fixture, &got);
}

TEST_TIMES(each_content_is_found_by_its_magic_alone, fixture_count())
{
    const struct fixture *fixture = fixture_at((unsigned)_i);
    uint8_t bytes[FIXTURE_ROOM] = { 0 };
    struct inside got;

    fixture->make(bytes);
    ck_assert_msg(decode(fixture, bytes, NULL, &got), "%s", fixture->name);
    check_same(fixture, &got);
    ck_assert(decode(fixture, bytes, "", &got));
    check_same(fixture, &got);
}

TEST_TIMES(another_type_is_not_decoded, fixture_count())
{
    const struct fixture *fixture = fixture_at((unsigned)_i);
    uint8_t bytes[FIXTURE_ROOM] = { 0 };
    struct inside got = { .unit = 42 };

    fixture->make(bytes);
    ck_assert(!decode(fixture, bytes, "ufs", &got));
    ck_assert(!decode(fixture, bytes, strcmp(fixture->type, "xfs") != 0 ? "xfs" : "ntfs",
                      &got));
    ck_assert_uint_eq(got.unit, 42);
}

TEST(every_kind_has_a_fixture_and_a_name)
{
    for (int kind = INSIDE_NONE + 1; kind < INSIDE_COUNT; kind++) {
        unsigned index = 0;
        while (fixture_at(index) && (int)fixture_at(index)->want.kind != kind)
            index++;
        ck_assert_ptr_nonnull(fixture_at(index));
        ck_assert_ptr_nonnull(inside_id((enum inside_kind)kind));
    }
    ck_assert_ptr_null(inside_id(INSIDE_NONE));
}

TEST(nothing_is_found_in_zeros_or_in_nothing)
{
    static const uint8_t zeros[4096];
    struct fixture_reader memory = { zeros, sizeof(zeros), 0 };
    struct reader part = fixture_reader(&memory, 1024 * 1024);
    struct reader nothing = fixture_reader(&memory, 0);
    struct inside got;

    ck_assert(!inside_decode(&part, NULL, &got));
    ck_assert(!inside_decode(&nothing, NULL, &got));
}

/* WIDTH bytes of VALUE, little endian, at OFFSET of the fixture's bytes. */
static const struct {
    const char *fixture, *name;
    size_t offset;
    unsigned width;
    uint64_t value;
} broken[] = {
    { "fat32", "sector of 513", 11, 2, 513 },
    { "fat32", "cluster of 3", 13, 1, 3 },
    { "fat32", "no cluster", 13, 1, 0 },
    { "fat32", "nothing reserved", 14, 2, 0 },
    { "fat32", "no FAT", 16, 1, 0 },
    { "fat32", "5 FATs", 16, 1, 5 },
    { "fat32", "a root directory", 17, 2, 512 },
    { "fat32", "data past its end", 36, 4, 600000 },
    { "fat32", "FAT of 2^32", 36, 4, 0xFFFFFFFF },
    { "fat32", "no mark", 510, 2, 0 },
    { "fat32", "another medium", 21, 1, 0xF7 },
    { "fat32", "no cluster behind the FATs", 32, 4, 2032 },
    { "fat16", "no root directory", 17, 2, 0 },
    { "exfat", "another magic", 3, 1, 'e' },
    { "exfat", "sectors of 2^8", 108, 1, 8 },
    { "exfat", "sectors of 2^255", 108, 1, 255 },
    { "exfat", "clusters of 2^264", 109, 1, 255 },
    { "exfat", "clusters of 64 MiB", 109, 1, 17 },
    { "exfat", "no heap", 88, 4, 0 },
    { "exfat", "heap past the extent", 88, 4, 0xFFFFFFFF },
    { "ntfs", "another magic", 3, 1, 'n' },
    { "ntfs", "sectors of 0", 11, 2, 0 },
    { "ntfs", "cluster of 3", 13, 1, 3 },
    { "ntfs", "cluster of 2^127", 13, 1, 129 },
    { "ntfs", "no sectors", 40, 8, 0 },
    { "ext4", "another magic", 0x38, 2, 0xEF52 },
    { "ext4", "blocks of 2^42", 0x18, 4, 32 },
    { "ext4", "no blocks", 4, 4, 0 },
    { "xfs", "another magic", 0, 1, 'Y' },
    { "xfs", "blocks of 0", 4, 4, 0 },
    { "xfs", "blocks of 24", 4, 4, 0x18000000 },
    { "xfs", "no blocks", 8, 8, 0 },
    { "xfs", "sectors of 0", 102, 2, 0 },
    { "btrfs", "sectors of 12288", 144, 4, 12288 },
    { "btrfs", "another magic", 64, 1, 0 },
    { "btrfs", "no bytes", 112, 8, 0 },
    { "luks1", "version 3", 6, 2, 0x0300 },
    { "luks1", "payload past the extent", 104, 4, 0xFFFFFFFF },
    { "luks2", "header of 0", 8, 8, 0 },
    { "luks2", "header of 2^63", 8, 8, 0x80 },
    { "luks2", "text begins with NUL", 4096, 1, 0 },
    { "luks2", "text is no object", 4096, 1, '[' },
    { "lvm", "label says another sector", 512 + 8, 8, 2 },
    { "lvm", "another type", 512 + 24, 1, 0 },
    { "lvm", "header past the sector", 512 + 20, 4, 500 },
    { "lvm", "header at 2^32", 512 + 20, 4, 0xFFFFFFFF },
    { "lvm", "data past the extent", 512 + 72, 8, UINT64_MAX },
    { "md 1.2", "version 2", 4, 4, 2 },
    { "md 1.2", "for another place", 144, 8, 0 },
    { "md 1.2", "data at 2^63", 128, 8, UINT64_C(1) << 63 },
    { "md 0.90", "version 2", 4, 4, 2 },
    { "swap", "another magic", 4086, 1, 0 },
};

TEST_EACH(what_is_broken_is_not_decoded, broken)
{
    const struct fixture *fixture = fixture_named(broken[_i].fixture);
    uint8_t bytes[FIXTURE_ROOM] = { 0 };
    struct inside got = { .unit = 42 };

    fixture->make(bytes);
    ck_assert(decode(fixture, bytes, fixture->type, &got));
    got = (struct inside){ .unit = 42 };
    for (unsigned i = 0; i < broken[_i].width; i++)
        bytes[broken[_i].offset + i] = (uint8_t)(broken[_i].value >> (8 * i));
    ck_assert_msg(!decode(fixture, bytes, fixture->type, &got), "%s: %s", fixture->name,
                  broken[_i].name);
    ck_assert_uint_eq(got.unit, 42);
}

/* The least and the largest values that each format allows, and the unit of the data. */
static const struct {
    const char *fixture, *name;
    size_t offset;
    unsigned width;
    uint64_t value;
    uint64_t unit;
} extreme[] = {
    { "fat32", "medium of a floppy disk", 21, 1, 0xF0, 4096 },
    { "fat32", "sectors of 4096", 11, 2, 4096, 32768 },
    { "fat32", "clusters of 128 sectors", 13, 1, 128, 65536 },
    { "fat32", "one cluster", 32, 4, 2040, 4096 },
    { "fat32", "4 FATs", 16, 1, 4, 4096 },
    { "exfat", "sectors of 4096", 108, 1, 12, 262144 },
    { "exfat", "clusters of 32 MiB", 109, 1, 16, 32 * 1024 * 1024 },
    { "ntfs", "clusters of 64 KiB", 13, 1, 128, 65536 },
    { "ntfs", "clusters of 2 MiB", 13, 1, 244, 2 * 1024 * 1024 },
    { "ext4", "blocks of 64 KiB", 0x18, 4, 6, 65536 },
    { "xfs", "blocks of 512", 4, 4, 0x00020000, 512 },
    { "xfs", "blocks of 64 KiB", 4, 4, 0x00000100, 65536 },
    { "btrfs", "sectors of 64 KiB", 144, 4, 65536, 65536 },
};

TEST_EACH(extreme_sizes_are_decoded, extreme)
{
    const struct fixture *fixture = fixture_named(extreme[_i].fixture);
    uint8_t bytes[FIXTURE_ROOM] = { 0 };
    struct inside got;

    fixture->make(bytes);
    for (unsigned i = 0; i < extreme[_i].width; i++)
        bytes[extreme[_i].offset + i] = (uint8_t)(extreme[_i].value >> (8 * i));
    ck_assert_msg(decode(fixture, bytes, fixture->type, &got), "%s: %s", fixture->name,
                  extreme[_i].name);
    ck_assert_uint_eq(got.unit, extreme[_i].unit);
}

/* Only what is used is not known then. */
static const struct {
    const char *fixture, *name;
    size_t offset;
    unsigned width;
    uint64_t value;
} uncounted[] = {
    { "ntfs marked", "no MFT on the disk", 48, 8, UINT64_C(1) << 40 },
    { "ntfs marked", "MFT at 2^64", 48, 8, UINT64_MAX },
    { "ntfs marked", "records of 2^255", 64, 1, 128 },
    { "ntfs marked", "records of nothing", 64, 1, 0 },
    { "ntfs marked", "records of 127 clusters", 64, 1, 127 },
    { "ntfs marked", "another magic", 10240, 1, 'B' },
    { "ntfs marked", "another record", 10240 + 44, 4, 5 },
    { "ntfs marked", "a fixup past its sector", 10240 + 4, 2, 510 },
    { "ntfs marked", "a fixup at 2^16", 10240 + 4, 2, 65534 },
    { "ntfs marked", "a fixup of another length", 10240 + 6, 2, 2 },
    { "ntfs marked", "a sector that was not written", 10240 + 1022, 2, 76 },
    { "ntfs marked", "attributes past the record", 10240 + 20, 2, 65535 },
    { "ntfs marked", "an attribute of nothing", 10240 + 60, 4, 0 },
    { "ntfs marked", "an attribute of 2^32", 10240 + 60, 4, UINT32_MAX },
    { "ntfs marked", "data of 2^31", 10320 + 4, 4, UINT32_MAX / 2 },
    { "ntfs marked", "data too short", 10320 + 4, 4, 16 },
    { "ntfs marked", "data with a name", 10320 + 9, 1, 1 },
    { "ntfs marked", "data in the record", 10320 + 8, 1, 0 },
    { "ntfs marked", "compressed data", 10320 + 12, 2, 1 },
    { "ntfs marked", "data from the middle on", 10320 + 16, 8, 1 },
    { "ntfs marked", "runs past the data", 10320 + 32, 2, 80 },
    { "ntfs marked", "runs in the head", 10320 + 32, 2, 4 },
    { "ntfs marked", "a sparse run", 10384, 1, 0x01 },
    { "ntfs marked", "a run without a length", 10384, 1, 0x10 },
    { "ntfs marked", "numbers of 15 bytes", 10384, 1, 0xFF },
    { "ntfs marked", "a run in front of the disk", 10386, 1, 0x80 },
    { "ntfs marked", "a later run in front of the disk", 10389, 1, 0x80 },
    { "ntfs marked", "too few runs", 10390, 1, 0 },
    { "ntfs marked", "runs of nothing", 10391, 1, 0 },
    { "ntfs", "a bitmap of 2^60", 40, 8, UINT64_MAX },
    { "fat32 uncounted", "a FAT of one sector", 36, 4, 1 },
};

TEST_EACH(what_cannot_be_counted_is_not_known, uncounted)
{
    const struct fixture *fixture = fixture_named(uncounted[_i].fixture);
    uint8_t bytes[FIXTURE_ROOM] = { 0 };
    struct inside got;

    fixture->make(bytes);
    for (unsigned i = 0; i < uncounted[_i].width; i++)
        bytes[uncounted[_i].offset + i] = (uint8_t)(uncounted[_i].value >> (8 * i));
    ck_assert_msg(decode(fixture, bytes, fixture->type, &got), "%s", uncounted[_i].name);
    ck_assert_msg(got.used == 0, "%s: %llu", uncounted[_i].name,
                  (unsigned long long)got.used);
}

TEST(use_beyond_the_extent_is_not_known)
{
    const struct fixture *fixture = fixture_named("ext4");
    uint8_t bytes[FIXTURE_ROOM] = { 0 };
    struct inside got;

    fixture->make(bytes);
    put_le32(bytes, 4, 0xFFFFFFFF);
    ck_assert(decode(fixture, bytes, "ext4", &got));
    ck_assert_uint_eq(got.used, 0);
    put_le32(bytes, 4, 100);
    ck_assert(decode(fixture, bytes, "ext4", &got));
    ck_assert_uint_eq(got.used, 0);
}

/* A mirror with its superblock at the end shows the file system to everybody else. */
TEST(a_member_of_a_mirror_comes_before_what_it_mirrors)
{
    const struct fixture *ext4 = fixture_named("ext4"), *md = fixture_named("md 1.0");
    static uint8_t bytes[1024 * 1024];
    struct fixture_reader memory = { bytes, sizeof(bytes), 0 };
    struct reader part = fixture_reader(&memory, sizeof(bytes));
    struct inside got;

    ext4->make(bytes + ext4->base);
    md->make(bytes + md->base);
    ck_assert(inside_decode(&part, NULL, &got));
    ck_assert_int_eq(got.kind, INSIDE_MD);
    ck_assert(inside_decode(&part, "ext4", &got));
    ck_assert_int_eq(got.kind, INSIDE_EXT);
}
