/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_test_area.c - test areas and starts on known disks */
#include "model/measure/test_area.h"

#include "model/base/mem.h"
#include "support/disks.h"
#include "support/test.h"

#define KIB  UINT64_C(1024)
#define MIB  (UINT64_C(1) << 20)
#define MOST 4

static struct layout *layout;
static struct test_area areas[MOST];
static size_t count;

static void teardown(void)
{
    layout_unref(layout);
    layout = NULL;
}

/* A GPT of 512-byte sectors; starts and lengths of the partitions in KiB, up to a 0. */
static struct layout *make(uint64_t size_kib, const uint64_t *parts)
{
    struct disks_part list[8] = { 0 };
    size_t n = 0;

    for (; parts && parts[2 * n]; n++)
        list[n] = (struct disks_part){ .kind = EXTENT_PARTITION,
                                       .number = (unsigned)n + 1,
                                       .start = parts[2 * n] * 2,
                                       .length = parts[2 * n + 1] * 2 };
    return disks_build(&(struct disks_spec){
        .size = size_kib * 2, .label = LABEL_GPT, .parts = list, .count = n });
}

static void use(unsigned number)
{
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(layout);
    uint32_t id = layout_find_number(layout, number)->id;

    layout_builder_find(builder, id)->use.kind = USE_MOUNT;
    layout_unref(layout);
    layout = layout_builder_refinish(builder);
}

static void find(uint32_t partition, uint64_t near_lba)
{
    count = test_areas_find(layout, partition, near_lba, areas, MOST);
}

#define FULL (TEST_AREA_BYTES / KIB)

static void check(size_t index, uint64_t start_kib, uint64_t kib, unsigned partition)
{
    ck_assert_uint_gt(count, index);
    ck_assert_uint_eq(areas[index].start, start_kib * KIB);
    ck_assert_uint_eq(areas[index].bytes, kib * KIB);
    ck_assert_uint_eq(areas[index].partition, partition);
}

TEST_FIXTURE(NULL, teardown);

TEST(the_first_mib_and_its_margin_are_never_used)
{
    layout = make(64 * 1024, NULL);
    find(0, 0);
    check(0, 2048, FULL, 0);
}

TEST(free_space_comes_before_the_partition_that_was_asked_for)
{
    const uint64_t parts[] = { 1024, 20480, 0 };

    layout = make(64 * 1024, parts);
    find(layout_find_number(layout, 1)->id, 2048);
    ck_assert_uint_eq(count, MOST);
    check(0, 22 * 1024, FULL, 0);
    check(1, 24 * 1024, FULL, 0);
    check(2, 26 * 1024, FULL, 0);
    check(3, 28 * 1024, FULL, 0);
}

TEST(the_nearer_free_space_is_the_better)
{
    const uint64_t parts[] = { 16384, 16384, 49152, 1024, 0 };

    layout = make(128 * 1024, parts);
    find(0, 2 * 40000);
    check(0, 39 * 1024, FULL, 0);
    ck_assert_uint_ge(count, 2);
}

TEST(without_free_space_idle_partitions_take_it_but_not_at_their_beginning)
{
    const uint64_t parts[] = { 1024, 31744, 32768, 32704, 0 };

    layout = make(64 * 1024, parts);
    find(0, 0);
    check(0, 8 * 1024, FULL, 1);
    use(1);
    find(0, 0);
    check(0, 39 * 1024, FULL, 2);
    for (size_t i = 0; i < count; i++)
        ck_assert_uint_eq(areas[i].partition, 2);
    use(2);
    find(0, 0);
    ck_assert_uint_eq(count, 0);
}

TEST(a_partition_that_was_asked_for_is_the_only_one)
{
    const uint64_t parts[] = { 1024, 31744, 32768, 32704, 0 };

    layout = make(64 * 1024, parts);
    find(layout_find_number(layout, 2)->id, 2048);
    ck_assert_uint_gt(count, 0);
    for (size_t i = 0; i < count; i++)
        ck_assert_uint_eq(areas[i].partition, 2);
    use(2);
    find(layout_find_number(layout, 2)->id, 2048);
    ck_assert_uint_eq(count, 0);
}

