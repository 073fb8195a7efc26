/* SPDX-License-Identifier: GPL-3.0-or-later */
/* prescan.h - reads all of a partition before it is moved: hashes, and what is unreadable
 *
 * A move stops at a sector that cannot be read; it is better known before anything is
 * written. A stepper: each step reads a bounded part. */
#ifndef ALIDADE_DEVICE_MOVE_FIXING_PRESCAN_H
#define ALIDADE_DEVICE_MOVE_FIXING_PRESCAN_H

#include "device/io/sink.h"
#include "device/io/zeros.h"
#include "device/move/store/redo.h"
#include "model/base/mem.h"
#include "model/move/shift/shift.h"

#define PRESCAN_BAD_MAX 8

struct prescan_request {
    const struct sink *disk; /* borrowed, as all else here */
    uint64_t logical;        /* bytes of a sector */
    uint16_t step;           /* that moves the partition */
    const struct shift *shift;
    uint64_t unit; /* bytes, see redo_unit_bytes() */
    size_t memory; /* bytes that are read at once: a part of the unit, or all of it */
    struct zeros zeros; /* what of the disk is known to be zeros: it is not read */
    /* Makes the guard of sector INDEX of the partition. */
    void (*put_guard)(void *context, uint16_t step, uint64_t index, uint8_t *ret);
    void *context;
};

/* Sectors that cannot be read. */
struct prescan_bad {
    struct shift_sectors at[PRESCAN_BAD_MAX]; /* the first ones */
    size_t count;
    uint64_t sectors; /* of all */
};

struct prescan;

struct prescan *prescan_new(const struct prescan_request *request);
void prescan_free(struct prescan *prescan); /* accepts NULL */
CLEANUP_WITH(prescan_free, prescan)

/* Reads on; false: all is read. */
bool prescan_step(struct prescan *prescan);
/* Returns the bytes that were read. */
uint64_t prescan_done(const struct prescan *prescan);
const struct prescan_bad *prescan_bad(const struct prescan *prescan);
/* Returns the hashes of the units, with guards in all zones as they are while the
 * partition is moved. Complete if nothing is bad and all is read; borrowed. */
const struct redo_units *prescan_units(const struct prescan *prescan);

#endif
