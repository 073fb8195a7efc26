/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_layout.c - extents cover every sector, and invalid ones are refused */
#include "model/disk/layout.h"

#include <string.h>

#include "model/base/mem.h"
#include "support/test.h"

static struct layout_builder *start(enum label_kind kind, uint64_t size)
{
    struct limits limits = { .size = size,
                             .logical = 512,
                             .physical = 4096,
                             .physical_reported = 512,
                             .grain = 1048576 };
    struct label label = { .kind = kind, .first_usable = 1, .last_usable = size - 1 };

    return layout_builder_new(&limits, &label);
}

static uint32_t add(struct layout_builder *builder, enum extent_kind kind,
                    enum extent_role role, uint32_t parent, unsigned number, uint64_t at,
                    uint64_t length)
{
    struct extent extent = { .kind = kind,
                             .role = role,
                             .parent = parent,
                             .number = number,
                             .start = at,
                             .length = length };

    return layout_builder_add(builder, &extent);
}

/* The legacy disk of 1953525168 sectors. */
static struct layout_builder *legacy(void)
{
    struct layout_builder *builder = start(LABEL_MSDOS, 1953525168);

    add(builder, EXTENT_PARTITION, ROLE_NONE, 0, 2, 204796620, 1707789825);
    add(builder, EXTENT_METADATA, ROLE_MBR, 0, 0, 0, 1);
    uint32_t box = add(builder, EXTENT_EXTENDED, ROLE_NONE, 0, 3, 1912586445, 40933620);
    add(builder, EXTENT_PARTITION, ROLE_NONE, 0, 1, 63, 204796557);
    add(builder, EXTENT_LOGICAL, ROLE_NONE, box, 5, 1912586508, 40933557);
    add(builder, EXTENT_METADATA, ROLE_EBR, box, 0, 1912586445, 1);
    return builder;
}

static const struct {
    enum extent_kind kind;
    enum extent_role role;
    unsigned number;
    uint64_t start, length;
} wanted[] = {
    { EXTENT_METADATA, ROLE_MBR, 0, 0, 1 },
    { EXTENT_FREE, ROLE_MBR_GAP, 0, 1, 62 },
    { EXTENT_PARTITION, ROLE_NONE, 1, 63, 204796557 },
    { EXTENT_PARTITION, ROLE_NONE, 2, 204796620, 1707789825 },
    { EXTENT_EXTENDED, ROLE_NONE, 3, 1912586445, 40933620 },
    { EXTENT_METADATA, ROLE_EBR, 0, 1912586445, 1 },
    { EXTENT_FREE, ROLE_NONE, 0, 1912586446, 62 },
    { EXTENT_LOGICAL, ROLE_NONE, 5, 1912586508, 40933557 },
    { EXTENT_FREE, ROLE_NONE, 0, 1953520065, 5103 },
};

/* Starts of the first partition, and what the space in front of it is. */
static const struct {
    uint64_t start;
    enum extent_role role;
} fronts[] = {
    { 2, ROLE_MBR_GAP },      { 63, ROLE_MBR_GAP },        { 2048, ROLE_MBR_GAP },
    { 2049, ROLE_MBR_FRONT }, { 1 << 20, ROLE_MBR_FRONT },
};

TEST_EACH(space_for_a_partition_is_more_than_a_gap, fronts)
{
    struct layout_builder *builder = start(LABEL_MSDOS, 1953525168);
    struct err err = { 0 };

    add(builder, EXTENT_METADATA, ROLE_MBR, 0, 0, 0, 1);
    add(builder, EXTENT_PARTITION, ROLE_NONE, 0, 1, fronts[_i].start, 1000);
    struct layout *layout = layout_builder_finish(builder, &err);
    ck_assert_ptr_nonnull(layout);
    ck_assert_int_eq(layout_at(layout, 1)->kind, EXTENT_FREE);
    ck_assert_int_eq(layout_at(layout, 1)->role, fronts[_i].role);
    layout_unref(layout);
    layout_builder_free(builder);
}

