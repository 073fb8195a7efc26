/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_magic.c - contents that no decoder knows: where they begin, and their size */
#include "model/found/place.h"

#include <string.h>

#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/found/list.h"
#include "model/found/lost.h"
#include "support/disks.h"
#include "support/sparse_contents.h"
#include "support/test.h"

#define KIB   UINT64_C(1024)
#define MIB   (1024 * KIB)
#define SIZE  (64 * MIB)
#define START (UINT64_C(40007) * 512)

enum { FIELDS_MAX = 6 };

/* A number that a test writes. */
struct field {
    uint64_t at; /* byte of the content */
    unsigned width;
    bool is_big;
    uint64_t value;
};

struct kind {
    const char *type;
    uint64_t at; /* byte of the content */
    const char *magic;
    size_t count;
    struct field fields[FIELDS_MAX];
    uint64_t bytes; /* its size; 0: it does not tell it */
};

#define KIND(type, at, magic, bytes, ...)                                                \
    {                                                                                    \
        type, at, magic, sizeof(magic) - 1, { __VA_ARGS__ }, bytes                       \
    }
#define LE(at, width, value)                                                             \
    {                                                                                    \
        at, width, false, value                                                          \
    }
#define BE(at, width, value)                                                             \
    {                                                                                    \
        at, width, true, value                                                           \
    }

