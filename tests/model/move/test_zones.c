/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_zones.c - which contents can be moved, and what is guarded in each */
#include "model/move/plan/zones.h"

#include <stdio.h>
#include <string.h>

#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/content/inside.h"
#include "support/disks.h"
#include "support/inside_fixture.h"
#include "support/sparse.h"
#include "support/test.h"

#define KIB UINT64_C(1024)
#define MIB (1024 * KIB)

/* --- what can be carried --- */

static const struct {
    struct content content;
    enum zones_refusal want;
} refusals[] = {
    { { .state = CONTENT_UNKNOWN }, ZONES_NOT_READ },
    { { .state = CONTENT_UNREADABLE }, ZONES_NOT_READ },
    { { .state = CONTENT_NONE, .zeros = ZEROS_NONE }, ZONES_UNKNOWN },
    { { .state = CONTENT_NONE, .zeros = ZEROS_SAMPLED }, ZONES_UNKNOWN },
    { { .state = CONTENT_NONE, .zeros = ZEROS_ALL }, ZONES_UNKNOWN },
    { { .state = CONTENT_AMBIVALENT, .type = "ext4", .other = "vfat" }, ZONES_TWO_KINDS },
    { { .state = CONTENT_FOUND, .type = "zfs_member" }, ZONES_KIND },
    { { .state = CONTENT_FOUND, .type = "bcachefs" }, ZONES_KIND },
    { { .state = CONTENT_FOUND, .type = "VMFS" }, ZONES_KIND },
    { { .state = CONTENT_FOUND, .type = "BitLocker" }, ZONES_KIND },
    { { .state = CONTENT_FOUND, .type = "ext4" }, ZONES_KIND },
    { { .state = CONTENT_FOUND, .type = "ufs" }, ZONES_KIND },
    { { .state = CONTENT_FOUND, .inside = { .kind = INSIDE_SWAP } }, ZONES_SWAP },
    { { .state = CONTENT_FOUND, .inside = { .kind = INSIDE_EXT, .claimed = 1 << 20 } },
      ZONES_LARGER },
    { { .state = CONTENT_FOUND,
        .inside = { .kind = INSIDE_EXT, .claimed = 1 << 20, .volume = 1 << 20 } },
      ZONES_CARRIED },
};

TEST_EACH(a_content_is_refused_for_its_reason, refusals)
{
    const struct content *content = &refusals[_i].content;

    ck_assert_int_eq(zones_refusal(content), refusals[_i].want);
    ck_assert_int_eq(zones_can_carry(content), refusals[_i].want == ZONES_CARRIED);
}

TEST_TIMES(every_kind_with_a_decoder_is_carried, INSIDE_COUNT)
{
    struct content content = disks_content((enum inside_kind)_i, NULL);

    ck_assert_int_eq(zones_can_carry(&content), _i != INSIDE_NONE);
}

/* --- what is guarded --- */

/* "0+8 128+8 magic 2" */
static char *zones_text(const struct zones *zones)
{
    char *text = xstrdup("");

    for (size_t i = 0; i < zones->count; i++) {
        CLEANUP(freep) char *before = text;
        text = xasprintf("%s%llu+%llu ", before, (unsigned long long)zones->at[i].start,
                         (unsigned long long)zones->at[i].length);
    }
    CLEANUP(freep) char *before = text;
    return xasprintf("%smagic %llu", before, (unsigned long long)zones->magic);
}

/* The content of DISK by its bytes. */
static struct content content_of(struct sparse *disk)
{
    struct content content = { .state = CONTENT_FOUND };
    struct reader part = sparse_reader(disk);

    ck_assert(inside_decode(&part, NULL, &content.inside));
    return content;
}

static void expect_zones(struct sparse *disk, uint64_t logical, const char *want)
{
    struct content content = content_of(disk);
    struct reader part = sparse_reader(disk);
    struct zones zones;

    ck_assert(zones_find(&content, &part, logical, &zones));
    CLEANUP(freep) char *text = zones_text(&zones);
    ck_assert_str_eq(text, want);
}

static struct sparse fixture_disk(const char *name)
{
    const struct fixture *fixture = fixture_named(name);
    struct sparse disk = { .size_bytes = fixture->size };
    uint8_t bytes[FIXTURE_ROOM] = { 0 };

    fixture->make(bytes);
    sparse_put(&disk, fixture->base, bytes, fixture->count);
    return disk;
}

