/* SPDX-License-Identifier: GPL-3.0-or-later */
/* shift_scene.c - random moves on a simulated disk */
#include "support/shift_scene.h"

#include <stdlib.h>
#include <string.h>

#include "model/base/mem.h"
#include "model/move/shift/shift_private.h"

static uint64_t between(struct rng *rng, uint64_t low, uint64_t high)
{
    return low + rng_below(rng, high - low + 1);
}

static uint64_t round_up_to_grid(struct alignment grid, uint64_t lba)
{
    return align_next(grid, lba);
}

/* --- random moves --- */

/* One to three zones, which include both ends. */
static void set_zones(struct rng *rng, struct shift *shift)
{
    struct zones *zones = &shift->zones;
    uint64_t head = between(rng, 1, shift->length < 3 ? shift->length : 3);
    uint64_t tail = between(rng, 1, 2);

    if (head + tail + 1 > shift->length) {
        zones->at[zones->count++] = (struct zone){ 0, shift->length };
    } else {
        zones->at[zones->count++] = (struct zone){ 0, head };
        uint64_t space = shift->length - head - tail;
        if (space > 3 && rng_below(rng, 2))
            zones->at[zones->count++] =
                (struct zone){ head + between(rng, 1, space - 2), 1 };
        zones->at[zones->count++] = (struct zone){ shift->length - tail, tail };
    }
    const struct zone *magic = &zones->at[rng_below(rng, zones->count)];
    zones->magic = magic->start + rng_below(rng, magic->length);
}

/* Mostly 1 to 9 sectors, sometimes more than the partition is long, seldom from sector 63
 * to 2048. */
static uint64_t random_distance(struct rng *rng, uint64_t grain)
{
    if (!rng_below(rng, 40))
        return 1985;
    switch (rng_below(rng, 4)) {
    case 0:
        return between(rng, 1, 2 * SHIFT_LENGTH_MAX);
    case 1:
        return grain < SHIFT_LENGTH_MAX ? grain * between(rng, 1, 3) : 1;
    default:
        return between(rng, 1, 9);
    }
}

/* Sets a move whose envelope begins at LBA; returns its end. */
static uint64_t set_move(struct shift_scene *scene, struct shift *shift, uint64_t lba)
{
    struct rng *rng = &scene->rng;
    struct alignment grid = scene->disk.grid;
    uint64_t grain = grid.grain, distance = random_distance(rng, grain);
    uint64_t length =
        rng_below(rng, 4) ? between(rng, 1, 12) : between(rng, 1, SHIFT_LENGTH_MAX);
    bool is_up = rng_below(rng, 2);

    lba += rng_below(rng, grain < 16 ? grain : 16);
    *shift = (struct shift){ .grid = grid, .length = length };
    shift->from = is_up ? lba : lba + distance;
    shift->to = is_up ? lba + distance : lba;
    shift->mode = distance >= grain && rng_below(rng, 2) ? MOVE_HOLE : MOVE_JOURNAL;
    if (scene->wish->is_journal)
        shift->mode = MOVE_JOURNAL;
    if (scene->wish->is_grid_unknown)
        shift->grid = (struct alignment){ 0, 1 };
    shift->piece = shift_piece_max(shift, shift->mode, grain * between(rng, 1, 4));
    shift->slots = (unsigned)between(rng, 2, 3);
    shift->hashes = (unsigned)between(rng, 1, MOVER_HASHES_MAX);
    shift->keeps_free = (shift->from + length) % 4;
    set_zones(rng, shift);
    return lba + distance + length;
}

/* The table is in front of all, or directly before or behind the only move. */
static void place_table(struct shift_scene *scene, uint64_t first)
{
    struct mover_plan *plan = &scene->plan;
    struct shift *shift = &plan->moves[0];
    struct shift_sectors all = shift_envelope(shift);
    uint64_t where = plan->count == 1 ? rng_below(&scene->rng, 3) : 0;

    plan->table = where == 0   ? rng_below(&scene->rng, first - 1)
                  : where == 1 ? all.lba - 1
                               : all.lba + all.length;
    for (unsigned i = 0; i < plan->count; i++) {
        plan->moves[i].tables[0] = (struct shift_sectors){ plan->table + i, 1 };
        plan->moves[i].table_count = 1;
    }
}

static uint64_t take_blocks(const struct shift_scene *scene, uint64_t *lba,
                            uint64_t sectors)
{
    uint64_t at = round_up_to_grid(scene->disk.grid, *lba);

    *lba = round_up_to_grid(scene->disk.grid, at + sectors);
    return at;
}

