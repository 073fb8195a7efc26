/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_fields_bsd.c - BSD labels before and after their partition is moved */
#include <string.h>

#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/move/plan/fields.h"
#include "model/table/bsd.h"
#include "support/reader_bytes.h"
#include "support/refused.h"
#include "support/sparse.h"
#include "support/test.h"

enum { A, B, C, D, E, SLICE = 63, SLICE_LENGTH = 100000, DISK = 400000 };

/* A slice at 63; entry e is another partition of the disk. */
static const struct bsd_label label = {
    .flavour = BSD_OPENBSD,
    .sector_bytes = 512,
    .size = DISK,
    .bound_start = SLICE,
    .bound_end = SLICE + SLICE_LENGTH,
    .count = 5,
    .entries = { [A] = { SLICE, 60000, 7 },
                 [B] = { SLICE + 60000, 40000, 1 },
                 [C] = { 0, DISK, 0 },
                 [E] = { 200000, 1000, 7 } },
};

/* Moves the slice that LABEL describes, on a disk with sectors of LOGICAL bytes, and
 * decodes the label again. */
static bool move_label(const struct bsd_label *from, uint64_t new_start, uint64_t logical,
                       struct bsd_label *ret, struct err *err)
{
    static const char *const types[] = { "a5", "a6", "a9" };
    struct extent extent = {
        .kind = EXTENT_PARTITION, .number = 1, .start = SLICE, .length = SLICE_LENGTH
    };
    struct fields_move move = { &extent, 0, new_start, 0, logical };
    uint8_t bytes[8192] = { 0 };
    struct reader_bytes memory = { bytes, sizeof(bytes) };
    struct reader part = reader_of_bytes(&memory);
    struct fields fields;

    copy_text(extent.type, sizeof(extent.type), types[from->flavour]);
    bsd_encode(from, bytes + logical);
    if (!fields_find(&move, &part, &fields, err))
        return false;
    ck_assert(fields_apply(&fields, 0, bytes, sizeof(bytes)));
    ck_assert_msg(bsd_decode(&part, logical, from->flavour, ret), "checksum");
    return true;
}

static void expect_starts(const struct bsd_label *got, const uint64_t *want)
{
    for (unsigned i = 0; i < got->count; i++) {
        ck_assert_uint_eq(got->entries[i].start, want[i]);
        ck_assert_uint_eq(got->entries[i].length, label.entries[i].length);
        ck_assert_uint_eq(got->entries[i].type, label.entries[i].type);
    }
}

static const uint64_t new_starts[] = { 56, 64, 2048, 63, 70000 };

TEST_EACH(starts_and_bounds_move_with_the_slice, new_starts)
{
    uint64_t start = new_starts[_i];
    const uint64_t want[] = { start, start + 60000, 0, 0, 200000 };
    struct bsd_label got;
    struct err err = { 0 };

    ck_assert_msg(move_label(&label, start, 512, &got, &err), "%s", err.text);
    expect_starts(&got, want);
    ck_assert_uint_eq(got.bound_start, start);
    ck_assert_uint_eq(got.bound_end, start + SLICE_LENGTH);
    ck_assert_uint_eq(got.size, DISK);
}

static const enum bsd_flavour narrow[] = { BSD_NETBSD, BSD_FREEBSD };

TEST_EACH(absolute_labels_of_netbsd_and_freebsd_move_too, narrow)
{
    const uint64_t want[] = { 56, 60056, 56, 0, 200000 };
    struct bsd_label from = label, got;
    struct err err = { 0 };

    from.flavour = narrow[_i];
    from.entries[C] = (struct bsd_entry){ SLICE, SLICE_LENGTH, 0 };
    ck_assert_msg(move_label(&from, 56, 512, &got, &err), "%s", err.text);
    got.entries[C].length = DISK;
    expect_starts(&got, want);
}

/* Next to the slice on both sides; the disk, whose end is that of the slice. */
static const struct bsd_entry staying[] = {
    { SLICE - 10, 10, 7 },
    { SLICE + SLICE_LENGTH, 10, 7 },
    { 0, SLICE + SLICE_LENGTH, 0 },
};

TEST_EACH(other_places_of_the_disk_stay, staying)
{
    struct bsd_label from = label, got;
    struct err err = { 0 };

    from.entries[D] = staying[_i];
    ck_assert_msg(move_label(&from, 56, 512, &got, &err), "%s", err.text);
    ck_assert_uint_eq(got.entries[D].start, staying[_i].start);
    ck_assert_uint_eq(got.entries[A].start, 56);
}