static const struct kind kinds[] = {
    KIND("BitLocker", 3, "-FVE-FS-", 0, LE(0, 2, 0x58eb)),
    KIND("bcache", 4096 + 24,
         "\xc6\x85\x73\xf6\x4e\x1a\x45\xca\x82\x65\xf5\x7f\x48\xba\x6d\x81", 0,
         LE(4096, 8, 77)),
    KIND("VMFS_volume_member", MIB, "\x0d\xd0\1\xc0\5\0\0\0", 0, LE(MIB + 8, 4, 1)),
    KIND("ReFS", 0, "\0\0\0ReFS\0\0\0\0", 5000 * UINT64_C(4096), LE(24, 8, 5000),
         LE(32, 4, 4096)),
    KIND("apfs", 32, "NXSB", 5000 * UINT64_C(4096), LE(36, 4, 4096), LE(40, 8, 5000)),
    KIND("hfsplus", 1024, "H+\0\4", 5000 * UINT64_C(4096), BE(1024 + 40, 4, 4096),
         BE(1024 + 44, 4, 5000)),
    KIND("hfsplus", 1024, "HX\0\5", 5000 * UINT64_C(4096), BE(1024 + 40, 4, 4096),
         BE(1024 + 44, 4, 5000)),
    KIND("hfs", 1024, "BD12345678\1\0\0\7\0\3", 5000 * UINT64_C(512) + 15 * 512 + 1024,
         BE(1024 + 18, 2, 5000), BE(1024 + 20, 4, 512), BE(1024 + 28, 2, 15)),
    KIND("jfs", 32768, "JFS1\1\0\0\0", 40000 * UINT64_C(512) + (100 + 50) * 4096,
         LE(32768 + 8, 8, 40000), LE(32768 + 16, 4, 4096), LE(32768 + 24, 4, 512),
         LE(32768 + 72, 3, 100), LE(32768 + 80, 3, 50)),
    KIND("reiserfs", 65536 + 52, "ReIsErFs", 5000 * UINT64_C(4096), LE(65536, 4, 5000),
         LE(65536 + 44, 2, 4096)),
    KIND("reiserfs", 65536 + 52, "ReIsEr3Fs", 5000 * UINT64_C(4096), LE(65536, 4, 5000),
         LE(65536 + 44, 2, 4096)),
    KIND("reiser4", 65536, "ReIsEr4", 0, LE(65536 + 19, 1, 16)),
    KIND("f2fs", 1024, "\x10\x20\xf5\xf2\1\0", 5000 * UINT64_C(4096),
         LE(1024 + 16, 4, 12), LE(1024 + 36, 8, 5000)),
    KIND("nilfs2", 1024, "\2\0\0\0\0\0\x34\x34", 20 * MIB, LE(1024 + 32, 8, 20 * MIB)),
    KIND("ocfs2", 8192, "OCFSV2", 5000 * UINT64_C(4096), LE(8192 + 20, 4, 5000),
         LE(8192 + 80, 8, 2), LE(8192 + 248, 4, 12), LE(8192 + 252, 4, 12)),
    KIND("gfs2", 65536, "\1\x16\x19\x70\0\0\0\1", 0, BE(65536 + 16, 4, 100)),
    KIND("ufs", 8192 + 1372, "\x54\x19\1\0", 5000 * UINT64_C(1024),
         LE(8192 + 36, 4, 5000), LE(8192 + 52, 4, 1024)),
    KIND("ufs", 8192 + 1372, "\0\1\x19\x54", 5000 * UINT64_C(1024),
         BE(8192 + 36, 4, 5000), BE(8192 + 52, 4, 1024)),
    KIND("ufs", 65536 + 1372, "\x19\1\x54\x19", 5000 * UINT64_C(1024),
         LE(65536 + 52, 4, 1024), LE(65536 + 1000, 8, 65536), LE(65536 + 1080, 8, 5000)),
    KIND("ufs", 65536 + 1372, "\x19\x54\1\x19", 5000 * UINT64_C(1024),
         BE(65536 + 52, 4, 1024), BE(65536 + 1000, 8, 65536), BE(65536 + 1080, 8, 5000)),
    KIND("ufs", 262144 + 1372, "\x19\1\x54\x19", 5000 * UINT64_C(1024),
         LE(262144 + 52, 4, 1024), LE(262144 + 1000, 8, 262144),
         LE(262144 + 1080, 8, 5000)),
    KIND("squashfs", 0, "hsqs", 7 * MIB + 3, LE(40, 8, 7 * MIB + 3)),
    KIND("erofs", 1024, "\xe2\xe1\xf5\xe0", 5000 * UINT64_C(4096), LE(1024 + 12, 1, 12),
         LE(1024 + 36, 4, 5000)),
    KIND("cramfs", 16, "Compressed ROMFS", 7 * MIB, LE(0, 4, 0x28cd3d45),
         LE(4, 4, 7 * MIB)),
    KIND("romfs", 0, "-rom1fs-", 7 * MIB, BE(8, 4, 7 * MIB)),
    KIND("iso9660", 32768, "\1CD001\1", 5000 * UINT64_C(2048), LE(32768 + 80, 4, 5000),
         LE(32768 + 128, 2, 2048)),
    KIND("udf", 32768, "\0BEA01\1", 0, LE(32768 + 2048, 4, 0x52534e00)),
    KIND("zfs_member", 16384,
         "\1\1\0\0\0\0\0\0\0\0\0\1\0\0\0\x24\0\0\0\x20\0\0\0\7version",
         20 * MIB + 4608 * KIB, BE(16384 + 700, 4, 5), BE(16384 + 704, 4, 0x6173697a),
         LE(16384 + 708, 1, 0x65), BE(16384 + 720, 8, 20 * MIB)),
    /* Found by what lies elsewhere. */
    KIND("linux_raid_member", 20 * MIB, "\xfc\x4e\x2b\xa9\1\0\0\0", 20 * MIB + 8 * KIB,
         LE(20 * MIB + 144, 8, 20 * 2048)),
    KIND("linux_raid_member", 4096, "\xfc\x4e\x2b\xa9\1\0\0\0", 20 * MIB,
         LE(4096 + 128, 8, 2048), LE(4096 + 136, 8, 19 * 2048), LE(4096 + 144, 8, 8)),
    KIND("linux_raid_member", 0, "\xfc\x4e\x2b\xa9\1\0\0\0", 20 * MIB, LE(128, 8, 2048),
         LE(136, 8, 19 * 2048)),
    KIND("LVM2_member", 1024, "LABELONE", 20 * MIB, LE(1024 + 8, 8, 2),
         LE(1024 + 20, 4, 32), BE(1024 + 24, 8, 0x4c564d3220303031),
         LE(1024 + 64, 8, 20 * MIB), LE(1024 + 72, 8, MIB)),
};

static void kind_put(struct sparse *disk, uint64_t start, const struct kind *kind)
{
    sparse_put(disk, start + kind->at, kind->magic, kind->count);
    for (size_t i = 0; i < FIELDS_MAX && kind->fields[i].width; i++) {
        const struct field *field = &kind->fields[i];
        uint8_t bytes[8];

        for (unsigned k = 0; k < field->width; k++)
            bytes[field->is_big ? field->width - 1 - k : k] =
                (uint8_t)(field->value >> 8 * k);
        sparse_put(disk, start + field->at, bytes, field->width);
    }
}

static struct layout *blank(void)
{
    const struct disks_spec spec = { .size = SIZE / 512, .label = LABEL_NONE };

