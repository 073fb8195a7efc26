/* SPDX-License-Identifier: GPL-3.0-or-later */
/* workloads.h - the named workloads on a drive in place, as a stepper */
#ifndef ALIDADE_DEVICE_MEASURE_WORKLOADS_H
#define ALIDADE_DEVICE_MEASURE_WORKLOADS_H

#include <signal.h>

#include "device/io/sys.h"
#include "device/measure/drive.h"
#include "device/measure/measure_step.h"
#include "model/base/err.h"
#include "model/base/mem.h"
#include "model/base/must_use.h"
#include "model/measure/request_errors.h"
#include "model/measure/test_area.h"
#include "model/measure/workload.h"

struct workloads;

/* Orders run in turns, so that drift affects all of them equally, and those of one kind
 * one right after the other: the rounds give an interval for each ratio. BOUNDS hold for
 * all of them together, but for one request. Places count from the
 * start of the area, a multiple of 1 MiB, by START_LBA modulo 1 MiB, and wrap at its end;
 * they never count from LBA 0. Reads over the whole disk go anywhere. Orders are borrowed
 * for the call; those that workload_orders_check() refuses give no result. */
struct workloads *workloads_new(const struct drive *drive, const struct test_area *areas,
                                size_t area_count, const struct workload_order *orders,
                                size_t count, const struct measure_bounds *bounds,
                                uint64_t seed);
void workloads_free(struct workloads *workloads); /* accepts NULL */
CLEANUP_WITH(workloads_free, workloads)
/* One step: a piece of the area, or at most a fifth of a second of one order. */
enum measure_step workloads_step(struct workloads *workloads);
/* No further request; the next steps compare the area. */
void workloads_stop(struct workloads *workloads);
double workloads_share(const struct workloads *workloads);
/* REASON_NONE if everything was timed and the area is unchanged. REASON_READS_ONLY,
 * REASON_CACHED, REASON_TIME: as much as possible was timed. */
enum measure_reason workloads_reason(const struct workloads *workloads);
/* All requests that failed. */
const struct request_errors *workloads_errors(const struct workloads *workloads);
/* Durable writes came back faster than the platter of this disk turns. */
bool workloads_flush_lies(const struct workloads *workloads);
/* Compared afterwards and equal, or nothing was written. */
bool workloads_is_unchanged(const struct workloads *workloads);
uint64_t workloads_written_bytes(const struct workloads *workloads);
/* Where what another program wrote may be lost. */
struct measure_overlap workloads_overlap(const struct workloads *workloads);
/* Bytes 0: there is none. */
struct test_area workloads_area(const struct workloads *workloads);
/* After REASON_CHANGED: the area as first read, to be saved. */
const void *workloads_area_bytes(const struct workloads *workloads);
/* Fills in at most MAX results in the order of the orders, without those that made no
 * request, and returns their number. */
size_t workloads_results(const struct workloads *workloads, struct workload_result *ret,
                         size_t max);

/* True if FOLDER has space for the files of workload_files() in at most a quarter of the
 * available memory, or does not lie in memory; else ERR_REFUSED with the figure. */
bool workload_files_fit(const struct sys *sys, const char *folder,
                        struct err *err) MUST_USE;
/* Runs the two workloads in new files in FOLDER, on a mounted file system, for SECONDS in
 * all and within workload_files_bounds(). The files are
 * removed at the end, also after SIGINT, SIGTERM and SIGHUP, which set *IS_STOPPED.
 * ERR_IO or ERR_REFUSED with the path. */
bool workload_files(const char *folder, double seconds,
                    const volatile sig_atomic_t *is_stopped,
                    struct workload_result *ret_durable,
                    struct workload_result *ret_small, struct err *err) MUST_USE;

#endif