TEST(relative_starts_of_freebsd_stay)
{
    const uint64_t want[] = { 0, 60000, 0, 0, 0 };
    struct bsd_label from = label, got;
    struct err err = { 0 };

    from.flavour = BSD_FREEBSD;
    from.entries[A].start = 0;
    from.entries[B].start = 60000;
    from.entries[E].start = 0;
    ck_assert(move_label(&from, 56, 512, &got, &err));
    expect_starts(&got, want);
}

TEST(starts_above_32_bits_keep_their_upper_part)
{
    const uint64_t high = UINT64_C(0x2FFFFFFFF);
    struct bsd_label from = label, got;
    struct err err = { 0 };

    from.entries[E] = (struct bsd_entry){ high, 1000, 7 };
    ck_assert(move_label(&from, 56, 512, &got, &err));
    ck_assert_uint_eq(got.entries[E].start, high);
    ck_assert(move_label(&label, UINT64_C(0x1FFFFFFF0), 512, &got, &err));
    ck_assert_uint_eq(got.entries[A].start, UINT64_C(0x1FFFFFFF0));
    ck_assert_uint_eq(got.entries[B].start, UINT64_C(0x1FFFFFFF0) + 60000);
    ck_assert_uint_eq(got.bound_end, UINT64_C(0x1FFFFFFF0) + SLICE_LENGTH);
}

TEST(sectors_of_the_label_may_be_smaller_than_those_of_the_disk)
{
    struct bsd_label from = label, got;
    struct err err = { 0 };

    from.bound_start = SLICE * 8;
    from.bound_end = (SLICE + SLICE_LENGTH) * 8;
    from.entries[A].start = SLICE * 8;
    from.entries[B].start = SLICE * 8 + 60000;
    from.entries[C].length = DISK * 8;
    from.entries[E].start = DISK * 8;
    ck_assert_msg(move_label(&from, 56, 4096, &got, &err), "%s", err.text);
    ck_assert_uint_eq(got.entries[A].start, 56 * 8);
    ck_assert_uint_eq(got.entries[B].start, 56 * 8 + 60000);
    ck_assert_uint_eq(got.entries[E].start, DISK * 8);
}

static const struct {
    enum bsd_flavour flavour;
    uint32_t sector_bytes;
    unsigned index;
    struct bsd_entry entry;
    uint64_t new_start;
} refused[] = {
    /* before it and in it, in it and behind it */
    { BSD_OPENBSD, 512, B, { SLICE - 1, 10, 7 }, 56 },
    { BSD_OPENBSD, 512, B, { SLICE + SLICE_LENGTH - 1, 2, 7 }, 56 },
    { BSD_OPENBSD, 512, B, { 1, SLICE_LENGTH + SLICE + 10, 7 }, 56 },
    /* new starts of more than 32 and 48 bits */
    { BSD_NETBSD, 512, D, { SLICE, 10, 7 }, UINT64_C(1) << 32 },
    { BSD_OPENBSD, 512, D, { SLICE, 10, 7 }, UINT64_C(1) << 48 },
    /* not a whole number of the label's sectors */
    { BSD_OPENBSD, 4096, D, { 0, 0, 0 }, 56 },
};

TEST_EACH(a_label_that_cannot_describe_the_new_place_is_refused, refused)
{
    struct bsd_label from = label, got;
    struct err err = { 0 };

    from.flavour = refused[_i].flavour;
    from.sector_bytes = refused[_i].sector_bytes;
    from.entries[refused[_i].index] = refused[_i].entry;
    ck_assert(!move_label(&from, refused[_i].new_start, 512, &got, &err));
    ck_assert_refused(&err, REFUSAL_MOVE_BSD_LABEL);
    ck_assert(strstr(err.text, "Partition 1 cannot be moved to sector"));
}

TEST(bounds_that_end_before_they_start_are_refused)
{
    struct bsd_label from = label, got;
    struct err err = { 0 };

    from.bound_end = SLICE + 10;
    from.bound_start = SLICE + 11;
    ck_assert(!move_label(&from, 56, 512, &got, &err));
}

TEST(a_shift_by_less_than_a_sector_of_the_label_is_refused)
{
    struct bsd_label from = { .flavour = BSD_NETBSD,
                              .sector_bytes = 4096,
                              .count = 1,
                              .entries = { { 8, 10, 7 } } };
    struct bsd_label got;
    struct err err = { 0 };

    ck_assert(!move_label(&from, SLICE - 7, 512, &got, &err));
    err = (struct err){ 0 };
    ck_assert_msg(move_label(&from, SLICE + 16, 512, &got, &err), "%s", err.text);
    ck_assert_uint_eq(got.entries[A].start, 10);
}