    return disks_build(&spec);
}

static struct found_list sweep(struct sparse *disk)
{
    CLEANUP(layout_unrefp) struct layout *layout = blank();
    CLEANUP(found_places_finish) struct found_places places = { 0 };
    struct reader reader = sparse_reader(disk);
    struct found_list list;
    CLEANUP(found_sweep_freep)
    struct found_sweep *sweep = found_sweep_new(&reader, layout, NULL, NULL);

    while (found_sweep_step(sweep))
        ;
    found_sweep_take(sweep, &places);
    found_list_judge(&places, layout, &list);
    return list;
}

static void expect_one(const struct found_list *list, const char *type, uint64_t start,
                       uint64_t bytes, enum found_how how)
{
    ck_assert_uint_eq(list->count, 1);
    const struct found_content *found = &list->at[0].found;
    ck_assert_uint_eq(found->start * 512, start);
    ck_assert_str_eq(found->kind, type);
    ck_assert_uint_eq(found->volume, (bytes + 511) / 512);
    ck_assert_int_eq(found->how, how);
    ck_assert(list->at[0].is_chosen);
}

TEST_EACH(a_kind_is_found_in_any_sector_with_its_size, kinds)
{
    CLEANUP(sparse_finish) struct sparse disk = { .size_bytes = SIZE };

    kind_put(&disk, START, &kinds[_i]);
    CLEANUP(found_list_finish) struct found_list list = sweep(&disk);
    expect_one(&list, kinds[_i].type, START, kinds[_i].bytes, FOUND_SUPERBLOCK);
}

/* What is not more than 66 KiB behind the start is seen from there. */
TEST_EACH(a_kind_is_found_at_its_start, kinds)
{
    CLEANUP(sparse_finish) struct sparse disk = { .size_bytes = SIZE };
    struct reader reader = sparse_reader(&disk);
    bool is_near = kinds[_i].at < 68 * KIB;
    struct found_place found;

    kind_put(&disk, START, &kinds[_i]);
    if (!strcmp(kinds[_i].type, "LVM2_member"))
        return; /* its label is in the second sector nearly always */
    ck_assert_int_eq(found_detect(&reader, 512, START, &found), is_near);
    if (!is_near)
        return;
    ck_assert_uint_eq(found.start, START);
    ck_assert_uint_eq(found.volume, kinds[_i].bytes);
    ck_assert_str_eq(found.kind, kinds[_i].type);
}

/* On a disk that ends one sector before the content would. */
TEST_EACH(a_size_beyond_the_disk_is_not_believed, kinds)
{
    const struct kind *kind = &kinds[_i];
    uint64_t need = kind->bytes > kind->at ? kind->bytes - 1 : kind->at + 4096;
    CLEANUP(sparse_finish)
    struct sparse disk = { .size_bytes = START + need / 512 * 512 };
    struct reader reader = sparse_reader(&disk);
    struct found_place found;

    kind_put(&disk, START, kind);
    if (kind->at > 68 * KIB || !strcmp(kind->type, "LVM2_member"))
        return;
    if (found_detect(&reader, 512, START, &found))
        ck_assert_uint_eq(found.volume, 0);
}

/* A first superblock that is destroyed, and the copy at each place of the format. */
static const uint64_t luks_copies[] = {
    16 * KIB, 32 * KIB, 64 * KIB, 128 * KIB, 256 * KIB, 512 * KIB, MIB, 2 * MIB, 4 * MIB,
};

TEST_EACH(luks2_is_found_by_its_second_header, luks_copies)
{
    CLEANUP(sparse_finish) struct sparse disk = { .size_bytes = SIZE };
    uint64_t at = luks_copies[_i];
    const struct kind kind = KIND("crypto_LUKS", at, "SKUL\xba\xbe\0\2", 0,
                                  BE(at + 8, 8, at), BE(at + 256, 8, at));

    kind_put(&disk, START, &kind);
    CLEANUP(found_list_finish) struct found_list list = sweep(&disk);
    expect_one(&list, "crypto_LUKS", START, 0, FOUND_BACKUP);
    ck_assert_str_eq(list.at[0].found.type, "crypto_LUKS");
}

