/* SPDX-License-Identifier: GPL-3.0-or-later */
/* drive.h - interface to a drive under test: requests, a clock, a counter of reads */
#ifndef ALIDADE_DEVICE_MEASURE_DRIVE_H
#define ALIDADE_DEVICE_MEASURE_DRIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum drive_write {
    DRIVE_DURABLE, /* O_DIRECT, durable when it returns */
    DRIVE_PLAIN,   /* O_DIRECT, may stay in the drive's cache */
    DRIVE_CACHED,  /* through the page cache, then flushed */
};

/* No errno of a request: another program wrote to the disk during the last write of this
 * one, and some of what it wrote there may be lost. */
#define DRIVE_OVERLAPPED (-1)

/* Offsets and counts are bytes of whole logical sectors; buffers are page-aligned.
 * Requests return 0 or an errno. Tests use a drive in virtual time, so only the drive's
 * own clock counts. */
struct drive {
    int (*read)(void *context, uint64_t offset, void *bytes, size_t count);
    int (*write)(void *context, enum drive_write how, uint64_t offset, const void *bytes,
                 size_t count);
    int (*flush)(void *context);
    /* Called before each write, untimed, with what will be written, which is what was
     * there: 0, or EBUSY or DRIVE_OVERLAPPED if another program began to use the disk or
     * wrote there; it is then no longer written to. NULL: not possible. */
    int (*watch)(void *context, uint64_t offset, const void *bytes, size_t count);
    /* The same after each write that succeeded. */
    int (*settle)(void *context);
    /* Monotonic. */
    uint64_t (*now_ns)(void *context);
    /* Number of read requests to the device since its start, including the kernel's own.
     * False if they are not counted. */
    bool (*count_reads)(void *context, uint64_t *ret);
    void *context;

    uint64_t size_bytes;
    uint32_t logical; /* bytes */
    bool is_drive;    /* false: loop, dm, zram, image file */
    bool is_direct;   /* O_DIRECT works */
    bool can_write;
};

/* Microseconds, never 0: a coarse clock must not lead to a division by zero. */
static inline double drive_us(uint64_t ns)
{
    return ns ? (double)ns * 1e-3 : 1e-3;
}

#endif
