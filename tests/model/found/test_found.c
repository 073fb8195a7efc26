/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_found.c - contents on a disk without a table: where they begin, at which cost */
#include "model/found/backup.h"
#include "model/found/found.h"

#include <string.h>

#include "model/base/mem.h"
#include "model/base/num.h"
#include "support/sparse_contents.h"
#include "support/test.h"

#define KIB UINT64_C(1024)
#define MIB (1024 * KIB)
#define GIB (1024 * MIB)

static struct layout *blank(uint64_t bytes)
{
    struct limits_reported said = { .size_bytes = bytes, .logical = 512 };
    struct limits_given given = { 0 };
    struct label label = { .kind = LABEL_NONE };
    struct limits limits;
    struct err err = { 0 };

    ck_assert_msg(limits_settle(&said, &given, &limits, &err), "%s", err.text);
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_new(&limits, &label);
    return layout_builder_refinish(builder);
}

static struct layout *search_whole(struct sparse *disk, struct layout *layout)
{
    struct reader reader = sparse_reader(disk);
    CLEANUP(found_search_freep)
    struct found_search *search = found_search_new(&reader, layout);

    while (found_search_step(search))
        ;
    return found_search_add(search, layout);
}

static struct layout *search_near(struct sparse *disk, struct layout *layout)
{
    struct reader reader = sparse_reader(disk);

    return found_add(&reader, layout);
}

static const struct extent *row_at(const struct layout *layout, uint64_t byte)
{
    for (size_t i = 0; i < layout_count(layout); i++) {
        const struct extent *extent = layout_at(layout, i);
        if (extent->fault == FAULT_NO_ENTRY && extent->start * 512 == byte)
            return extent;
    }
    return NULL;
}

/* One content on a disk of 40 GiB, and which search has to find it. */
static const struct {
    uint64_t start;
    bool is_near;
} starts[] = {
    { 63 * 512, true },
    { MIB, true },
    { 3 * MIB, false },
    { 1000 * MIB, false },
    { 20 * GIB, false },
    { 20 * GIB + MIB, false },
    { UINT64_C(16065) * 512, false },
    { UINT64_C(100) * 16065 * 512, false },
    { UINT64_C(100) * 16065 * 512 + UINT64_C(63) * 512, false },
};

TEST_EACH(a_content_is_found_where_partitions_may_begin, starts)
{
    CLEANUP(sparse_finish) struct sparse disk = { .size_bytes = 40 * GIB };
    uint64_t start = starts[_i].start;

    sparse_put_first(&disk, start, 40 * MIB);
    CLEANUP(layout_unrefp) struct layout *layout = blank(disk.size_bytes);
    CLEANUP(layout_unrefp) struct layout *near = search_near(&disk, layout);
    CLEANUP(layout_unrefp) struct layout *whole = search_whole(&disk, layout);
    ck_assert_int_eq(row_at(near, start) != NULL, starts[_i].is_near);
    ck_assert_uint_eq(layout_damaged_count(whole), 1);
    ck_assert_ptr_nonnull(row_at(whole, start));
    ck_assert_uint_eq(row_at(whole, start)->length, 40 * MIB / 512);
    ck_assert_int_eq(row_at(whole, start)->content.state, CONTENT_UNKNOWN);
    ck_assert_ptr_nonnull(layout_note_find(whole, NOTE_CONTENTS_FOUND));
}

/* Behind a content of 5 GiB and 3 sectors that begins at 1 MiB. */
static const uint64_t nexts[] = {
    5 * GIB + MIB + 3 * 4096,    5 * GIB + 2 * MIB,
    5 * GIB + 3 * MIB,           5 * GIB + MIB + 3 * 4096 + UINT64_C(63) * 512,
    UINT64_C(653) * 16065 * 512, UINT64_C(653) * 16065 * 512 + UINT64_C(63) * 512,
};

