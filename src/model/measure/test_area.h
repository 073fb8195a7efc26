/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_area.h - which starts are compared, and where on the disk that may be done */
#ifndef ALIDADE_MODEL_MEASURE_TEST_AREA_H
#define ALIDADE_MODEL_MEASURE_TEST_AREA_H

#include "model/disk/layout.h"

/* Both ends of a window keep so many bytes to everything else: a write that ends at the
 * window's end makes the drive write its neighbours anew. */
#define TEST_AREA_MARGIN (64U * 1024)
/* As large as a window is, and as small as it may be; without margins. */
#define TEST_AREA_BYTES (8U << 20)
#define TEST_AREA_MIN   (512U * 1024)
/* What a window's start is a multiple of where there is room for it, and at least. */
#define TEST_AREA_GRAIN (1U << 20)
#define TEST_AREA_STEP  TEST_AREA_MARGIN

/* Bytes of the disk, [start, start + bytes), margins outside of it. */
struct test_area {
    uint64_t start;
    uint64_t bytes;
    unsigned partition; /* its number; 0: free space */
};

/* The windows of LAYOUT, best first, at most MOST, and how many: free space first, the
 * nearer to NEAR_LBA the better but whole windows before smaller ones, then PARTITION's
 * own sectors (an extent id; 0: any idle one's).  Never the first MiB, the last 33
 * sectors, a table's sectors, or an extent that somebody uses, as guard_mark() says.
 * Free space gets its own bytes back as well. */
size_t test_areas_find(const struct layout *layout, uint32_t partition, uint64_t near_lba,
                       struct test_area *ret, size_t max);

/* What is compared: times at BASE against times at AGAINST, starts in LBA. */
struct bench_starts {
    /* Where the first data inside lies off the start by no whole number of physical
     * sectors, that LBA and not the start: it decides how all writes lie. */
    uint64_t base;
    uint64_t against;
    uint64_t aligned; /* nearest to base on the physical grid that is believed */
    uint32_t extent;  /* id of the partition that starts at base; 0: none */
    /* False: base is not off, and AGAINST is a start that would be. */
    bool is_off;
};

/* Of the extent ID, or for 0 of the first partition that is off, else of the first one
 * that is judged, else 63 against 64.  AGAINST is the suggested start.  ERR_USAGE where
 * ID is no partition. */
bool bench_starts_of(const struct layout *layout, uint32_t id, uint64_t grub_sectors,
                     struct bench_starts *ret, struct err *err) MUST_USE;

#endif
