/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_suggest.c - suggested starts of the worked examples, and their cost */
#include "model/align/suggest.h"

#include "model/base/mem.h"
#include "support/disks.h"
#include "support/test.h"

static const struct {
    struct layout *(*make)(void);
    unsigned number;
    uint64_t best; /* ALIGN_NONE: nothing to suggest */
} bests[] = {
    { disks_legacy, 1, 56 },          { disks_legacy, 2, 204796616 },
    { disks_legacy, 3, ALIGN_NONE },  { disks_legacy, 5, 1912586504 },
    { disks_touching, 1, 56 },        { disks_touching, 2, 2088448 },
    { disks_touching, 3, 3116608 },   { disks_touching, 4, ALIGN_NONE },
    { disks_touching, 5, 5172928 },   { disks_touching, 6, 6201088 },
    { disks_gpt34, 1, 40 },           { disks_openbsd, 4, 56 },
    { disks_aligned, 2, ALIGN_NONE }, { disks_jumper, 1, ALIGN_NONE },
    { disks_raid, 3, ALIGN_NONE },
};

TEST_EACH(worked_example_has_its_suggested_start, bests)
{
    CLEANUP(layout_unrefp) struct layout *layout = bests[_i].make();
    struct suggestion best = { .start = ALIGN_NONE };

    (void)suggest_best(layout, layout_find_number(layout, bests[_i].number), GRUB_OF(0),
                       &best);
    ck_assert_uint_eq(best.start, bests[_i].best);
}

#define P(what, n, from, sectors, ...)                                                   \
    {                                                                                    \
        .kind = EXTENT_##what, .number = n, .start = from, .length = sectors,            \
        .inside = __VA_ARGS__                                                            \
    }
#define S(at, on, by, ...)                                                               \
    {                                                                                    \
        .start = at, .grade = GRADE_##on, .shift = by, .fit = __VA_ARGS__                \
    }