/* Between two partitions; all in KiB. 0: no area. */
static const struct {
    uint64_t hole_start, hole_end;
    uint64_t start, length;
} holes[] = {
    { 20480, 21504, 20544, 896 }, /* one MiB less its margins */
    { 20480, 21120, 20544, 512 }, /* the minimum */
    { 20480, 21119, 0, 0 },       /* half a KiB more on each side is missing */
    { 20480, 21119 + 32, 20544, 512 },
    { 20450, 22592, 21504, 1024 }, /* a start at a whole MiB outweighs some size */
    { 20450, 22080, 21504, 512 },
    { 20450, 22079, 20544, 1408 }, /* but not less than the minimum */
    { 20461, 21600, 20544, 960 },
};

TEST_EACH(starts_at_a_mib_where_there_is_room_for_it_else_at_64_kib, holes)
{
    const uint64_t parts[] = { 1024, holes[_i].hole_start - 1024, holes[_i].hole_end,
                               32768 - holes[_i].hole_end, 0 };

    layout = make(32 * 1024 + 512, parts);
    use(1);
    use(2);
    find(0, 0);
    ck_assert_int_eq(count > 0, holes[_i].length > 0);
    if (count)
        check(0, holes[_i].start, holes[_i].length, 0);
}

TEST(a_disk_that_is_small_or_full_has_no_place)
{
    const uint64_t full[] = { 1024, 8192 - 1024 - 17, 0 };

    layout = make(1600, NULL);
    find(0, 0);
    ck_assert_uint_eq(count, 0);
    layout_unref(layout);
    layout = make(8192, full);
    use(1);
    find(0, 0);
    ck_assert_uint_eq(count, 0);
    ck_assert_uint_eq(test_areas_find(layout, 0, 0, NULL, 0), 0);
}

TEST(the_last_33_sectors_are_never_used_even_without_a_table)
{
    /* 1 MiB in front, margins, 512 KiB, and 33 sectors. */
    const uint64_t least = 1024 * 2 + 128 + 1024 + 128 + 33;

    layout = disks_build(&(struct disks_spec){ .size = least, .label = LABEL_NONE });
    find(0, 0);
    check(0, 1024 + 64, 512, 0);
    layout_unref(layout);
    layout = disks_build(&(struct disks_spec){ .size = least - 1, .label = LABEL_NONE });
    find(0, 0);
    ck_assert_uint_eq(count, 0);
}

TEST(links_of_the_chain_of_logicals_keep_their_distance)
{
    const struct disks_part parts[] = {
        { .kind = EXTENT_EXTENDED, .number = 1, .start = 2048, .length = 126976 },
        { .kind = EXTENT_METADATA, .role = ROLE_EBR, .start = 2048, .length = 1 },
        { .kind = EXTENT_LOGICAL, .number = 5, .start = 4096, .length = 16384 },
        { .kind = EXTENT_METADATA, .role = ROLE_EBR, .start = 40960, .length = 1 },
        { .kind = EXTENT_LOGICAL, .number = 6, .start = 43008, .length = 86016 },
    };

    layout = disks_build(&(struct disks_spec){ .size = 131072,
                                               .label = LABEL_MSDOS,
                                               .parts = parts,
                                               .count = ARRAY_SIZE(parts) });
    use(5);
    use(6);
    find(0, 20480);
    /* From 10 MiB to the EBR at 20 MiB. */
    check(0, 11 * 1024, FULL, 0);
    find(0, 40960);
    check(0, 17 * 1024, FULL, 0);
    ck_assert_uint_eq(count, MOST);
    for (size_t i = 0; i < count; i++) {
        uint64_t end = areas[i].start + areas[i].bytes + TEST_AREA_MARGIN;
        ck_assert(areas[i].start >= 1024 * KIB + 512 + TEST_AREA_MARGIN);
        ck_assert(end <= 20480 * KIB ||
                  areas[i].start >= 20480 * KIB + 512 + TEST_AREA_MARGIN);
    }
}

