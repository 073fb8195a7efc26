/* SPDX-License-Identifier: GPL-3.0-or-later */
/* area_copy.h - the bytes of the place that is measured: read twice, given back,
 * compared */
#ifndef ALIDADE_DEVICE_MEASURE_AREA_COPY_H
#define ALIDADE_DEVICE_MEASURE_AREA_COPY_H

#include "device/measure/drive.h"
#include "device/measure/measure_step.h"
#include "model/measure/measure.h"
#include "model/measure/test_area.h"

struct window_copy;

/* WINDOWS, best first, whole sectors inside the drive, are borrowed for the call, DRIVE
 * for as long as the copy lives; all memory is taken here. */
struct window_copy *window_copy_new(const struct drive *drive,
                                    const struct measure_area *windows, size_t count);
void window_copy_free(struct window_copy *copy); /* accepts NULL */

/* Reads the next piece, at most 1 MiB; each window twice.  A window that cannot be read
 * is left for the next one.  STEP_DONE: *RET_REASON is REASON_NONE and the copy may be
 * written from, or REASON_NO_ROOM (no window given), REASON_READ_ERROR or
 * REASON_CHANGING say why it may not. */
enum measure_step window_copy_read(struct window_copy *copy,
                                   enum measure_reason *ret_reason);
/* Reads the next piece again and compares; STEP_DONE: REASON_NONE, REASON_CHANGED at the
 * first difference, or REASON_UNREADABLE.  Where all the rest is what it was and nobody
 * has come, the few places that cannot be read get their own bytes once more: a write
 * that was cut short leaves such sectors, and a whole one mends them.  REASON_MENDED when
 * they are there again.  Only of a copy that may be written from. */
enum measure_step window_copy_compare(struct window_copy *copy,
                                      enum measure_reason *ret_reason);
/* 0..1 of what reading or comparing takes. */
double window_copy_share(const struct window_copy *copy);

struct measure_area window_copy_window(const struct window_copy *copy);
/* Puts the window's own bytes back where they are: [offset, offset + count) of the disk,
 * inside the window, at most 1 MiB.  0 or an errno; *RET_NS is how long the request took.
 */
int window_copy_write(struct window_copy *copy, enum drive_write how, uint64_t offset,
                      size_t count, uint64_t *ret_ns);
/* Why the last write failed: REASON_TAKEN, somebody else has come to use the disk and
 * nothing was written; else REASON_WRITE_ERROR. */
enum measure_reason window_copy_failure(const struct window_copy *copy);
/* Reads anywhere on the disk, at most 1 MiB, for those who time reads. */
int window_copy_time_read(struct window_copy *copy, uint64_t offset, size_t count,
                          uint64_t *ret_ns);
uint64_t window_copy_written_bytes(const struct window_copy *copy);
/* The window as it was read first, for a file, where it changed. */
const void *window_copy_bytes(const struct window_copy *copy);

#endif
