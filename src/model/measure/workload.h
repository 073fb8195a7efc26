/* SPDX-License-Identifier: GPL-3.0-or-later */
/* workload.h - the workloads that have a name, and what a drive did of them */
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
    WORKLOAD_DURABLE_RANDOM,     /* 4 KiB, each on the medium before the next */
    WORKLOAD_DURABLE_SEQUENTIAL, /* the same one after the other: fio's job */
    WORKLOAD_CACHED_SEQUENTIAL,  /* through the page cache of the whole disk, flushed each
                                    time: the kernel is timed too */
    WORKLOAD_WRITE_4K,           /* one after the other, flushed at the end */
    WORKLOAD_WRITE_16K,
    WORKLOAD_WRITE_64K,
    WORKLOAD_WRITE_1M,
    WORKLOAD_READ_4K,
    WORKLOAD_READ_16K,
    WORKLOAD_READ_64K,
    WORKLOAD_READ_1M,
    WORKLOAD_AVERAGE_READ,  /* 1 MiB at places over the whole disk */
    WORKLOAD_AVERAGE_WRITE, /* 1 MiB in the window */
    WORKLOAD_ACCESS_TIME,   /* 4 KiB reads at random places of the whole disk */
    WORKLOAD_ALIGN_BENCH,   /* -b -i -s -S */
    WORKLOAD_FILE_DURABLE,  /* 4 KiB and fsync, one after the other, in a file */
    WORKLOAD_SMALL_FILES,   /* create, fsync, unlink */
    WORKLOAD_COUNT,
};

/* Percentiles of one request: 1, 5, 50, 95, 99, 99.9. */
#define WORKLOAD_PERCENTILES 6
#define WORKLOAD_MAX         40
/* What a default run writes in all, and -s where it is not given. */
#define WORKLOAD_DEFAULT_BYTES (16U << 20)
/* What one order may write: as much as part-align-bench does by itself.  All of it goes
 * to one window, each block of it a hundred times and more: that is wear enough. */
#define WORKLOAD_MAX_BYTES (UINT64_C(1) << 30)

/* One workload at one start. */
struct workload_order {
    enum workload_kind kind;
    uint64_t start_lba;
    bool is_aligned; /* START_LBA lies on the grid that is believed */
    uint64_t bytes; /* so many, whatever they take; 0: as much as fits in a second, and of
                       writes no more than this order's share of WORKLOAD_DEFAULT_BYTES */
    uint64_t stride; /* WORKLOAD_ALIGN_BENCH: bytes from one write to the next, whole
                        sectors; 0: 4096 */
    bool is_synced;  /* the same: -S */
};

struct workload_result {
    enum workload_kind kind;
    uint64_t start_lba; /* whose place in the window it was measured at; 0 for files */
    bool is_aligned;    /* as the order said */
    bool is_synced;     /* -S */
    uint64_t requests;
    uint64_t bytes;
    double seconds;      /* elapsed */
    double user_seconds; /* of this program */
    double system_seconds;
    double bytes_per_second;
    double per_second;
    double mean_us; /* of one request, its flush included */
    double percentile_us[WORKLOAD_PERCENTILES];
};

/* Stable id for JSON, "durable-4k-random"; translated name. */
const char *workload_id(enum workload_kind kind);
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
/* False where no preset is called so. */
bool preset_find(const char *id, enum preset *ret);

/* What a preset's orders are made from. */
struct workload_plan {
    uint64_t base, against; /* starts in LBA */
    struct alignment grid;  /* the physical one that is believed */
    uint64_t size_bytes;    /* -s; 0: WORKLOAD_DEFAULT_BYTES */
    uint64_t stride;        /* -i; 0: 4096 */
    bool is_synced;         /* -S */
};

/* The orders of PRESET, and how many.  PRESET_NONE: the whole set, at both starts, that
 * writes WORKLOAD_DEFAULT_BYTES in all.  The workloads in files are none of them. */
size_t workload_orders(enum preset preset, const struct workload_plan *plan,
                       struct workload_order ret[WORKLOAD_MAX]);
/* What no drive can do: ERR_USAGE for a stride that is not of whole sectors of LOGICAL
 * bytes. */
bool workload_orders_check(const struct workload_order *orders, size_t count,
                           uint32_t logical, struct err *err) MUST_USE;
/* How many bytes they write at most. */
uint64_t workload_orders_bytes(const struct workload_order *orders, size_t count);
bool workload_writes(enum workload_kind kind);
/* False for places all over the disk, whole MiB, and files: no start matters. */
bool workload_has_start(enum workload_kind kind);

/* One published figure beside ours. */
struct published {
    enum preset preset;
    const char *drive; /* "WD20EARS" */
    enum workload_kind kind;
    uint64_t start_lba; /* 0 where the source gives none */
    bool is_aligned;
    double bytes_per_second; /* 0: not given */
    double per_second;       /* 0: not given */
    double mean_us;          /* 0: not given */
    double seconds;          /* 0: not given */
};
size_t published_count(void);
const struct published *published_at(size_t index);

/* The line that part-align-bench begins with, values as given, what time(1) says below
 * it, and where BASE was counted from. */
void workload_align_bench_lines(const char *path, const struct workload_order *order,
                                const struct workload_result *result, struct lines *ret);

/* RESULTS as a table, one row for each, the published figures of PRESET beside those that
 * they belong to, and OTHER's (what was kept of another drive; NULL: none) as one more
 * column.  Rates in the units of what was published, MiB/s where nothing was, and how
 * many times as slow as the aligned start each is; notes below. */
void workload_lines(enum preset preset, const struct workload_result *results,
                    size_t count, const struct workload_result *other, size_t other_count,
                    const char *other_name, struct lines *ret);

#endif
