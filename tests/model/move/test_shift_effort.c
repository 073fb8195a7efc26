/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_shift_effort.c - what a drive has to do for a move */
#include "model/move/shift/shift_effort.h"

#include "support/test.h"

/* 1000 sectors from 63 to 64, or to 163. */
static const struct {
    enum move_mode mode;
    uint64_t to, piece;
    bool is_elsewhere;
    uint64_t sectors, seeks;
} rows[] = {
    /* Of 10 batches each is read, and written twice; or once to this drive. */
    { MOVE_JOURNAL, 64, 104, false, 3000, 20 },
    { MOVE_JOURNAL, 64, 104, true, 2000, 10 },
    /* Of 11 pieces four are read together, and one record is written for them. */
    { MOVE_HOLE, 163, 96, false, 2000, 11 + 2 * 3 },
    { MOVE_HOLE, 163, 96, true, 2000, 11 + 2 * 3 },
};

TEST_EACH(a_move_reads_and_writes_from_place_to_place, rows)
{
    const struct shift shift = { .disk = 10000,
                                 .grid = { 0, 8 },
                                 .from = 63,
                                 .to = rows[_i].to,
                                 .length = 1000,
                                 .mode = rows[_i].mode,
                                 .piece = rows[_i].piece,
                                 .slots = 2,
                                 .hashes = 4,
                                 .zones = { .at = { { 0, 8 }, { 992, 8 } },
                                            .count = 2 } };
    struct shift_effort effort = shift_effort_of(&shift, rows[_i].is_elsewhere);

    ck_assert_uint_eq(effort.sectors, rows[_i].sectors);
    ck_assert_uint_eq(effort.seeks, rows[_i].seeks);
}