TEST(legacy_disk_is_covered_to_the_last_sector)
{
    struct layout_builder *builder = legacy();
    struct err err = { 0 };
    struct layout *layout = layout_builder_finish(builder, &err);

    ck_assert_ptr_nonnull(layout);
    ck_assert_uint_eq(layout_count(layout), ARRAY_SIZE(wanted));
    for (size_t i = 0; i < ARRAY_SIZE(wanted); i++) {
        const struct extent *got = layout_at(layout, i);
        ck_assert_int_eq(got->kind, wanted[i].kind);
        ck_assert_int_eq(got->role, wanted[i].role);
        ck_assert_uint_eq(got->number, wanted[i].number);
        ck_assert_uint_eq(got->start, wanted[i].start);
        ck_assert_uint_eq(got->length, wanted[i].length);
        ck_assert_ptr_eq(layout_find(layout, got->id), got);
    }
    ck_assert_uint_eq(layout_find_lba(layout, 62)->start, 1);
    ck_assert_uint_eq(layout_find_lba(layout, 1912586446)->length, 62);
    ck_assert_uint_eq(layout_find_lba(layout, 1953525167)->length, 5103);
    ck_assert_ptr_null(layout_find_lba(layout, 1953525168));
    ck_assert_uint_eq(layout_find_number(layout, 5)->start, 1912586508);
    ck_assert_ptr_null(layout_find_number(layout, 0));
    layout_unref(layout);
    layout_builder_free(builder);
}

TEST(a_builder_from_a_layout_gives_an_equal_one)
{
    CLEANUP(layout_builder_freep) struct layout_builder *builder = legacy();
    struct err err = { 0 };
    CLEANUP(layout_unrefp) struct layout *first = layout_builder_finish(builder, &err);
    CLEANUP(layout_builder_freep)
    struct layout_builder *again = layout_builder_from(first);

    layout_builder_note(again, NOTE_PARTED_CRASHED, "Sector %d says no.", 7);
    CLEANUP(layout_unrefp) struct layout *second = layout_builder_finish(again, &err);
    ck_assert(layout_equal(first, second));
    ck_assert_ptr_null(layout_read_only(first));
    ck_assert_str_eq(layout_read_only(second)->text, "Sector 7 says no.");

    uint32_t id = layout_find_number(second, 5)->id;
    ck_assert_uint_eq(layout_find_number(first, 5)->id, id);
    layout_builder_find(again, id)->start++;
    layout_builder_find(again, id)->length--;
    CLEANUP(layout_unrefp) struct layout *third = layout_builder_finish(again, &err);
    ck_assert(!layout_equal(first, third));
}

/* WHICH 0: an empty disk of 8192 sectors; else one with another limit. */
static struct layout *bare(size_t which)
{
    struct limits limits = {
        .size = 8192, .logical = 512, .physical = 4096, .grain = 1048576
    };
    const struct label label = { .kind = LABEL_NONE };
    struct err err = { 0 };

    limits.size += which == 1;
    limits.logical += which == 2 ? 3584 : 0;
    limits.physical += which == 3 ? 4096 : 0;
    limits.alignment_offset += which == 4 ? 512 : 0;
    limits.grain += which == 5 ? 1048576 : 0;
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_new(&limits, &label);
    return layout_builder_finish(builder, &err);
}

TEST_TIMES(layouts_of_different_disks_are_not_equal, 6)
{
    CLEANUP(layout_unrefp) struct layout *one = bare(0);
    CLEANUP(layout_unrefp) struct layout *other = bare((size_t)_i);

    ck_assert_int_eq(layout_equal(one, other), _i == 0);
}

TEST(what_msdos_cannot_address_is_an_extent_of_its_own)
{
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = start(LABEL_MSDOS, UINT64_C(5860533168));
    struct err err = { 0 };

    add(builder, EXTENT_METADATA, ROLE_MBR, 0, 0, 0, 1);
    add(builder, EXTENT_PARTITION, ROLE_NONE, 0, 1, 2048, 4096);
    CLEANUP(layout_unrefp) struct layout *layout = layout_builder_finish(builder, &err);
    const struct extent *last = layout_at(layout, layout_count(layout) - 1);
    ck_assert_int_eq(last->role, ROLE_UNADDRESSABLE);
    ck_assert_uint_eq(last->start, UINT64_C(1) << 32);
    ck_assert_uint_eq(extent_end(last), UINT64_C(5860533168));
    ck_assert_uint_eq(extent_end(last - 1), UINT64_C(1) << 32);
}

TEST(what_a_gpt_calls_not_usable_is_an_extent_of_its_own)
{
    static const struct {
        enum extent_role role;
        uint64_t start, end;
    } free[] = { { ROLE_UNADDRESSABLE, 34, 4096 },
                 { ROLE_NONE, 4096, 8192 },
                 { ROLE_NONE, 9000, 20001 },
                 { ROLE_UNADDRESSABLE, 20001, 40000 } };
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = start(LABEL_GPT, 40000);
    struct err err = { 0 };
    size_t at = 0;

    layout_builder_label(builder)->first_usable = 4096;
    layout_builder_label(builder)->last_usable = 20000;
    add(builder, EXTENT_METADATA, ROLE_MBR, 0, 0, 0, 34);
    add(builder, EXTENT_PARTITION, ROLE_NONE, 0, 1, 8192, 808);
    CLEANUP(layout_unrefp) struct layout *layout = layout_builder_finish(builder, &err);
    LAYOUT_EACH (extent, layout) {
        if (extent->kind != EXTENT_FREE)
            continue;
        ck_assert_uint_lt(at, ARRAY_SIZE(free));
        ck_assert_int_eq(extent->role, free[at].role);
        ck_assert_uint_eq(extent->start, free[at].start);
        ck_assert_uint_eq(extent_end(extent), free[at++].end);
    }
    ck_assert_uint_eq(at, ARRAY_SIZE(free));
}

