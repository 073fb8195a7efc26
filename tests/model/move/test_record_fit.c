/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_record_fit.c - the areas of a journal lie one behind the other in its space */
#include "model/move/log/record_fit.h"

#include "support/test.h"

static const struct alignment grid = { 0, 8 };

static struct record_head head_of(uint32_t logical)
{
    return (struct record_head){ .place = { .logical = logical, .block = 4096 } };
}

TEST(areas_are_in_order_and_within_the_space)
{
    struct record_head head = head_of(512);

    ck_assert(record_fit(&head, grid, 2049, 4096, 5000));
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
    uint64_t blocks = record_fit_min(4096, 100) / 4096;

    ck_assert_uint_eq(blocks, 6);
    ck_assert(record_fit(&head, grid, 8, 8 + 8 * blocks, 100));
    ck_assert_uint_eq(head.page_blocks, 1);
    ck_assert_uint_eq(head.place.bytes, blocks * 4096);
}

TEST(a_block_less_is_too_small)
{
    struct record_head head = head_of(512), before = head;

    ck_assert(!record_fit(&head, grid, 8, 8 + 8 * 5, 100));
    ck_assert_mem_eq(&head, &before, sizeof(head));
}

TEST(a_file_begins_at_its_start)
{
    struct record_head head = head_of(4096);

    ck_assert(record_fit(&head, (struct alignment){ 0, 1 }, 0, 100, 4096));
    ck_assert_uint_eq(head.place.start, 0);
    ck_assert_uint_le(head.place.bytes, 100 * 4096);
}
