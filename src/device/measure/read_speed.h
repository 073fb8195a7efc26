/* SPDX-License-Identifier: GPL-3.0-or-later */
/* read_speed.h - how fast a drive reads the data of a disk, from a few seconds of reads
 */
#ifndef ALIDADE_DEVICE_MEASURE_READ_SPEED_H
#define ALIDADE_DEVICE_MEASURE_READ_SPEED_H

#include "device/measure/drive.h"
#include "model/disk/layout.h"
#include "model/move/plan/move_cost.h"

#define READ_SPEED_PLACES 8
#define READ_SPEED_NS     UINT64_C(3000000000) /* of all places together */

/* Bytes of the disk that are read from their start on. */
struct read_speed_place {
    uint64_t start, end;
};

/* Zero-initialised: nothing is measured. */
struct read_speed {
    const struct drive *drive;
    struct read_speed_place places[READ_SPEED_PLACES];
    size_t count;
    size_t at;                   /* index of the current place */
    uint64_t offset;             /* of the next read there */
    uint64_t spent_ns;           /* at this place */
    uint64_t seek_ns;            /* of its first read */
    uint64_t bytes, ns;          /* of its reads that count */
    double seconds_a_byte, seek; /* sums over the places that count */
    size_t counted;
    bool is_stopping;
    uint8_t *block; /* owned */
};

/* Spreads places over the partitions of LAYOUT, as many bytes from one to the next; too
 * little data has none. */
void read_speed_init(const struct drive *drive, const struct layout *layout,
                     struct read_speed *ret);
void read_speed_finish(struct read_speed *speed);

/* Reads for some milliseconds; false: done. Blocks of zeros do not count: a hole, or what
 * was discarded, is not read from the medium. A place that cannot be read is left out. */
bool read_speed_step(struct read_speed *speed);
/* Returns the .read and .far of the places so far; 0: none has counted. */
struct move_speed read_speed_result(const struct read_speed *speed);

#endif