TEST_EACH(what_ends_leads_to_what_begins_behind_it, nexts)
{
    CLEANUP(sparse_finish) struct sparse disk = { .size_bytes = 40 * GIB };

    sparse_put_first(&disk, MIB, 5 * GIB + 3 * 4096);
    sparse_put_first(&disk, nexts[_i], 10 * MIB);
    CLEANUP(layout_unrefp) struct layout *layout = blank(disk.size_bytes);
    CLEANUP(layout_unrefp) struct layout *near = search_near(&disk, layout);
    ck_assert_uint_eq(layout_damaged_count(near), 2);
    ck_assert_ptr_nonnull(row_at(near, nexts[_i]));
}

TEST(what_lies_inside_of_a_content_is_its_own)
{
    CLEANUP(sparse_finish) struct sparse disk = { .size_bytes = 2 * GIB };

    sparse_put_first(&disk, MIB, 500 * MIB);
    sparse_put_first(&disk, 100 * MIB, 20 * MIB);
    sparse_put_first(&disk, 501 * MIB, 20 * MIB);
    CLEANUP(layout_unrefp) struct layout *layout = blank(disk.size_bytes);
    CLEANUP(layout_unrefp) struct layout *whole = search_whole(&disk, layout);
    ck_assert_uint_eq(layout_damaged_count(whole), 2);
    ck_assert_ptr_null(row_at(whole, 100 * MIB));
    ck_assert_ptr_nonnull(row_at(whole, 501 * MIB));
}

static void put_ext_4k(struct sparse *disk, uint64_t start, bool has_first)
{
    if (has_first)
        sparse_put_ext(disk, start + KIB, 98304, 2, 0);
    for (uint16_t group = 1; group < 3; group++)
        sparse_put_ext(disk, start + group * 128 * MIB, 98304, 2, group);
}

static void put_ext_1k(struct sparse *disk, uint64_t start, bool has_first)
{
    if (has_first)
        sparse_put_ext(disk, start + KIB, 65536, 0, 0);
    for (uint16_t group = 1; group < 8; group += 2)
        sparse_put_ext(disk, start + (group * UINT64_C(8192) + 1) * KIB, 65536, 0, group);
}

static void put_xfs_groups(struct sparse *disk, uint64_t start, bool has_first)
{
    for (uint32_t group = has_first ? 0 : 1; group < 4; group++)
        sparse_put_xfs(disk, start, 64 * 1024, group);
}

static void put_ntfs_both(struct sparse *disk, uint64_t start, bool has_first)
{
    if (has_first)
        sparse_put_ntfs(disk, start, 60 * 2048 - 1);
    sparse_put_ntfs(disk, start + 60 * MIB - 512, 60 * 2048 - 1);
}

static void put_fat32_both(struct sparse *disk, uint64_t start, bool has_first)
{
    if (has_first)
        sparse_put_fat32(disk, start, 600 * 2048);
    sparse_put_fat32(disk, start + UINT64_C(6) * 512, 600 * 2048);
}

static const struct {
    void (*put)(struct sparse *disk, uint64_t start, bool has_first);
    const char *type;
    uint64_t bytes;
} copies[] = {
    { put_ext_4k, "ext4", 384 * MIB },     { put_ext_1k, "ext4", 64 * MIB },
    { put_xfs_groups, "xfs", 256 * MIB },  { put_ntfs_both, "ntfs", 60 * MIB },
    { put_fat32_both, "vfat", 600 * MIB },
};

/* Each also where its first superblock is destroyed; its copies are no contents. */
TEST_TIMES(a_backup_superblock_leads_to_the_beginning, 2 * (int)ARRAY_SIZE(copies))
{
    CLEANUP(sparse_finish) struct sparse disk = { .size_bytes = 2 * GIB };
    bool has_first = _i % 2;
    uint64_t start = 17 * MIB;

    copies[_i / 2].put(&disk, start, has_first);
    CLEANUP(layout_unrefp) struct layout *layout = blank(disk.size_bytes);
    CLEANUP(layout_unrefp) struct layout *whole = search_whole(&disk, layout);
    ck_assert_uint_eq(layout_damaged_count(whole), 1);
    const struct extent *row = row_at(whole, start);
    ck_assert_ptr_nonnull(row);
    ck_assert_uint_eq(row->length, copies[_i / 2].bytes / 512);
    ck_assert_str_eq(row->content.type, has_first ? "" : copies[_i / 2].type);
    ck_assert_int_eq(row->content.state, has_first ? CONTENT_UNKNOWN : CONTENT_FOUND);
}

