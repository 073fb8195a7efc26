/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_area.c - finds test areas on a disk, and the starts to compare */
#include "model/measure/test_area.h"

#include <stdlib.h>

#include "model/align/judge.h"
#include "model/base/align.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/num.h"

/* Reserved for boot loaders, whatever the table contains. */
#define FRONT_BYTES (UINT64_C(1) << 20)
/* A backup GPT of 512-byte sectors, whether there is one or not. */
#define BACK_SECTORS 33
/* Offsets in files and devices are signed. */
#define MAX_BYTES ((uint64_t)INT64_MAX)

/* Bytes [start, end) that may all be written to, without margins. */
struct region {
    uint64_t start;
    uint64_t end;
    uint64_t wanted;    /* preferred start of a test area */
    unsigned partition; /* its number; 0: free space */
    bool is_free;
};

struct regions {
    struct region *list;
    size_t count;
};

struct search {
    const struct layout *layout;
    uint64_t near; /* byte */
    struct regions regions;
};

static void region_add(struct regions *regions, const struct region *region)
{
    if (region->end <= region->start || region->end - region->start < TEST_AREA_MIN)
        return;
    regions->list = xrealloc(regions->list, regions->count + 1, sizeof(*regions->list));
    regions->list[regions->count++] = *region;
}

/* Removes [start, end) from the region at INDEX; the part behind it becomes a new
 * region. */
static void region_cut(struct regions *regions, size_t index, uint64_t start,
                       uint64_t end)
{
    struct region behind = regions->list[index];

    if (end <= behind.start || start >= behind.end)
        return;
    behind.start = end;
    regions->list[index].end = start;
    region_add(regions, &behind);
}

/* Converts sectors to bytes, limited to BYTES_MAX. */
static uint64_t bytes_of(const struct layout *layout, uint64_t sectors)
{
    uint64_t bytes;

    if (!num_mul(sectors, layout_limits(layout)->logical, &bytes) || bytes > MAX_BYTES)
        return MAX_BYTES;
    return bytes;
}

/* True for extents that are never touched, even where they overlap others. */
static bool is_forbidden(const struct extent *extent)
{
    return extent->kind == EXTENT_METADATA || extent->kind == EXTENT_KEPT ||
           extent->role == ROLE_TABLE ||
           (extent->kind == EXTENT_SLICE && extent->use.kind != USE_NONE);
}

static void cut_forbidden(struct search *search, size_t from)
{
    const struct layout *layout = search->layout;

    LAYOUT_EACH (extent, layout) {
        uint64_t start = bytes_of(layout, extent->start);
        uint64_t end = bytes_of(layout, extent_end(extent)) + TEST_AREA_MARGIN;

        start -= start < TEST_AREA_MARGIN ? start : TEST_AREA_MARGIN;
        /* Regions that this cuts off are checked too. */
        for (size_t k = from; is_forbidden(extent) && k < search->regions.count; k++)
            region_cut(&search->regions, k, start, end);
    }
}

/* The parent of a slice, since slices have no number and the parent may be in use. */
static const struct extent *home_of(const struct layout *layout,
                                    const struct extent *extent)
{
    const struct extent *parent =
        extent->kind == EXTENT_SLICE ? layout_find(layout, extent->parent) : NULL;

    return parent ? parent : extent;
}

static void add_extent(struct search *search, const struct extent *extent)
{
    const struct limits *limits = layout_limits(search->layout);
    uint64_t start = bytes_of(search->layout, extent->start), from = start;
    uint64_t end = bytes_of(search->layout, extent_end(extent)), last = 0;
    size_t first = search->regions.count;

    if (limits->size > BACK_SECTORS)
        last = bytes_of(search->layout, limits->size - BACK_SECTORS);
    if (start < FRONT_BYTES)
        start = FRONT_BYTES;
    if (end > last)
        end = last;
    if (end < TEST_AREA_MARGIN)
        return;
    struct region region = {
        .start = start + TEST_AREA_MARGIN,
        .end = end - TEST_AREA_MARGIN,
        .wanted = search->near,
        .partition = home_of(search->layout, extent)->number,
        .is_free = extent->kind == EXTENT_FREE,
    };
    /* A power failure may destroy the sectors beside a write: keys and superblocks lie at
     * the beginning, the log of XFS and the mirror of NTFS in the middle. */
    if (!region.is_free)
        region.wanted = from + bytes_of(search->layout, extent->length) / 4;
    region_add(&search->regions, &region);
    cut_forbidden(search, first);
}

/* ID 0: any extent that can hold data. */
static bool is_asked_for(const struct extent *extent, uint32_t id)
{
    if (extent->kind == EXTENT_FREE)
        return true;
    if (extent->use.kind != USE_NONE || extent->kind == EXTENT_EXTENDED ||
        !extent_is_partition(extent))
        return false;
    return id ? extent->id == id : extent_holds_data(extent);
}

