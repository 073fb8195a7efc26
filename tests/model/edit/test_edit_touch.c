/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_edit_touch.c - partitions up to the first sector of the next one */
#include "model/edit/edit.h"

#include "model/base/mem.h"
#include "support/disks.h"
#include "support/edits.h"
#include "support/test.h"

/* The EBR of 6 is elsewhere, so that the previous partition can end next to 6. */
static const struct disks_part parts[] = {
    { .kind = EXTENT_PARTITION, .number = 1, .start = 100, .length = 100 },
    { .kind = EXTENT_PARTITION, .number = 2, .start = 500, .length = 100 },
    { .kind = EXTENT_EXTENDED, .number = 3, .start = 1000, .length = 5000 },
    { .kind = EXTENT_METADATA, .role = ROLE_EBR, .start = 1000, .length = 1 },
    { .kind = EXTENT_LOGICAL, .number = 5, .start = 1002, .length = 500 },
    { .kind = EXTENT_METADATA, .role = ROLE_EBR, .start = 1001, .length = 1 },
    { .kind = EXTENT_LOGICAL, .number = 6, .start = 2000, .length = 500 },
};

static const struct {
    unsigned number;
    uint64_t start, end;
    enum refusal refusal;
    const char *sentence; /* NULL: possible */
} ranges[] = {
    { 1, 100, 500, 0, NULL },
    { 1, 100, 501, REFUSAL_SECTORS_TAKEN, "partition 2 lies at 500 to 599" },
    { 1, 1, 500, 0, NULL },
    { 1, 0, 500, REFUSAL_SECTORS_NOT_USABLE, "leave the range" },
    { 2, 200, 600, 0, NULL },
    { 2, 199, 600, REFUSAL_SECTORS_TAKEN, "partition 1 lies at 100 to 199" },
    { 2, 500, 1000, 0, NULL },
    { 2, 500, 1001, REFUSAL_SECTORS_TAKEN,
      "the extended partition 3 lies at 1000 to 5999" },
    { 5, 1002, 1999, 0, NULL },
    { 5, 1002, 2000, REFUSAL_LOGICAL_TOUCHES_NEXT,
      "libparted wants a free sector before logical partition 6" },
    { 5, 1002, 2000, REFUSAL_LOGICAL_TOUCHES_NEXT, "this one can end at sector 1998." },
    { 5, 1002, 2001, REFUSAL_SECTORS_TAKEN, "partition 6 lies at 2000 to 2499" },
    { 6, 2000, 6000, 0, NULL },
    { 6, 2000, 6001, REFUSAL_LOGICAL_OUTSIDE,
      "A logical partition lies inside the extended one" },
    { 6, 1503, 2500, 0, NULL },
    { 3, 1000, 2500, 0, NULL },
    { 3, 1000, 2499, REFUSAL_RESIZE_EXTENDED, "Partition 6 lies in the extended one" },
    { 3, 600, 6000, REFUSAL_RESIZE_EXTENDED,
      "begins at the first sector of partition 3" },
    { 3, 599, 6000, REFUSAL_SECTORS_TAKEN, "partition 2 lies at 500 to 599" },
    { 3, 1000, 10000, 0, NULL },
    { 3, 1000, 10001, REFUSAL_SECTORS_BEYOND_DISK, "the disk ends at sector 9999" },
};

TEST_EACH(a_partition_can_reach_its_neighbour, ranges)
{
    struct disks_spec spec = {
        .size = 10000, .label = LABEL_MSDOS, .parts = parts, .count = ARRAY_SIZE(parts)
    };
    CLEANUP(layout_unrefp) struct layout *layout = disks_build(&spec);
    struct edit edit = { .kind = EDIT_RESIZE,
                         .start = ranges[_i].start,
                         .length = ranges[_i].end - ranges[_i].start };

    if (ranges[_i].sentence) {
        edits_refuse(layout, edit, ranges[_i].number, ranges[_i].refusal,
                     ranges[_i].sentence);
        return;
    }
    CLEANUP(layout_unrefp)
    struct layout *after = edits_do(layout, edit, ranges[_i].number);
    const struct extent *extent = layout_find_number(after, ranges[_i].number);
    ck_assert_uint_eq(extent->start, ranges[_i].start);
    ck_assert_uint_eq(extent_end(extent), ranges[_i].end);
}

/* A GPT with 512-byte sectors needs 67, and a usable one. */
TEST(a_disk_too_small_for_a_gpt_is_not_converted)
{
    static const struct disks_part part = {
        .kind = EXTENT_PARTITION, .number = 1, .start = 34, .length = 1
    };
    struct edit edit = { .kind = EDIT_CONVERT, .label = LABEL_GPT };

    for (uint64_t size = 67; size <= 68; size++) {
        struct disks_spec spec = {
            .size = size, .label = LABEL_MSDOS, .parts = &part, .count = 1
        };
        CLEANUP(layout_unrefp) struct layout *layout = disks_build(&spec);
        if (size < 68) {
            edits_refuse(layout, edit, 0, REFUSAL_DISK_TOO_SMALL_FOR_GPT,
                         "too small for a GPT: it has 67 sectors.");
            continue;
        }
        CLEANUP(layout_unrefp) struct layout *after = edits_do(layout, edit, 0);
        edits_expect(after, "m 0+1, m 1+33, p1 34+1, m 35+33");
    }
}

/* Swap needs ten pages, but can move with fewer. */
TEST(a_length_that_stays_is_not_too_little)
{
    static const struct disks_part part = { .kind = EXTENT_PARTITION,
                                            .number = 1,
                                            .start = 100,
                                            .length = 8,
                                            .inside = INSIDE_SWAP };
    struct disks_spec spec = {
        .size = 10000, .label = LABEL_MSDOS, .parts = &part, .count = 1
    };
    CLEANUP(layout_unrefp) struct layout *layout = disks_build(&spec);
    struct edit edit = { .kind = EDIT_RESIZE, .start = 2048, .length = 8 };

    CLEANUP(layout_unrefp) struct layout *after = edits_do(layout, edit, 1);
    edits_expect(after, "m 0+1, p1 2048+8");
    edit.length = 7;
    edits_refuse(layout, edit, 1, REFUSAL_SHRINK_SWAP, "");
}
