/* SPDX-License-Identifier: GPL-3.0-or-later */
/* workload_turns.h - the order in which workloads take their turns */
#ifndef ALIDADE_DEVICE_MEASURE_WORKLOAD_TURNS_H
#define ALIDADE_DEVICE_MEASURE_WORKLOAD_TURNS_H

#include "model/base/dice.h"
#include "model/measure/workload.h"

/* In each round every order has one turn: the kinds in random order, and the starts of
 * each, which are compared, directly one after the other. */
struct workload_turns {
    size_t at[WORKLOAD_MAX]; /* indices of orders */
    enum workload_kind kinds[WORKLOAD_MAX];
    size_t count;
    size_t next;
    size_t round; /* from 0 */
};

void workload_turns_init(struct workload_turns *turns,
                         const struct workload_order *orders, size_t count,
                         struct dice *dice);
/* Returns the index of the next order; COUNT is not 0. */
size_t workload_turns_next(struct workload_turns *turns, struct dice *dice);

#endif