/* Each part of the journal is in blocks of its own. Returns the end of the disk. */
static uint64_t place_journal(struct shift_scene *scene, uint64_t lba)
{
    struct mover_plan *plan = &scene->plan;
    uint64_t saved = 0, piece = 0;

    for (unsigned i = 0; i < plan->count; i++) {
        struct shift_sectors runs[SHIFT_SAVED_MAX];
        uint64_t all = 0;
        for (size_t run = shift_saved(&plan->moves[i], runs); run--;)
            all += runs[run].length;
        saved = all > saved ? all : saved;
        piece = plan->moves[i].piece > piece ? plan->moves[i].piece : piece;
    }
    for (unsigned i = 0; i < 2; i++)
        plan->records[i] = take_blocks(scene, &lba, 2);
    for (unsigned i = 0; i < 3; i++) {
        plan->headers[i] = take_blocks(scene, &lba, 1);
        plan->slots[i] = take_blocks(scene, &lba, piece);
    }
    plan->saved = take_blocks(scene, &lba, saved);
    plan->border = take_blocks(scene, &lba, scene->disk.grid.grain + 1);
    return lba;
}

static bool is_in_zone(const struct shift *shift, uint64_t at)
{
    for (size_t i = 0; i < shift->zones.count; i++)
        if (at - shift->zones.at[i].start < shift->zones.at[i].length)
            return true;
    return false;
}

/* In some scenes stretches of the data are zeros, and the free space beside it. */
static void set_zeros(struct shift_scene *scene, unsigned move)
{
    const struct shift *shift = &scene->plan.moves[move];
    struct shift_sectors all = shift_envelope(shift);
    bool is_on = false;

    if (!scene->wish->has_zeros && rng_below(&scene->rng, 3))
        return;
    for (uint64_t lba = all.lba; lba < all.lba + all.length; lba++)
        cutting_set(&scene->disk, lba, &(struct cell){ 0 });
    for (uint64_t at = 0; at < shift->length; at++) {
        if (!rng_below(&scene->rng, 6))
            is_on = !is_on;
        scene->plan.zeros[move][at] = is_on && !is_in_zone(shift, at);
    }
}

static void fill_disk(struct shift_scene *scene)
{
    struct mover_plan *plan = &scene->plan;

    for (size_t lba = 0; lba < scene->partitions_end; lba++)
        cutting_set(&scene->disk, lba,
                    &(struct cell){ .kind = CELL_FOREIGN, .at = (uint32_t)lba });
    for (unsigned i = 0; i < plan->count; i++) {
        const struct shift *shift = &plan->moves[i];
        cutting_set(&scene->disk, plan->table + i,
                    &(struct cell){ .kind = CELL_LABEL, .owner = (uint16_t)i });
        set_zeros(scene, i);
        for (size_t at = 0; at < shift->length; at++)
            if (!plan->zeros[i][at])
                cutting_set(&scene->disk, shift->from + at,
                            &(struct cell){ .kind = CELL_DATA,
                                            .owner = (uint16_t)i,
                                            .at = (uint32_t)at });
        /* A complete head of before in the free space that the envelope begins with. */
        if (shift->to < shift->from && shift->from - shift->to > shift->zones.magic)
            cutting_set(&scene->disk, shift->to + shift->zones.magic,
                        &(struct cell){ .kind = CELL_DATA,
                                        .owner = (uint16_t)i,
                                        .at = (uint32_t)shift->zones.magic });
    }
}

void shift_scene_make(struct shift_scene *scene, unsigned round,
                      const struct shift_scene_wish *wish, struct shift_totals *totals)
{
    static const uint64_t grains[] = { 4, 8, 1, 4, 8, 4 };
    struct mover_plan *plan = &scene->plan;

    memset(scene, 0, sizeof(*scene));
    scene->rng = rng_start(round);
    scene->wish = wish;
    scene->totals = totals;
    uint64_t grain = round % 100 == 99 ? 128 : grains[rng_below(&scene->rng, 6)];
    scene->disk.grid = (struct alignment){ rng_below(&scene->rng, grain), grain };
    uint64_t first = round_up_to_grid(scene->disk.grid, 3), lba = first;
    plan->count = wish->is_chain || !rng_below(&scene->rng, 5) ? 2 : 1;
    for (unsigned i = 0; i < plan->count; i++)
        lba =
            round_up_to_grid(scene->disk.grid, set_move(scene, &plan->moves[i], lba)) + 1;
    place_table(scene, first);
    scene->partitions_end = round_up_to_grid(scene->disk.grid, lba + grain);
    for (unsigned i = 0; i < plan->count; i++)
        plan->moves[i].disk = scene->partitions_end;
    plan->rules_off = wish->rules_off;
    plan->flush_stage = wish->flush_stage;
    plan->flush_number = wish->flush_number;
    uint64_t end = place_journal(scene, scene->partitions_end);
    struct alignment grid = scene->disk.grid;
    cutting_init(&scene->disk, end, sizeof(struct cell), grid);
    cutting_init(&scene->cut, end, sizeof(struct cell), grid);
    cutting_init(&scene->again, end, sizeof(struct cell), grid);
    scene->kept = xcalloc(scene->disk.log_max, sizeof(*scene->kept));
    fill_disk(scene);
}

void shift_scene_finish(struct shift_scene *scene)
{
    cutting_finish(&scene->disk);
    cutting_finish(&scene->cut);
    cutting_finish(&scene->again);
    free(scene->kept);
}
