/* SPDX-License-Identifier: GPL-3.0-or-later */
/* align.c - sets of LBAs of the form offset + k * grain */
#include "model/align.h"

#include "model/num.h"

/* Products and differences of LBAs need more than 64 bits on the way. */
__extension__ typedef __int128 wide;
__extension__ typedef unsigned __int128 uwide;

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

/* The inverse of A modulo M, for A and M without a common divisor. */
static uint64_t inverse(uint64_t a, uint64_t m)
{
    wide r0 = m, r1 = a % m, t0 = 0, t1 = 1;

    while (r1) {
        wide q = r0 / r1;
        wide r2 = r0 - q * r1, t2 = t0 - q * t1;
        r0 = r1;
        r1 = r2;
        t0 = t1;
        t1 = t2;
    }
    return (uint64_t)(t0 < 0 ? t0 + m : t0);
}

/*
 * x = a.offset + k * a.grain and x = b.offset (mod b.grain): with g = gcd of the grains,
 * k * (a.grain / g) = (b.offset - a.offset) / g (mod b.grain / g), solvable only if g
 * divides the difference of the offsets.
 */
bool align_meet(struct alignment a, struct alignment b, struct alignment *ret)
{
    uint64_t g = num_gcd(a.grain, b.grain), grain;
    wide diff = (wide)b.offset - (wide)a.offset;

    if (diff % (wide)g || !num_lcm(a.grain, b.grain, &grain))
        return false;
    uint64_t m = b.grain / g;
    wide steps = diff / (wide)g % (wide)m;
    if (steps < 0)
        steps += m;
    uwide k = m == 1 ? 0 : (uwide)steps * inverse(a.grain / g, m) % m;
    uwide offset = a.offset + k * a.grain;
    *ret = (struct alignment){ (uint64_t)(offset % grain), grain };
    return true;
}
