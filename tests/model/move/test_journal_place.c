/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_journal_place.c - where the journal of a move can be, best place first */
#include "model/move/plan/journal_place.h"

#include <stdio.h>
#include <string.h>

#include "model/base/mem.h"
#include "model/disk/types.h"
#include "support/disks.h"
#include "support/test.h"

#define MIB  (UINT64_C(1) << 20)
#define HOUR 3600.0

/* As in test_move_cost.c. */
static const struct move_speed hdd = {
    .read = 110e6, .write = 110e6, .flush = 0.009, .near = 0.009, .far = 0.016
};
static const struct move_speed unknown = { 0 };

struct to {
    unsigned number;
    uint64_t start;
};

/* BASE with partitions at other starts; ends with a row of number 0. EBRs stay. */
static struct layout *moved(const struct layout *base, const struct to *to)
{
    struct layout_builder *builder = layout_builder_from(base);
    struct err err = { 0 };

    for (; to->number; to++)
        layout_builder_find(builder, layout_find_number(base, to->number)->id)->start =
            to->start;
    struct layout *layout = layout_builder_finish(builder, &err);
    ck_assert_msg(layout != NULL, "%s", err.text);
    layout_builder_free(builder);
    return layout;
}

/* "swap 5: 1912586640+40933424; tail: 1953520072+5096"; an offer with its path. */
static char *places_text(const struct journal_places *places)
{
    static const char *const names[] = { "gap",    "tail", "empty", "swap",
                                         "device", "file", "front" };
    char *text = xstrdup("");

    for (size_t i = 0; i < places->count; i++) {
        const struct journal_place *place = &places->at[i];
        CLEANUP(freep) char *before = text;
        CLEANUP(freep) char *number = xasprintf(" %u", place->number);
        text =
            place->offer
                ? xasprintf("%s%s: %s; ", before, names[place->kind], place->offer->path)
                : xasprintf("%s%s%s: %llu+%llu; ", before, names[place->kind],
                            place->number ? number : "", (unsigned long long)place->start,
                            (unsigned long long)place->length);
    }
    return text;
}

/* Both layouts pass to it. */
static void expect_places(struct layout *base, struct layout *target,
                          const struct move_speed *speed, const char *want)
{
    struct journal_places places = journal_places(base, target, speed, NULL, 0, NULL, 0);
    CLEANUP(freep) char *text = places_text(&places);

    ck_assert_str_eq(text, want);
    journal_places_finish(&places);
    layout_unref(base);
    layout_unref(target);
}

static const struct to legacy_nudge[] = {
    { 1, 56 }, { 2, 204796616 }, { 5, 1912586504 }, { 0 }
};

TEST(hours_decide_which_place_is_best)
{
    const struct journal_offer offers[] = {
        { "/here", 100 * MIB, false, true, false, hdd, "" },
        { "/tmp", 100 * MIB, false, false, true, hdd, "" },
        { "/usb", 100 * MIB, false, false, false, { .write = 15e6, .flush = 0.03 }, "" },
        { "/dev/sdb1", 100 * MIB, true, false, false, hdd, "" },
        { "/unknown", 100 * MIB, false, false, false, { .read = 0 }, "" },
        { "/small", MIB / 4, false, false, false, hdd, "" },
    };
    const double hours[] = { 5.2, 7.8, 18.4, 19.3 };
    CLEANUP(layout_unrefp) struct layout *base = disks_legacy();
    CLEANUP(layout_unrefp) struct layout *target = moved(base, legacy_nudge);
    struct journal_places places = journal_places(base, target, &hdd, offers, 6, NULL, 0);
    CLEANUP(freep) char *text = places_text(&places);

    ck_assert_str_eq(text, "device: /dev/sdb1; swap 5: 1912586640+40933416; file: /usb; "
                           "tail: 1953520072+5096; file: /unknown; ");
    for (size_t i = 0; i < ARRAY_SIZE(hours); i++)
        ck_assert_double_eq_tol(places.at[i].cost.seconds / HOUR, hours[i], 0.1);
    journal_places_finish(&places);
}

