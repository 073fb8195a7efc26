/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_area.h - finds test areas on a disk, and the starts to compare
 *
 * Bench and probe write into a test area, and only what they read there. */
#ifndef ALIDADE_MODEL_MEASURE_TEST_AREA_H
#define ALIDADE_MODEL_MEASURE_TEST_AREA_H

#include "model/align/suggest.h"
#include "model/disk/layout.h"

/* Margin on both sides of an area: a write at its end makes the drive rewrite the
 * neighbouring sectors. */
#define TEST_AREA_MARGIN (64U * 1024)
/* Preferred and minimum size, without margins. */
#define TEST_AREA_BYTES (2U << 20)
#define TEST_AREA_MIN   (512U * 1024)
/* The start of an area is a multiple of GRAIN if possible, else of STEP. */
#define TEST_AREA_GRAIN (1U << 20)
#define TEST_AREA_STEP  TEST_AREA_MARGIN

/* Bytes [start, start + bytes) of the disk, without margins. */
struct test_area {
    uint64_t start;
    uint64_t bytes;
    unsigned partition; /* its number; 0: free space */
};

/* Finds at most MAX test areas of LAYOUT, best first, and returns their number: free
 * space first, full size before smaller ones, then by distance to NEAR_LBA; then the
 * sectors of PARTITION (an extent id; 0: of any idle one). They never include the first
 * MiB, the last 33 sectors, sectors of a table, or an extent that guard_mark() marked as
 * used. */
size_t test_areas_find(const struct layout *layout, uint32_t partition, uint64_t near_lba,
                       struct test_area *ret, size_t max);

/* The starts to compare, in LBA: times at BASE with times at AGAINST. */
struct bench_starts {
    /* The first data inside a partition, where its position in a physical sector differs
     * from the start's: it decides how writes are aligned. */
    uint64_t base;
    uint64_t against;
    uint64_t aligned; /* nearest to base on the assumed physical grid */
    uint32_t extent;  /* id of the partition that starts at base; 0: none */
    /* False: base is aligned, and AGAINST is a misaligned start. */
    bool is_off;
};

/* Takes the extent ID; for 0 the first misaligned partition, else the first one that is
 * judged, else 63 and 64. AGAINST is the suggested start. ERR_USAGE if ID is not a
 * partition. */
bool bench_starts_of(const struct layout *layout, uint32_t id,
                     struct suggest_context context, struct bench_starts *ret,
                     struct err *err) MUST_USE;

#endif
