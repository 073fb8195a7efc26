/* SPDX-License-Identifier: GPL-3.0-or-later */
/* workloads.h - the named workloads on a drive, in place, as a stepper */
#ifndef ALIDADE_DEVICE_MEASURE_WORKLOADS_H
#define ALIDADE_DEVICE_MEASURE_WORKLOADS_H

#include <signal.h>

#include "device/measure/drive.h"
#include "device/measure/measure_step.h"
#include "model/base/err.h"
#include "model/base/must_use.h"
#include "model/measure/test_area.h"
#include "model/measure/workload.h"

struct workloads;

/* The orders are run in turns, a piece of each, so that drift meets all of them.  Places
 * count from the window's start, which is a multiple of 1 MiB, by START_LBA modulo
 * 1 MiB, and wrap at its end; they never count from LBA 0.  Reads over the whole disk go
 * where they like.  Orders are borrowed for the call; of what
 * workload_orders_check() refuses there will be no result. */
struct workloads *workloads_new(const struct drive *drive, const struct test_area *areas,
                                size_t area_count, const struct workload_order *orders,
                                size_t count, uint64_t seed);
void workloads_free(struct workloads *workloads);   /* accepts NULL */
void workloads_freep(struct workloads **workloads); /* for CLEANUP */
/* A piece of the window, or what one order does in a fifth of a second. */
enum measure_step workloads_step(struct workloads *workloads);
/* No further request; the next steps compare the window. */
void workloads_stop(struct workloads *workloads);
double workloads_share(const struct workloads *workloads);
/* REASON_NONE when all was measured and the window is what it was.  REASON_READS_ONLY and
 * REASON_CACHED: what could be measured was. */
enum measure_reason workloads_reason(const struct workloads *workloads);
/* Compared afterwards, and the same; or nothing was written. */
bool workloads_is_unchanged(const struct workloads *workloads);
uint64_t workloads_written_bytes(const struct workloads *workloads);
/* Bytes 0 where there is none. */
struct test_area workloads_area(const struct workloads *workloads);
/* After REASON_CHANGED: the window as it was read first, for a file. */
const void *workloads_area_bytes(const struct workloads *workloads);
/* In the order of the orders, without those that made no request; how many. */
size_t workloads_results(const struct workloads *workloads, struct workload_result *ret,
                         size_t max);

/* The file form, in a folder of a mounted file system: its own new files, removed at the
 * end, also on SIGINT, SIGTERM and SIGHUP where *IS_STOPPED becomes 1.  ERR_IO or
 * ERR_REFUSED with the path. */
bool workload_files(const char *folder, const volatile sig_atomic_t *is_stopped,
                    struct workload_result *ret_durable,
                    struct workload_result *ret_small, struct err *err) MUST_USE;

#endif
