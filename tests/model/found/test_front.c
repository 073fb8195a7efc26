/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_front.c - what in front of the first partition is in the way of a GPT */
#include "model/found/front.h"

#include <string.h>

#include "model/base/mem.h"
#include "support/table_image.h"
#include "support/test.h"

#define SIZE UINT64_C(200000)

static struct gpt_front find_in(struct sparse *disk, uint64_t logical)
{
    static const struct loss_accepted nothing;
    struct reader reader = sparse_reader(disk);
    struct err err = { 0 };
    CLEANUP(layout_unrefp) struct layout *layout = image_read(disk, logical, &err);

    ck_assert_msg(layout, "%s", err.text);
    return front_find(&reader, layout, &nothing);
}

static struct sparse msdos_disk(uint32_t start, uint64_t logical)
{
    struct sparse disk = image_new(SIZE, logical);
    CLEANUP(freep) struct mbr_table *table = xcalloc(1, sizeof(*table));

    table->primary[0] = (struct mbr_entry){ 0, 0x83, start, 4096 };
    image_put_mbr(&disk, table, logical);
    return disk;
}

static void put_loader(struct sparse *disk, uint64_t lba, uint64_t count,
                       uint64_t logical)
{
    uint8_t bytes[4096];

    memset(bytes, 0xa5, sizeof(bytes));
    for (uint64_t i = 0; i < count; i++)
        sparse_put(disk, (lba + i) * logical, bytes, logical);
}

static const struct {
    uint64_t logical, at, count; /* of the loader */
    uint32_t start;              /* of the partition */
    uint64_t first, end, limit;
} fronts[] = {
    { 512, 16, 64, 8192, 16, 80, 4097 }, { 512, 16, 64, 2048, 16, 80, 2048 },
    { 512, 1, 30, 63, 1, 31, 63 },       { 4096, 2, 5, 256, 2, 7, 256 },
    { 512, 0, 0, 2048, 0, 0, 2048 },     { 512, 2048, 9, 2048, 0, 0, 2048 },
};

TEST_EACH(a_loader_before_the_first_partition_is_in_the_way, fronts)
{
    uint64_t logical = fronts[_i].logical;
    CLEANUP(sparse_finish) struct sparse disk = msdos_disk(fronts[_i].start, logical);

    put_loader(&disk, fronts[_i].at, fronts[_i].count, logical);
    struct gpt_front front = find_in(&disk, logical);
    ck_assert_uint_eq(front.count, fronts[_i].end != 0);
    ck_assert_uint_eq(front.runs[0].start, fronts[_i].first);
    ck_assert_uint_eq(front.runs[0].end, fronts[_i].end);
    ck_assert_uint_eq(front.limit, fronts[_i].limit);
}

TEST(a_table_is_not_in_its_own_way)
{
    CLEANUP(sparse_finish) struct sparse disk = image_new(SIZE, 512);
    CLEANUP(gpt_finish) struct gpt_table table = image_gpt(SIZE, 512, 56, 3);

    image_put_gpt(&disk, &table);
    ck_assert_uint_eq(find_in(&disk, 512).count, 0);
    put_loader(&disk, 16, 4, 512);
    ck_assert_uint_eq(find_in(&disk, 512).runs[0].start, 16);
}

TEST(entries_of_an_earlier_gpt_are_not_in_the_way)
{
    CLEANUP(sparse_finish) struct sparse disk = image_new(SIZE, 512);
    CLEANUP(gpt_finish) struct gpt_table table = image_gpt(SIZE, 512, 128, 3);
    CLEANUP(freep) struct mbr_table *mbr = xcalloc(1, sizeof(*mbr));

    image_put_gpt(&disk, &table);
    image_put_zeros(&disk, 0, 2, 512);
    mbr->primary[0] = (struct mbr_entry){ 0, 0x83, 2048, 4096 };
    image_put_mbr(&disk, mbr, 512);
    ck_assert_uint_eq(find_in(&disk, 512).count, 0);
}

TEST(many_ranges_are_the_last_one)
{
    CLEANUP(sparse_finish) struct sparse disk = msdos_disk(8192, 512);

    for (uint64_t lba = 2; lba < 4000; lba += 200)
        put_loader(&disk, lba, 1, 512);
    struct gpt_front front = find_in(&disk, 512);
    ck_assert_uint_eq(front.count, GPT_FRONT_RUNS);
    ck_assert_uint_eq(front.runs[0].end, 3);
    ck_assert_uint_eq(front.runs[GPT_FRONT_RUNS - 1].start, 3002);
    ck_assert_uint_eq(front.runs[GPT_FRONT_RUNS - 1].end, 3803);
}

/* No entries are put into a loader. */
TEST(zeros_in_a_loader_are_in_the_way)
{
    CLEANUP(sparse_finish) struct sparse disk = msdos_disk(8192, 512);

    put_loader(&disk, 16, 4, 512);
    put_loader(&disk, 60, 4, 512);
    struct gpt_front front = find_in(&disk, 512);
    ck_assert_uint_eq(front.count, 1);
    ck_assert_uint_eq(front.runs[0].start, 16);
    ck_assert_uint_eq(front.runs[0].end, 64);
}

TEST(what_is_given_up_is_not_in_the_way)
{
    CLEANUP(sparse_finish) struct sparse disk = msdos_disk(8192, 512);
    const uint64_t start = 16;
    struct loss_accepted accepted = { .starts = &start, .start_count = 1 };
    struct reader reader = sparse_reader(&disk);
    struct err err = { 0 };

    put_loader(&disk, 16, 4, 512);
    CLEANUP(layout_unrefp) struct layout *layout = image_read(&disk, 512, &err);
    ck_assert_uint_eq(front_find(&reader, layout, &accepted).count, 0);
}