/* The first superblock and its copy at 64 MiB, or that alone. */
TEST_TIMES(btrfs_is_found_by_its_copy, 2)
{
    CLEANUP(sparse_finish) struct sparse disk = { .size_bytes = SIZE };
    uint64_t copy = 30 * MIB; /* nearer than mkfs writes it */

    for (uint64_t at = _i ? 64 * KIB : copy; at <= copy; at += copy - 64 * KIB) {
        const struct kind kind = KIND("btrfs", at + 64, "_BHRfS_M", 0, LE(at + 48, 8, at),
                                      LE(at + 112, 8, 40 * MIB), LE(at + 144, 4, 4096),
                                      LE(at + 209, 8, 40 * MIB));
        kind_put(&disk, START, &kind);
    }
    CLEANUP(found_list_finish) struct found_list list = sweep(&disk);
    expect_one(&list, "btrfs", START, 40 * MIB, _i ? FOUND_SUPERBLOCK : FOUND_BACKUP);
}

/* At the places of the format, which these superblocks do not tell. */
static const struct {
    unsigned kind; /* in kinds */
    int64_t copy;  /* of all of it, from the start */
} twins[] = { { 5, 5000 * 4096 - 2048 },
              { 7, 5000 * 512 + 15 * 512 + 1024 - 2048 },
              { 8, 28672 },
              { 12, 4096 },
              { 13, 20 * 1024 * 1024 - 5120 } };

/* That of a content that is not there, or of one with another size, is a start. */
TEST_TIMES(a_copy_at_its_place_leads_to_the_first_one, 3 * (int)ARRAY_SIZE(twins))
{
    CLEANUP(sparse_finish) struct sparse disk = { .size_bytes = SIZE };
    const struct kind *kind = &kinds[twins[_i / 3].kind];
    struct kind other = *kind;
    uint64_t copy = START + (uint64_t)twins[_i / 3].copy;

    other.fields[0].value++;
    other.fields[1].value++;
    if (_i % 3)
        kind_put(&disk, START, _i % 3 == 1 ? kind : &other);
    kind_put(&disk, copy, kind);
    CLEANUP(found_list_finish) struct found_list list = sweep(&disk);
    if (_i % 3 == 2)
        ck_assert_uint_eq(list.count, 2);
    else
        expect_one(&list, kind->type, _i % 3 ? START : copy, kind->bytes,
                   FOUND_SUPERBLOCK);
}

/* Where their place is not known, they belong to the first one that has the same size; a
 * content in the size that a copy tells does not belong to it. */
TEST(copies_belong_to_the_first_one)
{
    CLEANUP(sparse_finish) struct sparse disk = { .size_bytes = SIZE };
    const struct kind *apfs = &kinds[4];

    ck_assert_str_eq(apfs->type, "apfs");
    kind_put(&disk, START, apfs);
    kind_put(&disk, START + 8192, apfs);
    kind_put(&disk, START + 12288, apfs);
    sparse_put_first(&disk, START + apfs->bytes, 8192);
    CLEANUP(found_list_finish) struct found_list list = sweep(&disk);
    ck_assert_uint_eq(list.count, 4);
    for (size_t i = 0; i < 4; i++) {
        bool is_copy = i == 1 || i == 2;
        ck_assert(list.at[i].is_chosen == !is_copy && !list.at[i].is_overlapping);
        ck_assert_uint_eq(list.at[i].outer, is_copy);
    }
}

/* The partition before which it lies, and what precedes both. */
static struct layout *between(uint64_t end)
{
    const struct disks_part parts[] = {
        { .kind = EXTENT_PARTITION, .number = 1, .start = 64, .length = 1984 },
        { .kind = EXTENT_PARTITION,
          .number = 2,
          .start = end / 512,
          .length = (SIZE - end) / 512 - 100 },
    };
    const struct disks_spec spec = { .size = SIZE / 512,
                                     .label = LABEL_MSDOS,
                                     .parts = parts,
                                     .count = ARRAY_SIZE(parts) };

    return disks_build(&spec);
}

/* UFS has one in each group of cylinders. */
TEST(few_copies_are_kept)
{
    CLEANUP(sparse_finish) struct sparse disk = { .size_bytes = SIZE };
    const struct kind *ufs = &kinds[16];

    ck_assert_str_eq(ufs->type, "ufs");
    for (uint64_t i = 0; i < 9; i++)
        kind_put(&disk, START + i * 500 * KIB, ufs);
    sparse_put_first(&disk, START + ufs->bytes, 8192);
    CLEANUP(found_list_finish) struct found_list list = sweep(&disk);
    ck_assert_uint_eq(list.count, 1 + 3 + 1);
    ck_assert_uint_eq(list.more, 0);
    ck_assert(list.at[0].is_chosen && list.at[4].is_chosen);
}

