/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_shift.c - pieces, saved sectors and invalid moves */
#include "model/move/shift/shift.h"

#include <string.h>

#include "support/rng.h"
#include "support/test.h"

enum { ROUNDS = 5000 };

/* Where each random move is tried: LBAs up to the largest. */
static const uint64_t bases[] = { 0, 1000, UINT64_C(1) << 32, UINT64_MAX - 400 };

static struct shift random_shift(struct rng *rng, uint64_t base)
{
    static const uint64_t grains[] = { 1, 4, 8, 16 };
    uint64_t grain = grains[rng_below(rng, 4)];
    struct shift shift = { .disk = base + 400,
                           .grid = { rng_below(rng, grain), grain },
                           .from = base + rng_below(rng, 100),
                           .to = base + rng_below(rng, 100),
                           .length = 1 + rng_below(rng, 120),
                           .slots = 2,
                           .hashes = 1 };

    shift.mode = rng_below(rng, 2) ? MOVE_HOLE : MOVE_JOURNAL;
    shift.piece = shift_piece_max(&shift, shift.mode, grain * (1 + rng_below(rng, 5)));
    shift.zones.at[shift.zones.count++] = (struct zone){ 0, 1 };
    if (shift.length > 20)
        shift.zones.at[shift.zones.count++] = (struct zone){ 5 + rng_below(rng, 9), 2 };
    if (shift.length > 2)
        shift.zones.at[shift.zones.count++] = (struct zone){ shift.length - 1, 1 };
    else
        shift.zones.at[0].length = shift.length;
    return shift;
}

static bool overlap(struct shift_sectors a, struct shift_sectors b)
{
    return a.length && b.length && a.lba < b.lba + b.length && b.lba < a.lba + a.length;
}

/* Each piece follows the one before; inner borders are on the grid of the target. In hole
 * mode no block that is written contains a sector that is still to be read. */
static void check_run(struct rng *rng, const struct shift *shift,
                      const struct shift_run *run)
{
    uint64_t count = shift_piece_count(shift, run), done = 0;
    uint64_t source = shift_source(shift, run), target = shift_target(shift, run);
    bool is_down = target > source;

    for (uint64_t i = 0; i < count; i++) {
        struct shift_piece piece = shift_piece_at(shift, run, i);
        uint64_t first = is_down ? run->end - done - piece.length : run->first + done;
        LAW(rng, piece.first == first && piece.length && piece.length <= shift->piece);
        struct shift_piece all = shift_pieces_from(shift, run, i, count - i);
        LAW(rng, all.first == (is_down ? run->first : first) &&
                     all.length == run->end - run->first - done);
        done += piece.length;
        uint64_t border = is_down ? piece.first : piece.first + piece.length;
        LAW(rng, i == count - 1 || align_contains(shift->grid, target + border));
        struct shift_sectors written = { target + piece.first, piece.length };
        struct shift_sectors rest =
            is_down ? (struct shift_sectors){ source + run->first,
                                              first + piece.length - run->first }
                    : (struct shift_sectors){ source + first, run->end - first };
        if (shift->mode == MOVE_HOLE && !run->is_back)
            LAW(rng, !overlap(shift_blocks(shift, written), rest));
    }
    LAW(rng, done == run->end - run->first);
}

TEST_EACH(pieces_cover_each_run_once, bases)
{
    unsigned moved = 0, rounds = rng_rounds(ROUNDS);

    for (unsigned round = 0; round < rounds; round++) {
        struct rng rng = rng_start(round);
        struct shift shift = random_shift(&rng, bases[_i]);
        if (!shift_is_valid(&shift))
            continue;
        struct shift_run forward = shift_run_forward(&shift);
        uint64_t count = shift_piece_count(&shift, &forward);
        check_run(&rng, &shift, &forward);
        struct shift_run back = shift_run_back(&shift, rng_below(&rng, count + 1));
        check_run(&rng, &shift, &back);
        LAW(&rng, back.is_back && (!back.first || back.end == shift.length));
        moved++;
    }
    ck_assert_uint_gt(moved, rounds / 2);
}

/* --- saved sectors --- */

static bool is_saved(const struct shift_sectors *saved, size_t count, uint64_t lba)
{
    for (size_t i = 0; i < count; i++) {
        if (lba >= saved[i].lba && lba - saved[i].lba < saved[i].length)
            return true;
    }
    return false;
}

/* By definition: sector LBA shares a block with one of SECTORS. */
static bool shares_block(const struct shift *shift, uint64_t lba,
                         struct shift_sectors sectors)
{
    struct shift_sectors block = shift_blocks(shift, (struct shift_sectors){ lba, 1 });

    return overlap(block, sectors);
}

/* At the old or new place, at that of its zones. */
static bool is_needed(const struct shift *shift, uint64_t index)
{
    uint64_t places[] = { shift->from, shift->to };

    for (size_t i = 0; i < 2 * shift->zones.count; i++) {
        const struct zone *zone = &shift->zones.at[i / 2];
        struct shift_sectors at = { places[i % 2] + zone->start, zone->length };
        if (shares_block(shift, places[i % 2] + index, at))
            return true;
    }
    return false;
}