TEST(a_larger_journal_is_better_where_the_speed_is_unknown)
{
    struct layout *base = disks_legacy();

    expect_places(base, moved(base, legacy_nudge), &unknown,
                  "swap 5: 1912586640+40933416; tail: 1953520072+5096; ");
}

static const struct to touching_nudge[] = {
    { 1, 56 }, { 2, 2088448 }, { 3, 3116608 }, { 0 }
};

TEST(a_full_disk_has_only_its_swap)
{
    struct layout *base = disks_touching();

    expect_places(base, moved(base, touching_nudge), &hdd, "swap 2: 2088584+1028024; ");
}

TEST(a_plan_without_data_has_its_journal_in_free_space)
{
    static const struct to swap_only[] = { { 5, 1912586504 }, { 0 } };
    struct layout *base = disks_legacy();

    expect_places(base, moved(base, swap_only), &hdd,
                  "tail: 1953520072+5096; gap: 1912586448+56; front: 8+48; ");
}

/* --- by hand --- */

#define PART(n, from, sectors, what)                                                     \
    {                                                                                    \
        .kind = EXTENT_PARTITION, .number = n, .start = from, .length = sectors,         \
        .inside = INSIDE_##what                                                          \
    }

/* Data, a gap, swap, a gap, an empty one, data. */
static const struct disks_part parts[] = {
    PART(1, 4095, 100000, EXT),
    PART(2, 200000, 10000, SWAP),
    PART(3, 300000, 10000, NONE),
    PART(4, 400001, 100000, XFS),
};

static const struct {
    struct to to[5];
    const char *want;
} plans[] = {
    /* All that is free at each moment; on GPT without what lies below 34. */
    { { { 1, 4088 } },
      "tail: 500008+499952; gap: 104096+95904; gap: 210000+90000; gap: 310000+90000; "
      "empty 3: 300128+9872; swap 2: 200128+9872; gap: 2048+2040; front: 40+2008; " },
    /* What lies between an old and a new place is not free. */
    { { { 4, 700000 } },
      "tail: 800000+199960; gap: 104096+95904; gap: 210000+90000; gap: 310000+90000; "
      "empty 3: 300128+9872; swap 2: 200128+9872; gap: 2048+2040; front: 40+2008; " },
    /* A swap that moves away is usable where it is in both places. */
    { { { 1, 4088 }, { 2, 205000 } },
      "tail: 500008+499952; gap: 104096+95904; gap: 310000+90000; gap: 215000+85000; "
      "empty 3: 300128+9872; swap 2: 205128+4872; gap: 2048+2040; front: 40+2008; " },
    /* One that has no such place, and others that come into the way. */
    { { { 1, 105000 }, { 2, 215000 } },
      "tail: 500008+499952; gap: 310000+90000; gap: 225000+75000; "
      "empty 3: 300128+9872; gap: 2048+2040; front: 40+2008; " },
    { { { 3, 295000 }, { 4, 305000 } },
      "tail: 500008+499952; gap: 104096+95904; gap: 210000+85000; swap 2: 200128+9872; "
      "empty 3: 300128+4872; gap: 2048+2040; front: 40+2008; " },
    /* It crosses all others. */
    { { { 1, 600000 } }, "tail: 700000+299960; gap: 2048+2040; front: 40+2008; " },
};

/* The disk of PARTS with physical sectors of so many bytes; 0: not given. */
static struct layout *build(uint64_t physical)
{
    const struct disks_spec spec = { .size = 1000000,
                                     .label = LABEL_GPT,
                                     .given = { .physical = physical },
                                     .parts = parts,
                                     .count = ARRAY_SIZE(parts) };

    return disks_build(&spec);
}

TEST_EACH(a_place_is_free_all_the_time, plans)
{
    struct layout *base = build(0);

    expect_places(base, moved(base, plans[_i].to), &hdd, plans[_i].want);
}

/* To the left and to the right by 8 sectors. */
static const uint64_t shifted[] = { 4087, 4103 };