TEST(a_disk_with_4096_byte_sectors_counts_in_its_own)
{
    layout = disks_4kn();
    find(0, layout_find_number(layout, 1)->start);
    ck_assert_uint_gt(count, 0);
    for (size_t i = 0; i < count; i++) {
        ck_assert_uint_eq(areas[i].start % TEST_AREA_STEP, 0);
        ck_assert_uint_ge(areas[i].start, MIB + TEST_AREA_MARGIN);
        ck_assert_uint_le(areas[i].start + areas[i].bytes + TEST_AREA_MARGIN,
                          (layout_limits(layout)->size - 33) * 4096);
    }
}

/* A partition over all of it with two slices, A at 16 MiB and B at 40 MiB. */
static void make_slices(enum use_kind whole, enum use_kind a)
{
    const struct disks_part parts[] = {
        { .kind = EXTENT_PARTITION, .number = 1, .start = 2048, .length = 129024 },
        { .kind = EXTENT_SLICE, .letter = 'a', .start = 32768, .length = 32768 },
        { .kind = EXTENT_SLICE, .letter = 'b', .start = 81920, .length = 32768 },
    };

    layout = disks_build(&(struct disks_spec){
        .size = 131072, .label = LABEL_MSDOS, .parts = parts, .count = 3 });
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(layout);
    for (size_t i = 0; i < layout_count(layout); i++) {
        const struct extent *extent = layout_at(layout, i);
        if (extent->kind == EXTENT_PARTITION)
            layout_builder_find(builder, extent->id)->use.kind = whole;
        if (extent->letter == 'a')
            layout_builder_find(builder, extent->id)->use.kind = a;
    }
    layout_unref(layout);
    layout = layout_builder_refinish(builder);
}

static uint32_t slice_id(char letter)
{
    for (size_t i = 0; i < layout_count(layout); i++)
        if (layout_at(layout, i)->letter == letter)
            return layout_at(layout, i)->id;
    return 0;
}

TEST(a_slice_in_use_is_left_alone_in_an_idle_partition)
{
    struct test_area all[32];

    make_slices(USE_NONE, USE_MOUNT);
    count = test_areas_find(layout, layout_find_number(layout, 1)->id, 0, all, 32);
    ck_assert_uint_gt(count, 2);
    for (size_t i = 0; i < count; i++) {
        ck_assert_uint_eq(all[i].partition, 1);
        ck_assert(all[i].start + all[i].bytes + TEST_AREA_MARGIN <= 16 * MIB ||
                  all[i].start >= 32 * MIB + TEST_AREA_MARGIN);
    }
}

TEST(an_idle_slice_is_a_place_unless_its_partition_is_in_use)
{
    make_slices(USE_NONE, USE_MOUNT);
    find(slice_id('b'), 0);
    check(0, 44 * 1024, FULL, 1);
    find(slice_id('a'), 0);
    ck_assert_uint_eq(count, 0);
    layout_unref(layout);
    make_slices(USE_HOLDER, USE_NONE);
    find(slice_id('b'), 0);
    ck_assert_uint_eq(count, 0);
}

static const struct start_row {
    struct layout *(*make)(void);
    unsigned number; /* 0: the first misaligned one */
    uint64_t base, against, aligned;
    unsigned found; /* number of the partition */
    bool is_off;
} starts[] = {
    { disks_legacy, 0, 63, 56, 64, 1, true },
    { disks_gpt34, 0, 34, 40, 32, 1, true },
    { disks_aligned, 0, 2048, 2049, 2048, 1, false },
    { disks_jumper, 0, 63, 64, 63, 1, false },
    { disks_aligned, 2, 0, 0, 0, 2, false },
    { disks_4kn, 0, 256, 257, 256, 1, false },
};

