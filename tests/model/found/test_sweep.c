/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_sweep.c - the search of all sectors, and how what is found lies */
#include "model/found/list.h"

#include <string.h>

#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/found/lost.h"
#include "support/disks.h"
#include "support/sparse_contents.h"
#include "support/test.h"

#define KIB     UINT64_C(1024)
#define MIB     (1024 * KIB)
#define SECTORS (UINT64_C(64) * 2048)

/* One partition of 10 MiB from 1 MiB on. */
static struct layout *one_partition(void)
{
    static const struct disks_part parts[] = {
        { .kind = EXTENT_PARTITION, .number = 1, .start = 2048, .length = 20480 },
    };
    const struct disks_spec spec = {
        .size = SECTORS, .label = LABEL_MSDOS, .parts = parts, .count = ARRAY_SIZE(parts)
    };

    return disks_build(&spec);
}

static struct found_list sweep_with(struct sparse *disk, const struct layout *layout,
                                    sweep_next *next)
{
    CLEANUP(found_places_finish) struct found_places places = { 0 };
    struct reader reader = sparse_reader(disk);
    struct found_list list;
    CLEANUP(found_sweep_freep)
    struct found_sweep *sweep = found_sweep_new(&reader, layout, next, disk);

    while (found_sweep_step(sweep))
        ;
    ck_assert_uint_eq(found_sweep_done(sweep), disk->size_bytes);
    found_sweep_take(sweep, &places);
    found_list_judge(&places, layout, &list);
    return list;
}

static struct found_list sweep(struct sparse *disk, const struct layout *layout)
{
    return sweep_with(disk, layout, NULL);
}

TEST(each_sector_is_searched)
{
    CLEANUP(sparse_finish) struct sparse disk = { .size_bytes = SECTORS * 512 };
    CLEANUP(layout_unrefp) struct layout *layout = one_partition();

    sparse_put_first(&disk, UINT64_C(23457) * 512, 2 * MIB);
    sparse_put_fat32(&disk, UINT64_C(55555) * 512, 20000);
    CLEANUP(found_list_finish) struct found_list list = sweep(&disk, layout);
    ck_assert_uint_eq(list.count, 2);
    ck_assert_uint_eq(list.at[0].found.start, 23457);
    ck_assert_uint_eq(list.at[1].found.start, 55555);
    ck_assert(list.at[0].is_chosen && list.at[1].is_chosen);
}

/* A superblock at the end of one block whose content goes on in the next one. */
TEST(a_content_across_two_blocks_is_found)
{
    CLEANUP(sparse_finish) struct sparse disk = { .size_bytes = SECTORS * 512 };
    CLEANUP(layout_unrefp) struct layout *layout = one_partition();
    uint64_t start = 4 * (uint64_t)SWEEP_BYTES - 512;

    sparse_put_first(&disk, start, 2 * MIB);
    CLEANUP(found_list_finish) struct found_list list = sweep(&disk, layout);
    ck_assert_uint_eq(list.count, 1);
    ck_assert_uint_eq(list.at[0].found.start, start / 512);
}

TEST(what_lies_in_a_partition_or_a_content_is_not_chosen)
{
    CLEANUP(sparse_finish) struct sparse disk = { .size_bytes = SECTORS * 512 };
    CLEANUP(layout_unrefp) struct layout *layout = one_partition();

    sparse_put_first(&disk, MIB, 10 * MIB); /* the partition's own */
    sparse_put_first(&disk, 2 * MIB, MIB);
    sparse_put_first(&disk, 20 * MIB, 20 * MIB);
    sparse_put_first(&disk, 30 * MIB, MIB);
    sparse_put_first(&disk, 10 * MIB, 5 * MIB); /* begins in the partition */
    CLEANUP(found_list_finish) struct found_list list = sweep(&disk, layout);
    ck_assert_uint_eq(list.count, 4);
    ck_assert_uint_eq(list.at[0].partition, 1);
    ck_assert(list.at[1].is_overlapping && !list.at[1].is_chosen);
    ck_assert(list.at[2].is_chosen);
    ck_assert(!list.at[3].is_chosen);
    ck_assert_uint_eq(list.at[3].outer, 3);
}

TEST(of_two_that_overlap_one_is_chosen)
{
    CLEANUP(sparse_finish) struct sparse disk = { .size_bytes = SECTORS * 512 };
    CLEANUP(layout_unrefp) struct layout *layout = one_partition();

    sparse_put_first(&disk, 20 * MIB, 20 * MIB);
    sparse_put_first(&disk, 30 * MIB, 20 * MIB);
    CLEANUP(found_list_finish) struct found_list list = sweep(&disk, layout);
    ck_assert_uint_eq(list.count, 2);
    ck_assert(list.at[0].is_overlapping && list.at[1].is_overlapping);
    ck_assert(list.at[0].is_chosen && !list.at[1].is_chosen);
}

/* The search of places has taken all of the free run for the first one. */
TEST(a_length_that_is_not_known_ends_at_what_is_found_later)
{
    CLEANUP(layout_unrefp) struct layout *layout = one_partition();
    CLEANUP(found_places_finish) struct found_places places = { 0 };
    CLEANUP(found_list_finish) struct found_list list = { 0 };
    const struct found_content contents[] = {
        { .start = 30000, .length = SECTORS - 30000 },
        { .start = 50001, .length = 1000, .volume = 1000 },
    };

    found_places_add(&places, contents, ARRAY_SIZE(contents));
    found_list_judge(&places, layout, &list);
    ck_assert_uint_eq(list.at[0].found.length, 20001);
    ck_assert(list.at[0].is_chosen && list.at[1].is_chosen);
    ck_assert(!list.at[0].is_overlapping);
}

