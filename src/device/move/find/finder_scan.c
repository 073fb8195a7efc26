/* SPDX-License-Identifier: GPL-3.0-or-later */
/* finder_scan.c - searches for heads where nothing names a place */
#include "device/move/find/private.h"

#include "device/io/file.h"
#include "model/base/mem.h"
#include "model/base/num.h"

#define MIB         (UINT64_C(1) << 20)
#define RANGE_BYTES (32 * MIB)  /* of a free range */
#define FREE_BYTES  (256 * MIB) /* of all */
#define END_BYTES   (128 * MIB) /* at each end of the disk */

enum {
    START_BYTES = 8192,
    LARGEST_RANGES = 2,        /* free ranges where a short look finds a journal */
    LARGEST_BYTES = 128 << 10, /* at the start of each: blocks of a journal are smaller */
};

/* --- free space --- */

struct range {
    uint64_t at, end; /* bytes */
};

/* The places where a journal begins, if nothing is in their way. */
static void look_at_steps(struct finder *finder, struct range range, bool is_thorough)
{
    uint64_t steps = is_thorough ? RANGE_BYTES / MIB : 1;
    uint64_t at = num_round_up(range.at + 1, MIB);

    finder_look(finder, FIX_IN_FREE, NULL, finder->logical, range.at,
                num_min(MIB, range.end - range.at));
    for (; steps && at < range.end; steps--, at += MIB)
        finder_look(finder, FIX_IN_FREE, NULL, finder->logical, at,
                    num_min(START_BYTES, range.end - at));
}

static void look_at_range(struct finder *finder, struct range range, uint64_t *left)
{
    uint64_t count = num_min(num_min(range.end - range.at, RANGE_BYTES), *left);

    finder_look(finder, FIX_IN_FREE, NULL, finder->logical, range.at, count);
    *left -= count;
}

static void look_at_free(struct finder *finder, struct range range, bool is_thorough,
                         unsigned pass, uint64_t *left)
{
    if (pass)
        look_at_range(finder, range, left);
    else
        look_at_steps(finder, range, is_thorough);
}

void finder_ask_free(struct finder *finder, bool is_thorough)
{
    const struct layout *layout = finder->layout;
    uint64_t left = FREE_BYTES;

    for (unsigned pass = 0; pass <= is_thorough && !finder_is_certain(finder); pass++) {
        if (!layout || layout_label(layout)->kind == LABEL_NONE) {
            look_at_free(finder, (struct range){ 0, finder->reader.size }, is_thorough,
                         pass, &left);
            continue;
        }
        LAYOUT_EACH (extent, layout)
            if (extent->kind == EXTENT_FREE)
                look_at_free(finder,
                             (struct range){ extent->start * finder->logical,
                                             extent_end(extent) * finder->logical },
                             is_thorough, pass, &left);
    }
}

/* Returns the largest free range that is smaller than BEFORE, or begins behind it. */
static const struct extent *next_largest(const struct layout *layout,
                                         const struct extent *before)
{
    const struct extent *best = NULL;

    LAYOUT_EACH (extent, layout) {
        bool is_next =
            !before || extent->length < before->length ||
            (extent->length == before->length && extent->start > before->start);
        if (extent->kind == EXTENT_FREE && is_next &&
            (!best || extent->length > best->length))
            best = extent;
    }
    return best;
}

void finder_ask_largest_free(struct finder *finder)
{
    const struct extent *range = next_largest(finder->layout, NULL);

    for (unsigned i = 0; range && i < LARGEST_RANGES; i++) {
        uint64_t at = range->start * finder->logical;
        uint64_t end = extent_end(range) * finder->logical,
                 step = num_round_up(at + 1, MIB);
        finder_look(finder, FIX_IN_FREE, NULL, finder->logical, at,
                    num_min(LARGEST_BYTES, end - at));
        if (step < end)
            finder_look(finder, FIX_IN_FREE, NULL, finder->logical, step,
                        num_min(START_BYTES, end - step));
        range = next_largest(finder->layout, range);
    }
}

/* --- the whole disk --- */

struct scan {
    const struct finder_watch *watch; /* or NULL */
    int holes;            /* descriptor of an image file; -1: no holes are known */
    uint64_t done, total; /* without the holes that were skipped */
};

/* A hole of a sparse image has no record.  Returns where RANGE goes on. */
static uint64_t scan_skip_hole(const struct range *range, struct scan *scan)
{
    uint64_t data =
        scan->holes < 0 ? range->at : file_next_data(scan->holes, range->at, range->end);

    if (data < range->end)
        data = num_max(range->at, data / MIB * MIB);
    scan->total -= data - range->at;
    return data;
}

static void scan_disk_range(struct finder *finder, struct range range, struct scan *scan)
{
    for (uint64_t count; (range.at = scan_skip_hole(&range, scan)) < range.end &&
                         !finder->list->is_stopped && !finder_is_certain(finder);
         range.at += count) {
        count = num_min(range.end - range.at, MIB);
        if (scan->watch && scan->watch->go_on &&
            !scan->watch->go_on(scan->watch->context, scan->done, scan->total)) {
            finder->list->is_stopped = true;
            return;
        }
        finder_look(finder, FIX_BY_SCAN, NULL, finder->logical, range.at, count);
        scan->done += count;
    }
}

void finder_ask_disk(struct finder *finder, const struct finder_watch *watch)
{
    uint64_t size = finder->reader.size, head = num_min(size, END_BYTES);
    uint64_t tail = size - num_min(size - head, END_BYTES);
    int holes = store_is_block(finder->store) ? -1 : store_fd(finder->store);
    struct scan scan = { watch, holes, 0, size };

    scan_disk_range(finder, (struct range){ 0, head }, &scan);
    scan_disk_range(finder, (struct range){ tail, size }, &scan);
    if (watch && watch->go_on)
        scan_disk_range(finder, (struct range){ head, tail }, &scan);
}