static const struct {
    const char *name;
    uint64_t logical;
    const char *want;
} kinds[] = {
    { "ext4", 512, "0+8 2097144+8 magic 2" },
    { "ext4", 4096, "0+1 262143+1 magic 0" },
    { "xfs", 512, "0+8 2097144+8 magic 0" },
    { "btrfs", 512, "0+8 128+8 2097144+8 magic 128" },
    { "btrfs", 4096, "0+1 16+1 262143+1 magic 16" },
    { "btrfs", 65536, "0+2 16383+1 magic 1" },
    { "fat16", 512, "0+8 12280+8 magic 0" },
    { "fat32", 512, "0+8 1048568+8 magic 0" },
    { "exfat", 512, "0+8 11+2 23+1 2097144+8 magic 0" },
    { "ntfs", 512, "0+8 2097144+8 magic 0" },
    { "luks1", 512, "0+8 2097144+8 magic 0" },
    { "luks2", 512, "0+8 2097144+8 magic 0" }, /* its second header is missing */
    { "lvm", 512, "0+8 2097144+8 magic 1" },
    { "md 1.0", 512, "0+8 2032+16 magic 2032" },
    { "md 1.1", 512, "0+8 2097144+8 magic 0" },
    { "md 1.2", 512, "0+16 2097144+8 magic 8" },
    { "md 0.90", 512, "0+8 1920+8 2048+8 magic 1920" },
    { "md 0.90 big", 512, "0+8 1920+8 2040+8 magic 1920" },
    { "swap", 512, "0+8 8184+8 magic 7" },
    { "swap 16k", 512, "0+8 24+8 8184+8 magic 31" },
};

TEST_EACH(each_kind_has_its_zones, kinds)
{
    struct sparse disk = fixture_disk(kinds[_i].name);

    expect_zones(&disk, kinds[_i].logical, kinds[_i].want);
    sparse_finish(&disk);
}

/* The places of cryptsetup, in KiB. */
static const unsigned luks2_places[] = { 16, 32, 64, 128, 256, 512, 1024, 2048, 4096 };

TEST_EACH(a_second_luks2_header_is_guarded_wherever_it_may_be, luks2_places)
{
    struct sparse disk = fixture_disk("luks2");
    CLEANUP(freep)
    char *want = xasprintf("0+8 %u+8 2097144+8 magic 0", luks2_places[_i] * 2);

    sparse_put(&disk, luks2_places[_i] * KIB, "SKUL\xba\xbe", 6);
    expect_zones(&disk, 512, want);
    sparse_finish(&disk);
}

TEST(the_content_below_a_raid_with_its_superblock_at_the_end_is_guarded)
{
    struct sparse disk = fixture_disk("md 1.0");

    sparse_put(&disk, 64 * KIB + 64, "_BHRfS_M", 8);
    sparse_put(&disk, 16 * KIB, "SKUL\xba\xbe", 6);
    expect_zones(&disk, 512, "0+8 32+8 128+8 2032+16 magic 2032");
    sparse_finish(&disk);
}

TEST(a_raid_superblock_that_remained_is_guarded)
{
    struct sparse disk = fixture_disk("ext4");
    uint64_t size = disk.size_bytes;

    sparse_put(&disk, 4 * KIB, "\xfc\x4e\x2b\xa9", 4);
    sparse_put(&disk, size - 64 * KIB, "\xa9\x2b\x4e\xfc", 4);
    sparse_put(&disk, size - 8 * KIB, "\xfc\x4e\x2b\xa9", 4);
    struct content content = { .state = CONTENT_FOUND,
                               .inside = { .kind = INSIDE_EXT, .proof_offset = 1080 } };
    struct reader part = sparse_reader(&disk);
    struct zones zones;
    ck_assert(zones_find(&content, &part, 512, &zones));
    CLEANUP(freep) char *text = zones_text(&zones);
    ck_assert_str_eq(text, "0+16 2097024+8 2097136+16 magic 2");
    sparse_finish(&disk);
}

TEST(the_backup_boot_sector_of_ntfs_is_found_before_the_end_of_its_partition)
{
    struct sparse disk = fixture_disk("ntfs");

    disk.size_bytes += MIB;
    expect_zones(&disk, 512, "0+8 2097144+8 2099192+8 magic 0");
    sparse_finish(&disk);
}

TEST(the_backup_boot_sector_of_fat32_is_where_its_boot_sector_names_it)
{
    struct sparse disk = fixture_disk("fat32");
    uint8_t place[2];

    put_le16(place, 0, 12);
    sparse_put(&disk, 50, place, sizeof(place));
    expect_zones(&disk, 512, "0+16 1048568+8 magic 0");
    put_le16(place, 0, 0xFFFF); /* far, but in the partition */
    sparse_put(&disk, 50, place, sizeof(place));
    expect_zones(&disk, 512, "0+8 65528+8 1048568+8 magic 0");
    sparse_finish(&disk);
}

