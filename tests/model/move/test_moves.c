/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_moves.c - the plan for the whole disk, on the disks of the specification */
#include "model/move/plan/moves.h"

#include <stdio.h>
#include <string.h>

#include "model/base/mem.h"
#include "model/base/str.h"
#include "support/moves_plan.h"
#include "support/test.h"

/* --- the starts --- */

static const struct {
    struct layout *(*disk)(void);
    enum moves_aim aim;
    const char *want;
} starts[] = {
    { disks_legacy, MOVES_NUDGE,
      "1:56 2:204796616 3:1912586445-1953520064 5:1912586504" },
    { disks_legacy, MOVES_MIB,
      "1:2048 2:204800000 3:1912589825-1953523892 5:1912590336" },
    { disks_touching, MOVES_NUDGE,
      "1:56 2:2088448 3:3116608 4:5172867-8388607 5:5172928 6:6201088" },
    { disks_aligned, MOVES_MIB, "1:2048 2:1050624 3:34605056" },
    { disks_raid, MOVES_MIB, "1:2048 2:15624192 3:503906304 4:2847655936" },
    { disks_4kn, MOVES_MIB, "1:256 2:131328" },
    { disks_jumper, MOVES_NUDGE, "1:63" },
    { disks_jumper, MOVES_MIB, "1:2055" },
};

TEST_EACH(the_worked_examples_come_out_to_the_sector, starts)
{
    CLEANUP(layout_unrefp) struct layout *layout = starts[_i].disk();
    struct moves moves =
        moves_plan_make(layout, (struct moves_want){ .aim = starts[_i].aim });

    ck_assert(moves.is_possible);
    CLEANUP(freep) char *text = moves_plan_starts(moves.result);
    ck_assert_str_eq(text, starts[_i].want);
    moves_finish(&moves);
}

/* --- the steps --- */

/* "table c.end 100>200, move 2 7>8", from left to right in the order of the steps. */
static char *steps_text(const struct layout *layout, const struct moves *moves)
{
    struct str text = { 0 };

    for (size_t i = 0; i < moves->step_count; i++) {
        const struct moves_step *step = &moves->steps[i];
        const struct extent *extent = layout_find(layout, step->id);
        CLEANUP(freep)
        char *item = xasprintf("%s %s%u%s %llu>%llu", moves_action_id(step->action),
                               extent->role == ROLE_EBR ? "ebr" : "", extent->number,
                               step->is_end ? " end" : "", (unsigned long long)step->from,
                               (unsigned long long)step->to);
        str_add_item(&text, item);
    }
    return str_take(&text);
}

static void expect_steps(const struct layout *layout, struct moves_want want,
                         const char *steps)
{
    struct moves moves = moves_plan_make(layout, want);

    CLEANUP(freep) char *text = steps_text(layout, &moves);
    ck_assert_str_eq(text, steps);
    moves_finish(&moves);
}

TEST(steps_to_the_right_go_from_right_to_left)
{
    CLEANUP(layout_unrefp) struct layout *layout = disks_legacy();

    expect_steps(layout, (struct moves_want){ .aim = MOVES_MIB },
                 "table 3 end 1953520065>1953523893, remake 5 1912586508>1912590336, "
                 "table 3 1912586445>1912589825, move 2 204796620>204800000, "
                 "move 1 63>2048");
}

TEST(steps_to_the_left_go_from_left_to_right)
{
    CLEANUP(layout_unrefp) struct layout *layout = disks_touching();

    expect_steps(layout, (struct moves_want){ .aim = MOVES_NUDGE },
                 "move 1 63>56, remake 2 2088450>2088448, move 3 3116610>3116608, "
                 "move 5 5172930>5172928, move 6 6201091>6201088");
}

