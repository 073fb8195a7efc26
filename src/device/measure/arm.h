/* SPDX-License-Identifier: GPL-3.0-or-later */
/* arm.h - what is compared: requests of one kind at the places of one start, in runs */
#ifndef ALIDADE_DEVICE_MEASURE_ARM_H
#define ALIDADE_DEVICE_MEASURE_ARM_H

#include "device/measure/area_copy.h"
#include "device/measure/drive.h"
#include "model/base/dice.h"
#include "model/measure/test_area.h"

struct arm {
    uint64_t bytes;       /* of one request: whole sectors */
    uint64_t prime_bytes; /* read before each request, untimed; 0: none */
    uint64_t step;        /* bytes between two places */
    enum drive_write how;
    bool is_read;
    bool is_random; /* else one place after the other */
    /* Places are START + offset with offset < SPAN. The span is a multiple of 64 KiB, so
     * that wrapping around keeps the position on every grid up to that. */
    uint64_t start; /* byte of the disk */
    uint64_t span;  /* bytes; 0: no request fits */
    uint64_t next;  /* offset of the next place */
    uint64_t moved_bytes;
    uint64_t dirty_bytes; /* written, but perhaps only to the drive's cache */
};

/* What all arms of a measurement share. */
struct arm_scene {
    const struct drive *drive;
    struct area_copy *copy;
    struct dice *dice;
};

/* Time of one request in nanoseconds. */
struct arm_time {
    uint64_t ns;       /* of the request alone */
    uint64_t since_ns; /* from the end of the one before, or from the start of the run */
};

/* False ends the run. */
typedef bool arm_take(void *context, const struct arm_time *time);

/* Sets the places in AREA, which starts at a multiple of 64 KiB: at the position of
 * START_LBA modulo 1 MiB if that fits, else modulo 64 KiB. Without places if the steps
 * are not whole sectors. */
void arm_place(struct arm *arm, const struct drive *drive, struct test_area area,
               uint64_t start_lba);
/* The next COUNT requests follow one another from a random place on. */
void arm_jump(struct arm *arm, struct dice *dice, unsigned count);
/* Makes one request; 0 or an errno. */
int arm_request(struct arm *arm, const struct arm_scene *scene, uint64_t *ret_ns);
/* Makes a run: only requests of this arm, since a drive may carry work over to the next
 * one. The first SKIP of them pay for what was before and are not taken. Returns 0 or the
 * errno of the request that failed. */
int arm_run(struct arm *arm, const struct arm_scene *scene, unsigned skip, arm_take *take,
            void *context);

#endif