/* In the sector of 512 bytes before the place. */
static const struct {
    uint16_t sector;
    uint64_t sectors;
    bool is_backup;
} boots[] = {
    { 512, 2047, true },
    { 512, 0, false },
    { 1024, 2047, false },
    { 512, UINT64_MAX, false },
    { 512, UINT64_MAX / 512, false },
};

TEST_EACH(an_ntfs_backup_has_possible_numbers, boots)
{
    struct peek peek = { .front = 512, .count = 512 };
    struct backup got = { 0 };

    memcpy(peek.bytes + 3, "NTFS    ", 8);
    put_le16(peek.bytes, 11, boots[_i].sector);
    put_le64(peek.bytes, 40, boots[_i].sectors);
    ck_assert_int_eq(backup_find(&peek, 512, &got), boots[_i].is_backup);
    ck_assert_uint_eq(got.back, boots[_i].is_backup ? 2048 * 512 : 0);
}

/* From 512 bytes to 8 TiB: also what is full of contents costs no more. */
TEST_TIMES(the_search_is_bounded, 10)
{
    static const uint64_t sizes[] = { 512, 4096, 100000 * UINT64_C(512), 3 * GIB,
                                      8192 * GIB };
    CLEANUP(sparse_finish) struct sparse disk = { .size_bytes = sizes[_i / 2] };

    for (uint64_t at = MIB; _i % 2 && at < 400 * MIB && at < disk.size_bytes; at += MIB)
        sparse_put_first(&disk, at, 16 * KIB);
    CLEANUP(layout_unrefp) struct layout *layout = blank(disk.size_bytes);
    disk.reads = 0;
    CLEANUP(layout_unrefp) struct layout *whole = search_whole(&disk, layout);
    unsigned places = FOUND_NEAR_MAX + FOUND_FAR_MAX;
    ck_assert_uint_le(disk.reads, places * 4 + FOUND_MAX * 20);
    ck_assert_uint_le(layout_damaged_count(whole), FOUND_MAX);
    CLEANUP(layout_unrefp) struct layout *without = found_remove(whole);
    ck_assert(layout_equal(without, layout));
    ck_assert_ptr_null(layout_note_find(without, NOTE_CONTENTS_FOUND));
}

TEST(rows_that_are_there_keep_their_ids)
{
    CLEANUP(sparse_finish) struct sparse disk = { .size_bytes = 2 * GIB };

    sparse_put_first(&disk, 300 * MIB, 20 * MIB);
    sparse_put_first(&disk, MIB, 20 * MIB);
    CLEANUP(layout_unrefp) struct layout *layout = blank(disk.size_bytes);
    CLEANUP(layout_unrefp) struct layout *near = search_near(&disk, layout);
    CLEANUP(layout_unrefp) struct layout *whole = search_whole(&disk, near);
    CLEANUP(layout_unrefp) struct layout *again = search_whole(&disk, whole);
    ck_assert_uint_eq(layout_damaged_count(near), 1);
    ck_assert_uint_eq(layout_damaged_count(whole), 2);
    ck_assert_uint_eq(row_at(near, MIB)->id, row_at(whole, MIB)->id);
    ck_assert_uint_gt(row_at(whole, 300 * MIB)->id, 1000);
    ck_assert_uint_lt(row_at(whole, 300 * MIB)->id, LAYOUT_ID_FREE);
    ck_assert_ptr_eq(again, whole);
}
