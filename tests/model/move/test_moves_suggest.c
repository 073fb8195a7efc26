/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_moves_suggest.c - the plan for the whole disk decides where nothing is free */
#include "model/move/plan/moves_suggest.h"

#include "model/base/mem.h"
#include "support/moves_plan.h"
#include "support/test.h"

#define EXT     .inside = INSIDE_EXT
#define XFS     .inside = INSIDE_XFS
#define UNKNOWN .inside = INSIDE_NONE

static const struct move_speed hard_disk; /* nothing was measured */

enum { LARGE = 2097152, SMALL = 22000 }; /* sectors; the small disk has no mib plan */

/* Three partitions without a gap, and free space behind the last one. */
static const struct {
    uint64_t size, grub;
    struct disks_part parts[3];
    uint64_t best[3]; /* 0: nothing to suggest */
} rows[] = {
    /* clang-format off */
    /* GRUB's core image keeps the first one from going to the left, and so the second. */
    { SMALL, 62, { PART(PARTITION, 1, 63, 10000, XFS),
            PART(PARTITION, 2, 10063, 5000, XFS),
            PART(PARTITION, 3, 15063, 5000, XFS) }, { 64, 10064, 15064 } },
    { LARGE, 62, { PART(PARTITION, 1, 63, 10000, XFS),
            PART(PARTITION, 2, 10063, 5000, XFS),
            PART(PARTITION, 3, 15063, 5000, XFS) }, { 2048, 12288, 18432 } },
    /* One sector to the right is less than seven to the left.  ext could shrink. */
    { SMALL, 0, { PART(PARTITION, 1, 63, 10000, XFS),
            PART(PARTITION, 2, 10063, 5000, EXT),
           PART(PARTITION, 3, 15063, 5000, XFS) }, { 64, 10064, 15064 } },
    /* Data of unknown kind stays in the plan: so it has no other start there, and the
     * nearest free one is not there either. */
    { SMALL, 62, { PART(PARTITION, 1, 63, 10000, UNKNOWN),
            PART(PARTITION, 2, 10063, 5000, XFS),
            PART(PARTITION, 3, 15063, 5000, XFS) }, { 64, 10064, 15064 } },
    /* The second one ends with the disk: there is no plan, and the nearest start below is
     * suggested. */
    { LARGE, 62, { PART(PARTITION, 1, 63, 10000, XFS),
            PART(PARTITION, 2, 10063, 2087089, XFS) }, { 64, 10056 } },
    /* clang-format on */
};

static struct layout *row_disk(int i)
{
    struct disks_spec spec = { .size = rows[i].size,
                               .label = LABEL_MSDOS,
                               .parts = rows[i].parts };

    while (spec.count < ARRAY_SIZE(rows[i].parts) && rows[i].parts[spec.count].length)
        spec.count++;
    return disks_build(&spec);
}

TEST_EACH(the_plan_decides_where_nothing_is_free, rows)
{
    CLEANUP(layout_unrefp) struct layout *layout = row_disk(_i);
    struct suggest_context context =
        moves_suggest_context(layout, GAP_OF(rows[_i].grub), &hard_disk);

    ck_assert_uint_eq(context.gap.grub_sectors, rows[_i].grub);
    for (unsigned i = 0; i < ARRAY_SIZE(rows[_i].best); i++) {
        struct suggestion best = { 0 };
        const struct extent *extent = layout_find_number(layout, i + 1);
        if (extent)
            (void)suggest_best(layout, extent, context, &best);
        ck_assert_uint_eq(best.start, rows[_i].best[i]);
        ck_assert(i != 1 || best.fit == FIT_MOVES);
    }
    moves_suggest_finish(&context);
}
