/* SPDX-License-Identifier: GPL-3.0-or-later */
/* workload_turns.c - the order in which workloads take their turns */
#include "device/measure/workload_turns.h"

/* More than the orders of one kind. */
#define STARTS 1024

static void swap_turns(struct workload_turns *turns, size_t one, size_t other)
{
    size_t index = turns->at[one];

    turns->at[one] = turns->at[other];
    turns->at[other] = index;
}

static void shuffle(struct workload_turns *turns, struct dice *dice)
{
    uint64_t of_kind[WORKLOAD_COUNT], keys[WORKLOAD_MAX];

    for (size_t i = 0; i < WORKLOAD_COUNT; i++)
        of_kind[i] = STARTS * dice_below(dice, UINT32_MAX);
    for (size_t i = 0; i < turns->count; i++)
        keys[i] = of_kind[turns->kinds[i]] + dice_below(dice, STARTS);
    for (size_t i = 1; i < turns->count; i++)
        for (size_t j = i; j && keys[turns->at[j - 1]] > keys[turns->at[j]]; j--)
            swap_turns(turns, j - 1, j);
    turns->next = 0;
}

void workload_turns_init(struct workload_turns *turns,
                         const struct workload_order *orders, size_t count,
                         struct dice *dice)
{
    *turns = (struct workload_turns){ .count = count };
    for (size_t i = 0; i < count; i++) {
        turns->at[i] = i;
        turns->kinds[i] = orders[i].kind;
    }
    shuffle(turns, dice);
}

size_t workload_turns_next(struct workload_turns *turns, struct dice *dice)
{
    if (turns->next == turns->count) {
        turns->round++;
        shuffle(turns, dice);
    }
    return turns->at[turns->next++];
}
