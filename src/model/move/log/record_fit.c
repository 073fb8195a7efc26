/* SPDX-License-Identifier: GPL-3.0-or-later */
/* record_fit.c - divides the space of a journal among its areas */
#include "model/move/log/record_fit.h"

#include "model/base/num.h"

enum { HEAD_BLOCKS = 2, PAGE_BLOCKS_MAX = 16 };

static uint64_t log_blocks(uint32_t block, uint64_t log_bytes)
{
    return num_round_up(log_bytes, block) / block;
}

/* All but the blocks of the page: both heads, both copies of the log, the page's record.
 */
static uint64_t other_blocks(uint32_t block, uint64_t log_bytes)
{
    return HEAD_BLOCKS + 2 * log_blocks(block, log_bytes) + 1;
}

uint64_t record_fit_min(uint32_t block, uint64_t log_bytes)
{
    return (other_blocks(block, log_bytes) + 1) * block;
}

/* In the order of their offsets. */
static void lay_areas(struct record_head *head, uint64_t log_bytes)
{
    uint64_t block = head->place.block, log = num_round_up(log_bytes, block);
    uint64_t page = (1 + (uint64_t)head->page_blocks) * block;
    uint64_t at = HEAD_BLOCKS * block;

    head->areas[AREA_LOG_A] = (struct record_bytes){ at, log };
    head->areas[AREA_PAGE] = (struct record_bytes){ at + log, page };
    head->areas[AREA_LOG_B] = (struct record_bytes){ at + log + page, log };
    head->place.bytes = at + 2 * log + page;
}

bool record_fit(struct record_head *head, struct alignment grid, uint64_t start,
                uint64_t end, uint64_t log_bytes)
{
    uint32_t block = head->place.block;
    uint64_t first = start ? align_next(grid, start) : 0;

    if (first >= end)
        return false;
    uint64_t blocks = (end - first) * head->place.logical / block;
    uint64_t others = other_blocks(block, log_bytes);
    if (blocks <= others)
        return false;
    head->place.start = first;
    head->page_blocks = (uint32_t)num_min(blocks - others, PAGE_BLOCKS_MAX);
    lay_areas(head, log_bytes);
    return true;
}