/* A disk of 1 GiB with up to three parts; candidates of partition 1 in their order. */
static const struct {
    enum label_kind label;
    uint64_t grub;
    struct limits_reported said;
    struct disks_part parts[3];
    struct suggestion want[SUGGEST_MAX];
} rows[] = {
    /* clang-format off */
    /* Free space after it, so all are free; the higher grade is first. */
    { LABEL_MSDOS, 0, { 0 }, { P(PARTITION, 1, 63, 1000000, INSIDE_EXT) },
      { S(2048, GRAIN, 1985, FIT_FREE),
        S(64, PHYSICAL, 1, FIT_FREE),
        S(56, PHYSICAL, -7, FIT_FREE) } },
    /* Seed 002: 131074k between 131072k and 131076k. */
    { LABEL_MSDOS, 0, { 0 }, { P(PARTITION, 1, 262148, 1000, INSIDE_EXT) },
      { S(262144, GRAIN, -4, FIT_FREE),
        S(264192, GRAIN, 2044, FIT_FREE),
        S(262152, PHYSICAL, 4, FIT_FREE) } },
    /* With a neighbour after it it must shrink.  XFS cannot: the neighbour must move. */
    { LABEL_MSDOS, 0, { 0 },
      { P(PARTITION, 1, 63, 10000, INSIDE_EXT),
        P(PARTITION, 2, 10063, 5000, INSIDE_EXT) },
      { S(56, PHYSICAL, -7, FIT_FREE),
        S(2048, GRAIN, 1985, FIT_SHRINK, .shrink = 1985),
        S(64, PHYSICAL, 1, FIT_SHRINK, .shrink = 1) } },
    { LABEL_MSDOS, 0, { 0 },
      { P(PARTITION, 1, 63, 10000, INSIDE_XFS),
        P(PARTITION, 2, 10063, 5000, INSIDE_EXT) },
      { S(56, PHYSICAL, -7, FIT_FREE),
        S(2048, GRAIN, 1985, FIT_MOVES, .first_moved = 2, .last_moved = 2),
        S(64, PHYSICAL, 1, FIT_MOVES, .first_moved = 2, .last_moved = 2) } },
    /* The order of partitions is kept, also with a small neighbour. */
    { LABEL_MSDOS, 0, { 0 },
      { P(PARTITION, 1, 2049, 100, INSIDE_XFS),
        P(PARTITION, 2, 2149, 100, INSIDE_EXT) },
      { S(2048, GRAIN, -1, FIT_FREE),
        S(4096, GRAIN, 2047, FIT_MOVES, .first_moved = 2, .last_moved = 2),
        S(2056, PHYSICAL, 7, FIT_MOVES, .first_moved = 2, .last_moved = 2) } },
    /* A container in the way has no number of its own here. */
    { LABEL_MSDOS, 0, { 0 },
      { P(PARTITION, 1, 2047, 100, INSIDE_XFS),
        P(EXTENDED, 2, 2147, 100, INSIDE_NONE) },
      { S(2040, PHYSICAL, -7, FIT_FREE),
        S(2048, GRAIN, 1, FIT_MOVES, .first_moved = 0, .last_moved = 0) } },
    /* GPT: 32 would lie in the table. */
    { LABEL_GPT, 0, { 0 }, { P(PARTITION, 1, 34, 1000, INSIDE_EXT) },
      { S(2048, GRAIN, 2014, FIT_FREE), S(40, PHYSICAL, 6, FIT_FREE) } },
    /* With the jumper 63 is aligned and 64 is not. */
    { LABEL_MSDOS, 0,
      { .physical = 4096, .alignment_offset = 3584, .has_alignment_offset = true },
      { P(PARTITION, 1, 64, 1000, INSIDE_EXT) },
      { S(2055, GRAIN, 1991, FIT_FREE),
        S(63, PHYSICAL, -1, FIT_FREE),
        S(71, PHYSICAL, 7, FIT_FREE) } },
    /* GRUB's core image has 56 sectors: 56 would leave 55. */
    { LABEL_MSDOS, 56, { 0 }, { P(PARTITION, 1, 63, 1000000, INSIDE_EXT) },
      { S(2048, GRAIN, 1985, FIT_FREE),
        S(64, PHYSICAL, 1, FIT_FREE) } },
    /* Sector 33 is the first behind the 32 that stay for a boot loader. */
    { LABEL_MSDOS, 0,
      { .physical = 4096, .alignment_offset = 512, .has_alignment_offset = true },
      { P(PARTITION, 1, 34, 1000000, INSIDE_EXT) },
      { S(2049, GRAIN, 2015, FIT_FREE),
        S(33, PHYSICAL, -1, FIT_FREE),
        S(41, PHYSICAL, 7, FIT_FREE) } },
    { LABEL_MSDOS, 0, { 0 }, { P(PARTITION, 1, 34, 1000000, INSIDE_EXT) },
      { S(2048, GRAIN, 2014, FIT_FREE), S(40, PHYSICAL, 6, FIT_FREE) } },
    /* The last sectors of the disk: starts where it does not fit are left out. */
    { LABEL_MSDOS, 0, { 0 },
      { P(PARTITION, 1, 2095153, 1999, INSIDE_XFS) },
      { S(2095104, GRAIN, -49, FIT_FREE),
        S(2095152, PHYSICAL, -1, FIT_FREE) } },
    /* clang-format on */
};

static struct layout *row_disk(int i)
{
    struct disks_spec spec = { .size = 2097152,
                               .label = rows[i].label,
                               .said = rows[i].said,
                               .parts = rows[i].parts };

    while (spec.count < ARRAY_SIZE(rows[i].parts) && rows[i].parts[spec.count].length)
        spec.count++;
    return disks_build(&spec);
}

