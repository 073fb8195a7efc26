/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_moves_default.c - the aim of the plan that takes less time, and what plans cost */
#include "model/move/plan/moves_default.h"

#include "model/base/mem.h"
#include "model/move/plan/typical_speed.h"
#include "support/moves_plan.h"
#include "support/test.h"

#define NTFS .inside = INSIDE_NTFS
#define SWAP .inside = INSIDE_SWAP
#define GIB  2097152 /* sectors */

static struct layout *disk_of(uint64_t size, enum label_kind label, uint64_t logical,
                              const struct disks_part *parts, size_t count)
{
    struct disks_spec spec = {
        .size = size, .logical = logical, .label = label, .parts = parts, .count = count
    };

    return disks_build(&spec);
}

#define DISK(size, label, logical, ...)                                                  \
    static const struct disks_part parts[] = { __VA_ARGS__ };                            \
    return disk_of(size, label, logical, parts, ARRAY_SIZE(parts))

/* Seed 003 as it was: a USB disk with one partition from 63 on. */
static struct layout *disk_usb(void)
{
    DISK(390721968, LABEL_MSDOS, 512, PART(PARTITION, 1, 63, 390716802, NTFS));
}

/* The larger partition is on the physical grid, and would move with the grain. */
static struct layout *disk_half_right(void)
{
    DISK(1953525168, LABEL_MSDOS, 512, PART(PARTITION, 1, 63, GIB, NTFS),
         PART(PARTITION, 2, 4194304 + 8, 1900000000, NTFS));
}

/* The larger one is off, and there is little space for a journal: moving both by 1 MiB is
 * faster than moving one of them in small batches. */
static struct layout *disk_half_wrong(void)
{
    DISK(64 + 3 * GIB + 1 + 3000, LABEL_MSDOS, 512, PART(PARTITION, 1, 64, GIB, NTFS),
         PART(PARTITION, 2, 64 + GIB + 1, 2 * GIB, NTFS));
}

/* Swap is made again: both plans take no time. */
static struct layout *disk_swap(void)
{
    DISK(GIB, LABEL_MSDOS, 512, PART(PARTITION, 1, 63, 1000000, SWAP));
}

/* The grain would take the free space that the journal needs. */
static struct layout *disk_tight(void)
{
    DISK(GIB, LABEL_MSDOS, 512, PART(PARTITION, 1, 63, GIB - 63 - 2000, NTFS));
}

/* The grain leaves only a few KiB in the first MiB for the journal of three steps: what
 * is free behind the last one is no place, because no data leads to it. */
static struct layout *disk_logical_swap(void)
{
    DISK(24 * 2048, LABEL_MSDOS, 512, PART(EXTENDED, 1, 63, 40000, .inside = INSIDE_NONE),
         EBR(63), PART(LOGICAL, 5, 126, 16000, SWAP), EBR(16199),
         PART(LOGICAL, 6, 16200, 16000, SWAP));
}

/* No free space at all but one sector: no plan on the disk has a place. */
static struct layout *disk_full(void)
{
    DISK(GIB, LABEL_MSDOS, 512, PART(PARTITION, 1, 63, GIB - 63, NTFS));
}

static struct layout *disk_4kn(void)
{
    DISK(2441609216 / 8, LABEL_GPT, 4096, PART(PARTITION, 1, 257, 1000000, NTFS));
}

static struct layout *disk_4kn_of_8k(void)
{
    static const struct disks_part parts[] = { PART(PARTITION, 1, 257, 1000000, NTFS) };
    struct disks_spec spec = { .size = 305201152,
                               .logical = 4096,
                               .label = LABEL_GPT,
                               .said = { .physical = 8192 },
                               .parts = parts,
                               .count = 1 };

    return disks_build(&spec);
}

static const struct {
    struct layout *(*disk)(void);
    const char *aim, *starts; /* NULL: there is no plan */
} rows[] = {
    { disks_legacy, "mib", "1:2048 2:204800000 3:1912589825-1953523892 5:1912590336" },
    { disks_touching, "nudge",
      "1:56 2:2088448 3:3116608 4:5172867-8388607 5:5172928 6:6201088" },
    { disk_usb, "mib", "1:2048" },
    { disk_half_right, "nudge", "1:64 2:4194312" },
    { disk_half_wrong, "mib", "1:2048 2:2099200" },
    { disk_swap, "mib", "1:2048" },
    { disk_tight, "nudge", "1:64" },
    { disk_full, "nudge", "1:56" },
    { disk_logical_swap, "nudge", "1:63-40062 5:128 6:16200" },
    { disks_aligned, "nudge", "1:2048 2:1050624 3:34605056" },
    { disks_jumper, "nudge", "1:63" },
    { disk_4kn, "nudge", "1:257" },
    { disk_4kn_of_8k, "mib", "1:256" },
    { disks_gpt34, "nudge", NULL },
};

static struct move_speed usual(void)
{
    static const struct move_speed unknown;

    return typical_speed_complete(&unknown, NULL);
}

static enum moves_aim default_of(const struct layout *layout,
                                 const struct move_speed *speed, struct moves *ret)
{
    static const struct moves_want want;
    struct err err = { 0 };
    enum moves_aim aim;

    ck_assert_msg(moves_make_default(layout, &want, speed, &aim, ret, &err), "%s",
                  err.text);
    return aim;
}

TEST_EACH(the_default_aim_is_the_faster_one, rows)
{
    CLEANUP(layout_unrefp) struct layout *layout = rows[_i].disk();
    struct move_speed speed = usual();
    struct moves moves;
    enum moves_aim aim = default_of(layout, &speed, &moves);

    ck_assert_str_eq(moves_aim_id(aim), rows[_i].aim);
    ck_assert_int_eq(moves.is_possible, rows[_i].starts != NULL);
    if (moves.result) {
        CLEANUP(freep) char *text = moves_plan_starts(moves.result);
        ck_assert_str_eq(text, rows[_i].starts);
    }
    moves_finish(&moves);
}

