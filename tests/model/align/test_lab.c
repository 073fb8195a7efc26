/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_lab.c - verdicts against the values of the kernel for 15 emulated drives
 *
 * Measured on a 6.x kernel with QEMU drives, scsi_debug and md: the partition's
 * alignment_offset in sysfs for partitions at 63, 64 and 2048.  The kernel takes the
 * larger of physical sector and minimum I/O as its grid (block/blk-settings.c), we the
 * physical sector alone: on RAID its answer is about stripes, and that is the one
 * exception below. */
#include "model/align/judge.h"

#include "model/base/mem.h"
#include "support/disks.h"
#include "support/tap.h"

enum { STARTS = 3 };
static const uint64_t starts[STARTS] = { 63, 64, 2048 };

enum { NOT_MEASURED = -1 };

static const struct {
    const char *drive;
    uint64_t logical, physical, minimum_io, optimal_io;
    int64_t offset;
    bool is_raid;           /* minimum I/O above the physical sector */
    int64_t kernel[STARTS]; /* its alignment_offset of the partition, bytes */
} drives[] = {
    /* clang-format off */
    { "512n", 512, 512, 512, 0, 0, false, { 0, 0, 0 } },
    { "512e", 512, 4096, 4096, 0, 0, false, { 512, 0, 0 } },
    { "virtio-blk 512e", 512, 4096, 4096, 0, 0, false, { 512, 0, 0 } },
    { "512e, optimal 1 MiB", 512, 4096, 4096, 1 << 20, 0, false, { 512, 0, 0 } },
    /* The kernel itself drops 33553920 where the physical sector is 4096. */
    { "512e, optimal 33553920", 512, 4096, 4096, 0, 0, false, { 512, 0, 0 } },
    { "512n, optimal 33553920", 512, 512, 512, 33553920, 0, false, { 0, 0, 0 } },
    { "512e RAID 64K/256K", 512, 4096, 65536, 262144, 0, true, { 33280, 32768, 0 } },
    { "512n RAID 512K/3M", 512, 512, 524288, 3 << 20, 0, true, { 492032, 491520, 0 } },
    { "md raid0 with a liar", 512, 512, 65536, 4294901760, 0, true,
      { 33280, NOT_MEASURED, 0 } },
    { "16K physical", 512, 16384, 16384, 524288, 0, false, { 512, 0, 0 } },
    { "XP jumper", 512, 4096, 4096, 0, 3584, false, { 0, 3584, 3584 } },
    { "lowest aligned 1", 512, 4096, 4096, 0, 512, false, { 1024, 512, 512 } },
    { "4Kn", 4096, 4096, 4096, 0, 0, false, { 0, 0, 0 } },
    { "4Kn, optimal 4 MiB", 4096, 4096, 4096, 4 << 20, 0, false, { 0, 0, 0 } },
    { "4096/8192", 4096, 8192, 8192, 4 << 20, 0, false, { 4096, 0, 0 } },
    /* clang-format on */
};

/* One partition on a disk of 1 GiB or more with the sector sizes that the drive
 * reports. A reported 512 is not doubted here, as in the kernel. */
static struct layout *lab_disk(size_t drive, uint64_t start)
{
    struct disks_part part = {
        .kind = EXTENT_PARTITION, .number = 1, .start = start, .length = 8192
    };
    struct disks_spec spec = {
        .size = 2097152,
        .logical = drives[drive].logical,
        .label = LABEL_MSDOS,
        .said = { .physical = drives[drive].physical,
                  .minimum_io = drives[drive].minimum_io,
                  .optimal_io = drives[drive].optimal_io,
                  .alignment_offset = drives[drive].offset,
                  .has_alignment_offset = true },
        .given = { .physical = drives[drive].physical == 512 ? 512 : 0 },
        .parts = &part,
        .count = 1,
    };

    return disks_build(&spec);
}

/* The kernel counts the bytes up to the next boundary, we those past the last one. */
static uint64_t to_next(uint64_t past, uint64_t grid)
{
    return past ? grid - past : 0;
}

START_TEST(judge_agrees_with_the_kernel)
{
    size_t drive = (size_t)_i / STARTS, start = (size_t)_i % STARTS;
    int64_t kernel = drives[drive].kernel[start];
    CLEANUP(layout_unrefp) struct layout *layout = lab_disk(drive, starts[start]);
    struct verdict v = judge_extent(layout, layout_find_number(layout, 1));
    uint64_t ours = to_next(v.past_bytes, drives[drive].physical);

    ck_assert((v.grade == GRADE_OFF) == (v.past_bytes != 0));
    if (kernel == NOT_MEASURED)
        return;
    if (!drives[drive].is_raid)
        ck_assert_msg(ours == (uint64_t)kernel, "%s at %llu: %llu, the kernel %lld",
                      drives[drive].drive, (unsigned long long)starts[start],
                      (unsigned long long)ours, (long long)kernel);
    else
        ck_assert_uint_eq(ours, (uint64_t)kernel % drives[drive].physical);
}
END_TEST

/* The exception: with its own rule put in our place, the kernel's numbers come out, and
 * the stripe never judges: 64 on a 512e RAID is right. */
START_TEST(raid_differs_only_by_the_minimum_io)
{
    unsigned cells = 0;

    for (size_t i = 0; i < ARRAY_SIZE(drives) * STARTS; i++) {
        size_t drive = i / STARTS;
        uint64_t lba = starts[i % STARTS], grid = drives[drive].minimum_io;
        int64_t kernel = drives[drive].kernel[i % STARTS];
        if (!drives[drive].is_raid || kernel == NOT_MEASURED)
            continue;
        CLEANUP(layout_unrefp) struct layout *layout = lab_disk(drive, lba);
        const struct limits *limits = layout_limits(layout);
        struct verdict v = judge_extent(layout, layout_find_number(layout, 1));
        ck_assert_uint_eq(limits->minimum_io, grid);
        ck_assert_uint_gt(grid, limits->physical);
        ck_assert_uint_eq(to_next(lba * limits->logical % grid, grid), (uint64_t)kernel);
        ck_assert(lba != 64 || v.grade != GRADE_OFF);
        cells++;
    }
    ck_assert_uint_eq(cells, 8);
}
END_TEST

/* A drive that reports 512 is not trusted before it was measured. */
START_TEST(reported_512_is_judged_by_4096)
{
    struct disks_part part = {
        .kind = EXTENT_PARTITION, .number = 1, .start = 63, .length = 8192
    };
    struct disks_spec spec = { .size = 2097152,
                               .label = LABEL_MSDOS,
                               .said = { .physical = 512 },
                               .parts = &part,
                               .count = 1 };
    CLEANUP(layout_unrefp) struct layout *layout = disks_build(&spec);

    ck_assert_int_eq(judge_extent(layout, layout_find_number(layout, 1)).grade,
                     GRADE_OFF);
    ck_assert(judge_all(layout).is_assumed);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("lab");
    TCase *tcase = tcase_create("lab");
    int cells = (int)ARRAY_SIZE(drives) * STARTS;

    tcase_add_loop_test(tcase, judge_agrees_with_the_kernel, 0, cells);
    tcase_add_test(tcase, raid_differs_only_by_the_minimum_io);
    tcase_add_test(tcase, reported_512_is_judged_by_4096);
    suite_add_tcase(suite, tcase);
    return run_tap(suite);
}
