/* SPDX-License-Identifier: GPL-3.0-or-later */
/* workload.c - the workloads and their names, and which of them a preset runs */
#include "model/measure/workload.h"

#include <assert.h>
#include <string.h>

#include "model/base/intl.h"
#include "model/base/mem.h"

enum workload_way { WAY_WRITE, WAY_READ, WAY_FILE };

static const struct {
    const char *id;
    const char *name;
    enum workload_way way;
} kinds[] = {
    [WORKLOAD_DURABLE_RANDOM] = { "durable-4k-random", N_("durable 4 KiB, random"),
                                  WAY_WRITE },
    [WORKLOAD_DURABLE_SEQUENTIAL] = { "durable-4k-sequential",
                                      N_("durable 4 KiB, sequential"), WAY_WRITE },
    [WORKLOAD_CACHED_SEQUENTIAL] = { "cached-4k-sequential",
                                     N_("4 KiB through the page cache"), WAY_WRITE },
    [WORKLOAD_WRITE_4K] = { "write-4k", N_("write, 4 KiB each"), WAY_WRITE },
    [WORKLOAD_WRITE_16K] = { "write-16k", N_("write, 16 KiB each"), WAY_WRITE },
    [WORKLOAD_WRITE_64K] = { "write-64k", N_("write, 64 KiB each"), WAY_WRITE },
    [WORKLOAD_WRITE_1M] = { "write-1m", N_("write, 1 MiB each"), WAY_WRITE },
    [WORKLOAD_READ_4K] = { "read-4k", N_("read, 4 KiB each"), WAY_READ },
    [WORKLOAD_READ_16K] = { "read-16k", N_("read, 16 KiB each"), WAY_READ },
    [WORKLOAD_READ_64K] = { "read-64k", N_("read, 64 KiB each"), WAY_READ },
    [WORKLOAD_READ_1M] = { "read-1m", N_("read, 1 MiB each"), WAY_READ },
    [WORKLOAD_AVERAGE_READ] = { "average-read", N_("average read"), WAY_READ },
    [WORKLOAD_AVERAGE_WRITE] = { "average-write", N_("average write"), WAY_WRITE },
    [WORKLOAD_ACCESS_TIME] = { "access-time", N_("average access time"), WAY_READ },
    /* The name of a program is not translated. */
    [WORKLOAD_ALIGN_BENCH] = { "part-align-bench", "part-align-bench", WAY_WRITE },
    [WORKLOAD_FILE_DURABLE] = { "file-durable-4k", N_("durable 4 KiB, in a file"),
                                WAY_FILE },
    [WORKLOAD_SMALL_FILES] = { "small-files", N_("many small files"), WAY_FILE },
};
static_assert(ARRAY_SIZE(kinds) == WORKLOAD_COUNT, "a row for each workload");

const double workload_percentiles[WORKLOAD_PERCENTILES] = { 0.01, 0.05, 0.5,
                                                            0.95, 0.99, 0.999 };

static const enum workload_kind whole_set[] = {
    WORKLOAD_DURABLE_RANDOM, WORKLOAD_DURABLE_SEQUENTIAL, WORKLOAD_WRITE_4K,
    WORKLOAD_WRITE_16K,      WORKLOAD_WRITE_64K,          WORKLOAD_WRITE_1M,
    WORKLOAD_READ_4K,        WORKLOAD_READ_16K,           WORKLOAD_READ_64K,
    WORKLOAD_READ_1M,        WORKLOAD_AVERAGE_READ,       WORKLOAD_AVERAGE_WRITE,
    WORKLOAD_ACCESS_TIME,
};
static const enum workload_kind openbsd_set[] = {
    WORKLOAD_WRITE_4K, WORKLOAD_WRITE_64K, WORKLOAD_WRITE_1M,
    WORKLOAD_READ_4K,  WORKLOAD_READ_64K,  WORKLOAD_READ_1M,
};
static const enum workload_kind fio_set[] = {
    WORKLOAD_DURABLE_SEQUENTIAL,
    WORKLOAD_CACHED_SEQUENTIAL,
};
static const enum workload_kind dd_set[] = { WORKLOAD_WRITE_16K, WORKLOAD_READ_16K };
static const enum workload_kind average_set[] = {
    WORKLOAD_AVERAGE_READ,
    WORKLOAD_AVERAGE_WRITE,
    WORKLOAD_ACCESS_TIME,
};

static const struct {
    const char *id;
    const enum workload_kind *kinds; /* NULL: apollo_sectors */
    size_t count;
} presets[] = {
    [PRESET_NONE] = { NULL, whole_set, ARRAY_SIZE(whole_set) },
    [PRESET_APOLLO] = { "apollo", NULL, 0 },
    [PRESET_OPENBSD] = { "openbsd", openbsd_set, ARRAY_SIZE(openbsd_set) },
    [PRESET_FIO] = { "fio", fio_set, ARRAY_SIZE(fio_set) },
    [PRESET_DD] = { "dd", dd_set, ARRAY_SIZE(dd_set) },
    [PRESET_AVERAGE] = { "average", average_set, ARRAY_SIZE(average_set) },
};
static_assert(ARRAY_SIZE(presets) == PRESET_COUNT, "a row for each preset");