TEST(an_ebr_in_the_way_moves_before_its_partition)
{
    static const struct disks_part parts[] = {
        PART(PARTITION, 1, 2048, 1000, .inside = INSIDE_EXT),
        PART(EXTENDED, 2, 3049, 6000),
        EBR(3049),
        PART(LOGICAL, 5, 3050, 1007, .inside = INSIDE_EXT),
        EBR(4058),
        PART(LOGICAL, 6, 4059, 1000, .inside = INSIDE_EXT),
        PART(PARTITION, 3, 9049, 1000, .inside = INSIDE_EXT),
    };
    struct disks_spec spec = {
        .size = 40960, .label = LABEL_MSDOS, .parts = parts, .count = ARRAY_SIZE(parts)
    };
    CLEANUP(layout_unrefp) struct layout *layout = disks_build(&spec);

    /* Partition 1 and an EBR leave no space for 5 at 3048. */
    expect_steps(layout, (struct moves_want){ .aim = MOVES_NUDGE },
                 "table 2 end 9049>9048, move 3 9049>9048, move 6 4059>4064, "
                 "table ebr0 4058>4063, move 5 3050>3056");
}

TEST(an_empty_container_makes_room)
{
    static const struct disks_part parts[] = {
        PART(PARTITION, 1, 2055, 8001, .inside = INSIDE_EXT),
        PART(EXTENDED, 2, 10056, 6000),
        EBR(10056),
    };
    struct disks_spec spec = {
        .size = 40960, .label = LABEL_MSDOS, .parts = parts, .count = ARRAY_SIZE(parts)
    };
    CLEANUP(layout_unrefp) struct layout *layout = disks_build(&spec);
    struct moves_start start = { layout_find_number(layout, 1)->id, 2056 };

    expect_steps(
        layout,
        (struct moves_want){ .aim = MOVES_NUDGE, .starts = &start, .start_count = 1 },
        "table 2 10056>10064, move 1 2055>2056");
}

/* --- the front of the disk --- */

static const struct {
    uint64_t start;
    uint64_t grub_sectors;
    uint64_t want;
} fronts[] = {
    { 59, 0, 56 }, { 59, 55, 56 }, { 59, 56, 64 }, { 63, 62, 64 }, { 34, 0, 40 },
    { 41, 0, 40 }, { 1, 0, 40 },   { 8, 0, 8 },    { 39, 0, 40 },
};

TEST_EACH(the_first_partition_leaves_space_for_a_boot_loader, fronts)
{
    struct disks_part parts[] = { PART(PARTITION, 1, fronts[_i].start, 1000,
                                       .inside = INSIDE_EXT) };
    struct disks_spec spec = {
        .size = 40960, .label = LABEL_MSDOS, .parts = parts, .count = 1
    };
    CLEANUP(layout_unrefp) struct layout *layout = disks_build(&spec);
    struct moves moves = moves_plan_make(
        layout, (struct moves_want){ .grub_sectors = fronts[_i].grub_sectors });

    ck_assert(moves.is_possible);
    ck_assert_uint_eq(layout_find_number(moves.result, 1)->start, fronts[_i].want);
    moves_finish(&moves);
}

/* --- no plan --- */

TEST_TIMES(a_partition_that_fills_the_disk_has_no_plan, MOVES_AIM_COUNT)
{
    static const uint64_t missing[MOVES_AIM_COUNT] = { 40 - 34, 2048 - 34 };
    CLEANUP(layout_unrefp) struct layout *layout = disks_gpt34();
    struct moves moves =
        moves_plan_make(layout, (struct moves_want){ .aim = (enum moves_aim)_i });

    ck_assert(!moves.is_possible);
    ck_assert_uint_eq(moves.lack.sectors, missing[_i]);
    moves_finish(&moves);
}

TEST(what_is_missing_is_counted)
{
    CLEANUP(layout_unrefp) struct layout *layout = disks_touching();
    struct moves moves = moves_plan_make(layout, (struct moves_want){ .aim = MOVES_MIB });

    ck_assert(!moves.is_possible);
    ck_assert_uint_eq(moves.step_count, 0);
    ck_assert(moves.lack.is_at_end);
    ck_assert_uint_eq(moves.lack.id, layout_find_number(layout, 6)->id);
    ck_assert_uint_eq(moves.lack.sectors, 8445);
    /* The swap can be made smaller; how full the others are is not known. */
    ck_assert_uint_eq(moves.relief_count, 1);
    ck_assert_uint_eq(moves.reliefs[0].id, layout_find_number(layout, 2)->id);
    ck_assert_int_eq(moves.reliefs[0].kind, RELIEF_DELETE);
    ck_assert_uint_eq(moves.reliefs[0].sectors, 1028160);
    moves_finish(&moves);
}