TEST_EACH(the_distance_counts_both_ways, shifted)
{
    const struct to to[] = { { 1, shifted[_i] }, { 0 } };
    CLEANUP(layout_unrefp) struct layout *base = build(0);
    CLEANUP(layout_unrefp) struct layout *target = moved(base, to);
    struct journal_places places = journal_places(base, target, &hdd, NULL, 0, NULL, 0);

    ck_assert_uint_eq(places.count, 8);
    ck_assert_int_eq(places.at[0].cost.mode, MOVE_JOURNAL);
    ck_assert_uint_eq(places.at[0].cost.written, 2 * 100000 * 512);
    journal_places_finish(&places);
}

TEST(sectors_of_a_new_partition_are_not_free)
{
    static const struct to to[] = { { 1, 4088 }, { 0 } };
    const struct extent added = {
        .kind = EXTENT_PARTITION, .number = 5, .start = 210000, .length = 90000
    };
    struct layout *base = build(0), *nudged = moved(base, to);
    struct layout_builder *builder = layout_builder_from(nudged);
    struct err err = { 0 };

    (void)layout_builder_add(builder, &added);
    struct layout *target = layout_builder_finish(builder, &err);
    ck_assert_msg(target != NULL, "%s", err.text);
    expect_places(base, target, &hdd,
                  "tail: 500008+499952; gap: 104096+95904; gap: 310000+90000; "
                  "empty 3: 300128+9872; swap 2: 200128+9872; gap: 2048+2040; "
                  "front: 40+2008; ");
    layout_builder_free(builder);
    layout_unref(nudged);
}

static const struct {
    uint64_t physical;
    const char *want;
} sectors[] = {
    { 512, "swap 2: 200128+9872; " }, /* never below 4096 bytes */
    { 16384, "swap 2: 200128+9856; " },
};

TEST_EACH(places_lie_on_the_physical_grid, sectors)
{
    static const struct to to[] = { { 1, 8 * 511 }, { 0 } };
    CLEANUP(layout_unrefp) struct layout *base = build(sectors[_i].physical);
    CLEANUP(layout_unrefp) struct layout *target = moved(base, to);
    struct journal_places places =
        journal_places(base, target, &unknown, NULL, 0, NULL, 0);
    CLEANUP(freep) char *text = places_text(&places);

    ck_assert_msg(strstr(text, sectors[_i].want) != NULL, "%s", text);
    for (size_t i = 0; i < places.count; i++)
        ck_assert(places.at[i].start % (sectors[_i].physical / 512) == 0 &&
                  places.at[i].start % 8 == 0);
    journal_places_finish(&places);
}

/* Sectors before the partition share a block with its start. */
static const struct {
    uint64_t start, to; /* of swap partition 2 */
    enum content_zeros empty;
    bool has_swap, has_empty;
} off_grid[] = {
    { 200000, 200000, ZEROS_ALL, true, true },
    { 200001, 200001, ZEROS_ALL, true, true },
    { 200001, 200008, ZEROS_CALLED, true, false },
    { 200000, 200003, ZEROS_CALLED, false,
      false }, /* its header would be in that block */
};

TEST_EACH(a_journal_in_a_partition_needs_blocks_of_its_own, off_grid)
{
    const struct to to[] = { { 1, 4088 }, { 2, off_grid[_i].to }, { 0 } };
    const struct to from[] = { { 2, off_grid[_i].start }, { 3, 300001 }, { 0 } };
    CLEANUP(layout_unrefp) struct layout *first = build(0);
    CLEANUP(layout_unrefp) struct layout *second = moved(first, from);
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(second);
    struct extent *empty =
        layout_builder_find(builder, layout_find_number(second, 3)->id);

    empty->content.zeros = off_grid[_i].empty;
    CLEANUP(layout_unrefp) struct layout *base = layout_builder_refinish(builder);
    CLEANUP(layout_unrefp) struct layout *target = moved(base, to);
    struct journal_places places =
        journal_places(base, target, &unknown, NULL, 0, NULL, 0);
    CLEANUP(freep) char *text = places_text(&places);

    ck_assert_msg(!!strstr(text, "swap 2: ") == off_grid[_i].has_swap, "%s", text);
    ck_assert_msg(!!strstr(text, "empty 3: ") == off_grid[_i].has_empty, "%s", text);
    journal_places_finish(&places);
}