/* Places an area in REGION at a multiple of GRAIN; false if it does not fit. */
static bool region_fit(const struct region *region, uint64_t grain, struct test_area *ret)
{
    uint64_t first = num_round_up(region->start, grain);
    uint64_t start = num_round_down(region->wanted, grain);

    if (first > region->end || region->end - first < TEST_AREA_MIN)
        return false;
    uint64_t space = region->end - first;
    uint64_t bytes =
        space < TEST_AREA_BYTES ? num_round_down(space, TEST_AREA_STEP) : TEST_AREA_BYTES;
    uint64_t last = num_round_down(region->end - bytes, grain);
    if (start > last)
        start = last;
    if (start < first)
        start = first;
    *ret = (struct test_area){ start, bytes, region->partition };
    return true;
}

static uint64_t distance(const struct test_area *area, uint64_t near)
{
    if (near < area->start)
        return area->start - near;
    return near < area->start + area->bytes ? 0 : near - area->start - area->bytes;
}

/* An area and the region that it lies in. */
struct candidate {
    struct test_area area;
    size_t index;
    bool is_free;
};

static bool is_better(const struct search *search, const struct candidate *a,
                      const struct candidate *b)
{
    bool is_whole = a->area.bytes == TEST_AREA_BYTES;

    if (a->is_free != b->is_free)
        return a->is_free;
    if (is_whole != (b->area.bytes == TEST_AREA_BYTES))
        return is_whole;
    return distance(&a->area, search->near) < distance(&b->area, search->near);
}

/* Finds the best area in the remaining regions. */
static bool find_best(const struct search *search, struct candidate *ret)
{
    bool has_one = false;

    for (size_t i = 0; i < search->regions.count; i++) {
        const struct region *region = &search->regions.list[i];
        struct candidate found = { .index = i, .is_free = region->is_free };
        bool is_fitting = region_fit(region, TEST_AREA_GRAIN, &found.area) ||
                          region_fit(region, TEST_AREA_STEP, &found.area);
        if (!is_fitting || (has_one && !is_better(search, &found, ret)))
            continue;
        *ret = found;
        has_one = true;
    }
    return has_one;
}

size_t test_areas_find(const struct layout *layout, uint32_t partition, uint64_t near_lba,
                       struct test_area *ret, size_t max)
{
    struct search search = { .layout = layout, .near = bytes_of(layout, near_lba) };
    struct candidate best;
    size_t count = 0;

    LAYOUT_EACH (extent, layout)
        if (is_asked_for(extent, partition) &&
            home_of(layout, extent)->use.kind == USE_NONE)
            add_extent(&search, extent);
    while (count < max && find_best(&search, &best)) {
        uint64_t end = best.area.start + best.area.bytes;
        region_cut(&search.regions, best.index, best.area.start, end);
        ret[count++] = best.area;
    }
    free(search.regions.list);
    return count;
}

/* The LBA that decides how writes to EXTENT are aligned: its start, unless its first data
 * begins at another position within a physical sector. */
static uint64_t base_of(const struct layout *layout, const struct extent *extent)
{
    const struct limits *limits = layout_limits(layout);
    uint64_t inside = judge_data_offset(layout, extent);
    uint64_t sectors = inside / limits->logical;

    if (inside % limits->physical == 0 || inside % limits->logical)
        return extent->start;
    /* A superblock may contain anything: only the position in a physical sector counts
     * then. */
    if (sectors >= extent->length)
        sectors %= limits->physical / limits->logical;
    return extent->start + sectors;
}

static uint64_t against_of(const struct layout *layout, const struct extent *extent,
                           struct suggest_context context,
                           const struct bench_starts *starts)
{
    struct suggestion best;

    if (!starts->is_off)
        return starts->base + 1;
    if (!suggest_best(layout, extent, context, &best))
        return starts->aligned;
    return best.start + (starts->base - extent->start);
}

static struct bench_starts starts_at(const struct layout *layout, uint64_t base)
{
    struct alignment grid = limits_physical_grid(layout_limits(layout));

    return (struct bench_starts){
        .base = base,
        .aligned = align_nearest(grid, base),
        .is_off = !align_contains(grid, base),
    };
}

static const struct extent *find_judged(const struct layout *layout)
{
    const struct extent *judged = NULL;

    LAYOUT_EACH (extent, layout) {
        enum grade grade = judge_extent(layout, extent).grade;
        if (grade == GRADE_OFF)
            return extent;
        if (grade != GRADE_HARMLESS && !judged)
            judged = extent;
    }
    return judged;
}

bool bench_starts_of(const struct layout *layout, uint32_t id,
                     struct suggest_context context, struct bench_starts *ret,
                     struct err *err)
{
    const struct extent *extent = id ? layout_find(layout, id) : find_judged(layout);

    if (id && (!extent || !extent_is_partition(extent)))
        return err_set(err, ERR_USAGE, _("What is to be measured is no partition."));
    if (!extent) {
        *ret = starts_at(layout, 63);
        ret->against = 64;
        return true;
    }
    *ret = starts_at(layout, base_of(layout, extent));
    ret->extent = extent->id;
    ret->against = against_of(layout, extent, context, ret);
    return true;
}
