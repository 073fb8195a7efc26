/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dice.h - pseudorandom numbers, reproducible from a seed
 *
 * xorshift64* (Vigna, 2016): for shuffling, not for secrets. */
#ifndef ALIDADE_MODEL_BASE_DICE_H
#define ALIDADE_MODEL_BASE_DICE_H

#include <stddef.h>
#include <stdint.h>

struct dice {
    uint64_t state; /* never 0 */
};

static inline struct dice dice_of(uint64_t seed)
{
    /* The finalizer of splitmix64, so that similar seeds have different sequences. */
    uint64_t z = seed + UINT64_C(0x9e3779b97f4a7c15);

    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    z ^= z >> 31;
    return (struct dice){ z ? z : 1 };
}

static inline uint64_t dice_next(struct dice *dice)
{
    dice->state ^= dice->state >> 12;
    dice->state ^= dice->state << 25;
    dice->state ^= dice->state >> 27;
    return dice->state * UINT64_C(0x2545f4914f6cdd1d);
}

/* Returns a number below COUNT, which is not 0. */
static inline uint64_t dice_below(struct dice *dice, uint64_t count)
{
    return (uint64_t)(((unsigned __int128)dice_next(dice) * count) >> 64);
}

/* Returns a random permutation of 0 .. COUNT - 1. */
static inline void dice_order(struct dice *dice, uint8_t *ret, uint8_t count)
{
    for (uint8_t i = 0; i < count; i++) {
        size_t j = (size_t)dice_below(dice, i + 1U);
        ret[i] = i;
        ret[i] = ret[j];
        ret[j] = i;
    }
}

#endif