/* The copies of a boot sector begin no content, also where the first one is destroyed. */
TEST_TIMES(a_copy_of_a_boot_sector_begins_nothing, 4)
{
    CLEANUP(sparse_finish) struct sparse disk = { .size_bytes = SECTORS * 512 };
    CLEANUP(layout_unrefp) struct layout *layout = one_partition();
    uint64_t start = 20 * MIB;
    uint8_t fat[4] = { 0xf8, 0xff, 0xff, 0x0f };
    bool is_ntfs = _i / 2, has_first = _i % 2;

    if (is_ntfs) {
        if (has_first)
            sparse_put_ntfs(&disk, start, 20479);
        sparse_put_ntfs(&disk, start + 20479 * UINT64_C(512), 20479);
        sparse_put(&disk, start + 512 * KIB, "FILE", 4);
    } else {
        if (has_first)
            sparse_put_fat32(&disk, start, 20480);
        sparse_put_fat32(&disk, start + UINT64_C(6) * 512, 20480);
        sparse_put(&disk, start + UINT64_C(32) * 512, fat, sizeof(fat));
    }
    CLEANUP(found_list_finish) struct found_list list = sweep(&disk, layout);
    ck_assert_uint_eq(list.count, 1);
    ck_assert_uint_eq(list.at[0].found.start, start / 512);
    ck_assert_uint_eq(list.at[0].found.length, 20480);
    ck_assert_int_eq(list.at[0].found.how, has_first ? FOUND_SUPERBLOCK : FOUND_BACKUP);
}

/* Another content ends 6 sectors before a FAT32, where that would have a copy of the
 * boot sector. */
TEST(a_boot_sector_behind_another_content_is_no_copy)
{
    CLEANUP(sparse_finish) struct sparse disk = { .size_bytes = SECTORS * 512 };
    CLEANUP(layout_unrefp) struct layout *layout = one_partition();
    struct reader reader = sparse_reader(&disk);
    const uint8_t fat[4] = { 0xf8, 0xff, 0xff, 0x0f };
    uint64_t start = 20 * MIB + UINT64_C(6) * 512;
    struct found_content found;

    sparse_put_fat32(&disk, start, 20480);
    sparse_put_fat32(&disk, start + UINT64_C(6) * 512, 20480);
    sparse_put(&disk, start + UINT64_C(32) * 512, fat, sizeof(fat));
    ck_assert(!lost_find_at(&reader, layout, 20 * 2048, &found));
    ck_assert(lost_find_at(&reader, layout, start / 512, &found));
    ck_assert_int_eq(found.how, FOUND_SUPERBLOCK);
}

/* A signature in each sector: the list ends, the rest is counted. */
TEST(too_many_signatures_are_counted)
{
    CLEANUP(sparse_finish) struct sparse disk = { .size_bytes = SECTORS * 512 };
    CLEANUP(layout_unrefp) struct layout *layout = one_partition();
    CLEANUP(freep) uint8_t *all = xcalloc(100000, 512);

    for (size_t i = 0; i < 100000; i++) {
        uint8_t *super = all + i * 512; /* seen as that of a content 2 sectors before */
        put_le32(super, 0x04, 1000);
        put_le32(super, 0x14, 1);
        put_le32(super, 0x20, 8192);
        put_le16(super, 0x38, 0xEF53);
    }
    sparse_put(&disk, 13 * MIB, all, 100000 * (size_t)512);
    CLEANUP(found_list_finish) struct found_list list = sweep(&disk, layout);
    ck_assert_uint_le(list.count, SWEEP_MAX);
    ck_assert_uint_ge(list.count + list.more, 50000);
}

TEST(sectors_that_cannot_be_read_are_counted)
{
    CLEANUP(sparse_finish)
    struct sparse disk = { .size_bytes = SECTORS * 512,
                           .broken_from = 24 * MIB + 5000,
                           .broken_to = 24 * MIB + 6000 };
    CLEANUP(layout_unrefp) struct layout *layout = one_partition();

    sparse_put_first(&disk, 25 * MIB, 2 * MIB);
    CLEANUP(found_list_finish) struct found_list list = sweep(&disk, layout);
    ck_assert_uint_eq(list.count, 1);
    ck_assert_uint_eq(list.unreadable, SWEEP_PIECE);
}

/* All but the 48th MiB is a hole. */
static uint64_t skip(void *context, uint64_t at, uint64_t end)
{
    const struct sparse *disk = context;

    ck_assert_uint_eq(end, disk->size_bytes);
    return at < 48 * MIB ? 48 * MIB : at < 49 * MIB ? at : end;
}

TEST(holes_are_not_read)
{
    CLEANUP(sparse_finish) struct sparse disk = { .size_bytes = SECTORS * 512 };
    CLEANUP(layout_unrefp) struct layout *layout = one_partition();

    sparse_put_first(&disk, 48 * MIB + 512, 2 * MIB);
    CLEANUP(found_list_finish) struct found_list list = sweep_with(&disk, layout, skip);
    ck_assert_uint_eq(list.count, 1);
    ck_assert_uint_le(disk.reads, 20);
}
