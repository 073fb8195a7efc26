/* SPDX-License-Identifier: GPL-3.0-or-later */
/* workload_figure.c - figures of one workload, ours or published */
#include "model/measure/workload_figure.h"

#include <string.h>

static double speed_of(double bytes_per_second, double per_second)
{
    return bytes_per_second > 0 ? bytes_per_second : per_second;
}

static double ratio_of(double aligned, double speed)
{
    return aligned > 0 && speed > 0 ? aligned / speed : 0;
}

static bool is_alike(const struct workload_result *a, const struct workload_result *b)
{
    return a->kind == b->kind && a->is_synced == b->is_synced;
}

static bool is_of(const struct published *row, enum preset preset, const char *drive,
                  enum workload_kind kind)
{
    return row->preset == preset && row->kind == kind && !strcmp(row->drive, drive);
}

static double aligned_published(const struct published *like)
{
    for (size_t i = 0; i < published_count(); i++) {
        const struct published *row = published_at(i);
        if (is_of(row, like->preset, like->drive, like->kind) && row->is_aligned)
            return speed_of(row->bytes_per_second, row->per_second);
    }
    return 0;
}

/* The sectors of part-align-bench are fixed; other starts depend on the disk at hand, and
 * only their alignment is compared. */
static bool is_beside(const struct published *row, const struct workload_result *result)
{
    if (row->kind == WORKLOAD_ALIGN_BENCH)
        return row->start_lba == result->start_lba;
    return row->is_aligned == result->is_aligned;
}

bool workload_counts_requests(enum workload_kind kind)
{
    return kind == WORKLOAD_DURABLE_RANDOM || kind == WORKLOAD_DURABLE_SEQUENTIAL ||
           kind == WORKLOAD_CACHED_SEQUENTIAL || kind == WORKLOAD_ACCESS_TIME ||
           kind == WORKLOAD_FILE_DURABLE || kind == WORKLOAD_SMALL_FILES;
}

struct workload_figure workload_figure_of(const struct workload_result *result)
{
    return (struct workload_figure){
        .kind = result->kind,
        .bytes_per_second = result->bytes_per_second,
        .per_second = result->per_second,
        .mean_us = result->mean_us,
        .ratio = workload_has_start(result->kind) ? result->ratio : 0,
        .is_aligned =
            result->interval.low > 0 && result->interval.low == result->interval.high,
        .is_decided = workload_is_decided(result),
        .interval = result->interval,
    };
}

size_t workload_figure_find(const struct workload_result *results, size_t count,
                            const struct workload_result *result)
{
    size_t found = count;

    for (size_t i = 0; i < count; i++) {
        if (!is_alike(&results[i], result))
            continue;
        if (results[i].start_lba == result->start_lba)
            return i;
        if (found == count && results[i].is_aligned == result->is_aligned)
            found = i;
    }
    return found;
}

bool workload_figure_published(enum preset preset, const char *drive,
                               const struct workload_result *result,
                               struct workload_figure *ret)
{
    for (size_t i = 0; i < published_count(); i++) {
        const struct published *row = published_at(i);
        if (!is_of(row, preset, drive, result->kind) || !is_beside(row, result))
            continue;
        *ret = (struct workload_figure){
            .kind = row->kind,
            .bytes_per_second = row->bytes_per_second,
            .per_second = row->per_second,
            .mean_us = row->mean_us,
            .ratio = ratio_of(aligned_published(row),
                              speed_of(row->bytes_per_second, row->per_second)),
            .is_decided = true,
        };
        return true;
    }
    return false;
}

size_t workload_figure_drives(enum preset preset, const char **ret, size_t max)
{
    size_t count = 0;

    for (size_t i = 0; i < published_count() && count < max; i++) {
        const struct published *row = published_at(i);
        bool is_known = row->preset != preset;
        for (size_t j = 0; j < count; j++)
            is_known = is_known || !strcmp(ret[j], row->drive);
        if (!is_known)
            ret[count++] = row->drive;
    }
    return count;
}