TEST_EACH(candidates_are_ranked_by_their_cost, rows)
{
    CLEANUP(layout_unrefp) struct layout *layout = row_disk(_i);
    const struct extent *extent = layout_find_number(layout, 1);
    struct suggestion got[SUGGEST_MAX];
    size_t count = suggest_starts(layout, extent, GRUB_OF(rows[_i].grub), got), want = 0;

    while (want < SUGGEST_MAX && rows[_i].want[want].start)
        want++;
    for (size_t i = 0; i < count && i < want; i++) {
        const struct suggestion *s = &rows[_i].want[i];
        ck_assert_uint_eq(got[i].start, s->start);
        ck_assert_str_eq(judge_grade_id(got[i].grade), judge_grade_id(s->grade));
        ck_assert_int_eq(got[i].shift, s->shift);
        ck_assert_str_eq(suggest_fit_id(got[i].fit), suggest_fit_id(s->fit));
        ck_assert_uint_eq(got[i].shrink, s->shrink);
        ck_assert_uint_eq(got[i].first_moved, s->first_moved);
        ck_assert_uint_eq(got[i].last_moved, s->last_moved);
    }
    ck_assert_uint_eq(count, want);
}

TEST(boot_gap_is_reported_before_and_after)
{
    CLEANUP(layout_unrefp) struct layout *layout = disks_legacy();
    struct suggestion list[SUGGEST_MAX];
    size_t count =
        suggest_starts(layout, layout_find_number(layout, 1), GRUB_OF(50), list);

    ck_assert_uint_eq(count, 3);
    ck_assert_uint_eq(list[0].start, 56);
    ck_assert_uint_eq(list[0].data_bytes, 104855837184);
    ck_assert(list[0].boot.is_first && list[0].boot.does_grub_fit);
    ck_assert_uint_eq(list[0].boot.gap_before, 62);
    ck_assert_uint_eq(list[0].boot.gap_after, 55);
    ck_assert_uint_eq(list[0].boot.grub_sectors, 50);
}

TEST(later_partition_has_no_boot_gap)
{
    CLEANUP(layout_unrefp) struct layout *layout = disks_legacy();
    struct suggestion list[SUGGEST_MAX];
    size_t count =
        suggest_starts(layout, layout_find_number(layout, 5), GRUB_OF(50), list);

    ck_assert_uint_ge(count, 1);
    ck_assert(!list[0].boot.is_first && list[0].boot.does_grub_fit);
    ck_assert_uint_eq(list[0].boot.gap_before, 0);
    /* Swap is created again: no data to move. */
    ck_assert_uint_eq(list[0].data_bytes, 0);
}

/* The second EBR moves with its partition; the first one belongs to the container. */
TEST(logical_keeps_a_sector_for_its_ebr)
{
    const struct disks_part parts[] = {
        P(EXTENDED, 1, 2047, 100000, INSIDE_NONE),
        { .kind = EXTENT_METADATA, .role = ROLE_EBR, .start = 2047, .length = 1 },
        P(LOGICAL, 5, 2049, 5000, INSIDE_EXT),
        { .kind = EXTENT_METADATA, .role = ROLE_EBR, .start = 7055, .length = 1 },
        P(LOGICAL, 6, 7057, 5000, INSIDE_EXT),
    };
    struct disks_spec spec = {
        .size = 2097152, .label = LABEL_MSDOS, .parts = parts, .count = ARRAY_SIZE(parts)
    };
    CLEANUP(layout_unrefp) struct layout *layout = disks_build(&spec);
    struct suggestion first, second;

    ck_assert(suggest_best(layout, layout_find_number(layout, 5), GRUB_OF(0), &first));
    ck_assert_uint_eq(first.start, 2048);
    /* 7056 leaves 7055 for the EBR, which is at least 7049 + 1. */
    ck_assert(suggest_best(layout, layout_find_number(layout, 6), GRUB_OF(0), &second));
    ck_assert_uint_eq(second.start, 8192);
    struct suggestion list[SUGGEST_MAX];
    ck_assert_uint_eq(
        suggest_starts(layout, layout_find_number(layout, 6), GRUB_OF(0), list), 4);
    ck_assert_uint_eq(list[1].start, 7056);
    ck_assert_int_eq(list[1].fit, FIT_FREE);
}