TEST(copies_in_a_partition_are_its_own)
{
    CLEANUP(layout_unrefp) struct layout *layout = between(2 * MIB);
    CLEANUP(found_list_finish) struct found_list list = { 0 };
    CLEANUP(found_places_finish) struct found_places places = { 0 };
    struct found_content contents[] = {
        { .start = 4096, .length = 9000, .volume = 9000, .kind = "ufs" },
        { .start = 4112, .length = 9000, .volume = 9000, .kind = "ufs" },
        { .start = 4200, .length = 9000, .volume = 9000, .kind = "jfs" },
    };

    found_places_add(&places, contents, ARRAY_SIZE(contents));
    found_list_judge(&places, layout, &list);
    ck_assert_uint_eq(list.count, 1);
    ck_assert_str_eq(list.at[0].found.kind, "jfs");
    ck_assert_uint_eq(list.at[0].partition, 2);
}

/* A LUKS2 whose first header is destroyed, in free space that another partition ends. */
TEST(a_second_header_in_a_free_run_counts)
{
    CLEANUP(sparse_finish) struct sparse disk = { .size_bytes = SIZE };
    CLEANUP(layout_unrefp) struct layout *layout = between(30 * MIB);
    CLEANUP(freep) struct found_content *found = NULL;
    struct reader reader = sparse_reader(&disk);
    const struct kind kind = KIND("crypto_LUKS", 16 * KIB, "SKUL\xba\xbe\0\2", 0,
                                  BE(16 * KIB + 256, 8, 16 * KIB));

    kind_put(&disk, 4 * MIB, &kind);
    ck_assert_uint_eq(lost_find(&reader, layout, 2048, 29 * 2048, &found), 1);
    ck_assert_uint_eq(found->start, 4 * 2048);
    ck_assert_uint_eq(found->length, 26 * 2048);
}

/* --- RAID members with the superblock at the end --- */

static void put_md(struct sparse *disk, uint64_t start, uint64_t bytes, bool is_old)
{
    uint64_t at = is_old ? bytes / (64 * KIB) * 64 * KIB - 64 * KIB
                         : (bytes / 512 - 16) / 8 * 8 * 512;
    const struct kind old =
        KIND("linux_raid_member", at, "\xfc\x4e\x2b\xa9\0\0\0\0\x5a\0\0\0", 0,
             LE(at + 32, 4, at / 1024));
    const struct kind new = KIND("linux_raid_member", at, "\xfc\x4e\x2b\xa9\1\0\0\0", 0,
                                 LE(at + 144, 8, at / 512));

    kind_put(disk, start, is_old ? &old : &new);
}

/* A mirror that holds an ext2, which is found at the same place; the next partition
 * begins where it ends. */
TEST_TIMES(a_raid_member_is_known_by_its_end, 4)
{
    CLEANUP(sparse_finish) struct sparse disk = { .size_bytes = SIZE };
    struct reader reader = sparse_reader(&disk);
    uint64_t start = MIB, bytes = 20 * MIB + (_i / 2 ? 77 * 512 : 0);
    CLEANUP(layout_unrefp) struct layout *layout = between(start + bytes);
    CLEANUP(freep) struct found_content *found = NULL;
    bool is_old = _i % 2;

    sparse_put_first(&disk, start, 20 * MIB - 128 * KIB);
    put_md(&disk, start, bytes, is_old);
    ck_assert_uint_eq(lost_find(&reader, layout, start / 512, bytes / 512, &found), 1);
    ck_assert_uint_eq(found->start * 512, start);
    ck_assert_str_eq(found->kind, "linux_raid_member");
    uint64_t grain = is_old ? 64 * KIB : 4 * KIB;
    ck_assert_uint_eq(found->length * 512, bytes / grain * grain);
}

/* The search of places has seen only the ext2. */
TEST_TIMES(a_raid_member_replaces_what_begins_in_it, 2)
{
    const struct found_content inner = { .start = 2048, .length = 100, .kind = "ext4" };
    const struct found_content member = {
        .start = 2048, .length = 200, .kind = "linux_raid_member", .is_around = true
    };
    CLEANUP(found_places_finish) struct found_places places = { 0 };

    found_places_add(&places, _i ? &member : &inner, 1);
    found_places_add(&places, _i ? &inner : &member, 1);
    ck_assert_uint_eq(places.count, 1);
    ck_assert_uint_eq(places.at[0].length, 200);
}