static const uint64_t apollo_sectors[] = { 0, 8, 34, 40, 42 };

bool workload_is_aligned(const struct workload_plan *plan, uint64_t start)
{
    if (plan->has_faster && (start == plan->base || start == plan->against))
        return start == plan->faster;
    return align_contains(plan->grid, start);
}

static size_t apollo_orders(const struct workload_plan *plan, struct workload_order *ret)
{
    for (size_t i = 0; i < ARRAY_SIZE(apollo_sectors); i++)
        ret[i] = (struct workload_order){
            .kind = WORKLOAD_ALIGN_BENCH,
            .start_lba = apollo_sectors[i],
            .is_aligned = workload_is_aligned(plan, apollo_sectors[i]),
            .stride = plan->stride,
            .is_synced = plan->is_synced,
        };
    return ARRAY_SIZE(apollo_sectors);
}

static struct workload_order order_at(enum workload_kind kind,
                                      const struct workload_plan *plan, uint64_t start)
{
    return (struct workload_order){
        .kind = kind,
        .start_lba = start,
        .is_aligned = workload_is_aligned(plan, start),
    };
}

const char *workload_id(unsigned kind)
{
    return kinds[kind].id;
}

const char *workload_name(enum workload_kind kind)
{
    return _(kinds[kind].name);
}

bool workload_writes(enum workload_kind kind)
{
    return kinds[kind].way == WAY_WRITE;
}

bool workload_is_in_files(enum workload_kind kind)
{
    return kinds[kind].way == WAY_FILE;
}

bool workload_has_start(enum workload_kind kind)
{
    return kind < WORKLOAD_AVERAGE_READ || kind == WORKLOAD_ALIGN_BENCH;
}

const char *preset_id(enum preset preset)
{
    return presets[preset].id;
}

bool preset_find(const char *id, enum preset *ret)
{
    for (enum preset preset = PRESET_NONE + 1; preset < PRESET_COUNT; preset++)
        if (!strcmp(presets[preset].id, id)) {
            *ret = preset;
            return true;
        }
    return false;
}

size_t workload_orders(enum preset preset, const struct workload_plan *plan,
                       struct workload_order ret[WORKLOAD_MAX])
{
    size_t count = 0;
    /* The aligned start comes first: ratios refer to it. */
    bool is_turned = workload_is_aligned(plan, plan->against) &&
                     !workload_is_aligned(plan, plan->base);
    uint64_t first = is_turned ? plan->against : plan->base;
    uint64_t second = is_turned ? plan->base : plan->against;

    if (!presets[preset].kinds)
        return apollo_orders(plan, ret);
    for (size_t i = 0; i < presets[preset].count; i++) {
        enum workload_kind kind = presets[preset].kinds[i];
        ret[count++] = order_at(kind, plan, first);
        if (workload_has_start(kind) && second != first)
            ret[count++] = order_at(kind, plan, second);
    }
    assert(count <= WORKLOAD_MAX);
    return count;
}

bool workload_orders_check(const struct workload_order *orders, size_t count,
                           uint32_t logical, struct err *err)
{
    for (size_t i = 0; i < count; i++)
        if (orders[i].stride % logical)
            return err_set(err, ERR_USAGE,
                           _("A stride of %1$llu bytes is not a whole number of sectors "
                             "of %2$llu bytes."),
                           (ull)orders[i].stride, (ull)logical);
    return true;
}

bool workload_is_decided(const struct workload_result *result)
{
    struct stats_interval interval = result->interval;

    return interval.low > 1 || (interval.high > 0 && interval.high < 1);
}

struct measure_bounds workload_bounds(const struct workload_order *orders, size_t count,
                                      uint64_t bytes, double seconds)
{
    struct measure_bounds bounds = { .seconds = WORKLOAD_TABLE_SECONDS };
    bool has_writes = false;

    for (size_t i = 0; i < count; i++) {
        has_writes = has_writes || workload_writes(orders[i].kind);
        bounds.bytes += orders[i].bytes;
    }
    /* A fixed amount is written to its end, as part-align-bench does. */
    if (bounds.bytes)
        bounds.seconds = WORKLOAD_MAX_SECONDS;
    else if (has_writes)
        bounds.bytes = bytes ? bytes : WORKLOAD_TABLE_BYTES;
    if (seconds > 0)
        bounds.seconds = seconds;
    return bounds;
}

struct measure_bounds workload_files_bounds(double seconds)
{
    return (struct measure_bounds){
        .bytes = 2 * WORKLOAD_DEFAULT_BYTES,
        .seconds = seconds > 0 ? seconds : WORKLOAD_FILES_SECONDS,
    };
}
