/* SPDX-License-Identifier: GPL-3.0-or-later */
/* blocks.c - blocks across physical sectors, and what writing one of them costs */
#include "model/align/blocks.h"

#define BYTES_MAX (UINT64_C(1) << 62)

int64_t blocks_sector(const struct limits *limits, uint64_t byte)
{
    uint64_t p = limits->physical, a = limits->alignment_offset;
    uint64_t past = byte >= a ? (byte - a) % p : byte + p - a;

    return (int64_t)byte - (int64_t)past;
}

/* Returns how many sectors a block at BYTE touches; RET_PARTIAL: covers only in part. */
static uint64_t count_touched(const struct limits *limits, uint64_t byte, uint64_t size,
                              uint64_t *ret_partial)
{
    uint64_t p = limits->physical;
    uint64_t past = (uint64_t)((int64_t)byte - blocks_sector(limits, byte));
    uint64_t count = (past + size + p - 1) / p;
    bool is_start_cut = past != 0, is_end_cut = (past + size) % p != 0;

    *ret_partial =
        count == 1 ? is_start_cut || is_end_cut : (uint64_t)is_start_cut + is_end_cut;
    return count;
}

bool blocks_cost(const struct limits *limits, const struct blocks *blocks,
                 struct block_cost *ret)
{
    uint64_t size = blocks->size, p = limits->physical;

    if (blocks->first_byte >= BYTES_MAX || size >= BYTES_MAX / 64 || p >= BYTES_MAX / 64)
        return false;
    struct block_cost cost = { .byte = blocks->first_byte,
                               .writes_at_best = (size + p - 1) / p };
    cost.writes = count_touched(limits, blocks->first_byte, size, &cost.reads);
    cost.is_split = cost.writes > cost.writes_at_best;
    /* The pattern of small blocks repeats with each physical sector. */
    for (uint64_t i = 1; !cost.is_split && i * size < p; i++) {
        uint64_t reads, byte = blocks->first_byte + i * size;
        uint64_t writes = count_touched(limits, byte, size, &reads);
        if (writes > cost.writes_at_best) {
            cost = (struct block_cost){ byte, reads, writes, cost.writes_at_best, true };
        }
    }
    *ret = cost;
    return true;
}