TEST(a_partition_that_stays_is_in_the_way)
{
    struct disks_part parts[] = {
        PART(PARTITION, 1, 35, 2013, .inside = INSIDE_EXT),
        PART(PARTITION, 2, 2048, 4096, .inside = INSIDE_NONE),
    };
    struct disks_spec spec = {
        .size = 40960, .label = LABEL_MSDOS, .parts = parts, .count = ARRAY_SIZE(parts)
    };
    CLEANUP(layout_unrefp) struct layout *plain = disks_build(&spec);
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(plain);
    uint32_t first = layout_find_number(plain, 1)->id;
    uint32_t second = layout_find_number(plain, 2)->id;
    layout_builder_find(builder, first)->content.inside.used = UINT64_C(512) * 1000;
    layout_builder_find(builder, second)->content.zeros = ZEROS_SAMPLED;
    CLEANUP(layout_unrefp) struct layout *layout = layout_builder_refinish(builder);
    struct moves moves =
        moves_plan_make(layout, (struct moves_want){ .aim = MOVES_NUDGE });

    ck_assert(!moves.is_possible);
    ck_assert(!moves.lack.is_at_end);
    ck_assert_uint_eq(moves.lack.id, second);
    ck_assert_uint_eq(moves.lack.sectors, 5);
    ck_assert_uint_eq(moves.relief_count, 2);
    ck_assert_int_eq(moves.reliefs[0].kind, RELIEF_SHRINK);
    ck_assert_uint_eq(moves.reliefs[0].sectors, 1013);
    ck_assert_int_eq(moves.reliefs[1].kind, RELIEF_CALL_EMPTY);
    moves_finish(&moves);
}

/* Both hold data, so that the plan could move either. */
/* Without the partition whose start was chosen nothing would be in the way; but that it
 * can be deleted is no answer. */
TEST(a_chosen_start_is_not_freed_by_deleting_its_partition)
{
    CLEANUP(layout_unrefp) struct layout *layout = disks_legacy();
    struct moves_start start = { layout_find_number(layout, 5)->id, 2000 };
    struct moves moves = moves_plan_make(
        layout, (struct moves_want){ .starts = &start, .start_count = 1 });

    ck_assert_uint_eq(moves.lack.chosen, 2000);
    ck_assert(!moves_has_relief(&moves, RELIEF_DELETE));
    moves_finish(&moves);
}

TEST(a_chosen_start_is_in_the_way)
{
    CLEANUP(layout_unrefp) struct layout *plain = disks_legacy();
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(plain);
    struct moves_start start = { layout_find_number(plain, 2)->id, 200000000 };
    uint32_t first = layout_find_number(plain, 1)->id;
    layout_builder_find(builder, first)->content.inside.used = UINT64_C(1) << 30;
    layout_builder_find(builder, start.id)->content.inside.used = UINT64_C(1) << 30;
    CLEANUP(layout_unrefp) struct layout *layout = layout_builder_refinish(builder);
    struct moves moves = moves_plan_make(
        layout, (struct moves_want){ .starts = &start, .start_count = 1 });

    ck_assert_uint_eq(moves.lack.id, start.id);
    ck_assert_uint_eq(moves.lack.chosen, start.start);
    ck_assert_uint_eq(moves.lack.sectors, 40 + 204796557 - 200000000);
    CLEANUP(freep) char *words = moves_lack_words(layout, &moves);
    ck_assert_str_eq(words,
                     "Partition 2 is to begin at sector 200000000, and what is before it "
                     "does not fit: 4796597 sectors are missing.");
    /* A smaller second partition would not help. */
    ck_assert_uint_eq(moves.relief_count, 1);
    ck_assert_uint_eq(moves.reliefs[0].id, first);
    moves_finish(&moves);
}

/* --- tables --- */

TEST(a_table_that_cannot_be_edited_has_no_plan)
{
    struct disks_spec spec = { .size = 40960, .label = LABEL_BSD };
    CLEANUP(layout_unrefp) struct layout *layout = disks_build(&spec);
    struct moves_want want = { .aim = MOVES_NUDGE };
    struct moves moves;
    struct err err = { 0 };

    ck_assert(!moves_make(layout, &want, &moves, &err));
    ck_assert_ptr_nonnull(strstr(err.text, "not edited"));
}
