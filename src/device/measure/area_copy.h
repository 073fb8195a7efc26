/* SPDX-License-Identifier: GPL-3.0-or-later */
/* area_copy.h - the bytes of the place that is measured: read twice, given back,
 * compared */
#ifndef ALIDADE_DEVICE_MEASURE_AREA_COPY_H
#define ALIDADE_DEVICE_MEASURE_AREA_COPY_H

#include "device/measure/drive.h"
#include "device/measure/measure_step.h"
#include "model/measure/measure.h"
#include "model/measure/test_area.h"

struct area_copy;

/* WINDOWS, best first, whole sectors inside the drive, are borrowed for the call, DRIVE
 * for as long as the copy lives; all memory is taken here. */
struct area_copy *area_copy_new(const struct drive *drive, const struct test_area *areas,
                                size_t count);
void area_copy_free(struct area_copy *copy); /* accepts NULL */

/* Reads the next piece, at most 1 MiB; each window twice.  A window that cannot be read
 * is left for the next one.  STEP_DONE: *RET_REASON is REASON_NONE and the copy may be
 * written from, or REASON_NO_SPACE (no window given), REASON_READ_ERROR or
 * REASON_CHANGING say why it may not. */
enum measure_step area_copy_read(struct area_copy *copy, enum measure_reason *ret_reason);
/* Reads the next piece again and compares; STEP_DONE: REASON_NONE, REASON_CHANGED at the
 * first difference, or REASON_UNREADABLE.  Where all the rest is what it was and nobody
 * has come, the few places that cannot be read get their own bytes once more: a write
 * that was cut short leaves such sectors, and a whole one mends them.  REASON_REWRITTEN
 * when they are there again.  Only of a copy that may be written from. */
enum measure_step area_copy_compare(struct area_copy *copy,
                                    enum measure_reason *ret_reason);
/* 0..1 of what reading or comparing takes. */
double area_copy_share(const struct area_copy *copy);

struct test_area area_copy_area(const struct area_copy *copy);
/* Puts the window's own bytes back where they are: [offset, offset + count) of the disk,
 * inside the window, at most 1 MiB.  0 or an errno; *RET_NS is how long the request took.
 */
int area_copy_write(struct area_copy *copy, enum drive_write how, uint64_t offset,
                    size_t count, uint64_t *ret_ns);
/* Why the last write failed: REASON_TAKEN, somebody else has come to use the disk and
 * nothing was written; else REASON_WRITE_ERROR. */
enum measure_reason area_copy_failure(const struct area_copy *copy);
/* Reads anywhere on the disk, at most 1 MiB, for those who time reads. */
int area_copy_time_read(struct area_copy *copy, uint64_t offset, size_t count,
                        uint64_t *ret_ns);
uint64_t area_copy_written_bytes(const struct area_copy *copy);
/* The window as it was read first, for a file, where it changed. */
const void *area_copy_bytes(const struct area_copy *copy);

#endif