/* The first layout with CHANGE made to partition NUMBER. */
static struct layout *changed(unsigned number, void (*change)(struct extent *))
{
    CLEANUP(layout_unrefp) struct layout *layout = build(0);
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(layout);

    change(layout_builder_find(builder, layout_find_number(layout, number)->id));
    return layout_builder_refinish(builder);
}

static void use_as_swap(struct extent *extent)
{
    extent->use.kind = USE_SWAP;
}

static void suspend(struct extent *extent)
{
    extent->content.inside.is_remakeable = false;
}

static void fill(struct extent *extent)
{
    extent->content.zeros = ZEROS_NONE;
}

static void make_look_empty(struct extent *extent)
{
    extent->content.zeros = ZEROS_SAMPLED;
}

static void make_reserved(struct extent *extent)
{
    copy_text(extent->type, sizeof(extent->type), TYPE_GPT_MSR);
}

static const struct {
    unsigned number;
    void (*change)(struct extent *);
    const char *missing;
} unusable[] = {
    { 2, use_as_swap, "swap 2" },    { 2, suspend, "swap 2" },
    { 3, fill, "empty 3" },          { 3, make_look_empty, "empty 3" },
    { 3, make_reserved, "empty 3" },
};

TEST_EACH(a_partition_that_may_be_needed_holds_no_journal, unusable)
{
    static const struct to to[] = { { 1, 4088 }, { 0 } };
    CLEANUP(layout_unrefp)
    struct layout *base = changed(unusable[_i].number, unusable[_i].change);
    CLEANUP(layout_unrefp) struct layout *target = moved(base, to);
    struct journal_places places = journal_places(base, target, &hdd, NULL, 0, NULL, 0);
    CLEANUP(freep) char *text = places_text(&places);

    ck_assert_uint_eq(places.count, 7);
    ck_assert(!strstr(text, unusable[_i].missing));
    journal_places_finish(&places);
}

TEST(the_sectors_of_a_damaged_entry_are_not_free)
{
    struct layout *layout = build(0);
    struct layout_builder *builder = layout_builder_from(layout);
    struct extent damaged = { .kind = EXTENT_DAMAGED,
                              .fault = FAULT_OUTSIDE_DISK,
                              .claimed_kind = EXTENT_PARTITION,
                              .number = 5,
                              .start = 600000,
                              .length = 5000000 };
    static const struct to to[] = { { 1, 4088 }, { 0 } };

    (void)layout_builder_add(builder, &damaged);
    damaged.start = 2000000;
    damaged.number = 6;
    (void)layout_builder_add(builder, &damaged);
    struct layout *base = layout_builder_refinish(builder);
    expect_places(base, moved(base, to), &hdd,
                  "tail: 500008+99992; gap: 104096+95904; gap: 210000+90000; "
                  "gap: 310000+90000; empty 3: 300128+9872; swap 2: 200128+9872; "
                  "gap: 2048+2040; front: 40+2008; ");
    layout_builder_free(builder);
    layout_unref(layout);
}

static const struct journal_offer named;
static const struct {
    size_t count;
    uint64_t start;
    int want; /* index; -1: none */
} choices[] = {
    { 0, JOURNAL_ANYWHERE, -1 },
    { 2, JOURNAL_ANYWHERE, 0 },
    { 2, 300, 1 },
    { 2, 7, 0 },
    { 3, JOURNAL_ANYWHERE, 2 },
    { 3, 100, 0 },
    { 3, 0, 2 },
};

TEST_EACH(a_place_is_chosen_by_its_start_its_name_or_its_rank, choices)
{
    struct journal_place at[] = { { .start = 100 },
                                  { .start = 300 },
                                  { .offer = &named } };
    const struct journal_places places = { at, choices[_i].count };

    ck_assert_ptr_eq(journal_places_choose(&places, choices[_i].start),
                     choices[_i].want < 0 ? NULL : &at[choices[_i].want]);
}
