/* SPDX-License-Identifier: GPL-3.0-or-later */
/* record_fit.c - divides the space of a journal among its areas */
#include "model/move/log/record_fit.h"

#include <string.h>

#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/move/plan/move_cost.h"

enum {
    HEAD_BLOCKS = 2,
    PAGE_BLOCKS_MAX = 16,
    MARK_BLOCKS = 2,
    SLOT_BLOCKS_MIN = 2, /* its record, and a block of data */
    HASHES_SHARE = 16,
};

/* Blocks of each area. */
struct fit {
    uint64_t log, page, saved, marks, hashes, ring;
};

static uint64_t fit_blocks(uint64_t bytes, uint32_t block)
{
    return num_round_up(bytes, block) / block;
}

static uint64_t fit_sum(const struct fit *fit)
{
    return HEAD_BLOCKS + 2 * fit->log + fit->page + 2 * fit->saved + fit->marks +
           fit->hashes + fit->ring;
}

/* What there is in any case: a page of one block, and no ring. */
static struct fit smallest(uint32_t block, const struct record_needs *needs)
{
    bool has_moves = needs->zone_bytes > 0;

    return (struct fit){ .log = fit_blocks(needs->log_bytes, block),
                         .page = 1 + 1,
                         .saved =
                             has_moves ? 1 + fit_blocks(needs->zone_bytes, block) : 0,
                         .marks = has_moves ? MARK_BLOCKS : 0,
                         .hashes = has_moves };
}

uint64_t record_fit_min(uint32_t block, const struct record_needs *needs)
{
    struct fit fit = smallest(block, needs);

    return fit_sum(&fit) * block;
}

uint64_t record_fit_with_ring(uint32_t block, const struct record_needs *needs)
{
    struct fit fit = smallest(block, needs);

    fit.page = 1 + PAGE_BLOCKS_MAX;
    fit.ring = RECORD_SLOTS * SLOT_BLOCKS_MIN;
    return fit_sum(&fit) * block;
}

/* Returns the blocks of hashes of the smallest units. */
static uint64_t all_hashes(uint32_t block, const struct record_needs *needs)
{
    uint64_t units = needs->moved_bytes / RECORD_UNIT_MIN + 1;
    uint64_t records = (units + RECORD_HASHES_MAX - 1) / RECORD_HASHES_MAX;

    return fit_blocks(records * RECORD_BYTES, block);
}

/* Gives FIT what is of use of BLOCKS. */
static void fit_grow(struct fit *fit, uint64_t blocks, uint32_t block,
                     const struct record_needs *needs)
{
    uint64_t slot_max = fit_blocks(MOVE_BATCH_MAX, block) + 1;

    fit->page += num_min(blocks - fit_sum(fit), PAGE_BLOCKS_MAX - 1);
    if (!needs->zone_bytes)
        return;
    uint64_t share = num_min(all_hashes(block, needs), blocks / HASHES_SHARE);
    if (share > fit->hashes)
        fit->hashes += num_min(share - fit->hashes, blocks - fit_sum(fit));
    uint64_t slot = num_min((blocks - fit_sum(fit)) / RECORD_SLOTS, slot_max);
    fit->ring = slot < SLOT_BLOCKS_MIN ? 0 : RECORD_SLOTS * slot;
}

/* In the order of their offsets. */
static void lay_areas(struct record_head *head, const struct fit *fit)
{
    const struct {
        enum record_area area;
        uint64_t blocks;
    } areas[] = {
        { AREA_LOG_A, fit->log },     { AREA_PAGE, fit->page },
        { AREA_SAVED_A, fit->saved }, { AREA_MARKS, fit->marks },
        { AREA_HASHES, fit->hashes }, { AREA_RING, fit->ring },
        { AREA_SAVED_B, fit->saved }, { AREA_LOG_B, fit->log },
    };
    uint64_t block = head->place.block, at = HEAD_BLOCKS * block;

    memset(head->areas, 0, sizeof(head->areas));
    for (size_t i = 0; i < ARRAY_SIZE(areas); i++) {
        if (!areas[i].blocks)
            continue;
        head->areas[areas[i].area] = (struct record_bytes){ at, areas[i].blocks * block };
        at += areas[i].blocks * block;
    }
    head->place.bytes = at;
}

bool record_fit(struct record_head *head, struct alignment grid, uint64_t start,
                uint64_t end, const struct record_needs *needs)
{
    uint32_t block = head->place.block;
    uint64_t first = start ? align_next(grid, start) : 0;
    struct fit fit = smallest(block, needs);

    if (first >= end)
        return false;
    uint64_t blocks = (end - first) * head->place.logical / block;
    if (blocks < fit_sum(&fit))
        return false;
    fit_grow(&fit, blocks, block, needs);
    head->place.start = first;
    head->page_blocks = (uint32_t)fit.page - 1;
    lay_areas(head, &fit);
    return true;
}
