/* SPDX-License-Identifier: GPL-3.0-or-later */
/* prop_shift.c - no power cut during a move, its recovery or its way back loses a sector
 */
#include <stdio.h>
#include <stdlib.h>

#include "model/move/shift/shift_stage.h"
#include "support/shift_cuts.h"
#include "support/test.h"

/* SHARES of ROUNDS each. */
enum { SHARES = 10, ROUNDS = 32, IMAGES_MIN = 120000, ROUNDS_UNTIL_BAD = 1500 };
enum { ROUNDS_OF_ZEROS = 40 };

static unsigned rounds(void)
{
    const char *given = getenv("ALIDADE_SHIFT_ROUNDS");

    return given ? (unsigned)strtoul(given, NULL, 0) : rng_rounds(ROUNDS);
}

/* Only the random moves, up to the first loss: the program was changed on purpose. */
static bool stops(void)
{
    return getenv("ALIDADE_STOPS");
}

TEST_TIMES(no_cut_loses_or_damages_a_sector, SHARES)
{
    struct shift_scene_wish wish = { .stops_when_bad = stops() };
    struct shift_totals totals = { 0 };

    for (unsigned round = 0; round < rounds(); round++) {
        shift_try((unsigned)_i * rounds() + round, &wish, &totals);
        if (totals.bad && wish.stops_when_bad)
            break;
    }
    shift_print(&totals);
    ck_assert_uint_eq(totals.bad, 0);
    if (!getenv("ALIDADE_SHIFT_ROUNDS") && !getenv("ALIDADE_SEED") && rng_stride() == 1)
        ck_assert_uint_ge(totals.images, IMAGES_MIN / SHARES);
    /* All kinds are there; a few rounds can lack one. */
    if (rounds() >= ROUNDS) {
        ck_assert_uint_gt(totals.modes[0], rounds() / 4);
        ck_assert_uint_gt(totals.modes[1], rounds() / 4);
        ck_assert_uint_gt(totals.off_grid, rounds() / 4);
    }
    ck_assert_uint_gt(totals.rolled_back, totals.recoveries / 4);
    ck_assert_uint_gt(totals.kept, totals.rolled_back);
}

/* Few of the random moves have batches in front of pieces that are passed over. */
TEST(no_cut_loses_what_is_before_zeros)
{
    struct shift_scene_wish wish = { .has_zeros = true, .is_journal = true };
    struct shift_totals totals = { 0 };

    for (unsigned round = 0; round < rng_rounds(ROUNDS_OF_ZEROS) && !totals.bad; round++)
        shift_try(round, &wish, &totals);
    shift_print(&totals);
    ck_assert_uint_eq(totals.bad, 0);
}

TEST(an_error_of_any_call_is_recovered_from)
{
    struct shift_scene_wish wish = { 0 };
    struct shift_totals totals = { 0 };

    if (stops())
        return;
    for (unsigned round = 0; round < rounds() / 4; round++)
        shift_try_errors(round, &wish, &totals);
    shift_print(&totals);
    ck_assert_uint_eq(totals.bad, 0);
    ck_assert_uint_gt(totals.recoveries, rounds() * 10);
    ck_assert_uint_gt(totals.rolled_back, totals.recoveries / 4);
}

static const struct {
    const char *name;
    struct shift_scene_wish wish;
} left_out[] = {
    { "all flushes", { .rules_off = RULE_FLUSHES } },
    { "borders on the grid", { .is_grid_unknown = true } },
    { "mates", { .rules_off = RULE_MATES } },
    { "edges", { .rules_off = RULE_EDGES } },
    { "border of the way back", { .rules_off = RULE_BORDER } },
    { "whole blocks where they are unreadable", { .rules_off = RULE_LOOK } },
    { "a piece made readable before turning", { .rules_off = RULE_REDO } },
    { "own slots", { .rules_off = RULE_OWN_SLOTS } },
    { "cleared slots",
      { .rules_off = RULE_CLEAR, .is_chain = true, .is_journal = true } },
    { "clear and own slots",
      { .rules_off = RULE_CLEAR | RULE_OWN_SLOTS,
        .is_chain = true,
        .is_journal = true } },
    { "a head that is no guard", { .rules_off = RULE_HEAD } },
};

TEST_EACH(a_rule_that_is_left_out_loses_sectors, left_out)
{
    struct shift_scene_wish wish = left_out[_i].wish;
    struct shift_totals totals = { 0 };

    if (stops())
        return;
    wish.stops_when_bad = true;
    for (unsigned round = 0; round < ROUNDS_UNTIL_BAD && !totals.bad; round++)
        shift_try(round, &wish, &totals);
    printf("# without %s: ", left_out[_i].name);
    shift_print(&totals);
    ck_assert_msg(totals.bad, "not noticed: %s", left_out[_i].name);
}

/* The first one of SHIFTING_SAVE, that of SHIFTING_COMPLETE and the last one of
 * SHIFTING_GUARD_NEW are covered by the next flush. */
static const struct {
    enum shifting_stage stage;
    unsigned number;
} flushes[] = {
    { SHIFTING_BEGIN, 1 },     { SHIFTING_SAVE, 2 },     { SHIFTING_GUARD, 1 },
    { SHIFTING_GUARD, 2 },     { SHIFTING_ENVELOPE, 1 }, { SHIFTING_MOVE, 0 },
    { SHIFTING_MOVED, 1 },     { SHIFTING_MOVED, 2 },    { SHIFTING_ZONES, 1 },
    { SHIFTING_ZONES, 2 },     { SHIFTING_REPLAY, 1 },   { SHIFTING_TURN, 1 },
    { SHIFTING_LABEL, 1 },     { SHIFTING_SKIP, 1 },     { SHIFTING_SKIP, 2 },
    { SHIFTING_GUARD_NEW, 1 },
};

TEST_EACH(a_flush_that_is_left_out_loses_sectors, flushes)
{
    struct shift_scene_wish wish = { .rules_off = RULE_ONE_FLUSH,
                                     .stops_when_bad = true };
    struct shift_totals totals = { 0 };

    if (stops())
        return;
    wish.flush_stage = flushes[_i].stage;
    wish.flush_number = flushes[_i].number;
    wish.has_zeros = flushes[_i].stage == SHIFTING_SKIP;
    for (unsigned round = 0; round < ROUNDS_UNTIL_BAD && !totals.bad; round++)
        shift_try(round, &wish, &totals);
    printf("# without flush %u of stage %d: ", flushes[_i].number, flushes[_i].stage);
    shift_print(&totals);
    ck_assert(totals.bad);
}