/* Two partitions, and the superblock of the mirror that all of it was before. */
TEST(a_raid_member_that_others_outlived_is_none)
{
    CLEANUP(sparse_finish) struct sparse disk = { .size_bytes = SIZE };

    sparse_put_first(&disk, MIB, 10 * MIB);
    sparse_put_first(&disk, 11 * MIB, 10 * MIB);
    put_md(&disk, MIB, 40 * MIB, false);
    CLEANUP(found_list_finish) struct found_list list = sweep(&disk);
    ck_assert_uint_eq(list.count, 2);
    for (size_t i = 0; i < 2; i++) {
        ck_assert_str_eq(list.at[i].found.kind, "ext4");
        ck_assert(list.at[i].is_chosen);
    }
}

/* The length that an EBR tells stays. */
TEST(a_raid_member_keeps_what_an_ebr_says_of_it)
{
    const struct sparse_ebr ebr = { 0xfd, 63, 40 * 1024 + 33, 0 };
    CLEANUP(sparse_finish) struct sparse disk = { .size_bytes = SIZE };
    uint64_t start = MIB + UINT64_C(63) * 512;

    sparse_put_ebr(&disk, 2048, &ebr);
    sparse_put_first(&disk, start, 2 * MIB);
    put_md(&disk, start, ebr.length * UINT64_C(512), false);
    CLEANUP(found_list_finish) struct found_list list = sweep(&disk);
    ck_assert_uint_eq(list.count, 1);
    ck_assert_str_eq(list.at[0].found.kind, "linux_raid_member");
    ck_assert_int_eq(list.at[0].found.how, FOUND_EBR);
    ck_assert_uint_eq(list.at[0].found.length, ebr.length);
}

/* 0.90 tells the size of the smallest member: where nothing begins, that is no start. */
TEST_TIMES(an_old_raid_member_begins_where_something_does, 4)
{
    CLEANUP(sparse_finish) struct sparse disk = { .size_bytes = SIZE };
    uint64_t start = _i == 1 ? 20 * MIB : _i == 2 ? UINT64_C(600 * 63) * 512 : START;

    if (_i == 3)
        sparse_put_first(&disk, start, 2 * MIB);
    put_md(&disk, start, 10 * MIB, true);
    CLEANUP(found_list_finish) struct found_list list = sweep(&disk);
    if (_i)
        expect_one(&list, "linux_raid_member", start, 10 * MIB, FOUND_SUPERBLOCK);
    else
        ck_assert_uint_eq(list.count, 0);
}

/* Each begins with the superblock of another one. */
TEST(a_chain_of_old_raid_members_ends)
{
    CLEANUP(sparse_finish) struct sparse disk = { .size_bytes = SIZE };
    struct reader reader = sparse_reader(&disk);
    struct found_place found;

    for (unsigned i = 1; i < 40; i++)
        put_md(&disk, START + (i - 1) * 960 * KIB, 1024 * KIB, true);
    disk.reads = 0;
    (void)found_detect(&reader, 512, START + 39 * 960 * KIB, &found);
    ck_assert_uint_le(disk.reads, 40);
}

/* Places before the disk, overflowing products and powers. */
static const struct kind forged[] = {
    KIND("linux_raid_member", 0, "\xfc\x4e\x2b\xa9\1\0\0\0", 0, LE(144, 8, UINT64_MAX)),
    KIND("linux_raid_member", 0, "\xfc\x4e\x2b\xa9\1\0\0\0", 0, LE(144, 8, SIZE / 512)),
    KIND("crypto_LUKS", 0, "SKUL\xba\xbe\0\2", 0, BE(256, 8, START + 512)),
    KIND("btrfs", 65536 + 64, "_BHRfS_M", 0, LE(65536 + 48, 8, UINT64_MAX)),
    KIND("ocfs2", 8192, "OCFSV2", 0, LE(8192 + 80, 8, UINT64_MAX), LE(8192 + 248, 4, 63)),
};

TEST_EACH(a_start_before_the_disk_is_none, forged)
{
    CLEANUP(sparse_finish) struct sparse disk = { .size_bytes = SIZE };

    kind_put(&disk, START, &forged[_i]);
    CLEANUP(found_list_finish) struct found_list list = sweep(&disk);
    ck_assert_uint_eq(list.count, 0);
}
