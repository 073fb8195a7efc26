/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_moves_stay.c - what a plan for the whole disk leaves in place, and chosen starts
 */
#include "model/move/plan/moves.h"

#include <string.h>

#include "model/base/mem.h"
#include "model/base/str.h"
#include "model/disk/types.h"
#include "support/moves_plan.h"
#include "support/refused.h"
#include "support/test.h"

/* --- what stays --- */

/* The legacy disk with partition NUMBER changed. */
static struct layout *legacy_with(unsigned number, struct content content, struct use use)
{
    CLEANUP(layout_unrefp) struct layout *plain = disks_legacy();
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(plain);
    struct extent *extent =
        layout_builder_find(builder, layout_find_number(plain, number)->id);

    extent->content = content;
    extent->use = use;
    return layout_builder_refinish(builder);
}

static const struct {
    struct content content;
    struct use use;
    enum pin pin;
    const char *words;
} pins[] = {
    { { .state = CONTENT_NONE, .zeros = ZEROS_NONE },
      { 0 },
      PIN_UNKNOWN,
      "unknown kind" },
    { { .state = CONTENT_NONE, .zeros = ZEROS_SAMPLED },
      { 0 },
      PIN_UNKNOWN,
      "looks empty, but only samples of it were read" },
    { { .state = CONTENT_FOUND, .type = "zfs_member" },
      { 0 },
      PIN_KIND,
      "zfs_member, which alidade cannot move" },
    { { .state = CONTENT_FOUND, .type = "BitLocker" },
      { 0 },
      PIN_KIND,
      "decrypt it in Windows first" },
    { { .state = CONTENT_AMBIVALENT, .type = "ext4", .other = "vfat" },
      { 0 },
      PIN_TWO_KINDS,
      "two kinds" },
    { { .state = CONTENT_UNREADABLE }, { 0 }, PIN_NOT_READ, "could not be read" },
    { { .state = CONTENT_FOUND, .inside = { .kind = INSIDE_EXT } },
      { USE_MOUNT, "/home" },
      PIN_IN_USE,
      "/home" },
};

TEST_EACH(what_stays_is_named_and_the_rest_is_planned, pins)
{
    CLEANUP(layout_unrefp)
    struct layout *layout = legacy_with(2, pins[_i].content, pins[_i].use);
    struct moves moves =
        moves_plan_make(layout, (struct moves_want){ .aim = MOVES_NUDGE });

    ck_assert(moves.is_possible);
    ck_assert_uint_eq(moves.left_count, 1);
    ck_assert_uint_eq(moves.left[0].id, layout_find_number(layout, 2)->id);
    ck_assert_int_eq(moves.left[0].why, pins[_i].pin);
    CLEANUP(freep)
    char *words = pin_words(layout, layout_find_number(layout, 2), moves.left[0].why);
    ck_assert_ptr_nonnull(strstr(words, pins[_i].words));
    CLEANUP(freep) char *text = moves_plan_starts(moves.result);
    ck_assert_str_eq(text, "1:56 2:204796620 3:1912586445-1953520064 5:1912586504");
    moves_finish(&moves);
}

/* Its content could be moved by itself. */
TEST(a_partition_of_a_dynamic_disk_stays)
{
    static const struct content ntfs = { .state = CONTENT_FOUND,
                                         .type = "ntfs",
                                         .inside = { .kind = INSIDE_NTFS } };
    CLEANUP(layout_unrefp)
    struct layout *plain = legacy_with(2, ntfs, (struct use){ 0 });
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(plain);
    struct extent *extent =
        layout_builder_find(builder, layout_find_number(plain, 2)->id);

    ck_assert_int_eq(pin_of(plain, extent), PIN_NO);
    copy_text(extent->type, sizeof(extent->type), TYPE_MSDOS_DYNAMIC);
    CLEANUP(layout_unrefp) struct layout *layout = layout_builder_refinish(builder);
    struct moves moves =
        moves_plan_make(layout, (struct moves_want){ .aim = MOVES_NUDGE });

    ck_assert_uint_eq(moves.left_count, 1);
    ck_assert_int_eq(moves.left[0].why, PIN_ABSOLUTE);
    ck_assert_str_eq(pin_id(PIN_ABSOLUTE), "absolute-place");
    CLEANUP(freep)
    char *words = pin_words(layout, layout_find_number(layout, 2), PIN_ABSOLUTE);
    ck_assert_ptr_nonnull(strstr(words, "Windows dynamic disk"));
    moves_finish(&moves);
}

