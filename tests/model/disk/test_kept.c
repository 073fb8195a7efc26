/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_kept.c - what is kept is no place for anything, and no partition */
#include "model/disk/kept.h"

#include <string.h>

#include "model/base/mem.h"
#include "model/edit/edit.h"
#include "support/disks.h"
#include "support/refused.h"
#include "support/test.h"

static const struct extent hybrid = {
    .kind = EXTENT_KEPT, .role = ROLE_HYBRID, .start = 1000, .length = 100000
};

/* A GPT with partitions at 2048 + 100000 and at 204800 + 10000, and KEPT. */
static struct layout *gpt_with(const struct extent *kept)
{
    static const struct disks_part parts[] = {
        { .kind = EXTENT_PARTITION, .number = 1, .start = 2048, .length = 50000 },
        { .kind = EXTENT_PARTITION, .number = 2, .start = 80000, .length = 1000 },
    };
    struct disks_spec spec = {
        .size = 1000000, .label = LABEL_GPT, .parts = parts, .count = ARRAY_SIZE(parts)
    };
    CLEANUP(layout_unrefp) struct layout *layout = disks_build(&spec);
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(layout);

    kept_add(builder, kept);
    return layout_builder_refinish(builder);
}

static void assert_kept(const struct layout *layout, uint64_t start, uint64_t length)
{
    const struct extent *extent = layout_find_lba(layout, start);

    ck_assert_int_eq(extent->kind, EXTENT_KEPT);
    ck_assert_uint_eq(extent->start, start);
    ck_assert_uint_eq(extent->length, length);
}

TEST(only_what_no_partition_has_is_kept)
{
    CLEANUP(layout_unrefp) struct layout *layout = gpt_with(&hybrid);

    assert_kept(layout, 1000, 1048);
    assert_kept(layout, 52048, 80000 - 52048);
    assert_kept(layout, 81000, 101000 - 81000);
    ck_assert_int_eq(layout_find_lba(layout, 999)->kind, EXTENT_FREE);
    ck_assert_int_eq(layout_find_lba(layout, 101000)->kind, EXTENT_FREE);
    ck_assert_uint_eq(layout_data_count(layout), 2);
    ck_assert(!extent_is_partition(kept_find(layout)));
}

TEST(what_is_kept_ends_with_the_disk)
{
    const struct extent kept = {
        .kind = EXTENT_KEPT, .role = ROLE_HYBRID, .start = 900000, .length = UINT32_MAX
    };
    CLEANUP(layout_unrefp) struct layout *layout = gpt_with(&kept);

    assert_kept(layout, 900000, 1000000 - 33 - 900000);
}

TEST(nothing_new_lies_in_what_is_kept)
{
    CLEANUP(layout_unrefp) struct layout *layout = gpt_with(&hybrid);
    struct edit edit = { .kind = EDIT_CREATE,
                         .id = EDIT_ID_FIRST,
                         .extent = EXTENT_PARTITION,
                         .start = 100999,
                         .length = 10 };
    struct err err = { 0 };

    ck_assert_ptr_null(edit_apply(layout, &edit, &err));
    ck_assert_refused(&err, REFUSAL_SECTORS_KEPT);
    ck_assert_msg(strstr(err.text, "names a partition of its own there, up to sector "
                                   "100999") != NULL,
                  "%s", err.text);
    edit.start = 101000;
    CLEANUP(layout_unrefp) struct layout *after = edit_apply(layout, &edit, &err);
    ck_assert_msg(after != NULL, "%s", err.text);
}

TEST(entries_that_begin_in_an_image_are_its_slices)
{
    static const struct disks_part parts[] = {
        { .kind = EXTENT_PARTITION, .number = 2, .start = 100, .length = 400 },
        { .kind = EXTENT_PARTITION, .number = 3, .start = 900, .length = 999100 },
    };
    struct disks_spec spec = {
        .size = 1000000, .label = LABEL_MSDOS, .parts = parts, .count = ARRAY_SIZE(parts)
    };
    const struct extent image = { .kind = EXTENT_KEPT, .role = ROLE_ISO, .length = 900 };
    CLEANUP(layout_unrefp) struct layout *layout = disks_build(&spec);
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(layout);

    uint32_t id = kept_enclose(builder, &image);
    layout_builder_settle(builder);
    kept_fit(builder, id);
    CLEANUP(layout_unrefp) struct layout *after = layout_builder_refinish(builder);
    assert_kept(after, 1, 899);
    ck_assert_ptr_null(layout_find_number(after, 2));
    ck_assert_ptr_nonnull(layout_find_number(after, 3));
    ck_assert(!layout_is_number_free(after, 2));
    ck_assert(layout_is_number_free(after, 1));
    LAYOUT_EACH (extent, after)
        ck_assert(kept_holds(after, extent) == (extent->number == 2));
}