TEST(all_that_a_block_may_lose_is_saved)
{
    for (unsigned round = 0; round < rng_rounds(ROUNDS / 10); round++) {
        struct rng rng = rng_start(round);
        struct shift shift = random_shift(&rng, 1000);
        struct shift_sectors saved[SHIFT_SAVED_MAX];
        if (!shift_is_valid(&shift))
            continue;
        uint64_t low = shift.from < shift.to ? shift.from : shift.to;
        uint64_t high = (shift.from < shift.to ? shift.to : shift.from) + shift.length;
        struct shift_sectors both[] = { { shift.from, shift.length },
                                        { shift.to, shift.length } };
        size_t count = shift_saved(&shift, saved);
        for (size_t i = 1; i < count; i++)
            LAW(&rng, saved[i].lba > saved[i - 1].lba + saved[i - 1].length);
        for (uint64_t lba = 800; lba < 1400; lba++) {
            bool is_foreign = lba < low || lba >= high;
            bool is_own = lba >= shift.from && lba < shift.from + shift.length;
            bool is_wanted = is_own && is_needed(&shift, lba - shift.from);
            if (is_foreign)
                is_wanted = shares_block(&shift, lba, both[0]) ||
                            shares_block(&shift, lba, both[1]);
            if (is_wanted)
                LAW(&rng, is_saved(saved, count, lba));
            else
                LAW(&rng, is_own || !is_saved(saved, count, lba));
        }
    }
}

/* --- one move by hand --- */

static const struct shift legacy = {
    .disk = 4000000,
    .grid = { 0, 8 },
    .from = 63,
    .to = 2048,
    .length = 100000,
    .mode = MOVE_HOLE,
    .piece = 1984,
    .hashes = 16,
    .zones = { .at = { { 0, 8 }, { 99992, 8 } }, .count = 2, .magic = 2 },
};

TEST(a_legacy_partition_is_moved_in_large_pieces)
{
    struct shift_run run = shift_run_forward(&legacy);
    struct shift_sectors saved[SHIFT_SAVED_MAX];

    ck_assert(shift_is_valid(&legacy));
    ck_assert_uint_eq(shift_piece_max(&legacy, MOVE_HOLE, 100000), 1984);
    ck_assert_uint_eq(shift_piece_count(&legacy, &run), 51);
    struct shift_piece piece = shift_piece_at(&legacy, &run, 0);
    ck_assert_uint_eq(piece.first, 98016);
    ck_assert_uint_eq(piece.length, 1984);
    piece = shift_piece_at(&legacy, &run, 50);
    ck_assert_uint_eq(piece.first, 0);
    ck_assert_uint_eq(piece.length, 800);
    /* Sectors 56 to 62 with the head; the tail with what is in a block with it at sector
     * 63 + 99992. */
    ck_assert_uint_eq(shift_saved(&legacy, saved), 2);
    ck_assert_uint_eq(saved[0].lba, 56);
    ck_assert_uint_eq(saved[0].length, 16);
    ck_assert_uint_eq(saved[1].lba, 100048);
    ck_assert_uint_eq(saved[1].length, 15);
}

/* --- what a journal may claim --- */

static void end_beyond_64_bits(struct shift *shift)
{
    shift->disk = UINT64_MAX;
    shift->to = UINT64_MAX - 99999;
}

static void end_beyond_disk(struct shift *shift)
{
    shift->disk = 102047;
}

static void stay(struct shift *shift)
{
    shift->to = shift->from;
}

static void have_no_length(struct shift *shift)
{
    shift->length = 0;
}

static void have_no_grid(struct shift *shift)
{
    shift->grid.grain = 0;
}

static void have_grid_beyond_itself(struct shift *shift)
{
    shift->grid.offset = 8;
}

static void overlap_in_hole_mode(struct shift *shift)
{
    shift->piece = 1992;
}

static void leave_the_grid(struct shift *shift)
{
    shift->piece = 1983;
}

static void have_no_piece(struct shift *shift)
{
    shift->piece = 0;
}

static void have_no_mode(struct shift *shift)
{
    shift->mode = MOVE_NONE;
}

static void have_one_slot(struct shift *shift)
{
    shift->mode = MOVE_JOURNAL;
    shift->slots = 1;
}

static void have_many_slots(struct shift *shift)
{
    shift->mode = MOVE_JOURNAL;
    shift->slots = SHIFT_SLOTS_MAX + 1;
}

static void have_many_hashes(struct shift *shift)
{
    shift->hashes = SHIFT_HASHES_MAX + 1;
}

static void have_no_zone(struct shift *shift)
{
    shift->zones.count = 0;
}

static void have_many_zones(struct shift *shift)
{
    shift->zones.count = ZONES_MAX + 1;
}

static void leave_tail_out(struct shift *shift)
{
    shift->zones.at[1].length = 7;
}

static void leave_head_out(struct shift *shift)
{
    shift->zones.at[0].start = 1;
}

static void have_zone_beyond_end(struct shift *shift)
{
    shift->zones.at[1].length = UINT64_MAX;
}

static void have_zones_that_touch(struct shift *shift)
{
    shift->zones.at[0].length = 99992;
}

static void have_magic_elsewhere(struct shift *shift)
{
    shift->zones.magic = 8;
}

static void (*const invalid[])(struct shift *) = {
    end_beyond_64_bits,    end_beyond_disk,      stay,
    have_no_length,        have_no_grid,         have_grid_beyond_itself,
    overlap_in_hole_mode,  leave_the_grid,       have_no_piece,
    have_no_mode,          have_one_slot,        have_many_slots,
    have_many_hashes,      have_no_zone,         have_many_zones,
    leave_tail_out,        leave_head_out,       have_zone_beyond_end,
    have_zones_that_touch, have_magic_elsewhere,
};

TEST_EACH(an_invalid_move_is_refused, invalid)
{
    struct shift shift = legacy;

    ck_assert(shift_is_valid(&shift));
    invalid[_i](&shift);
    ck_assert(!shift_is_valid(&shift));
}