/* What each has a sentence of its own for: who uses it, or what it is for. */
TEST(reasons_are_told_of_several_partitions)
{
    struct extent extent = { .content = { .state = CONTENT_FOUND,
                                          .type = "zfs_member" } };

    for (enum pin pin = PIN_NO; pin < PIN_COUNT; pin++) {
        CLEANUP(freep) char *words = pin_words_of_many(&extent, pin);
        bool is_own =
            pin == PIN_NO || pin == PIN_IN_USE || pin == PIN_PURPOSE || pin == PIN_OWNED;
        ck_assert_int_eq(!words, is_own);
    }
    CLEANUP(freep) char *kind = pin_words_of_many(&extent, PIN_KIND);
    ck_assert_str_eq(kind, "They hold zfs_member, which alidade cannot move.");
}

TEST(what_stays_for_one_reason_is_gathered)
{
    static const struct content unknown = { .state = CONTENT_NONE };
    CLEANUP(layout_unrefp) struct layout *plain = disks_touching();
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(plain);

    LAYOUT_EACH (extent, plain)
        if (extent_holds_data(extent))
            layout_builder_find(builder, extent->id)->content = unknown;
    layout_builder_find(builder, layout_find_number(plain, 3)->id)->use =
        (struct use){ USE_MOUNT, "/home" };
    CLEANUP(layout_unrefp) struct layout *layout = layout_builder_refinish(builder);
    struct moves moves =
        moves_plan_make(layout, (struct moves_want){ .aim = MOVES_NUDGE });
    struct group groups[8];

    ck_assert_uint_eq(moves.left_count, 5);
    ck_assert_uint_eq(moves_left_groups(layout, &moves, groups), 2);
    ck_assert_str_eq(groups[0].numbers, "1-2, 5-6");
    ck_assert_str_eq(groups[1].numbers, "3");
    groups_finish(groups, 2);
    moves_finish(&moves);
}

TEST(what_would_free_space_is_gathered)
{
    struct moves_relief reliefs[] = {
        { .id = 0, .kind = RELIEF_UNUSE },
        { .id = 0, .kind = RELIEF_SHRINK, .sectors = 2048 },
        { .id = 0, .kind = RELIEF_UNUSE },
    };
    CLEANUP(layout_unrefp) struct layout *layout = disks_touching();
    struct moves moves = { .reliefs = reliefs, .relief_count = ARRAY_SIZE(reliefs) };
    struct group groups[ARRAY_SIZE(reliefs)];

    for (unsigned i = 0; i < ARRAY_SIZE(reliefs); i++)
        reliefs[i].id = layout_find_number(layout, i + 1)->id;
    ck_assert_uint_eq(moves_relief_groups(layout, &moves, groups), 2);
    CLEANUP(freep) char *many = moves_relief_group_words(layout, &moves, &groups[0]);
    CLEANUP(freep) char *one = moves_relief_group_words(layout, &moves, &groups[1]);
    ck_assert_str_eq(many, "Partitions 1, 3 could be moved if they were not in use.");
    ck_assert_str_eq(one, "Partition 2 could be made smaller by up to 1 MiB.");
    groups_finish(groups, 2);
}

TEST(a_partition_that_was_called_empty_needs_no_data_moved)
{
    struct content content = { .state = CONTENT_NONE, .zeros = ZEROS_CALLED };
    CLEANUP(layout_unrefp)
    struct layout *layout = legacy_with(2, content, (struct use){ 0 });
    struct moves moves =
        moves_plan_make(layout, (struct moves_want){ .aim = MOVES_NUDGE });

    ck_assert_uint_eq(moves.left_count, 0);
    ck_assert_uint_eq(moves.sectors, 204796557);
    moves_finish(&moves);
}

