/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rng.h - numbers for property tests: the same ones in every run, unless told else */
#ifndef ALIDADE_TESTS_RNG_H
#define ALIDADE_TESTS_RNG_H

#include <check.h>
#include <stdint.h>
#include <stdlib.h>

struct rng {
    uint64_t seed; /* what to give ALIDADE_SEED to see the same again */
    uint64_t state;
};

/* ALIDADE_ROUNDS_DIVISOR, or 1: under valgrind, which looks at what each step does and
 * not at how many there are, one case of so many is tried. */
static inline unsigned rng_stride(void)
{
    const char *given = getenv("ALIDADE_ROUNDS_DIVISOR");
    unsigned stride = given ? (unsigned)strtoul(given, NULL, 0) : 1;

    return stride ? stride : 1;
}

/* That part of ROUNDS. */
static inline unsigned rng_rounds(unsigned rounds)
{
    return rounds > rng_stride() ? rounds / rng_stride() : 1;
}

/* A step through sizes, wider where fewer rounds are wanted. */
static inline int rng_step(int step)
{
    return step * (1 + (int)rng_stride() / 4);
}

/* The seed of round ROUND: from the environment, if there, for every round. */
static inline struct rng rng_start(unsigned round)
{
    const char *given = getenv("ALIDADE_SEED");
    uint64_t seed = given ? strtoull(given, NULL, 0) : UINT64_C(20100111) + round;

    return (struct rng){ seed, seed };
}

/* splitmix64, public domain, Sebastiano Vigna. */
static inline uint64_t rng_next(struct rng *rng)
{
    uint64_t z = (rng->state += UINT64_C(0x9e3779b97f4a7c15));

    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

/* 0..N-1; N is not 0. */
static inline uint64_t rng_below(struct rng *rng, uint64_t n)
{
    return rng_next(rng) % n;
}

/* Fails naming the seed that shows it again. */
#define LAW(rng, claim)                                                                  \
    ck_assert_msg(claim, "broken with ALIDADE_SEED=%llu: %s",                            \
                  (unsigned long long)(rng)->seed, #claim)

#endif
