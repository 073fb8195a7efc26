/* SPDX-License-Identifier: GPL-3.0-or-later */
/* turns.h - the order in which arms that are compared are timed */
#ifndef ALIDADE_DEVICE_MEASURE_TURNS_H
#define ALIDADE_DEVICE_MEASURE_TURNS_H

#include <stdbool.h>

#include "model/base/dice.h"

#define TURNS_MAX 40

/* In each round every arm has one turn: the groups in random order, and the arms of each,
 * which are compared, in random order directly one after the other. */
struct turns {
    uint8_t arms[TURNS_MAX];
    uint8_t groups[TURNS_MAX]; /* of each arm */
    uint8_t count, group_count;
    uint8_t next;
    unsigned round; /* complete ones */
};

/* COUNT arms, whose group below GROUPS is set afterwards; GROUPS 0: they are one. */
void turns_init(struct turns *turns, size_t count, size_t groups);
/* Returns the arm whose turn it is. */
size_t turns_arm(struct turns *turns, struct dice *dice);
/* Ends that turn; true if it was the last one of its round. */
bool turns_end(struct turns *turns);

#endif