TEST(a_chain_in_an_unusual_order_stays)
{
    static const struct disks_part parts[] = {
        PART(EXTENDED, 2, 3000, 6000),
        EBR(3000),
        EBR(3001),
        PART(LOGICAL, 5, 3003, 1000, .inside = INSIDE_EXT),
    };
    struct disks_spec spec = {
        .size = 40960, .label = LABEL_MSDOS, .parts = parts, .count = ARRAY_SIZE(parts)
    };
    CLEANUP(layout_unrefp) struct layout *plain = disks_build(&spec);
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(plain);
    const struct extent *head = layout_find_lba(plain, 3000);
    const struct extent *part = layout_find_number(plain, 5);
    layout_builder_find(builder, part->id)->ebr = head->id;
    CLEANUP(layout_unrefp) struct layout *layout = layout_builder_refinish(builder);
    struct moves moves =
        moves_plan_make(layout, (struct moves_want){ .aim = MOVES_NUDGE });

    ck_assert(moves.is_possible);
    ck_assert_uint_eq(moves.step_count, 0);
    ck_assert_ptr_eq(moves.result, layout); /* nothing was copied */
    ck_assert_uint_eq(moves.left_count, 1);
    ck_assert_int_eq(moves.left[0].why, PIN_CHAIN);
    moves_finish(&moves);
}

/* --- chosen starts --- */

TEST(a_chosen_start_is_kept_on_a_grid_or_not)
{
    CLEANUP(layout_unrefp) struct layout *layout = disks_legacy();
    struct moves_start start = { layout_find_number(layout, 1)->id, 2049 };
    struct moves_want want = { .starts = &start, .start_count = 1 };
    struct moves moves = moves_plan_make(layout, want);

    CLEANUP(freep) char *text = moves_plan_starts(moves.result);
    ck_assert_str_eq(text, "1:2049 2:204798608 3:1912588433-1953521996 5:1912588440");
    moves_finish(&moves);
}

static const struct {
    unsigned number;
    uint64_t start;
    bool is_twice;
    enum refusal refusal;
    const char *why;
} refused[] = {
    { 1, 0, false, REFUSAL_START_OUT_OF_RANGE,
      "cannot begin at sector 0: with its size it can begin at 51 to" },
    { 1, 50, false, REFUSAL_START_OUT_OF_RANGE, "cannot begin at sector 50" },
    { 5, UINT64_MAX, false, REFUSAL_START_OUT_OF_RANGE,
      "cannot begin at sector 18446744073709551615" },
    { 5, 1912591612, false, REFUSAL_START_OUT_OF_RANGE, "begin at 2 to 1912591611" },
    { 5, 1912591000, true, REFUSAL_START_CHOSEN_TWICE,
      "Two starts are chosen for partition 5." },
    { 2, 204796624, false, REFUSAL_START_PARTITION_STAYS, "mounted on /home" },
};

TEST_EACH(a_start_that_cannot_be_is_refused, refused)
{
    struct content ext = disks_content(INSIDE_EXT, NULL);
    CLEANUP(layout_unrefp)
    struct layout *layout = legacy_with(2, ext, (struct use){ USE_MOUNT, "/home" });
    uint32_t id = layout_find_number(layout, refused[_i].number)->id;
    struct moves_start chosen[] = { { id, refused[_i].start }, { id, 5000 } };
    struct moves_want want = { .starts = chosen,
                               .start_count = refused[_i].is_twice ? 2 : 1,
                               .grub_sectors = 50 };
    struct moves moves;
    struct err err = { 0 };

    ck_assert(!moves_make(layout, &want, &moves, &err));
    ck_assert_refused(&err, refused[_i].refusal);
    ck_assert_msg(strstr(err.text, refused[_i].why), "%s", err.text);
}

/* More extents than the search of a plan takes, or one that is damaged. */
TEST_TIMES(a_table_that_no_plan_is_for_is_refused, 2)
{
    struct disks_spec spec = { .size = 1000000, .label = LABEL_GPT };
    CLEANUP(layout_unrefp) struct layout *empty = disks_build(&spec);
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(empty);
    struct extent extent = { .kind = EXTENT_PARTITION, .number = 1, .length = 10 };
    struct moves_want want = { .start_count = 0 };
    struct moves moves;
    struct err err = { 0 };

    if (_i)
        extent.fault = FAULT_OUTSIDE_DISK;
    for (unsigned i = 0; i < (_i ? 1 : 600); i++) {
        extent.start = 2048 + 100 * i;
        (void)layout_builder_add(builder, &extent);
        extent.number++;
    }
    CLEANUP(layout_unrefp) struct layout *layout = layout_builder_refinish(builder);
    ck_assert(!moves_make(layout, &want, &moves, &err));
    ck_assert_refused(&err, REFUSAL_PLAN_TABLE_NOT_POSSIBLE);
    ck_assert_msg(strstr(err.text, _i ? "repaired first" : "too many entries"), "%s",
                  err.text);
}
