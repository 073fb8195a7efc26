/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_dice.c - pseudorandom numbers are reproducible and evenly distributed */
#include "model/base/dice.h"

#include "support/test.h"

#define THROWS 6000U

TEST(a_seed_gives_the_same_numbers)
{
    struct dice one = dice_of(7), same = dice_of(7), next = dice_of(8);
    unsigned alike = 0;

    for (unsigned i = 0; i < 100; i++) {
        uint64_t number = dice_next(&one);
        ck_assert_uint_eq(number, dice_next(&same));
        alike += number == dice_next(&next);
    }
    ck_assert_uint_eq(alike, 0);
}

/* Each of six sides is within five standard deviations. */
TEST_TIMES(each_side_comes_as_often, 5)
{
    struct dice dice = dice_of((uint64_t)_i);
    unsigned counts[6] = { 0 };

    for (unsigned i = 0; i < THROWS; i++) {
        uint64_t side = dice_below(&dice, 6);
        ck_assert_uint_lt(side, 6);
        counts[side]++;
    }
    for (unsigned i = 0; i < 6; i++)
        ck_assert_uint_lt(counts[i] > 1000 ? counts[i] - 1000 : 1000 - counts[i], 145);
}

TEST_TIMES(each_order_comes_as_often, 5)
{
    struct dice dice = dice_of((uint64_t)_i);
    unsigned counts[27] = { 0 }, orders = 0;
    uint8_t order[3] = { 9, 9, 9 };

    for (unsigned i = 0; i < THROWS; i++) {
        dice_order(&dice, order, 3);
        ck_assert_uint_eq((1U << order[0]) + (1U << order[1]) + (1U << order[2]), 7);
        counts[9 * order[0] + 3 * order[1] + order[2]]++;
    }
    for (unsigned i = 0; i < 27; i++) {
        orders += counts[i] > 0;
        if (counts[i])
            ck_assert_uint_lt(counts[i] > 1000 ? counts[i] - 1000 : 1000 - counts[i],
                              145);
    }
    ck_assert_uint_eq(orders, 6);
}