TEST(the_checksums_of_larger_sectors_of_exfat_are_in_zones)
{
    struct sparse disk = fixture_disk("exfat");
    struct content content = content_of(&disk);
    struct reader part = sparse_reader(&disk);
    struct zones zones;

    content.inside.sector = 4096;
    ck_assert(zones_find(&content, &part, 512, &zones));
    ck_assert(zones_contain(&zones, 11 * 8, 13 * 8));
    ck_assert(zones_contain(&zones, 23 * 8, 24 * 8));
    ck_assert(!zones_contain(&zones, 10 * 8, 12 * 8));
    sparse_finish(&disk);
}

/* In KiB: e2fsck takes it by itself if the first one is invalid. */
static const uint64_t groups[] = { 8193, 32 << 10, 128 << 10, 512 << 10 };

TEST_EACH(the_superblock_of_the_first_group_is_guarded, groups)
{
    struct sparse disk = fixture_disk("ext4");
    uint64_t page = groups[_i] / 4 * 4;
    CLEANUP(freep)
    char *want = xasprintf("0+8 %llu+8 2097144+8 magic 2", (unsigned long long)page * 2);

    sparse_put(&disk, groups[_i] * KIB + 56, "\x53\xef", 2);
    expect_zones(&disk, 512, want);
    sparse_finish(&disk);
}

TEST(the_superblocks_of_all_groups_of_xfs_are_guarded)
{
    struct sparse disk = fixture_disk("xfs");
    uint8_t shape[8];

    put_be32(shape, 0, 0x1000); /* blocks of 4096 bytes in each of 3 groups */
    put_be32(shape, 4, 3);
    sparse_put(&disk, 84, shape, sizeof(shape));
    sparse_put(&disk, 16 * MIB, "XFSB", 4);
    sparse_put(&disk, 32 * MIB, "XFSB", 4);
    sparse_put(&disk, 48 * MIB, "XFSB", 4);
    expect_zones(&disk, 512, "0+8 32768+8 65536+8 2097144+8 magic 0");
    sparse_finish(&disk);
}

/* With half of the superblocks xfs_repair would take one of them; there is space for
 * those of 22 further groups, or one less beside another signature. */
static const struct {
    unsigned groups, guarded;
    bool has_other, leaves_copies;
} many_groups[] = {
    { 13, 12, false, false }, { 14, 12, false, false }, { 25, 13, false, false },
    { 32, 16, false, false }, { 44, 22, false, false }, { 45, 22, false, true },
    { 99, 22, false, true },  { 42, 21, true, false },  { 44, 21, true, true },
};

TEST_EACH(more_than_half_of_the_superblocks_of_xfs_are_guarded, many_groups)
{
    enum { GROUP = 1 << 20 };
    struct sparse disk = fixture_disk("xfs");
    uint8_t shape[8];

    put_be32(shape, 0, GROUP / 4096);
    put_be32(shape, 4, many_groups[_i].groups);
    sparse_put(&disk, 84, shape, sizeof(shape));
    for (unsigned i = 1; i < many_groups[_i].groups; i++)
        sparse_put(&disk, (uint64_t)i * GROUP, "XFSB", 4);
    if (many_groups[_i].has_other)
        sparse_put(&disk, 16 * KIB, "SKUL\xba\xbe", 6);
    const struct content content = content_of(&disk);
    struct reader part = sparse_reader(&disk);
    struct zones zones;
    ck_assert(zones_find(&content, &part, 512, &zones));
    ck_assert_uint_eq(zones.count,
                      many_groups[_i].guarded + 2U + many_groups[_i].has_other);
    ck_assert_int_eq(zones_leave_copies(&content, &part, 512),
                     many_groups[_i].leaves_copies);
    sparse_finish(&disk);
}

static const struct {
    uint64_t size;
    const char *want;
} small[] = {
    { 512, "0+1 magic 0" },           { 4 * KIB, "0+8 magic 0" },
    { 4 * KIB + 512, "0+9 magic 0" }, { 8 * KIB, "0+16 magic 0" },
    { 12 * KIB, "0+8 16+8 magic 0" },
};

TEST_EACH(zones_stay_inside_a_small_partition, small)
{
    struct sparse disk = { .size_bytes = small[_i].size };
    struct content content = { .state = CONTENT_FOUND,
                               .inside = { .kind = INSIDE_LUKS } };
    struct reader part = sparse_reader(&disk);
    struct zones zones;

    ck_assert(zones_find(&content, &part, 512, &zones));
    CLEANUP(freep) char *text = zones_text(&zones);
    ck_assert_str_eq(text, small[_i].want);
}

