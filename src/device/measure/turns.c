/* SPDX-License-Identifier: GPL-3.0-or-later */
/* turns.c - the order in which arms that are compared are timed */
#include "device/measure/turns.h"

#include <assert.h>

/* Sorts the shuffled arms by the shuffled ranks of their groups; those of one group stay
 * in their order. */
static void shuffle(struct turns *turns, struct dice *dice)
{
    uint8_t ranks[TURNS_MAX] = { 0 }, *arms = turns->arms;

    dice_order(dice, arms, turns->count);
    dice_order(dice, ranks, turns->group_count);
    for (size_t i = 1; i < turns->count; i++) {
        uint8_t arm = arms[i], rank = ranks[turns->groups[arm]];
        size_t at = i;
        for (; at && ranks[turns->groups[arms[at - 1]]] > rank; at--)
            arms[at] = arms[at - 1];
        arms[at] = arm;
    }
}

void turns_init(struct turns *turns, size_t count, size_t groups)
{
    assert(count <= TURNS_MAX && groups <= TURNS_MAX);
    *turns = (struct turns){ .count = (uint8_t)count, .group_count = (uint8_t)groups };
}

size_t turns_arm(struct turns *turns, struct dice *dice)
{
    if (!turns->next)
        shuffle(turns, dice);
    return turns->arms[turns->next];
}

bool turns_end(struct turns *turns)
{
    turns->next = (uint8_t)((turns->next + 1) % turns->count);
    turns->round += !turns->next;
    return !turns->next;
}
