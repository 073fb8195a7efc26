/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_record_fit.c - the areas of a journal lie one behind the other in its space */
#include "model/move/log/record_fit.h"

#include "model/base/mem.h"
#include "model/move/plan/move_cost.h"
#include "support/test.h"

static const struct alignment grid = { 0, 8 };

static const struct record_needs no_data = { .log_bytes = 100 };

static struct record_head head_of(uint32_t logical)
{
    return (struct record_head){ .place = { .logical = logical, .block = 4096 } };
}

TEST(areas_are_in_order_and_within_the_space)
{
    struct record_head head = head_of(512);

    ck_assert(
        record_fit(&head, grid, 2049, 4096, &(struct record_needs){ .log_bytes = 5000 }));
    ck_assert_uint_eq(head.place.start, 2056);
    ck_assert_uint_eq(head.areas[AREA_LOG_A].offset, 8192);
    ck_assert_uint_eq(head.areas[AREA_LOG_A].bytes, 8192);
    ck_assert_uint_eq(head.areas[AREA_PAGE].offset, 16384);
    ck_assert_uint_eq(head.page_blocks, 16);
    ck_assert_uint_eq(head.areas[AREA_PAGE].bytes, 17 * 4096);
    ck_assert_uint_eq(head.areas[AREA_LOG_B].offset, 16384 + 17 * 4096);
    ck_assert_uint_eq(head.place.bytes, 16384 + 17 * 4096 + 8192);
}

TEST(the_page_shrinks_to_one_block)
{
    struct record_head head = head_of(512);
    uint64_t blocks = record_fit_min(4096, &no_data) / 4096;

    ck_assert_uint_eq(blocks, 6);
    ck_assert(record_fit(&head, grid, 8, 8 + 8 * blocks, &no_data));
    ck_assert_uint_eq(head.page_blocks, 1);
    ck_assert_uint_eq(head.place.bytes, blocks * 4096);
}

TEST(a_block_less_is_too_small)
{
    struct record_head head = head_of(512), before = head;

    ck_assert(!record_fit(&head, grid, 8, 8 + 8 * 5, &no_data));
    ck_assert_mem_eq(&head, &before, sizeof(head));
}

TEST(a_file_begins_at_its_start)
{
    struct record_head head = head_of(4096);

    ck_assert(record_fit(&head, (struct alignment){ 0, 1 }, 0, 100,
                         &(struct record_needs){ .log_bytes = 4096 }));
    ck_assert_uint_eq(head.place.start, 0);
    ck_assert_uint_le(head.place.bytes, 100 * 4096);
}

static const struct record_needs of_data = { 9000, 5000, UINT64_C(1) << 40 };

static void check_apart(const struct record_head *head)
{
    uint64_t at = 8192;
    static const enum record_area order[] = { AREA_LOG_A,   AREA_PAGE,   AREA_SAVED_A,
                                              AREA_MARKS,   AREA_HASHES, AREA_RING,
                                              AREA_SAVED_B, AREA_LOG_B };

    for (size_t i = 0; i < ARRAY_SIZE(order); i++) {
        const struct record_bytes *area = &head->areas[order[i]];
        if (area->bytes)
            ck_assert_uint_eq(area->offset, at);
        at += area->bytes;
    }
    ck_assert_uint_eq(head->place.bytes, at);
}

TEST(data_has_copies_of_its_zones_marks_hashes_and_a_ring)
{
    struct record_head head = head_of(512);

    ck_assert(record_fit(&head, grid, 2048, 2048 + 16384, &of_data));
    check_apart(&head);
    ck_assert_uint_eq(head.areas[AREA_SAVED_A].bytes, 3 * 4096);
    ck_assert_uint_eq(head.areas[AREA_SAVED_B].bytes, 3 * 4096);
    ck_assert_uint_eq(head.areas[AREA_MARKS].bytes, 2 * 4096);
    ck_assert_uint_eq(head.areas[AREA_HASHES].bytes, 8 << 20 >> 4);
    ck_assert_uint_eq(head.areas[AREA_RING].bytes % 8192, 0);
    ck_assert_uint_gt(head.place.bytes, (8 << 20) - 8192);
}

TEST(a_large_space_has_what_is_of_use)
{
    struct record_head head = head_of(512);
    struct record_needs small = { 100, 4096, 1 };

    ck_assert(record_fit(&head, grid, 2048, UINT64_C(1) << 32, &small));
    check_apart(&head);
    ck_assert_uint_eq(head.areas[AREA_HASHES].bytes, 4096);
    ck_assert_uint_eq(head.areas[AREA_RING].bytes, 2 * (MOVE_BATCH_MAX + 4096));
}

TEST(the_smallest_journal_of_data_has_no_ring)
{
    struct record_head head = head_of(512);
    uint64_t sectors = record_fit_min(4096, &of_data) / 512;

    ck_assert(!record_fit(&head, grid, 8, 8 + sectors - 8, &of_data));
    ck_assert(record_fit(&head, grid, 8, 8 + sectors, &of_data));
    check_apart(&head);
    ck_assert_uint_eq(head.areas[AREA_RING].bytes, 0);
    ck_assert_uint_eq(head.areas[AREA_HASHES].bytes, 4096);
}

TEST(a_ring_has_the_space_that_is_told)
{
    struct record_head head = head_of(512);
    struct record_needs small = { 100, 4096, 1 };
    uint64_t sectors = record_fit_with_ring(4096, &small) / 512;

    ck_assert(record_fit(&head, grid, 8, 8 + sectors, &small));
    ck_assert_uint_gt(head.areas[AREA_RING].bytes, 0);
    ck_assert(record_fit(&head, grid, 8, 8 + sectors - 8, &small));
    ck_assert_uint_eq(head.areas[AREA_RING].bytes, 0);
}