static const struct {
    struct inside inside;
    uint64_t start;
    uint64_t want[2]; /* candidates that bring the first data onto the grid */
} insides[] = {
    { { .kind = INSIDE_LUKS, .data_offset = 2057 * 512 }, 2048, { 2047, 2055 } },
    { { .kind = INSIDE_FAT, .data_offset = 545 * 512 }, 63, { 0, 0 } }, /* not off */
    { { .kind = INSIDE_FAT, .data_offset = 545 * 512 }, 64, { 63, 71 } },
    { { .kind = INSIDE_LVM, .data_offset = 100 },
      2048,
      { 0, 0 } }, /* no start can help */
};

TEST_EACH(candidates_bring_the_first_data_onto_the_grid, insides)
{
    struct disks_part part = P(PARTITION, 1, insides[_i].start, 100000, INSIDE_NONE);
    struct disks_spec spec = {
        .size = 2097152, .label = LABEL_MSDOS, .parts = &part, .count = 1
    };
    CLEANUP(layout_unrefp) struct layout *layout = disks_build(&spec);
    struct extent extent = *layout_find_number(layout, 1);
    struct suggestion list[SUGGEST_MAX];

    extent.content.inside = insides[_i].inside;
    size_t count = suggest_starts(layout, &extent, GRUB_OF(0), list);
    ck_assert_uint_eq(count, insides[_i].want[0] ? 2 : 0);
    for (size_t i = 0; i < count; i++) {
        ck_assert_uint_eq(list[i].start, insides[_i].want[i]);
        ck_assert_int_eq(list[i].grade, GRADE_PHYSICAL);
    }
}

/* One cure for all: what the slice shifts by, its partitions shift by. */
TEST(slice_and_the_partitions_of_its_label_move_as_one)
{
    CLEANUP(layout_unrefp) struct layout *layout = disks_openbsd();
    const struct extent *slice = layout_find_number(layout, 4);
    struct suggestion of_slice[SUGGEST_MAX], list[SUGGEST_MAX];
    size_t wanted = suggest_starts(layout, slice, GRUB_OF(0), of_slice), partitions = 0;

    ck_assert_uint_gt(wanted, 0);
    LAYOUT_EACH (extent, layout) {
        size_t count = suggest_starts(layout, extent, GRUB_OF(0), list);
        if (!extent->letter || !count)
            continue;
        partitions++;
        ck_assert_uint_eq(count, wanted);
        for (size_t i = 0; i < count; i++) {
            ck_assert_int_eq(list[i].shift, of_slice[i].shift);
            ck_assert_uint_eq(list[i].start - extent->start,
                              of_slice[i].start - slice->start);
            ck_assert_int_ne(list[i].grade, GRADE_OFF);
            ck_assert_int_eq(list[i].fit, FIT_MOVES);
            ck_assert_uint_eq(list[i].first_moved, 4);
            ck_assert_uint_eq(list[i].data_bytes, of_slice[i].data_bytes);
        }
    }
    ck_assert_uint_eq(partitions, 5);
}

TEST(bsd_partition_moves_inside_its_slice)
{
    CLEANUP(layout_unrefp) struct layout *layout = disks_openbsd_uneven();

    for (size_t i = 0; i < layout_count(layout); i++) {
        const struct extent *extent = layout_at(layout, i);
        struct suggestion list[SUGGEST_MAX];
        size_t count = suggest_starts(layout, extent, GRUB_OF(0), list);
        for (size_t j = 0; extent->kind == EXTENT_SLICE && j < count; j++)
            ck_assert_uint_ge(list[j].start, 63);
        if (extent->letter == 'c')
            ck_assert_uint_eq(count, 0);
        if (extent->letter != 'b')
            continue;
        ck_assert_uint_eq(count, 4);
        /* None is free: the nearest one below is first. */
        ck_assert_uint_eq(list[0].start, 20000056);
        ck_assert_int_eq(list[0].fit, FIT_MOVES);
        ck_assert_uint_eq(list[0].first_moved, 'a');
        ck_assert_uint_eq(list[0].last_moved, 'a');
        ck_assert_uint_eq(list[1].start, 20000768);
        ck_assert_int_eq(list[1].fit, FIT_SHRINK);
    }
}