TEST_EACH(what_is_off_is_held_against_its_suggestion, starts)
{
    const struct start_row *row = &starts[_i];
    struct bench_starts got;
    struct err err = { 0 };

    layout = row->make();
    const struct extent *want = layout_find_number(layout, row->found);
    uint32_t id = row->number ? layout_find_number(layout, row->number)->id : 0;
    ck_assert_msg(bench_starts_of(layout, id, GRUB_OF(0), &got, &err), "%s", err.text);
    ck_assert_uint_eq(got.extent, want->id);
    ck_assert_uint_eq(got.base, row->base ? row->base : want->start);
    ck_assert_uint_eq(got.against, row->against ? row->against : want->start + 1);
    ck_assert_uint_eq(got.aligned, row->aligned ? row->aligned : want->start);
    ck_assert_int_eq(got.is_off, row->is_off);
}

TEST(an_empty_disk_is_asked_about_63_and_64)
{
    struct bench_starts got;
    struct err err = { 0 };

    layout = make(64 * 1024, NULL);
    ck_assert(bench_starts_of(layout, 0, GRUB_OF(0), &got, &err));
    ck_assert_uint_eq(got.base, 63);
    ck_assert_uint_eq(got.against, 64);
    ck_assert_uint_eq(got.aligned, 64);
    ck_assert_uint_eq(got.extent, 0);
    ck_assert(got.is_off);
}

TEST(free_space_and_what_is_not_there_are_no_partitions)
{
    struct bench_starts got;
    struct err err = { 0 };

    layout = make(64 * 1024, NULL);
    for (size_t i = 0; i < layout_count(layout); i++) {
        ck_assert(
            !bench_starts_of(layout, layout_at(layout, i)->id, GRUB_OF(0), &got, &err));
        ck_assert_int_eq(err.code, ERR_USAGE);
    }
    ck_assert(!bench_starts_of(layout, 12345, GRUB_OF(0), &got, &err));
}

/* Position of the first data, in bytes from a start; one partition. */
static const struct {
    uint64_t start, inside;
    uint64_t base, against;
    bool is_off;
} insides[] = {
    { 2048, 8192, 2048, 2049, false },   /* whole blocks: the start decides */
    { 2048, 512 * 7, 2055, 2056, true }, /* the start is aligned, the data is not */
    { 2047, 512, 2048, 2049, false },    /* the reverse */
    { 63, 8192, 63, 2048, true },
    { 2048, 100, 2048, 2049, false },             /* writes there are impossible */
    { 2048, UINT64_MAX - 511, 2055, 2056, true }, /* only its remainder can be valid */
};

TEST_EACH(the_first_data_decides_where_it_lies_off_the_start, insides)
{
    struct bench_starts got;
    struct err err = { 0 };
    const uint64_t start = insides[_i].start;
    const struct disks_part part = { .kind = EXTENT_PARTITION,
                                     .number = 1,
                                     .start = start,
                                     .length = 65536,
                                     .inside = INSIDE_FAT };

    layout = disks_build(&(struct disks_spec){
        .size = 131072, .label = LABEL_GPT, .parts = &part, .count = 1 });
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(layout);
    uint32_t id = layout_find_number(layout, 1)->id;
    layout_builder_find(builder, id)->content.inside.data_offset = insides[_i].inside;
    layout_unref(layout);
    layout = layout_builder_refinish(builder);
    ck_assert(bench_starts_of(layout, id, GRUB_OF(0), &got, &err));
    ck_assert_uint_eq(got.base, insides[_i].base);
    ck_assert_uint_eq(got.against, insides[_i].against);
    ck_assert_int_eq(got.is_off, insides[_i].is_off);
}

TEST(a_start_that_grub_forbids_is_not_the_suggested_one)
{
    struct bench_starts got;
    struct err err = { 0 };
    const struct disks_part part = {
        .kind = EXTENT_PARTITION, .number = 1, .start = 63, .length = 40000 - 63
    };

    layout = disks_build(&(struct disks_spec){
        .size = 40000, .label = LABEL_MSDOS, .parts = &part, .count = 1 });
    ck_assert(bench_starts_of(layout, 0, GRUB_OF(0), &got, &err));
    ck_assert_uint_eq(got.against, 56);
    ck_assert(bench_starts_of(layout, 0, GRUB_OF(60), &got, &err));
    ck_assert_uint_ge(got.against, 64);
}
