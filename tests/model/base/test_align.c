/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_align.c - the algebra of offset + k * grain */
#include "model/base/align.h"

#include "model/base/mem.h"
#include "support/test.h"

static const struct {
    struct alignment a;
    uint64_t lba, prev, next, nearest, past;
} rows[] = {
    { { 0, 8 }, 63, 56, 64, 64, 7 },
    { { 0, 8 }, 64, 64, 64, 64, 0 },
    { { 0, 8 }, 60, 56, 64, 56, 4 }, /* two equally near: the lower */
    { { 0, 2048 }, 1, 0, 2048, 0, 1 },
    { { 7, 8 }, 63, 63, 63, 63, 0 }, /* the XP jumper */
    { { 7, 8 }, 64, 63, 71, 63, 1 },
    { { 7, 8 }, 3, ALIGN_NONE, 7, 7, 4 },
    { { 7, 2048 }, 2048, 7, 2055, 2055, 2041 },
    { { 0, 8 }, UINT64_MAX, UINT64_MAX - 7, ALIGN_NONE, UINT64_MAX - 7, 7 },
};

TEST_EACH(members_around_an_lba, rows)
{
    ck_assert_uint_eq(align_prev(rows[_i].a, rows[_i].lba), rows[_i].prev);
    ck_assert_uint_eq(align_next(rows[_i].a, rows[_i].lba), rows[_i].next);
    ck_assert_uint_eq(align_nearest(rows[_i].a, rows[_i].lba), rows[_i].nearest);
    ck_assert_uint_eq(align_past(rows[_i].a, rows[_i].lba), rows[_i].past);
}

/* Returns the number of LBAs in one period for which align_meet() is wrong. */
static uint64_t wrong_members(struct alignment a, struct alignment b)
{
    struct alignment met;
    bool have = align_meet(a, b, &met), want = false;
    uint64_t wrong = 0;

    for (uint64_t x = 0; x < a.grain * b.grain; x++) {
        bool both = align_contains(a, x) && align_contains(b, x);
        want |= both;
        wrong += both != (have && align_contains(met, x));
    }
    return wrong + (have != want);
}

TEST(meet_equals_brute_force)
{
    const uint64_t max = 15;

    for (uint64_t g = 1; g <= max; g++)
        for (uint64_t h = 1; h <= max; h++)
            for (uint64_t i = 0; i < g * h; i++)
                if (wrong_members((struct alignment){ i % g, g },
                                  (struct alignment){ i / g, h }))
                    ck_abort_msg("grains %u and %u, pair %u", (unsigned)g, (unsigned)h,
                                 (unsigned)i);
}

TEST(meet_of_huge_grains_does_not_overflow)
{
    struct alignment a = { 5, UINT64_MAX }, b = { 5, UINT64_MAX - 1 }, met;

    ck_assert(!align_meet(a, b, &met));
    ck_assert(align_meet(a, a, &met));
    ck_assert_uint_eq(met.offset, 5);
    ck_assert_uint_eq(met.grain, UINT64_MAX);
}