TEST(a_raid_superblock_can_be_in_the_middle_of_128_kib)
{
    struct sparse disk = { .size_bytes = 128 * KIB };
    struct content content = { .state = CONTENT_FOUND,
                               .inside = { .kind = INSIDE_LUKS } };
    struct reader part = sparse_reader(&disk);
    struct zones zones;

    sparse_put(&disk, 64 * KIB, "\xfc\x4e\x2b\xa9", 4);
    ck_assert(zones_find(&content, &part, 512, &zones));
    CLEANUP(freep) char *text = zones_text(&zones);
    ck_assert_str_eq(text, "0+8 128+8 248+8 magic 0");
    sparse_finish(&disk);
}

TEST(the_most_zones_fit)
{
    struct sparse disk = fixture_disk("md 0.90");

    disk.size_bytes += 7 * MIB;
    sparse_put(&disk, 8 * MIB - 64 * KIB, "\xfc\x4e\x2b\xa9\0\0\0\0\x5a", 9);
    sparse_put(&disk, 8 * MIB + 4 * KIB - 8 * KIB, "\xfc\x4e\x2b\xa9", 4);
    sparse_put(&disk, 4 * KIB, "\xfc\x4e\x2b\xa9", 4);
    sparse_put(&disk, 64 * KIB + 64, "_BHRfS_M", 8);
    for (size_t i = 0; i < ARRAY_SIZE(luks2_places); i++)
        sparse_put(&disk, luks2_places[i] * KIB, "SKUL\xba\xbe", 6);
    expect_zones(&disk, 512,
                 "0+16 32+8 64+8 128+8 256+8 512+8 1024+8 2048+8 4096+8 8192+8 16256+8 "
                 "16376+16 magic 16256");
    sparse_finish(&disk);
}

TEST(the_most_zones_of_a_large_partition_fit)
{
    struct sparse disk = fixture_disk("exfat");
    struct content content = content_of(&disk);
    struct zones zones;

    disk.size_bytes = (UINT64_C(33) << 30) + 512;
    sparse_put(&disk, (UINT64_C(33) << 30) - 64 * KIB, "\xfc\x4e\x2b\xa9", 4);
    sparse_put(&disk, (UINT64_C(33) << 30) - 8 * KIB, "\xfc\x4e\x2b\xa9", 4);
    sparse_put(&disk, 64 * KIB + 64, "_BHRfS_M", 8);
    for (size_t i = 0; i < ARRAY_SIZE(luks2_places); i++)
        sparse_put(&disk, luks2_places[i] * KIB, "SKUL\xba\xbe", 6);
    for (uint64_t kib = 1; kib <= 64; kib *= 2)
        sparse_put(&disk, kib * kib * 8 * MIB + (kib == 1 ? KIB : 0) + 56, "\x53\xef", 2);
    struct reader part = sparse_reader(&disk);
    ck_assert(zones_find(&content, &part, 512, &zones));
    /* The page at 64 KiB can be both of btrfs and of LUKS. */
    ck_assert_uint_eq(zones.count, 1 + 2 + ARRAY_SIZE(luks2_places) + 7 + 2 + 1);
    sparse_finish(&disk);
}

TEST_TIMES(a_partition_that_cannot_be_read_has_no_zones, 9)
{
    static const uint64_t broken[] = { 0,
                                       4 * KIB,
                                       16 * KIB,
                                       64 * KIB,
                                       128 * KIB,
                                       4096 * KIB,
                                       2048 * KIB,
                                       1024 * MIB - 64 * KIB,
                                       1024 * MIB - 8 * KIB };
    struct sparse disk = fixture_disk("fat32");
    struct content content = content_of(&disk);
    struct zones zones;

    disk.size_bytes = 1024 * MIB;
    struct reader part = sparse_reader(&disk);
    ck_assert(zones_find(&content, &part, 512, &zones));
    disk.broken_from = broken[_i];
    disk.broken_to = broken[_i] + 512;
    ck_assert(!zones_find(&content, &part, 512, &zones));
    sparse_finish(&disk);
}

TEST(nothing_is_guarded_in_what_cannot_be_moved)
{
    struct sparse disk = fixture_disk("swap hibernated");
    struct content content = content_of(&disk);
    struct reader part = sparse_reader(&disk);
    struct zones zones;

    ck_assert(!zones_find(&content, &part, 512, &zones));
    sparse_finish(&disk);
}
