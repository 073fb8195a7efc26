/* SPDX-License-Identifier: GPL-3.0-or-later */
/* table_runs.c - reads the sectors of a table for a backup */
#include <stdlib.h>

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/write/plan.h"

/* Maximum size of the gap between the MBR and the first partition, in sectors and in
 * bytes; boot code lies there. */
#define GAP_MAX       2048
#define GAP_MAX_BYTES (8 * 1024 * 1024)

struct range {
    uint64_t start;
    uint64_t end;
    bool is_optional; /* left out if it cannot be read */
};

struct ranges {
    struct range *at;
    size_t count;
};

static void ranges_add(struct ranges *ranges, uint64_t start, uint64_t end,
                       bool is_optional)
{
    ranges->at = xrealloc(ranges->at, ranges->count + 1, sizeof(*ranges->at));
    ranges->at[ranges->count++] = (struct range){ start, end, is_optional };
}

static uint64_t gap_end(const struct layout *layout)
{
    const struct limits *limits = layout_limits(layout);
    uint64_t fitting = GAP_MAX_BYTES / limits->logical;
    uint64_t max = 1 + (fitting < GAP_MAX ? fitting : GAP_MAX);
    uint64_t end = limits->size < max ? limits->size : max;

    LAYOUT_EACH (extent, layout)
        if ((extent_is_entry(extent) || extent->kind == EXTENT_KEPT) &&
            extent->start < end)
            end = extent->start > 1 ? extent->start : 1;
    return end;
}

static bool is_damaged(const struct layout *layout, enum extent_role role)
{
    return (role == ROLE_GPT_PRIMARY &&
            layout_note_find(layout, NOTE_GPT_PRIMARY_DAMAGED)) ||
           (role == ROLE_GPT_BACKUP && layout_note_find(layout, NOTE_GPT_BACKUP_DAMAGED));
}

static void find_ranges(const struct layout *layout, struct ranges *ret)
{
    bool is_damaged_front = is_damaged(layout, ROLE_GPT_PRIMARY);

    ranges_add(ret, 0, 1, false);
    ranges_add(ret, 1, gap_end(layout), is_damaged_front);
    LAYOUT_EACH (extent, layout)
        if (extent->kind == EXTENT_METADATA)
            ranges_add(ret, extent->start, extent_end(extent),
                       is_damaged(layout, extent->role));
}

/* Sorts the ranges, removes overlaps and empty ranges, and joins adjacent ones. */
static void ranges_normalize(struct ranges *ranges)
{
    size_t kept = 0;

    qsort(ranges->at, ranges->count, sizeof(*ranges->at), num_by_first);
    for (size_t i = 0; i < ranges->count; i++) {
        struct range range = ranges->at[i];
        struct range *last = kept ? &ranges->at[kept - 1] : NULL;
        if (last && range.start < last->end)
            range.start = last->end;
        if (range.start >= range.end)
            continue;
        if (last && range.start == last->end && range.is_optional == last->is_optional)
            last->end = range.end;
        else
            ranges->at[kept++] = range;
    }
    ranges->count = kept;
}

static void add_run(struct sector_run **runs, size_t *count, uint64_t lba,
                    uint64_t sectors, uint8_t *bytes)
{
    *runs = xrealloc(*runs, *count + 1, sizeof(**runs));
    (*runs)[(*count)++] = (struct sector_run){ lba, sectors, bytes };
}

/* Reads sector by sector, as far as possible. */
static bool read_singly(const struct reader *disk, uint64_t logical, struct range range,
                        struct sector_run **runs, size_t *count, struct err *err)
{
    for (uint64_t lba = range.start; lba < range.end; lba++) {
        CLEANUP(freep) uint8_t *bytes = xmalloc(logical);
        if (reader_read(disk, lba * logical, bytes, logical))
            add_run(runs, count, lba, 1, TAKE(bytes));
        else if (!range.is_optional)
            return err_set(err, ERR_IO,
                           _("Sector %llu cannot be read for the backup of the table."),
                           (ull)lba);
    }
    return true;
}

static bool read_range(const struct reader *disk, uint64_t logical, struct range range,
                       struct sector_run **runs, size_t *count, struct err *err)
{
    uint64_t sectors = range.end - range.start;
    CLEANUP(freep) uint8_t *bytes = xmalloc(sectors * logical);

    if (!reader_read(disk, range.start * logical, bytes, sectors * logical))
        return read_singly(disk, logical, range, runs, count, err);
    add_run(runs, count, range.start, sectors, TAKE(bytes));
    return true;
}

static bool read_ranges(const struct reader *disk, const struct layout *layout,
                        struct ranges *ranges, struct sector_run **ret, size_t *ret_count,
                        struct err *err)
{
    uint64_t logical = layout_limits(layout)->logical;
    struct sector_run *runs = NULL;
    bool is_good = true;
    size_t count = 0;

    ranges_normalize(ranges);
    for (size_t i = 0; i < ranges->count && is_good; i++)
        is_good = read_range(disk, logical, ranges->at[i], &runs, &count, err);
    free(ranges->at);
    if (!is_good) {
        runs_free(runs, count);
        return false;
    }
    *ret = runs;
    *ret_count = count;
    return true;
}

bool table_runs(const struct reader *disk, const struct layout *layout,
                struct sector_run **ret, size_t *ret_count, struct err *err)
{
    struct ranges ranges = { 0 };

    find_ranges(layout, &ranges);
    return read_ranges(disk, layout, &ranges, ret, ret_count, err);
}

void table_runs_readable(const struct reader *disk, const struct layout *layout,
                         struct sector_run **ret, size_t *ret_count)
{
    struct ranges ranges = { 0 };
    struct err none = { 0 };

    find_ranges(layout, &ranges);
    for (size_t i = 0; i < ranges.count; i++)
        ranges.at[i].is_optional = true;
    (void)read_ranges(disk, layout, &ranges, ret, ret_count, &none); /* cannot fail */
}

void runs_free(struct sector_run *runs, size_t count)
{
    for (size_t i = 0; i < count; i++)
        free(runs[i].bytes);
    free(runs);
}