/* Seed 003 as it was: 63..390716864, repaired by going up by one sector. */
TEST(shift_of_512_bytes_aligns_the_usb_disk)
{
    struct disks_part part = P(PARTITION, 1, 63, 390716802, INSIDE_EXT);
    struct disks_spec spec = {
        .size = 390721968, .label = LABEL_MSDOS, .parts = &part, .count = 1
    };
    CLEANUP(layout_unrefp) struct layout *layout = disks_build(&spec);
    const struct extent *extent = layout_find_number(layout, 1);
    struct suggestion list[SUGGEST_MAX];
    bool is_there = false;

    ck_assert_uint_eq(extent_end(extent) - 1, 390716864);
    for (size_t i = suggest_starts(layout, extent, GRUB_OF(0), list); i-- > 0;)
        is_there |= list[i].start == 64 && list[i].shift == 1 && list[i].fit == FIT_FREE;
    ck_assert(is_there);
}

/* Seed 004: "8GB swap, 250GB, 1200GB raid, rest raid" cuts at 8, 258 and 1458 x 10^9
 * bytes; each cut goes to the nearest grain. */
TEST(cuts_of_the_3_tb_disk_are_the_nearest_grains)
{
    static const uint64_t cuts[] = { 8, 258, 1458 };
    CLEANUP(layout_unrefp) struct layout *layout = disks_raid();
    struct alignment grain = limits_grain_grid(layout_limits(layout));

    ck_assert_uint_eq(layout_find_number(layout, 1)->start,
                      suggest_first_starts(layout).grain);
    for (unsigned i = 0; i < ARRAY_SIZE(cuts); i++) {
        uint64_t cut = align_nearest(grain, cuts[i] * 1000000000 / 512);
        ck_assert_uint_eq(extent_end(layout_find_number(layout, i + 1)), cut);
        ck_assert_uint_eq(layout_find_number(layout, i + 2)->start, cut);
    }
    uint64_t last = layout_label(layout)->last_usable + 1;
    ck_assert_uint_eq(extent_end(layout_find_number(layout, 4)), align_prev(grain, last));
}

static const struct {
    enum label_kind label;
    uint64_t logical;
    struct limits_reported said;
    uint64_t legal, physical, grain;
} firsts[] = {
    /* clang-format off */
    { LABEL_MSDOS, 512, { 0 }, 1, 8, 2048 },
    { LABEL_GPT, 512, { 0 }, 34, 40, 2048 },
    { LABEL_MSDOS, 4096, { 0 }, 1, 1, 256 },
    { LABEL_GPT, 4096, { 0 }, 6, 6, 256 },
    { LABEL_MSDOS, 512,
      { .physical = 4096, .alignment_offset = 3584, .has_alignment_offset = true }, 1, 7,
      2055 },
    { LABEL_GPT, 512,
      { .physical = 4096, .alignment_offset = 3584, .has_alignment_offset = true }, 34,
      39, 2055 },
    { LABEL_GPT, 512, { .optimal_io = 33553920 }, 34, 40, 2048 },
    { LABEL_GPT, 512, { .optimal_io = 3 << 20 }, 34, 40, 6144 },
    /* clang-format on */
};

TEST_EACH(first_starts_of_each_label, firsts)
{
    struct disks_spec spec = { .size = 2097152,
                               .logical = firsts[_i].logical,
                               .label = firsts[_i].label,
                               .said = firsts[_i].said };
    CLEANUP(layout_unrefp) struct layout *layout = disks_build(&spec);
    struct first_starts first = suggest_first_starts(layout);

    ck_assert_uint_eq(first.legal, firsts[_i].legal);
    ck_assert_uint_eq(first.physical, firsts[_i].physical);
    ck_assert_uint_eq(first.grain, firsts[_i].grain);
}
