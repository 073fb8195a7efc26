/* SPDX-License-Identifier: GPL-3.0-or-later */
/* drive.h - the seam of everything that is measured: requests, a clock, a counter */
#ifndef ALIDADE_DEVICE_MEASURE_DRIVE_H
#define ALIDADE_DEVICE_MEASURE_DRIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum drive_write {
    DRIVE_DURABLE, /* past the page cache, on the medium when it returns */
    DRIVE_PLAIN,   /* past the page cache, as fast as the drive takes it */
    DRIVE_CACHED,  /* through the page cache, then flushed */
};

/* Offsets and counts in bytes, whole logical sectors; buffers on a page's boundary.  Each
 * request returns 0 or an errno.  A test's drive lives in virtual time: nobody but the
 * drive knows what a moment is. */
struct drive {
    int (*read)(void *context, uint64_t offset, void *bytes, size_t count);
    int (*write)(void *context, enum drive_write how, uint64_t offset, const void *bytes,
                 size_t count);
    int (*flush)(void *context);
    /* Before each write, and not timed: 0, or EBUSY where somebody else has come to use
     * the disk, which is then written to no more.  NULL: nobody can. */
    int (*watch)(void *context);
    /* Never goes back. */
    uint64_t (*now_ns)(void *context);
    /* Requests to read that the device has been given since its start: the kernel's own
     * are among them.  False where nobody counts. */
    bool (*count_reads)(void *context, uint64_t *ret);
    void *context;

    uint64_t size_bytes;
    uint32_t logical; /* bytes */
    bool is_drive;    /* no loop, dm, zram, image file */
    bool is_direct;   /* the page cache can be passed by */
    bool can_write;
};

/* Microseconds, never 0: a clock may be too coarse, a quotient of times must not be. */
static inline double drive_us(uint64_t ns)
{
    return ns ? (double)ns * 1e-3 : 1e-3;
}

#endif
