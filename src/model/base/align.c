/* SPDX-License-Identifier: GPL-3.0-or-later */
/* align.c - sets of LBAs of the form offset + k * grain */
#include "model/base/align.h"

#include "model/base/num.h"

bool align_contains(struct alignment a, uint64_t lba)
{
    return lba % a.grain == a.offset;
}

uint64_t align_past(struct alignment a, uint64_t lba)
{
    uint64_t rest = lba % a.grain;

    return rest >= a.offset ? rest - a.offset : rest + (a.grain - a.offset);
}

uint64_t align_next(struct alignment a, uint64_t lba)
{
    uint64_t past = align_past(a, lba);
    uint64_t next;

    if (!past)
        return lba;
    return num_add(lba, a.grain - past, &next) ? next : ALIGN_NONE;
}

uint64_t align_prev(struct alignment a, uint64_t lba)
{
    uint64_t past = align_past(a, lba);

    return past <= lba ? lba - past : ALIGN_NONE;
}

uint64_t align_nearest(struct alignment a, uint64_t lba)
{
    uint64_t below = align_prev(a, lba);
    uint64_t above = align_next(a, lba);

    if (below == ALIGN_NONE)
        return above;
    if (above == ALIGN_NONE)
        return below;
    return lba - below <= above - lba ? below : above;
}

/* Returns A - B modulo M, for A and B below M. */
static uint64_t minus(uint64_t a, uint64_t b, uint64_t m)
{
    return a >= b ? a - b : a + (m - b);
}

/* Returns the inverse of A modulo M, for coprime A and M. */
static uint64_t inverse(uint64_t a, uint64_t m)
{
    uint64_t r0 = m, r1 = a % m, t0 = 0, t1 = 1;

    /* Extended Euclid: r = t * a modulo M holds in each step until r = 1. */
    while (r1) {
        uint64_t q = r0 / r1, r2 = r0 % r1;
        uint64_t t2 = minus(t0, num_mul_mod(q, t1, m), m);
        r0 = r1;
        r1 = r2;
        t0 = t1;
        t1 = t2;
    }
    return t0;
}

/*
 * x = a.offset + k * a.grain and x = b.offset (mod b.grain): with g = gcd of the grains,
 * k * (a.grain / g) = (b.offset - a.offset) / g (mod b.grain / g), solvable only if g
 * divides the difference of the offsets.
 */
bool align_meet(struct alignment a, struct alignment b, struct alignment *ret)
{
    uint64_t g = num_gcd(a.grain, b.grain), grain;
    bool is_back = b.offset < a.offset;
    uint64_t diff = is_back ? a.offset - b.offset : b.offset - a.offset;

    if (diff % g || !num_lcm(a.grain, b.grain, &grain))
        return false;
    uint64_t m = b.grain / g;
    uint64_t steps = diff / g % m;
    if (is_back)
        steps = minus(0, steps, m);
    uint64_t k = num_mul_mod(steps, inverse(a.grain / g, m), m);
    /* k < m and a.offset < a.grain: this is below m * a.grain, which is the new grain. */
    *ret = (struct alignment){ a.offset + k * a.grain, grain };
    return true;
}