static struct moves_price price_of(const struct layout *layout, enum moves_aim aim,
                                   const struct move_speed *speed,
                                   const struct journal_offer *offer)
{
    struct moves moves = moves_plan_make(layout, (struct moves_want){ .aim = aim });
    struct moves_price price = moves_price_of(layout, &moves, speed, offer);

    moves_finish(&moves);
    return price;
}

/* On each kind of drive, whether it was measured or not. */
static const char *const drives[][2] = {
    { "sata", "1" }, { "sata", "" }, { "nvme", "" },
    { "usb", "1" },  { "usb", "" },  { "", "" },
};

TEST_EACH(no_other_plan_takes_less_time, drives)
{
    static const struct move_speed unknown;
    struct move_speed speed = typical_speed_complete(
        &unknown, typical_speed_of(drives[_i][0], drives[_i][1][0]));

    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        CLEANUP(layout_unrefp) struct layout *layout = rows[i].disk();
        struct moves moves;
        enum moves_aim aim = default_of(layout, &speed, &moves);
        struct moves_price own = moves_price_of(layout, &moves, &speed, NULL);
        struct moves_price other =
            price_of(layout, aim == MOVES_MIB ? MOVES_NUDGE : MOVES_MIB, &speed, NULL);
        ck_assert(own.is_possible || !other.is_possible);
        ck_assert_int_ge(own.place, other.place);
        if (own.is_possible == other.is_possible && own.place == other.place)
            ck_assert_double_le(own.seconds, other.seconds);
        moves_finish(&moves);
    }
}

TEST(a_shift_of_one_sector_writes_all_twice)
{
    CLEANUP(layout_unrefp) struct layout *layout = disk_usb();
    struct move_speed speed = usual();
    struct moves_price nudge = price_of(layout, MOVES_NUDGE, &speed, NULL);
    struct moves_price mib = price_of(layout, MOVES_MIB, &speed, NULL);
    uint64_t bytes = UINT64_C(390716802) * 512;

    ck_assert_uint_eq(nudge.bytes, bytes);
    ck_assert_uint_eq(nudge.written, 2 * bytes);
    ck_assert_uint_eq(mib.bytes, bytes);
    ck_assert_uint_eq(mib.written, bytes);
    ck_assert_double_lt(mib.seconds, nudge.seconds);
    /* Reading it twice more is included. */
    ck_assert_double_gt(mib.seconds, (double)bytes * 4 / 100e6);
}

TEST(a_journal_on_another_drive_is_written_there)
{
    CLEANUP(layout_unrefp) struct layout *layout = disk_usb();
    struct move_speed speed = usual();
    const struct journal_offer offer = { .path = "/mnt/journal",
                                         .bytes = MOVE_JOURNAL_MAX,
                                         .speed = speed };
    struct moves_price nudge = price_of(layout, MOVES_NUDGE, &speed, &offer);

    ck_assert_int_eq(nudge.place, MOVES_PLACE_SURE);
    ck_assert_uint_eq(nudge.written, nudge.bytes);
}

TEST(without_a_place_the_price_is_that_with_another_drive)
{
    CLEANUP(layout_unrefp) struct layout *layout = disk_full();
    struct move_speed speed = usual();
    struct moves_price price = price_of(layout, MOVES_NUDGE, &speed, NULL);

    ck_assert(price.is_possible && price.place == MOVES_PLACE_NONE);
    ck_assert_uint_eq(price.written, price.bytes);
    ck_assert_double_gt(price.seconds, 0);
}

TEST(one_partition_alone_has_its_own_price)
{
    CLEANUP(layout_unrefp) struct layout *layout = disks_legacy();
    struct move_speed speed = usual();
    const struct extent *ntfs = layout_find_number(layout, 1);
    struct moves_price alone = moves_price_alone(layout, ntfs, 56, &speed);
    struct moves_price swap =
        moves_price_alone(layout, layout_find_number(layout, 5), 1912586504, &speed);

    ck_assert_uint_eq(alone.bytes, 104855837184);
    ck_assert_uint_eq(alone.written, 2 * alone.bytes);
    ck_assert_double_lt(alone.seconds,
                        price_of(layout, MOVES_NUDGE, &speed, NULL).seconds);
    ck_assert(swap.is_possible && !swap.bytes && !swap.written);
    ck_assert_double_eq(swap.seconds, 0);
}

/* Where flushes and seeks take no time, the plan that moves less data is faster. */
TEST(what_was_measured_decides)
{
    CLEANUP(layout_unrefp) struct layout *layout = disk_half_wrong();
    struct move_speed measured = usual();
    struct moves moves;

    measured.flush = measured.near = measured.far = 1e-6;
    ck_assert_int_eq(default_of(layout, &measured, &moves), MOVES_NUDGE);
    moves_finish(&moves);
}

TEST(a_table_that_cannot_be_edited_has_no_plan)
{
    const struct disks_part part = PART(PARTITION, 1, 63, 1000, NTFS);
    CLEANUP(layout_unrefp) struct layout *layout = disk_of(GIB, LABEL_BSD, 512, &part, 1);
    static const struct moves_want want;
    struct move_speed speed = usual();
    struct moves moves;
    enum moves_aim aim;
    struct err err = { 0 };

    ck_assert(!moves_make_default(layout, &want, &speed, &aim, &moves, &err));
    ck_assert_int_eq(err.code, ERR_REFUSED);
}
