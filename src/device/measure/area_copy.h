/* SPDX-License-Identifier: GPL-3.0-or-later */
/* area_copy.h - the bytes of a test area: read twice, written back, compared
 * afterwards */
#ifndef ALIDADE_DEVICE_MEASURE_AREA_COPY_H
#define ALIDADE_DEVICE_MEASURE_AREA_COPY_H

#include "device/measure/drive.h"
#include "device/measure/measure_step.h"
#include "model/measure/measure.h"
#include "model/measure/request_errors.h"
#include "model/measure/test_area.h"

struct area_copy;

/* AREAS, best first, are whole sectors inside the drive and borrowed for the call, DRIVE
 * for the life of the copy; all memory is allocated here. */
struct area_copy *area_copy_new(const struct drive *drive, const struct test_area *areas,
                                size_t count);
void area_copy_free(struct area_copy *copy); /* accepts NULL */

/* Reads the next piece, at most 1 MiB; each area twice. An area that cannot be read is
 * skipped for the next one. STEP_DONE: *RET_REASON is REASON_NONE and the copy may be
 * written from; else REASON_NO_SPACE (no area given), REASON_READ_ERROR or
 * REASON_CHANGING. */
enum measure_step area_copy_read(struct area_copy *copy, enum measure_reason *ret_reason);
/* Reads the next piece again and compares; only after a successful read. STEP_DONE:
 * REASON_NONE, REASON_CHANGED at the first difference, or REASON_UNREADABLE. If
 * everything else is equal, this copy has written, and no other program uses the disk, up
 * to 16 unreadable pages are rewritten with their own bytes: an interrupted write leaves
 * such sectors, and a complete one repairs them. REASON_REWRITTEN if they can be read
 * again. */
enum measure_step area_copy_compare(struct area_copy *copy,
                                    enum measure_reason *ret_reason);
/* Progress of reading or comparing, 0..1. */
double area_copy_share(const struct area_copy *copy);

struct test_area area_copy_area(const struct area_copy *copy);
/* Writes the area's own bytes back to [offset, offset + count) of the disk, inside the
 * area, at most 1 MiB. Returns 0 or an errno; *RET_NS is the duration of the request. */
int area_copy_write(struct area_copy *copy, enum drive_write how, uint64_t offset,
                    size_t count, uint64_t *ret_ns);
/* Why the last write failed: REASON_TAKEN if another program began to use the disk and
 * nothing was written, REASON_OVERLAPPED if it wrote during a write; else that of
 * request_error_reason(). */
enum measure_reason area_copy_failure(const struct area_copy *copy);
/* Flushes the drive's cache; 0 or an errno. */
int area_copy_flush(struct area_copy *copy);
/* All requests that failed. */
const struct request_errors *area_copy_errors(const struct area_copy *copy);
/* Where what another program wrote may be lost; 0 bytes: nowhere. */
struct measure_overlap area_copy_overlap(const struct area_copy *copy);
/* Times a read anywhere on the disk, at most 1 MiB. */
int area_copy_time_read(struct area_copy *copy, uint64_t offset, size_t count,
                        uint64_t *ret_ns);
uint64_t area_copy_written_bytes(const struct area_copy *copy);
/* The area as first read, to be saved if it changed. */
const void *area_copy_bytes(const struct area_copy *copy);

#endif
