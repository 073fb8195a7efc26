/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_blocks.c - the cost of writing one block inside the drive */
#include "model/align/blocks.h"

#include "model/base/mem.h"
#include "support/test.h"

static const struct {
    uint64_t physical, offset, start, block;
    uint64_t reads, writes, at_best;
    bool is_split;
} costs[] = {
    /* clang-format off */
    { 4096, 0, 63, 4096, 2, 2, 1, true },     { 4096, 0, 64, 4096, 0, 1, 1, false },
    { 4096, 3584, 63, 4096, 0, 1, 1, false }, { 4096, 3584, 64, 4096, 2, 2, 1, true },
    { 4096, 3584, 1, 4096, 2, 2, 1, true },   { 4096, 0, 63, 65536, 2, 17, 16, true },
    { 4096, 0, 63, 1024, 2, 2, 1, true },     { 4096, 0, 62, 1024, 1, 1, 1, false },
    { 4096, 0, 63, 512, 1, 1, 1, false },     { 512, 0, 63, 4096, 0, 8, 8, false },
    { 16384, 0, 63, 4096, 2, 2, 1, true },    { 16384, 0, 64, 4096, 1, 1, 1, false },
    /* Of 1024 blocks in a sector only the last one is split. */
    { 1048576, 0, 1, 1024, 2, 2, 1, true },
    /* clang-format on */
};

TEST_EACH(a_write_costs_what_it_touches, costs)
{
    struct limits limits = { .size = UINT64_C(1) << 50,
                             .logical = 512,
                             .physical = costs[_i].physical,
                             .alignment_offset = costs[_i].offset,
                             .grain = 1 << 20 };
    struct blocks blocks = { "ext4", costs[_i].start * 512, 0, costs[_i].block };
    struct block_cost cost;

    ck_assert(blocks_cost(&limits, &blocks, &cost));
    ck_assert_uint_eq(cost.reads, costs[_i].reads);
    ck_assert_uint_eq(cost.writes, costs[_i].writes);
    ck_assert_uint_eq(cost.writes_at_best, costs[_i].at_best);
    ck_assert_int_eq(cost.is_split, costs[_i].is_split);
}

static const struct {
    uint64_t offset, byte;
    int64_t want;
} sectors[] = {
    { 0, 0, 0 },          { 0, 4095, 0 },       { 0, 4096, 4096 },
    { 3584, 3584, 3584 }, { 3584, 3583, -512 }, { 3584, 0, -512 },
};

TEST_EACH(a_shifted_grid_cuts_the_first_sector, sectors)
{
    struct limits limits = { .physical = 4096, .alignment_offset = sectors[_i].offset };

    ck_assert_int_eq(blocks_sector(&limits, sectors[_i].byte), sectors[_i].want);
}
