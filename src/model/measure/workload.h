/* SPDX-License-Identifier: GPL-3.0-or-later */
/* workload.h - named workloads, their presets, and their results on a drive */
#ifndef ALIDADE_MODEL_MEASURE_WORKLOAD_H
#define ALIDADE_MODEL_MEASURE_WORKLOAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/base/align.h"
#include "model/base/err.h"
#include "model/base/lines.h"
#include "model/base/must_use.h"
#include "model/measure/measure.h"

enum workload_kind {
    WORKLOAD_DURABLE_RANDOM,     /* 4 KiB, each durable before the next */
    WORKLOAD_DURABLE_SEQUENTIAL, /* the same, sequential: fio's job */
    WORKLOAD_CACHED_SEQUENTIAL,  /* through the page cache of the whole disk, flushed each
                                    time: includes the kernel */
    WORKLOAD_WRITE_4K,           /* sequential, flushed at the end */
    WORKLOAD_WRITE_16K,
    WORKLOAD_WRITE_64K,
    WORKLOAD_WRITE_1M,
    WORKLOAD_READ_4K,
    WORKLOAD_READ_16K,
    WORKLOAD_READ_64K,
    WORKLOAD_READ_1M,
    WORKLOAD_AVERAGE_READ,  /* 1 MiB at random places of the whole disk */
    WORKLOAD_AVERAGE_WRITE, /* 1 MiB in the test area */
    WORKLOAD_ACCESS_TIME,   /* 4 KiB reads at random places of the whole disk */
    WORKLOAD_ALIGN_BENCH,   /* -b -i -s -S */
    WORKLOAD_FILE_DURABLE,  /* 4 KiB and fsync, sequential, in a file */
    WORKLOAD_SMALL_FILES,   /* create, fsync, unlink */
    WORKLOAD_COUNT,
};

/* Percentiles of one request: 1, 5, 50, 95, 99, 99.9. */
#define WORKLOAD_PERCENTILES 6
#define WORKLOAD_MAX         40
/* Default of -s: bytes that part-align-bench writes, and that a table writes in all; the
 * latter takes at most so many seconds. */
#define WORKLOAD_DEFAULT_BYTES (16U << 20)
#define WORKLOAD_TABLE_BYTES   (64U << 20)
#define WORKLOAD_TABLE_SECONDS 30.0
#define WORKLOAD_MAX_SECONDS   3600.0
#define WORKLOAD_FILES_SECONDS 4.0
/* Maximum that one order may write: as much as part-align-bench. All of it goes to one
 * test area, each block more than a hundred times; more would be needless wear. */
#define WORKLOAD_MAX_BYTES (UINT64_C(1) << 30)

/* One workload at one start. */
struct workload_order {
    enum workload_kind kind;
    uint64_t start_lba;
    bool is_aligned; /* START_LBA is an aligned start of this drive */
    uint64_t bytes;  /* fixed amount; 0: a share of the bounds of the whole run */
    uint64_t stride; /* WORKLOAD_ALIGN_BENCH: bytes between starts of writes, whole
                        sectors; 0: 4096 */
    bool is_synced;  /* -S */
};

struct workload_result {
    enum workload_kind kind;
    uint64_t start_lba; /* start whose position in the test area was used; 0 for files */
    bool is_aligned;    /* as in the order */
    bool is_synced;     /* -S */
    uint64_t requests;
    uint64_t bytes;
    double seconds;      /* elapsed */
    double user_seconds; /* of this program */
    double system_seconds;
    double bytes_per_second;
    double per_second;
    double mean_us; /* of one request including its flush */
    double percentile_us[WORKLOAD_PERCENTILES];
    /* Time divided by that of the first aligned start, over all rounds, and its
     * interval; 1 for that start itself. 0: none, or too few rounds. */
    double ratio;
    struct stats_interval interval;
};
#define WORKLOAD_CONFIDENCE 0.99
/* True if the interval of the ratio excludes 1. */
bool workload_is_decided(const struct workload_result *result);

/* Stable id for JSON, "durable-4k-random", and translated name. */
const char *workload_id(unsigned kind);
const char *workload_name(enum workload_kind kind);
extern const double workload_percentiles[WORKLOAD_PERCENTILES]; /* 0.01 ... */

/* --- what others measured and published --- */

enum preset {
    PRESET_NONE,
    PRESET_APOLLO,  /* part-align-bench at sectors 0, 8, 34, 40, 42: two drives of 2011 */
    PRESET_OPENBSD, /* sequential sizes, read and write: WD10EARS, 2010 */
    PRESET_FIO,     /* durable sequential 4 KiB, raw and in a file: 512e of 2019 */
    PRESET_DD,      /* sequential 16 KiB: a USB drive of 2011 */
    PRESET_AVERAGE, /* average read, write and access time: three controllers, 2013 */
    PRESET_COUNT,
};
/* "apollo"; NULL for PRESET_NONE. */
const char *preset_id(enum preset preset);
/* False if no preset has this id. */
bool preset_find(const char *id, enum preset *ret);

/* The values from which the orders of a preset are made. */
struct workload_plan {
    uint64_t base, against; /* starts in LBA */
    struct alignment grid;  /* the assumed physical grid */
    /* The start that a comparison found to be the faster one, whatever the grid. */
    bool has_faster;
    uint64_t faster;
    uint64_t stride; /* -i; 0: 4096 */
    bool is_synced;  /* -S */
};

/* True if START is aligned on the drive of PLAN. */
bool workload_is_aligned(const struct workload_plan *plan, uint64_t start);
/* Fills in the orders of PRESET and returns their number. PRESET_NONE: the whole set at
 * both starts. Workloads in files are not included. */
size_t workload_orders(enum preset preset, const struct workload_plan *plan,
                       struct workload_order ret[WORKLOAD_MAX]);
/* Refuses orders that no drive can run: ERR_USAGE for a stride that is not a multiple of
 * LOGICAL. */
bool workload_orders_check(const struct workload_order *orders, size_t count,
                           uint32_t logical, struct err *err) MUST_USE;
/* Bounds of a run of them that may write BYTES in SECONDS; 0: the defaults. */
struct measure_bounds workload_bounds(const struct workload_order *orders, size_t count,
                                      uint64_t bytes, double seconds);
/* Of the workloads in files, of which each may write WORKLOAD_DEFAULT_BYTES. */
struct measure_bounds workload_files_bounds(double seconds);
bool workload_writes(enum workload_kind kind);
bool workload_is_in_files(enum workload_kind kind);
/* False for places all over the disk, whole MiB, and files: no start matters. */
bool workload_has_start(enum workload_kind kind);

/* One published figure. */
struct published {
    enum preset preset;
    const char *drive; /* "WD20EARS" */
    enum workload_kind kind;
    uint64_t start_lba; /* 0: not given, as below */
    bool is_aligned;
    double bytes_per_second;
    double per_second;
    double mean_us;
    double seconds;
};
size_t published_count(void);
const struct published *published_at(size_t index);

/* The first line of part-align-bench's output, values as given, with the times that
 * time(1) prints and what BASE counts from. */
void workload_align_bench_lines(const char *path, const struct workload_order *order,
                                const struct workload_result *result, struct lines *ret);

/* RESULTS as a table, one row each, with the matching published figures of PRESET and
 * those of OTHER (saved results of another drive; NULL: none) as further columns. Rates
 * have the units of the published figures, else MiB/s; each start is compared with the
 * aligned one; notes follow. */
void workload_lines(enum preset preset, const struct workload_result *results,
                    size_t count, const struct workload_result *other, size_t other_count,
                    const char *other_name, struct lines *ret);

#endif