TEST(slices_overlay_and_do_not_tile)
{
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = start(LABEL_MSDOS, 100000);
    struct err err = { 0 };

    add(builder, EXTENT_METADATA, ROLE_MBR, 0, 0, 0, 1);
    uint32_t box = add(builder, EXTENT_PARTITION, ROLE_NONE, 0, 1, 63, 90000);
    add(builder, EXTENT_SLICE, ROLE_RAW, box, 0, 0, 100000);
    add(builder, EXTENT_SLICE, ROLE_NONE, box, 0, 63, 1000);
    CLEANUP(layout_unrefp) struct layout *layout = layout_builder_finish(builder, &err);
    ck_assert_ptr_nonnull(layout);
    ck_assert_uint_eq(layout_count(layout), 6);
    ck_assert_int_eq(layout_find_lba(layout, 100)->kind, EXTENT_PARTITION);
}

static const struct {
    const char *claim;
    uint64_t first, first_length, second, second_length;
} broken[] = {
    { "overlap by one sector", 63, 1000, 1062, 1000 },
    { "the same twice", 63, 1000, 63, 1000 },
    { "over the master boot record", 0, 1000, 2000, 1000 },
    { "behind the end", 63, 1000, 100000, 1 },
    { "past the end", 63, 1000, 2000, 98001 },
    { "wrapping at 2^64", 63, 1000, 2000, UINT64_MAX },
    { "no sectors", 63, 1000, 2000, 0 },
};

TEST_EACH(broken_tables_get_one_sentence, broken)
{
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = start(LABEL_MSDOS, 100000);
    struct err err = { 0 };

    add(builder, EXTENT_METADATA, ROLE_MBR, 0, 0, 0, 1);
    add(builder, EXTENT_PARTITION, ROLE_NONE, 0, 1, broken[_i].first,
        broken[_i].first_length);
    add(builder, EXTENT_PARTITION, ROLE_NONE, 0, 2, broken[_i].second,
        broken[_i].second_length);
    ck_assert_msg(!layout_builder_finish(builder, &err), "%s", broken[_i].claim);
    ck_assert_int_eq(err.code, ERR_UNREADABLE);
    ck_assert_ptr_nonnull(strstr(err.text, "partition "));
}

TEST(a_logical_outside_its_container_is_refused)
{
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = start(LABEL_MSDOS, 100000);
    struct err err = { 0 };

    uint32_t box = add(builder, EXTENT_EXTENDED, ROLE_NONE, 0, 1, 1000, 1000);
    add(builder, EXTENT_LOGICAL, ROLE_NONE, box, 5, 1500, 501);
    ck_assert_ptr_null(layout_builder_finish(builder, &err));
    ck_assert_ptr_nonnull(strstr(err.text, "partition 5"));
}

static const struct {
    struct extent changed;
    unsigned want;
} diffs[] = {
    { { .start = 1 }, DIFF_START },
    { { .length = 1 }, DIFF_LENGTH },
    { { .number = 1 }, DIFF_NUMBER },
    { { .type = "83" }, DIFF_TYPE },
    { { .name = "root" }, DIFF_NAME },
    { { .uuid = "5a3c9d21-01" }, DIFF_UUID },
    { { .attributes = 4 }, DIFF_ATTRIBUTES },
    { { .is_bootable = true }, DIFF_BOOT },
    { { .kind = EXTENT_LOGICAL }, DIFF_KIND },
    { { .role = ROLE_EBR }, DIFF_ROLE },
    { { .letter = 'a' }, DIFF_LETTER },
    { { .fault = FAULT_OVERLAP }, DIFF_FAULT },
    { { .claimed = 1 }, DIFF_FAULT },
    { { .id = 1 }, DIFF_ID },
    { { .parent = 1 }, DIFF_ID },
    { { .content = { .type = "ext4" } }, 0 },
    { { .use = { .kind = USE_MOUNT } }, 0 },
};

TEST_EACH(each_field_has_its_bit_in_the_difference, diffs)
{
    const struct extent same = { 0 };

    ck_assert_uint_eq(extent_diff(&same, &diffs[_i].changed), diffs[_i].want);
    ck_assert_uint_eq(extent_diff(&diffs[_i].changed, &same), diffs[_i].want);
}
