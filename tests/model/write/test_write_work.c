/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_write_work.c - which extents of two layouts are the same one */
#include "model/write/private.h"

#include <stddef.h>
#include <string.h>

#include "model/base/mem.h"
#include "support/disks.h"
#include "support/test.h"

/* Extent 1 of KIND on a disk without a table; EXTENT_FREE: none is added. */
static struct layout *with_extent(enum extent_kind kind, uint64_t start, uint64_t length)
{
    struct disks_spec spec = { .size = 10000, .label = LABEL_NONE };
    CLEANUP(layout_unrefp) struct layout *blank = disks_build(&spec);
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(blank);
    struct extent extent = { .id = 1, .kind = kind, .start = start, .length = length };
    struct err err = { 0 };

    if (kind != EXTENT_FREE)
        layout_builder_add(builder, &extent);
    struct layout *layout = layout_builder_finish(builder, &err);
    ck_assert_msg(layout != NULL, "%s", err.text);
    return layout;
}

static const struct {
    enum extent_kind a, b;
    bool is_same;
    bool is_same_data;
} pairs[] = {
    { EXTENT_PARTITION, EXTENT_PARTITION, true, true },
    { EXTENT_METADATA, EXTENT_METADATA, true, false },
    { EXTENT_EXTENDED, EXTENT_EXTENDED, true, false },
    { EXTENT_PARTITION, EXTENT_METADATA, false, false },
    { EXTENT_METADATA, EXTENT_PARTITION, false, false },
    { EXTENT_PARTITION, EXTENT_EXTENDED, false, false },
    { EXTENT_PARTITION, EXTENT_FREE, false, false },
};

TEST_EACH(an_extent_is_the_same_by_id_and_kind, pairs)
{
    CLEANUP(layout_unrefp) struct layout *a = with_extent(pairs[_i].a, 2000, 1000);
    CLEANUP(layout_unrefp) struct layout *b = with_extent(pairs[_i].b, 5000, 500);
    struct extent other = { .id = 77, .kind = EXTENT_PARTITION };
    const struct extent *extent = layout_find(a, 1);

    ck_assert_ptr_nonnull(extent);
    ck_assert(write_same(b, extent) == (pairs[_i].is_same ? layout_find(b, 1) : NULL));
    ck_assert(write_same_data(b, extent) ==
              (pairs[_i].is_same_data ? layout_find(b, 1) : NULL));
    ck_assert_ptr_null(write_same(b, &other));
    ck_assert_ptr_null(write_same_data(b, &other));
}

TEST(a_range_is_a_part_up_to_both_its_ends)
{
    struct extent whole = { .start = 100, .length = 50 };
    struct extent part = whole, less = { .start = 101, .length = 48 };
    struct extent early = { .start = 99, .length = 50 },
                  late = { .start = 101, .length = 50 };

    ck_assert(write_is_part_of(&part, &whole) && write_is_part_of(&less, &whole));
    ck_assert(!write_is_part_of(&early, &whole) && !write_is_part_of(&late, &whole));
    ck_assert(write_is_same_range(&part, &whole));
    ck_assert(!write_is_same_range(&less, &whole) && !write_is_same_range(&late, &whole));
    ck_assert(!write_is_same_range(NULL, &whole) && !write_is_same_range(&whole, NULL));
    part.length--;
    ck_assert(!write_is_same_range(&part, &whole));
}

TEST(without_an_mbr_every_table_is_new)
{
    CLEANUP(layout_unrefp) struct layout *blank = with_extent(EXTENT_FREE, 0, 0);

    ck_assert(write_is_new_table(blank, blank));
}

/* A byte of the label, or of the first partition, and whether a table says it. */
static const struct {
    bool is_label;
    size_t offset;
    bool counts;
} bytes[] = {
    { true, offsetof(struct label, id), true },
    { true, offsetof(struct label, first_usable), true },
    { true, offsetof(struct label, last_usable), true },
    { true, offsetof(struct label, written_for), true },
    { true, offsetof(struct label, is_from_backup), false },
    { false, offsetof(struct extent, kind), true },
    { false, offsetof(struct extent, role), true },
    { false, offsetof(struct extent, fault), true },
    { false, offsetof(struct extent, claimed), true },
    { false, offsetof(struct extent, number), true },
    { false, offsetof(struct extent, attributes), true },
    { false, offsetof(struct extent, is_bootable), true },
    { false, offsetof(struct extent, type), true },
    { false, offsetof(struct extent, name), true },
    { false, offsetof(struct extent, uuid), true },
    { false, offsetof(struct extent, length), true },
    { false, offsetof(struct extent, content), false },
    { false, offsetof(struct extent, use), false },
};

TEST_EACH(each_word_of_a_table_makes_it_another, bytes)
{
    CLEANUP(layout_unrefp) struct layout *a = disks_gpt34();
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(a);
    uint32_t id = layout_find_number(a, 1)->id;

    if (bytes[_i].is_label)
        ((uint8_t *)layout_builder_label(builder))[bytes[_i].offset] ^= 1;
    else
        ((uint8_t *)layout_builder_find(builder, id))[bytes[_i].offset] ^= 1;
    CLEANUP(layout_unrefp) struct layout *b = layout_builder_refinish(builder);
    ck_assert(write_is_same_layout(a, a) && write_is_same_layout(b, b));
    ck_assert_int_eq(write_is_same_layout(a, b), !bytes[_i].counts);
    layout_builder_remove(builder, id);
    CLEANUP(layout_unrefp) struct layout *less = layout_builder_refinish(builder);
    ck_assert(!write_is_same_layout(a, less) && !write_is_same_layout(less, a));
}

/* A disk whose sector 7 cannot be read. */
static bool read_around(void *context, uint64_t offset, void *buf, size_t count)
{
    (void)context; /* none */
    memset(buf, 0, count);
    return offset + count <= 7 * 512 || offset >= 8 * 512;
}

TEST(a_sector_that_cannot_be_read_is_named)
{
    static const uint64_t runs[][2] = { { 5, 4 }, { 7, 1 }, { 0, 100 }, { 6, 2 } };
    struct reader reader = { read_around, NULL, 10000 * 512 };
    CLEANUP(layout_unrefp) struct layout *blank = with_extent(EXTENT_FREE, 0, 0);
    static uint8_t buf[100 * 512];
    struct write_work work;
    struct err err = { 0 };

    write_work_init(&work, &reader, blank, blank);
    for (size_t i = 0; i < ARRAY_SIZE(runs); i++) {
        ck_assert(!write_read(&work, runs[i][0], runs[i][1], buf, &err));
        ck_assert_str_eq(err.text, "Sector 7 cannot be read.");
        ck_assert_int_eq(err.code, ERR_IO);
        err = (struct err){ 0 };
    }
    ck_assert(write_read(&work, 0, 7, buf, &err) && write_read(&work, 8, 92, buf, &err));
    ck_assert(write_read(&work, 9999, 1, buf, &err));
    ck_assert(!write_read(&work, 9999, 2, buf, &err));
    ck_assert(!write_read(&work, 10000, 1, buf, &err));
    write_plan_finish(&work.plan);
}
